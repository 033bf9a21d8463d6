import { type CommunityAnimal, communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { NewCommunityAnimal } from '@petsetu/contract/pets/community/community-form.ts'
import { insertCommunityAnimal, readCommunityAnimal } from '../src/pets/community/community-queries.ts'
import type { Db } from '../src/platform/db/pool.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { anAdmin, aUser } from './factories.ts'
import type { TestApp } from './harness.ts'

/** The form of an animal of the street with the required fields only. */
export const STREET_ANIMAL = {
  petName: 'Kalu',
  petType: 'Dog',
  petGender: 'male' as const,
  ward: 'Kasba Peth',
  landmark: 'Behind the vegetable market',
  earNotch: 'left' as const,
}

/** An account that may register animals of the street. */
export async function aCarer(db: Db) {
  const user = await aUser(db)
  await makeCarer(db, user.id)
  return user
}

async function makeCarer(db: Db, userId: number): Promise<void> {
  await db.updateTable('users').set({ is_carer: true }).where('id', '=', userId).where('is_carer', '=', false).execute()
}

/** The first admin of the database; a new one if there is none. */
async function someAdmin(db: Db): Promise<{ id: number; username: string }> {
  const admin = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('role', '=', 'admin')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return admin ?? anAdmin(db)
}

/** An animal of the street that this carer looks after; without one, an admin registered it. */
export async function aStreetAnimal(
  db: Db,
  carer: { id: number; username: string } | null = null,
  fields: Partial<NewCommunityAnimal> = {},
): Promise<CommunityAnimal> {
  const form = NewCommunityAnimal.parse({ ...STREET_ANIMAL, ...fields })
  const { id, username } = carer ?? (await someAdmin(db))
  const role = carer ? ('user' as const) : ('admin' as const)
  const person = { id, username, role, duties: null, language: null, mustEnrol: false }
  if (carer) await makeCarer(db, id)
  return inTransaction(db, async (transaction) => {
    const number = await insertCommunityAnimal(transaction, form, { person, request: { id: 'test' } })
    return readCommunityAnimal(transaction, { id: number }, person)
  })
}

/** Sends the certificate of an animal's sterilisation as a browser does. */
export function sendCertificate(
  app: Pick<TestApp, 'call'>,
  id: number | string,
  bytes: Buffer,
  as: { token: string } | null,
) {
  const body: object = { file: new File([new Uint8Array(bytes)], 'certificate') }
  const input = { params: { id: String(id) }, body: body as Record<string, never> }
  return app.call(communityCalls.putCertificateFile, input, as)
}
