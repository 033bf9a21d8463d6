import { kindsWith } from '@petsetu/contract/pets/pet-facts.ts'
import type {
  ChosenPetForm,
  PetForm,
  PetKey,
  Shown,
  ShownChange,
  ShownChoice,
} from '@petsetu/contract/pets/pet-schemas.ts'
import type { Pet } from '@petsetu/contract/pets/pets.ts'
import { sql } from 'kysely'
import { type Actor, recordAudit } from '../people/audit/record-audit.ts'
import { type Reading, recordConsentOnce } from '../people/consents/record-consent.ts'
import { containsValues, isOneOf } from '../platform/db/expressions.ts'
import type { Db } from '../platform/db/pool.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { changedMeanwhile, HttpError, notFound } from '../platform/errors.ts'
import type { Person } from '../platform/http/routing/person.ts'
import { bindTag, bindTags, makeBoundTag } from './bind-tag.ts'
import { photoOf, photosColumn, type StoredPhoto } from './photo-queries.ts'
import { CHOICE_COLUMNS, lostColumn, SHOWN_SQL } from './public-pet.ts'

export function keyOf(key: PetKey) {
  return 'id' in key ? sql<boolean>`pets.id = ${key.id}` : sql<boolean>`pets.pet_id = ${key.petId}`
}

/** SQL condition: a pet that `person` may change and delete (their own; an admin any). */
const anyOrOwn = (person: Person) =>
  person.role === 'admin' ? sql<boolean>`true` : sql<boolean>`pets.user_id = ${person.id}`

/** SQL condition: a pet that `person` may see and care for (their own, and animals of the street that they look after; an admin any). */
export const mayCareFor = (person: Person) =>
  person.role === 'admin'
    ? sql<boolean>`true`
    : sql<boolean>`(pets.user_id = ${person.id} or exists (
        select from carers where carers.pet_id = pets.id and carers.user_id = ${person.id}))`

const isOfKind = (rule: Parameters<typeof kindsWith>[0]) =>
  sql<boolean>`pets.pet_kind = any(${kindsWith(rule)}::text[])`

export async function findOwnPet(db: Db, key: PetKey, person: Person): Promise<Pet | null> {
  const row = await db
    .selectFrom('pets')
    .select(PET_COLUMNS)
    .where(keyOf(key))
    .where(mayCareFor(person))
    .executeTakeFirst()
  return row ? petOf(row) : null
}

/** Rejects with 404 if there is no such pet. */
export async function readOwnPet(db: Db, key: PetKey, person: Person): Promise<Pet> {
  const pet = await findOwnPet(db, key, person)
  if (!pet) throw notFound('pet_not_found')
  return pet
}

/**
 * Locks a pet that `person` may care for, of a kind for which the rule holds. Rejects with 404 without one, also if the right has ended while
 * the lock was waited for: the second statement sees what was stored meanwhile.
 */
export async function lockOwnPet(
  transaction: Db,
  key: PetKey,
  person: Person,
  rule?: Parameters<typeof kindsWith>[0],
): Promise<number> {
  const allowed = transaction
    .selectFrom('pets')
    .select('id')
    .where(keyOf(key))
    .where(mayCareFor(person))
    .$if(rule !== undefined, (query) => query.where(isOfKind(rule ?? 'hasOwnerForm')))
  await allowed.forNoKeyUpdate().executeTakeFirstOrThrow(() => notFound('pet_not_found'))
  const { id } = await allowed.executeTakeFirstOrThrow(() => notFound('pet_not_found'))
  return id
}

/** Records the notice beside the form of a pet, once a version. What an admin writes there is not the owner's consent. */
export async function recordOwnersConsent(
  transaction: Db,
  purpose: 'pet' | 'lost',
  petNumber: number,
  { person, language, noticeVersion }: Reading & { person: Person },
): Promise<void> {
  if (person.role === 'admin') return
  await recordConsentOnce(transaction, { purpose, subjectId: petNumber, language, noticeVersion })
}

/** With a `version`, the update is rejected with 409 if the pet has another version by now; the error holds the stored pet. */
export async function updatePet(
  db: Db,
  key: PetKey,
  { version, ...form }: ChosenPetForm & { version?: number | undefined },
  person: Person,
): Promise<Pet> {
  const row = await db
    .updateTable('pets')
    .set({ ...rowOf(form), ...endedBy(form), ...(form.shown && answeredBy(person)), updated_at: sql`now()` })
    .where(keyOf(key))
    .where(anyOrOwn(person))
    .where(isOfKind('hasOwnerForm'))
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returning(PET_COLUMNS)
    .executeTakeFirst()
  if (row) return petOf(row)
  const current = version === undefined ? null : await findChangeablePet(db, key, person)
  if (!current) throw notFound('pet_not_found')
  // A repeat of the same update whose reply was lost.
  if (containsValues(current, form)) return current
  throw changedMeanwhile('errorSentences.changedPet', current)
}

/** Null for a pet that `person` may only care for, and for one that has no owner's form. */
async function findChangeablePet(db: Db, key: PetKey, person: Person): Promise<Pet | null> {
  const row = await db
    .selectFrom('pets')
    .select(PET_COLUMNS)
    .where(keyOf(key))
    .where(anyOrOwn(person))
    .where(isOfKind('hasOwnerForm'))
    .executeTakeFirst()
  return row ? petOf(row) : null
}

/** Until when a vaccination is valid is not known of the next one, if the form does not say so. */
function endedBy({ vaccinationDate, vaccinationValidUntil }: ChosenPetForm) {
  if (vaccinationDate === undefined || vaccinationValidUntil !== undefined) return null
  return {
    vaccination_valid_until: sql<string | null>`
      case when vaccination_date is not distinct from ${vaccinationDate}::date then vaccination_valid_until end`,
  }
}

/** The choices in a form answer the question what finders see if the owner has saved it: an admin who corrects a pet sends them along. */
const answeredBy = ({ id }: Person) => ({ is_shown_due: sql<boolean>`is_shown_due and user_id is distinct from ${id}` })

/** Changes what finders see of the user's pets that are due, and stops asking about them; with `ids`, of these alone. */
export async function chooseShown(
  db: Db,
  userId: number,
  { shown, ids }: { shown: ShownChange; ids?: number[] | undefined },
): Promise<void> {
  await db
    .updateTable('pets')
    .set({ ...choicesOf(shown), is_shown_due: false, updated_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('is_shown_due', '=', true)
    .$if(ids !== undefined, (query) => query.where(isOneOf('id', ids ?? [])))
    .execute()
}

/** The tag stays bound and does not become blank again. */
export async function deletePet(db: Db, key: PetKey, by: Actor): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { id, tag } = await transaction
      .deleteFrom('pets')
      .where(keyOf(key))
      .where(anyOrOwn(by.person))
      .returning(['id', 'pet_id as tag'])
      .executeTakeFirstOrThrow(() => notFound('pet_not_found'))
    await recordAudit(transaction, by, 'pet-deleted', { kind: 'pet', id }, { before: { tag } })
  })
}

export const PET_COLUMNS = [
  'pets.id',
  'version',
  'pets.pet_id as petId',
  'pet_name as petName',
  'owner_name as ownerName',
  'pet_type as petType',
  'pet_age as petAge',
  'pet_gender as petGender',
  'treatment_detail as treatmentDetail',
  'treatment_date as treatmentDate',
  'vaccination_detail as vaccinationDetail',
  'vaccination_date as vaccinationDate',
  'vaccination_valid_until as vaccinationValidUntil',
  'sterilization_detail as sterilizationDetail',
  'sterilization_date as sterilizationDate',
  'deworming_detail as dewormingDetail',
  'deworming_date as dewormingDate',
  'doctor_name as doctorName',
  'location',
  'address',
  'contact_details as contactDetails',
  'treatment',
  'vaccination',
  'sterilization',
  photosColumn,
  lostColumn,
  sql<Shown>`${sql.raw(SHOWN_SQL)}`.as('shown'),
  'is_shown_due as isShownDue',
] as const

type PetRow = Omit<Pet, 'photos'> & { photos: StoredPhoto[] }

export function petOf(row: PetRow): Pet {
  return { ...row, photos: row.photos.map(photoOf) }
}

function rowOf(form: ChosenPetForm) {
  return {
    pet_name: form.petName,
    owner_name: form.ownerName,
    pet_type: form.petType,
    pet_age: form.petAge,
    pet_gender: form.petGender,
    treatment_detail: form.treatmentDetail,
    treatment_date: form.treatmentDate,
    vaccination_detail: form.vaccinationDetail,
    vaccination_date: form.vaccinationDate,
    vaccination_valid_until: form.vaccinationValidUntil,
    sterilization_detail: form.sterilizationDetail,
    sterilization_date: form.sterilizationDate,
    deworming_detail: form.dewormingDetail,
    deworming_date: form.dewormingDate,
    doctor_name: form.doctorName,
    location: form.location,
    address: form.address,
    contact_details: form.contactDetails,
    ...(form.shown && choicesOf(form.shown)),
  }
}

function choicesOf(shown: ShownChange) {
  const choices = Object.entries(shown) as [ShownChoice, boolean | undefined][]
  return Object.fromEntries(choices.map(([choice, is]) => [CHOICE_COLUMNS[choice], is]))
}

/**
 * Registers a pet for `userId`: on the blank tag `petId`, or with a new ID if that is null.
 *
 * A tag can be bound only once: if two people register on one tag at the same time, one update of its row succeeds and the
 * other is rejected with 409. An ID that was never generated is rejected with 404.
 */
export async function insertPet(db: Db, form: ChosenPetForm, petId: string | null, userId: number): Promise<Pet> {
  return inTransaction(db, async (transaction) => {
    const boundId = petId === null ? await makeBoundTag(transaction) : await bindTag(transaction, petId)
    const row = await transaction
      .insertInto('pets')
      .values({ ...rowOf(form), is_shown_due: false, pet_id: boundId, user_id: userId })
      .returning(PET_COLUMNS)
      .executeTakeFirstOrThrow()
    return petOf(row)
  })
}

/** A pet of an import, and the tag for it; null takes a new one. */
export type ReadyPet = { form: PetForm; petId: string | null; userId: number; isTagStored: boolean }

/** Stores pets in this order, on blank or new tags. Finders see no address before the owner has chosen. */
export async function insertPets(transaction: Db, pets: ReadyPet[]): Promise<{ id: number; petId: string }[]> {
  const petIds = await bindTags(transaction, pets)
  const rows = await transaction
    .insertInto('pets')
    .values(
      pets.map(({ form, userId }, index) => ({
        ...rowOf(form),
        shows_address: false,
        is_shown_due: true,
        pet_id: petIds[index] ?? '',
        user_id: userId,
      })),
    )
    .returning(['id', 'pet_id as petId'])
    .execute()
  const byTag = new Map(rows.map((row) => [row.petId, row]))
  return petIds.flatMap((petId) => byTag.get(petId) ?? [])
}

/** Rejects with 409 if the account has the maximum of pets. Locks the account, so that concurrent requests count each other. */
export async function requireFreePlace(transaction: Db, userId: number, petsMax: number): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { count } = await transaction
    .selectFrom('pets')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count < petsMax) return
  throw new HttpError(409, 'too_many_pets', { values: { max: petsMax } })
}
