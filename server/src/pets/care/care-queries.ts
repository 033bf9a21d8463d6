import { CARE_RECORDS_MAX, type CareDue, type CareForm, type CareRecord } from '@petsetu/contract/pets/care.ts'
import { type CareKind, KINDS_BY_PRODUCT } from '@petsetu/contract/pets/care-kinds.ts'
import type { PetKey } from '@petsetu/contract/pets/pet-schemas.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import { containsValues, literals } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { changedMeanwhile, HttpError, notFound } from '../../platform/errors.ts'
import { lockOwnPet } from '../pet-queries.ts'

const CARE_COLUMNS = ['id', 'version', 'kind', 'product', 'day', 'valid_until', 'vet', 'note'] as const

/** The pair of the pet form that shows the newest record of these kinds. */
const PAIR_OF: Record<CareKind, string | null> = {
  rabies: 'vaccination',
  dhppi: 'vaccination',
  leptospirosis: 'vaccination',
  deworming: 'deworming',
  sterilisation: 'sterilization',
  treatment: 'treatment',
  other: null,
}

/** A field that the form leaves out is emptied. */
function rowOf({ kind, product = null, day = null, valid_until = null, vet = null, note = null }: CareForm) {
  return { kind, product, day, valid_until, vet, note }
}

export async function listCare(db: Db, petNumber: number): Promise<CareRecord[]> {
  const rows = await db
    .selectFrom('care_records')
    .select([...CARE_COLUMNS, 'pair', 'is_cleared'])
    .where('pet_number', '=', petNumber)
    .orderBy('sort_day', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ pair, is_cleared, ...row }) => ({
    ...row,
    ...(row.kind === 'other' && pair === 'vaccination' && { is_vaccination: true }),
    ...(is_cleared && pair === null && { is_cleared }),
  }))
}

export async function findCare(db: Db, id: number): Promise<CareRecord | null> {
  const row = await db.selectFrom('care_records').select(CARE_COLUMNS).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Rejects with 409 if the pet has the maximum of records. */
export async function insertCare(transaction: Db, key: PetKey, form: CareForm, by: Actor): Promise<CareRecord> {
  const petNumber = await lockOwnPet(transaction, key, by.person)
  const record = await storeCare(transaction, petNumber, form)
  await recordAudit(transaction, by, 'care-added', { kind: 'pet', id: petNumber }, { after: { care_id: record.id } })
  return record
}

/** The same for a pet that the caller has locked, without a check of who may do it. */
export async function storeCare(transaction: Db, petNumber: number, form: CareForm): Promise<CareRecord> {
  const { count } = await transaction
    .selectFrom('care_records')
    .select(sql<number>`count(*)`.as('count'))
    .where('pet_number', '=', petNumber)
    .executeTakeFirstOrThrow()
  if (count >= CARE_RECORDS_MAX) {
    throw new HttpError(409, 'too_many_care_records', { values: { max: CARE_RECORDS_MAX } })
  }
  return transaction
    .insertInto('care_records')
    .values({ ...rowOf(form), pet_number: petNumber, pair: PAIR_OF[form.kind] })
    .returning(CARE_COLUMNS)
    .executeTakeFirstOrThrow()
}

type CareKey = { id: PetKey; careId: number }

/** With a `version`, the update is rejected with 409 if the record has another version by now; the error holds the record. */
export async function updateCare(
  db: Db,
  { id: key, careId }: CareKey,
  { version, ...form }: CareForm & { version?: number | undefined },
  by: Actor,
): Promise<CareRecord> {
  return inTransaction(db, async (transaction) => {
    const petNumber = await lockOwnPet(transaction, key, by.person)
    const stored = await findCareOf(transaction, petNumber, careId)
    const wanted = rowOf(form)
    const row = await transaction
      .updateTable('care_records')
      // A vaccination from the pet form that names no kind is of the kind 'other', and stays in its pair.
      .set({ ...wanted, pair: PAIR_OF[form.kind] ?? sql<string | null>`case when kind = 'other' then pair end` })
      .set({ is_cleared: false })
      .where('id', '=', careId)
      .where('pet_number', '=', petNumber)
      .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
      .returning(CARE_COLUMNS)
      .executeTakeFirst()
    if (row && stored) {
      await auditCare(transaction, by, petNumber, { before: stored, after: row })
      return row
    }
    const current = version === undefined ? null : stored
    if (!current) throw notFound('care_not_found')
    // A repeat of the same update whose reply was lost.
    if (containsValues(current, wanted)) return current
    throw changedMeanwhile('errorSentences.changedCare', current)
  })
}

/** Records which treatments of the pet changed, without typed texts. */
async function auditCare(
  transaction: Db,
  by: Actor,
  petNumber: number,
  { before, after }: { before: CareRecord; after: CareRecord },
): Promise<void> {
  const [{ version: _, ...old }, { version: __, ...changed }] = [before, after]
  const personal = Object.keys(old)
  const details = { before: old, after: changed, personal }
  await recordAudit(transaction, by, 'care-changed', { kind: 'pet', id: petNumber }, details)
}

async function findCareOf(db: Db, petNumber: number, careId: number): Promise<CareRecord | null> {
  const row = await db
    .selectFrom('care_records')
    .select(CARE_COLUMNS)
    .where('id', '=', careId)
    .where('pet_number', '=', petNumber)
    .executeTakeFirst()
  return row ?? null
}

export async function deleteCare(db: Db, { id: key, careId }: CareKey, by: Actor): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const petNumber = await lockOwnPet(transaction, key, by.person)
    const deleted = await transaction
      .deleteFrom('care_records')
      .where('id', '=', careId)
      .where('pet_number', '=', petNumber)
      .executeTakeFirst()
    if (deleted.numDeletedRows === 0n) throw notFound('care_not_found')
    await recordAudit(transaction, by, 'care-deleted', { kind: 'pet', id: petNumber }, { before: { care_id: careId } })
  })
}

/** SQL: what a record is about within its kind. The vaccinations of the pet form are about one thing, whatever it names. */
const subjectOf = (record: string) => sql`case
  when ${sql.ref(`${record}.kind`)} not in ${literals(KINDS_BY_PRODUCT)} then ''
  when ${sql.ref(`${record}.pair`)} = 'vaccination' then 'vaccination'
  else lower(coalesce(${sql.ref(`${record}.product`)}, '')) end`

const isAboutSame = (one: string, other: string) => sql`(
  ${sql.ref(`${one}.pet_number`)} = ${sql.ref(`${other}.pet_number`)}
  and ${sql.ref(`${one}.kind`)} = ${sql.ref(`${other}.kind`)}
  and ${subjectOf(one)} = ${subjectOf(other)})`

/** SQL condition on a record by its alias: no newer one replaces it. Text that names rabies among other vaccines replaces one of rabies. */
export const isNewestCare = (record: string): RawBuilder<boolean> => sql<boolean>`not exists (
  select from care_records newer
  where newer.pet_number = ${sql.ref(`${record}.pet_number`)}
    and (${isAboutSame('newer', record)}
      or ${sql.ref(`${record}.kind`)} = 'rabies' and is_rabies_care(newer.kind, newer.pair, newer.product))
    and (newer.sort_day, newer.id) > (${sql.ref(`${record}.sort_day`)}, ${sql.ref(`${record}.id`)}))`

/** The day on which a record ends that no newer one replaces. `firstId` is that of the oldest record about the same. */
export type CareEnd = CareDue & { petName: string; firstId: number }

/** The ends of one pet's care, or of all pets of a person and all living animals that they look after, earliest first. */
export async function listCareEnds(db: Db, whose: { userId: number } | { petNumber: number }): Promise<CareEnd[]> {
  const rows = await db
    .selectFrom('care_records')
    .innerJoin('pets', 'pets.id', 'care_records.pet_number')
    .select(['pets.id as pet_id', 'pet_name as petName', 'kind', 'valid_until as day'])
    .select(
      sql<number>`(select min(older.id) from care_records older where ${isAboutSame('older', 'care_records')})`.as(
        'firstId',
      ),
    )
    .where(
      'userId' in whose
        ? sql<boolean>`pets.id in (
            select id from pets own where own.user_id = ${whose.userId}
            union all
            select carers.pet_id from carers
            join community_animals on community_animals.pet_id = carers.pet_id
            where carers.user_id = ${whose.userId} and status in ('here', 'moved'))`
        : sql<boolean>`pets.id = ${whose.petNumber}`,
    )
    .where('valid_until', 'is not', null)
    .where(isNewestCare('care_records'))
    .orderBy('valid_until')
    .orderBy('pets.id')
    .orderBy('care_records.id')
    .execute()
  return rows.map(({ day, ...row }) => ({ ...row, day: day ?? '' }))
}
