import type { PetKey } from '@petsetu/contract/pets/pet-schemas.ts'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import { orRemoveFiles } from '../../platform/db/database-errors.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/errors.ts'
import type { PlaceFile, ReceivedFile, Stores } from '../../platform/files/file-store.ts'
import { lockPet } from '../lock-pet.ts'
import { readCommunityAnimal } from './community-queries.ts'

/** Stores the certificate in place of the one before; a crash leaves at most a file that the sweep removes. */
export async function putCertificateFile(
  { db, attachments }: Stores,
  petNumber: number,
  file: ReceivedFile,
  by: Actor,
): Promise<void> {
  const { name, originalName } = await attachments.keep(file)
  // A photo as it came may say where an animal or its carer lives.
  if (originalName !== null) await attachments.remove({ name: originalName, originalName: null })
  const stored = inTransaction(db, async (transaction) => {
    await lockPet(transaction, petNumber)
    const { id } = await readCommunityAnimal(transaction, { id: petNumber }, by.person)
    const before = await deleteRow(transaction, id)
    await transaction.insertInto('certificate_files').values({ pet_id: id, name, added_by: by.person.id }).execute()
    await audit(transaction, id, by, { before, after: true })
  })
  await orRemoveFiles(stored, () => attachments.remove({ name, originalName: null }))
}

export async function readCertificateFile({ db, attachments }: Stores, petNumber: number) {
  const row = await db.selectFrom('certificate_files').select('name').where('pet_id', '=', petNumber).executeTakeFirst()
  const file = row && (await attachments.read(row.name))
  if (!file) throw notFound('attachment_not_found')
  return { ...file, kind: row.name.split('.').at(-1) ?? '' }
}

export async function deleteCertificateFile(db: Db, key: PetKey, by: Actor): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { id } = await readCommunityAnimal(transaction, key, by.person)
    if (!(await deleteRow(transaction, id))) throw notFound('attachment_not_found')
    await audit(transaction, id, by, { before: true, after: false })
  })
}

/** Its file is removed by a job that a trigger adds. False if there was none. */
async function deleteRow(transaction: Db, petNumber: number): Promise<boolean> {
  const deleted = await transaction.deleteFrom('certificate_files').where('pet_id', '=', petNumber).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

async function audit(transaction: Db, id: number, by: Actor, had: { before: boolean; after: boolean }): Promise<void> {
  const [before, after] = [{ hasCertificateFile: had.before }, { hasCertificateFile: had.after }]
  await recordAudit(transaction, by, 'pet-changed', { kind: 'pet', id }, { before, after })
}

export async function isCertificateFile(db: Db, name: string): Promise<boolean> {
  const row = await db.selectFrom('certificate_files').select('pet_id').where('name', '=', name).executeTakeFirst()
  return row !== undefined
}

export async function exportCertificateFiles(db: Db, userId: number | null, place: PlaceFile): Promise<object[]> {
  const rows = await db
    .selectFrom('certificate_files')
    .innerJoin('pets', 'pets.id', 'certificate_files.pet_id')
    .select(['pets.pet_id', 'name', 'added_at'])
    .where('added_by', '=', userId)
    .orderBy('pets.id')
    .execute()
  return Promise.all(rows.map(async (row) => ({ ...row, file: await place(row.name) })))
}
