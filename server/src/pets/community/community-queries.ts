import type {
  CommunityAnimal,
  CommunityFilter,
  CommunityOrder,
  WardCounts,
} from '@petsetu/contract/pets/community/community.ts'
import type { CommunityChange, NewCommunityAnimal } from '@petsetu/contract/pets/community/community-form.ts'
import { normalizePetId } from '@petsetu/contract/pets/pet-id.ts'
import type { PetKey } from '@petsetu/contract/pets/pet-schemas.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import {
  allOf,
  containsValues,
  hasText,
  ordersOf,
  type Page,
  rowsAfter,
  rowsOfPage,
  todayInIndia,
} from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { changedMeanwhile, forbidden, notFound } from '../../platform/errors.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { bindTag, bindTags, makeBoundTag } from '../bind-tag.ts'
import { insertCare } from '../care/care-queries.ts'
import { keyOf, mayCareFor } from '../pet-queries.ts'
import { photoOf, photosColumn, type StoredPhoto } from '../photo-queries.ts'

const COLUMNS = [
  'pets.id',
  'version',
  'pets.pet_id as petId',
  'pet_name as petName',
  'pet_type as petType',
  'pet_age as petAge',
  'pet_gender as petGender',
  photosColumn,
  'ward',
  'landmark',
  'ear_notch as earNotch',
  'status',
  'sterilization_date as sterilisedOn',
  'sterilised_by as sterilisedBy',
  'recognition_no as recognitionNo',
  'certificate_no as certificateNo',
  sql<boolean>`exists (select from certificate_files where certificate_files.pet_id = pets.id)`.as(
    'hasCertificateFile',
  ),
  'note',
  'rabies_day as rabiesOn',
  'rabies_valid_until as rabiesValidUntil',
] as const

type Row = Omit<CommunityAnimal, 'photos'> & { photos: StoredPhoto[] }
const animalOf = ({ photos, ...row }: Row): CommunityAnimal => ({ ...row, photos: photos.map(photoOf) })

const selectAnimals = (db: Db) =>
  db
    .selectFrom('pets')
    .innerJoin('community_animals', 'community_animals.pet_id', 'pets.id')
    .where('pet_kind', '=', 'community')

/** An animal that `person` looks after (an admin: any). Rejects with 404 without one. */
export async function readCommunityAnimal(db: Db, key: PetKey, person: Person): Promise<CommunityAnimal> {
  const row = await selectAnimals(db)
    .select(COLUMNS)
    .where(keyOf(key))
    .where(mayCareFor(person))
    .executeTakeFirstOrThrow(() => notFound('pet_not_found'))
  return animalOf(row)
}

/** By name: all of them, or with a page, these with the total. */
export async function listAnimalsOfCarer(
  db: Db,
  userId: number,
  page: Page | null,
): Promise<{ animals: CommunityAnimal[]; total: number }> {
  const looked = selectAnimals(db).innerJoin('carers', 'carers.pet_id', 'pets.id').where('carers.user_id', '=', userId)
  const order = sql`lower(pet_name), pets.id`
  const rows = await (page
    ? rowsOfPage(looked.select(COLUMNS), 'pets.id', order, page)
    : looked.select(COLUMNS).orderBy(order).execute())
  const { total } = page
    ? await looked.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
    : { total: rows.length }
  return { animals: rows.map(animalOf), total }
}

export async function listWards(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('community_animals').select('ward').distinct().orderBy('ward').execute()
  return rows.map(({ ward }) => ward)
}

const ORDERS: Record<CommunityOrder, RawBuilder<unknown>> = {
  ...ordersOf({ name: sql`lower(pet_name)`, ward: sql`ward` }, sql`pets.id`),
  registered: sql`pets.id`,
  'registered-desc': sql`pets.id desc`,
}

export async function listCommunityPage(
  db: Db,
  { sort = 'registered-desc', ...filter }: CommunityFilter & { sort?: CommunityOrder | undefined },
  page: Page,
): Promise<{ rows: CommunityAnimal[]; total: number }> {
  const selected = selectAnimals(db).where(conditionOf(filter))
  const [rows, { total }] = await Promise.all([
    rowsOfPage(selected.select(COLUMNS), 'pets.id', ORDERS[sort], page),
    selected.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows: rows.map(animalOf), total }
}

export async function listCommunityAfter(
  db: Db,
  filter: CommunityFilter,
  last: CommunityAnimal | null,
  limit: number,
): Promise<CommunityAnimal[]> {
  const animals = selectAnimals(db).select(COLUMNS).where(conditionOf(filter))
  const rows = await rowsAfter(animals, 'pets.id', { last, limit, isNewestFirst: true })
  return rows.map(animalOf)
}

function conditionOf({ ward, status, due, search }: CommunityFilter): RawBuilder<boolean> {
  const petId = search ? normalizePetId(search) : null
  return allOf([
    ward && sql`ward = ${ward}`,
    status && sql`status = ${status}`,
    // The counts of the wards have the same conditions.
    due && sql`status = 'here'`,
    due === 'vaccination' && sql`(rabies_valid_until is null or rabies_valid_until < ${todayInIndia()})`,
    due === 'sterilisation' && sql`sterilization_date is null`,
    search && sql`(pets.pet_id = ${petId} or ${hasText(SEARCHED, search)})`,
  ])
}

// A name or a ward, such as Sahakarnagar, can have the form of a tag: both are looked for.
const SEARCHED = sql`lower(pet_name || chr(10) || ward || chr(10) || landmark)`

export async function countByWard(db: Db): Promise<WardCounts[]> {
  const { rows } = await sql<WardCounts>`
    select ward, count(*) as animals, count(*) filter (where rabies_valid_until >= today.day) as vaccinated,
      count(*) filter (where sterilization_date is not null) as sterilised,
      count(certificate_files.pet_id) filter (where sterilization_date is not null) as certified,
      min(rabies_valid_until) filter (where rabies_valid_until >= today.day)::text as "nextDue",
      count(*) filter (where rabies_valid_until is null or rabies_valid_until < today.day) as overdue
    from community_animals
    join pets on pets.id = community_animals.pet_id
    left join certificate_files on certificate_files.pet_id = pets.id
    cross join (select (now() at time zone 'Asia/Kolkata')::date as day) today
    where status = 'here' and pet_kind = 'community'
    group by ward
    order by ward`.execute(db)
  return rows
}

// Nothing that an owner chooses is shown: the public page of such an animal has texts of its own.
const NOTHING_SHOWN = {
  shows_owner_name: false,
  shows_contact: false,
  shows_area: false,
  shows_address: false,
  shows_medical: false,
  shows_vet: false,
}

/** Registers an animal on the form's blank tag or a new one; a carer looks after it from then on. Rejects with 403 who is neither that nor an admin. */
export async function insertCommunityAnimal(
  transaction: Db,
  { petId, rabiesOn, rabiesValidUntil, ...form }: NewCommunityAnimal,
  by: Actor,
): Promise<number> {
  const { person } = by
  if (person.role !== 'admin') await lockCarer(transaction, person.id)
  const tag = petId ? await bindTag(transaction, petId) : await makeBoundTag(transaction)
  const { id } = await transaction
    .insertInto('pets')
    .values({ ...newRowOf(form), pet_id: tag })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('community_animals')
    .values({ ...communityRowOf(form, await spellingsOf(transaction, [form.ward])), pet_id: id })
    .execute()
  if (person.role !== 'admin')
    await transaction.insertInto('carers').values({ pet_id: id, user_id: person.id, added_by: person.id }).execute()
  await recordAudit(transaction, by, 'pet-created', { kind: 'pet', id }, { after: { tag } })
  if (rabiesOn || rabiesValidUntil)
    await insertCare(transaction, { id }, { kind: 'rabies', day: rabiesOn, valid_until: rabiesValidUntil }, by)
  return id
}

/** Somebody who is being removed as a carer is removed before this transaction, or after it with what it has added. */
async function lockCarer(transaction: Db, userId: number): Promise<void> {
  await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_carer', '=', true)
    .forShare()
    .executeTakeFirstOrThrow(() => forbidden())
}

/** Stores animals in this order; `petId` is a tag that is blank or not stored yet, null for a new one. */
export async function insertCommunityAnimals(
  transaction: Db,
  animals: { form: ImportedAnimal; petId: string | null; isTagStored: boolean; carerId: number | null }[],
): Promise<{ id: number; petId: string }[]> {
  const petIds = await bindTags(transaction, animals)
  const rows = await transaction
    .insertInto('pets')
    .values(
      animals.map(({ form, form: { rabiesOn, rabiesValidUntil } }, index) => ({
        ...newRowOf(form),
        pet_id: petIds[index] ?? '',
        // A trigger makes the care record of these.
        ...((rabiesOn || rabiesValidUntil) && {
          vaccination_detail: 'Rabies',
          vaccination_date: rabiesOn,
          vaccination_valid_until: rabiesValidUntil,
        }),
      })),
    )
    .returning(['id', 'pet_id as petId'])
    .execute()
  const idOf = new Map(rows.map(({ id, petId }) => [petId, id]))
  const made = animals.flatMap((animal, index) => {
    const petId = petIds[index] ?? ''
    const id = idOf.get(petId)
    return id === undefined ? [] : { ...animal, petId, id }
  })
  const spellings = await spellingsOf(
    transaction,
    animals.map(({ form }) => form.ward),
  )
  await transaction
    .insertInto('community_animals')
    .values(made.map(({ id, form }) => ({ ...communityRowOf(form, spellings), pet_id: id })))
    .execute()
  const carers = made.flatMap(({ id, carerId }) => (carerId ? { pet_id: id, user_id: carerId } : []))
  if (carers.length > 0) await transaction.insertInto('carers').values(carers).execute()
  return made.map(({ id, petId }) => ({ id, petId }))
}

/** With a `version`, the change is rejected with 409 if the animal has another version by now; the error holds the stored one. */
export async function changeCommunityAnimal(
  db: Db,
  key: PetKey,
  { version, status, ...form }: CommunityChange,
  by: Actor,
): Promise<CommunityAnimal> {
  return inTransaction(db, async (transaction) => {
    const before = await readCommunityAnimal(transaction, key, by.person)
    const updated = await transaction
      .updateTable('pets')
      .set({ ...petRowOf(form), updated_at: sql`now()` })
      .where('id', '=', before.id)
      .where('pet_kind', '=', 'community')
      .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n) {
      const current = await readCommunityAnimal(transaction, key, by.person)
      // A repeat of the same update whose reply was lost.
      if (containsValues(current, { ...form, status })) return current
      throw changedMeanwhile('errorSentences.changedPet', current)
    }
    await transaction
      .updateTable('community_animals')
      .set({ ...communityRowOf(form, await spellingsOf(transaction, [form.ward], before.id)), status })
      .where('pet_id', '=', before.id)
      .execute()
    const after = await readCommunityAnimal(transaction, { id: before.id }, by.person)
    await auditChange(transaction, by, before, after)
    return after
  })
}

/** The notes of carers are the only text that may be about a person. */
async function auditChange(transaction: Db, by: Actor, before: CommunityAnimal, after: CommunityAnimal) {
  const [{ version: _, photos: __, ...old }, { version: ___, photos: ____, ...changed }] = [before, after]
  const details = { before: old, after: changed, personal: ['note', 'sterilisedBy'] }
  await recordAudit(transaction, by, 'pet-changed', { kind: 'pet', id: before.id }, details)
}

type ImportedAnimal = Omit<NewCommunityAnimal, 'petId'>
type Form = Omit<ImportedAnimal, 'rabiesOn' | 'rabiesValidUntil'>

const newRowOf = (form: Form) => ({
  ...petRowOf(form),
  pet_kind: 'community',
  user_id: null,
  is_shown_due: false,
  ...NOTHING_SHOWN,
  // Columns of the owner's form, which an animal of the street does not have.
  location: '',
  address: '',
  contact_details: '',
})

function petRowOf({ petName, petType, petAge = null, petGender, sterilisedOn = null }: Form) {
  return {
    pet_name: petName,
    pet_type: petType,
    // Nobody knows the age of many of them.
    pet_age: petAge ?? '',
    pet_gender: petGender,
    sterilization_date: sterilisedOn,
  }
}

function communityRowOf(
  { ward, landmark, earNotch, sterilisedBy = null, recognitionNo = null, certificateNo = null, note = null }: Form,
  spellings: Map<string, string>,
) {
  return {
    ward: spellings.get(wardKey(ward)) ?? ward,
    landmark,
    ear_notch: earNotch,
    sterilised_by: sterilisedBy,
    recognition_no: recognitionNo,
    certificate_no: certificateNo,
    note,
  }
}

// Keyboards write some letters of Hindi and Marathi as one character or as two.
const wardKey = (ward: string) => ward.normalize('NFC').toLowerCase()

/** SQL: the same. */
export const wardKeyOf = (ward: RawBuilder<unknown>) => sql<string>`lower(normalize(${ward}, NFC))`

/**
 * One ward has one spelling, so that it is counted once: the stored one, else the first of these. By the key of the ward. The only animal of
 * a ward, which `changed` names, may get another spelling.
 */
async function spellingsOf(db: Db, wards: string[], changed: number | null = null): Promise<Map<string, string>> {
  const known = await db
    .selectFrom('community_animals')
    .select('ward')
    .distinct()
    .where(
      sql<boolean>`${wardKeyOf(sql`ward`)} = any(select ${wardKeyOf(sql`given`)} from unnest(${wards}::text[]) given)`,
    )
    .where('pet_id', 'is distinct from', changed)
    .execute()
  return new Map([...wards.toReversed(), ...known.map(({ ward }) => ward)].map((ward) => [wardKey(ward), ward]))
}
