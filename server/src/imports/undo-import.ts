import type { ImportKind } from '@petsetu/contract/imports.ts'
import { sql } from 'kysely'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { conflict } from '../errors.ts'

/** Deletes what an import made. Rejects with 409 if any of it was changed, used or deleted since. */
export async function undoImport(db: Db, { id, kind }: { id: number; kind: ImportKind }, by: Actor): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const undone = await transaction
      .updateTable('imports')
      .set({ state: 'undone' })
      .where('id', '=', id)
      .where('state', '=', 'done')
      .returning(['new_rows', 'known_rows'])
      .executeTakeFirst()
    if (!undone) throw conflict('import_not_done')
    await lockRecords(transaction, id)
    if (!(await isUntouched(transaction, id))) throw conflict('import_changed')
    await deleteRecords(transaction, id)
    await recordAudit(transaction, by, {
      action: 'import-undone',
      object: { kind: 'import', id },
      before: { what: kind, new: undone.new_rows },
    })
  })
}

/** SQL: the ids of the pets or memberships that the import made. */
const idsOf = (importId: number, kind: 'pet' | 'membership') =>
  sql`select record_id from import_records where import_id = ${importId} and kind = ${kind}`
/** SQL: the tags that it made, or that were blank before. */
const tagsOf = (importId: number, kind: 'tag' | 'bound-tag') =>
  sql`select tag from import_records where import_id = ${importId} and kind = ${kind}`

/** Until the end of the transaction, nobody changes them. */
async function lockRecords(transaction: Db, id: number): Promise<void> {
  await sql`select from pets where id in (${idsOf(id, 'pet')}) order by id for update`.execute(transaction)
  await sql`select from memberships where id in (${idsOf(id, 'membership')}) order by id for update`.execute(
    transaction,
  )
  await sql`select from tags where pet_id in (${tagsOf(id, 'tag')}) order by pet_id for update`.execute(transaction)
}

/**
 * True if all that the import made is there, as it was made. A pet counts as used once it has a photo, its tag
 * was scanned, or it was lost or found; a membership once its member has another one of the category, such as a renewal.
 */
export async function isUntouched(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ is_untouched: boolean }>`
    select not exists (
      select from import_records made
      left join pets on pets.id = made.record_id
      where made.import_id = ${id} and made.kind = 'pet' and (
        pets.id is null or pets.version > 1
        or exists (select from photos where photos.pet_id = pets.id)
        or exists (select from scan_days where scan_days.pet_number = pets.id)
        or exists (select from lost_pets where lost_pets.pet_number = pets.id)
        or exists (select from found_reports where found_reports.pet_id = pets.id)
        or exists (select from care_records where care_records.pet_number = pets.id and care_records.created_at <> pets.created_at)
      )
    ) and not exists (
      select from import_records made
      left join memberships on memberships.id = made.record_id
      where made.import_id = ${id} and made.kind = 'membership'
        and (
          memberships.id is null or memberships.status <> 'active' or memberships.email = ''
          or exists (
            select from memberships later
            where lower(normalize(later.email, nfkc)) = lower(normalize(memberships.email, nfkc))
              and later.category = memberships.category and later.id > memberships.id
              and later.status in ('pending', 'active') and later.id not in (${idsOf(id, 'membership')})
          )
        )
    ) and not exists (
      select from import_records made
      join imports on imports.id = made.import_id and imports.kind = 'tags'
      left join tags on tags.pet_id = made.tag
      where made.import_id = ${id} and made.kind = 'tag' and (tags.pet_id is null or tags.bound_at is not null)
    ) as is_untouched`.execute(db)
  return rows[0]?.is_untouched ?? false
}

/** The tags of the pets go, too, except those that were there before: they are blank again. */
async function deleteRecords(transaction: Db, id: number): Promise<void> {
  await sql`delete from pets where id in (${idsOf(id, 'pet')})`.execute(transaction)
  await sql`delete from memberships where id in (${idsOf(id, 'membership')})`.execute(transaction)
  await sql`delete from tags where pet_id in (${tagsOf(id, 'tag')})`.execute(transaction)
  await sql`update tags set bound_at = null, spent_at = null where pet_id in (${tagsOf(id, 'bound-tag')})`.execute(
    transaction,
  )
  await transaction.deleteFrom('import_records').where('import_id', '=', id).execute()
}
