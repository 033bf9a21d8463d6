import type { Carer } from '@petsetu/contract/pets/community/community.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import type { Person } from '../../platform/http/routing/person.ts'

const CARER_COLUMNS = [
  'users.id',
  'username',
  'email',
  sql<boolean>`email_confirmed_at is not null`.as('isEmailConfirmed'),
  sql<number>`(select count(*) from carers where carers.user_id = users.id)`.as('animals'),
] as const

export function listCarers(db: Db): Promise<Carer[]> {
  return db.selectFrom('users').select(CARER_COLUMNS).where('is_carer', '=', true).orderBy('username_key').execute()
}

export function listCarersOf(db: Db, petNumber: number): Promise<Carer[]> {
  return db
    .selectFrom('carers')
    .innerJoin('users', 'users.id', 'carers.user_id')
    .select(CARER_COLUMNS)
    .where('carers.pet_id', '=', petNumber)
    .orderBy('username_key')
    .execute()
}

export async function mayRegister(db: Db, person: Person): Promise<boolean> {
  if (person.role === 'admin') return true
  const row = await db.selectFrom('users').select('is_carer').where('id', '=', person.id).executeTakeFirst()
  return row?.is_carer ?? false
}

/**
 * Locks the user with this name or confirmed address: nothing is given to somebody who only claims one. An address is never taken for a name,
 * because a stranger may have signed up with it as their username.
 */
export async function lockAccount(transaction: Db, login: string): Promise<{ id: number }> {
  const key = foldCase(login)
  const account = await transaction
    .selectFrom('users')
    .select(['id', 'role'])
    .where(
      key.includes('@')
        ? sql<boolean>`(email_key = ${key} and email_confirmed_at is not null)`
        : sql<boolean>`username_key = ${key}`,
    )
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('account_unknown'))
  if (account.role === 'admin') throw conflict('carer_is_admin')
  return account
}

export async function nameCarer(
  db: Db,
  { login, petNumber }: { login: string; petNumber?: number },
  by: Actor,
): Promise<Carer> {
  return inTransaction(db, async (transaction) => {
    const { id } = await lockAccount(transaction, login)
    await transaction.updateTable('users').set({ is_carer: true }).where('id', '=', id).execute()
    if (petNumber !== undefined) await addCarer(transaction, petNumber, id, by)
    const after = { ...(petNumber !== undefined && { pet: petNumber }) }
    await recordAudit(transaction, by, 'carer-named', { kind: 'user', id }, { after })
    return transaction.selectFrom('users').select(CARER_COLUMNS).where('id', '=', id).executeTakeFirstOrThrow()
  })
}

async function addCarer(transaction: Db, petNumber: number, userId: number, { person }: Actor): Promise<void> {
  await transaction
    .selectFrom('pets')
    .select('id')
    .where('id', '=', petNumber)
    .where('pet_kind', '=', 'community')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('pet_not_found'))
  await transaction
    .insertInto('carers')
    .values({ pet_id: petNumber, user_id: userId, added_by: person.id })
    .onConflict((same) => same.doNothing())
    .execute()
}

/** Ends the care for one animal, or without `petNumber` for all of them and the right to register more. */
export async function removeCarer(
  db: Db,
  { userId, petNumber }: { userId: number; petNumber?: number },
  by: Actor,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    // First, because it waits for an animal that the carer is registering.
    const account =
      petNumber === undefined
        ? await transaction
            .updateTable('users')
            .set({ is_carer: false })
            .where('id', '=', userId)
            .where('is_carer', '=', true)
            .executeTakeFirst()
        : null
    const ended = await transaction
      .deleteFrom('carers')
      .where('user_id', '=', userId)
      .$if(petNumber !== undefined, (query) => query.where('pet_id', '=', petNumber ?? 0))
      .executeTakeFirst()
    if (ended.numDeletedRows === 0n && !account?.numUpdatedRows) throw notFound('carer_not_found')
    const before = { ...(petNumber !== undefined && { pet: petNumber }) }
    await recordAudit(transaction, by, 'carer-removed', { kind: 'user', id: userId }, { before })
  })
}

/**
 * Ends the care of whoever was removed as a carer while these animals were being added, which nobody else sees before the transaction ends;
 * nobody is removed any more until then.
 */
export async function dropRemovedCarers(transaction: Db, petNumbers: RawBuilder<unknown>): Promise<void> {
  await sql`select from users where id in (select user_id from carers where pet_id in (${petNumbers})) order by id for share`.execute(
    transaction,
  )
  await sql`delete from carers using users
    where users.id = carers.user_id and not is_carer and carers.pet_id in (${petNumbers})`.execute(transaction)
}

/** The animals of the street that a person looks after, and the former home of those that they have adopted, by the names of the tables. */
export async function exportCommunity(db: Db, userId: number | null): Promise<Record<string, object[]>> {
  return {
    carers: await db
      .selectFrom('carers')
      .innerJoin('pets', 'pets.id', 'carers.pet_id')
      .select(['pets.pet_id', 'pet_name', 'added_at'])
      .where('carers.user_id', '=', userId)
      .execute(),
    community_animals: await db
      .selectFrom('community_animals')
      .innerJoin('pets', 'pets.id', 'community_animals.pet_id')
      .select(['pets.pet_id', 'ward', 'landmark', 'ear_notch', 'status'])
      .select(['sterilised_by', 'recognition_no', 'certificate_no'])
      .where('pets.user_id', '=', userId)
      .execute(),
  }
}
