import { CAMP_KINDS, type CampKind } from '@petsetu/contract/pets/camps/camp-kinds.ts'
import type { Camp, CampCount, CampForm, CampKindDetails, CampSummary } from '@petsetu/contract/pets/camps/camps.ts'
import { CAMPS_LISTED_MAX } from '@petsetu/contract/pets/list-limits.ts'
import type { PetGender } from '@petsetu/contract/pets/pet-schemas.ts'
import { sql } from 'kysely'
import { containsValues } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { changedMeanwhile, conflict, HttpError, notFound } from '../../platform/errors.ts'
import type { Person } from '../../platform/http/routing/person.ts'

/** SQL condition: a camp at which this person may help. A carer who is one no longer may not. */
function mayHelpAt(person: Person) {
  return person.role === 'admin'
    ? sql<boolean>`true`
    : sql<boolean>`exists (
        select from camp_helpers join users on users.id = user_id
        where camp_id = camps.id and user_id = ${person.id} and is_carer
      )`
}

/**
 * SQL expression: the animals of a camp. Nothing says which works were of one animal that was deleted since. Each got a kind once at most:
 * the kind done most often counts them.
 */
const animalsOfCamp = sql<number>`(select count(distinct pet_id) from camp_works where camp_id = camps.id)
  + (
    select coalesce(max(works), 0)
    from (
      select count(*) as works from camp_works where camp_id = camps.id and pet_id is null group by kind
    ) as of_kinds
  )`

export function listCamps(db: Db, person: Person): Promise<CampSummary[]> {
  return db
    .selectFrom('camps')
    .select(['id', 'name', 'day', 'ward', 'place'])
    .select(sql<number>`(select count(*) from camp_works where camp_id = camps.id)`.as('works'))
    .select(animalsOfCamp.as('animals'))
    .where(mayHelpAt(person))
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .limit(CAMPS_LISTED_MAX)
    .execute()
}

type CampFacts = Omit<CampSummary, 'works' | 'animals'>

/** A camp at which this person may help. Rejects with 404 for anybody else, who must not learn that it exists. */
export async function readHelpersCamp(db: Db, campId: number, person: Person): Promise<CampFacts> {
  return db
    .selectFrom('camps')
    .select(['id', 'name', 'day', 'ward', 'place'])
    .where('id', '=', campId)
    .where(mayHelpAt(person))
    .executeTakeFirstOrThrow(() => notFound('camp_not_found'))
}

export async function listCampKinds(db: Db, campId: number): Promise<CampKindDetails[]> {
  const rows = await db
    .selectFrom('camp_kinds')
    .select(['kind', 'product', 'batch', 'valid_until', 'vet'])
    .where('camp_id', '=', campId)
    .execute()
  return CAMP_KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind))
}

export async function readCamp(db: Db, campId: number): Promise<Camp> {
  const camp = await db
    .selectFrom('camps')
    .select(['id', 'version', 'name', 'day', 'ward', 'place'])
    .select(animalsOfCamp.as('animals'))
    .where('id', '=', campId)
    .executeTakeFirstOrThrow(() => notFound('camp_not_found'))
  const [kinds, helpers, counts] = await Promise.all([
    listCampKinds(db, campId),
    listHelpers(db, campId),
    countWorks(db, campId),
  ])
  return { ...camp, kinds, helpers, counts }
}

async function listHelpers(db: Db, campId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('camp_helpers')
    .innerJoin('users', 'users.id', 'user_id')
    .select('username')
    .where('camp_id', '=', campId)
    .orderBy('username')
    .execute()
  return rows.map(({ username }) => username)
}

async function countWorks(db: Db, campId: number): Promise<CampCount[]> {
  const rows = await db
    .selectFrom('camp_works')
    .leftJoin('certificate_files', 'certificate_files.pet_id', 'camp_works.pet_id')
    .select(['kind', 'ward', 'sex', sql<number>`count(*)`.as('animals')])
    .select(
      sql<number | null>`case when kind = 'sterilisation' then count(certificate_files.pet_id) end`.as('certified'),
    )
    .where('camp_id', '=', campId)
    .groupBy(['kind', 'ward', 'sex'])
    .orderBy('ward')
    .orderBy('sex')
    .execute()
  return CAMP_KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind))
}

export async function insertCamp(transaction: Db, form: CampForm): Promise<number> {
  const { name, day, ward, place } = form
  const { id } = await transaction
    .insertInto('camps')
    .values({ name, day, ward, place })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storeKindsAndHelpers(transaction, id, form)
  return id
}

/** With a `version`, the update is rejected with 409 if the camp has another version by now; the error holds the stored camp. */
export async function updateCamp(
  transaction: Db,
  campId: number,
  { version, ...form }: CampForm & { version?: number | undefined },
): Promise<void> {
  const { name, day, ward, place } = form
  const updated = await transaction
    .updateTable('camps')
    .set({ name, day, ward, place })
    .where('id', '=', campId)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) {
    const current = await readCamp(transaction, campId)
    // A repeat of the same update whose reply was lost.
    if (isStoredAs(current, form)) return
    throw changedMeanwhile('errorSentences.changedCamp', current)
  }
  await transaction.deleteFrom('camp_kinds').where('camp_id', '=', campId).execute()
  await transaction.deleteFrom('camp_helpers').where('camp_id', '=', campId).execute()
  await storeKindsAndHelpers(transaction, campId, form)
}

function kindRowOf({ kind, product = null, batch = null, valid_until = null, vet = null }: CampForm['kinds'][number]) {
  return { kind, product, batch, valid_until, vet }
}

/** True if a camp has all that the form says; the order of its lists says nothing. */
function isStoredAs(camp: Camp, { kinds, helpers, ...facts }: CampForm): boolean {
  const names = new Set(helpers)
  return (
    containsValues(camp, facts) &&
    camp.kinds.length === kinds.length &&
    kinds.every((wanted) => camp.kinds.some((stored) => containsValues(stored, kindRowOf(wanted)))) &&
    camp.helpers.length === names.size &&
    camp.helpers.every((name) => names.has(name))
  )
}

async function storeKindsAndHelpers(transaction: Db, campId: number, { kinds, helpers }: CampForm): Promise<void> {
  await transaction
    .insertInto('camp_kinds')
    .values(kinds.map((kind) => ({ camp_id: campId, ...kindRowOf(kind) })))
    .execute()
  const carers = await findCarers(transaction, [...new Set(helpers)])
  if (carers.length === 0) return
  await transaction
    .insertInto('camp_helpers')
    .values(carers.map(({ id }) => ({ camp_id: campId, user_id: id })))
    .execute()
}

/** Rejects with 400 and the first name that is not a carer's. */
async function findCarers(transaction: Db, usernames: string[]): Promise<{ id: number }[]> {
  if (usernames.length === 0) return []
  const rows = await transaction
    .selectFrom('users')
    .select(['id', 'username'])
    .where('username', 'in', usernames)
    .where('is_carer', '=', true)
    .execute()
  const stranger = usernames.find((name) => !rows.some(({ username }) => username === name))
  if (stranger === undefined) return rows
  throw new HttpError(400, 'not_a_carer', { values: { username: stranger }, field: 'helpers' })
}

export async function deleteCamp(transaction: Db, campId: number): Promise<{ name: string }> {
  // The lock lets no work of a helper in between.
  const camp = await transaction
    .selectFrom('camps')
    .select('name')
    .where('id', '=', campId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('camp_not_found'))
  const work = await transaction.selectFrom('camp_works').select('key').where('camp_id', '=', campId).executeTakeFirst()
  if (work) throw conflict('camp_has_works')
  await transaction.deleteFrom('camps').where('id', '=', campId).execute()
  return camp
}

export type ListedWork = {
  key: string
  tag: string | null
  name: string | null
  type: string | null
  kind: CampKind
  ward: string
  sex: PetGender
  /** True if the certificate of this sterilisation is stored as a file; null for other work. */
  isCertified: boolean | null
  at: Date
  by: string | null
}

// Works of earlier programs are stored to the microsecond, which a Date cannot hold: the one listed last would come after itself.
const DONE_AT = sql<Date>`date_trunc('milliseconds', at)`

/** The works of a camp in the order in which they were done, after `last`. */
export async function listWorks(db: Db, campId: number, last: ListedWork | null, limit: number): Promise<ListedWork[]> {
  return db
    .selectFrom('camp_works')
    .leftJoin('pets', 'pets.id', 'camp_works.pet_id')
    .leftJoin('users', 'users.id', 'by_user')
    .select(['key', 'pets.pet_id as tag', 'pet_name as name', 'pet_type as type'])
    .select(['camp_works.kind', 'ward', 'sex', 'username as by'])
    .select(DONE_AT.as('at'))
    .select(
      sql<boolean | null>`case when camp_works.kind = 'sterilisation'
        then exists (select from certificate_files where certificate_files.pet_id = camp_works.pet_id) end`.as(
        'isCertified',
      ),
    )
    .where('camp_id', '=', campId)
    .$if(last !== null, (query) => query.where(sql<boolean>`(${DONE_AT}, key) > (${last?.at}, ${last?.key})`))
    .orderBy(DONE_AT)
    .orderBy('key')
    .limit(limit)
    .execute()
}
