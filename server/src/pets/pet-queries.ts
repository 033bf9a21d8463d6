import { kindsWith } from '@petsetu/contract/pets/pet-facts.ts'
import type { ChosenPetForm, PetKey, ShownChange } from '@petsetu/contract/pets/pet-schemas.ts'
import type { Pet } from '@petsetu/contract/pets/pets.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import { type Actor, recordAudit } from '../people/audit/record-audit.ts'
import { recordConsentOnce } from '../people/consents/record-consent.ts'
import { containsValues } from '../platform/db/expressions.ts'
import type { Db } from '../platform/db/pool.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { changedMeanwhile, notFound } from '../platform/errors.ts'
import type { Person } from '../platform/http/routing/person.ts'
import { choicesOf, PET_COLUMNS, petOf, rowOf } from './pet-columns.ts'

export function keyOf(key: PetKey) {
  return 'id' in key ? sql<boolean>`pets.id = ${key.id}` : sql<boolean>`pets.pet_id = ${key.petId}`
}

/** SQL condition: a pet that `person` may delete (their own; an admin any). */
const anyOrOwn = (person: Person) =>
  person.role === 'admin' ? sql<boolean>`true` : sql<boolean>`pets.user_id = ${person.id}`

/** SQL condition: a pet that `person` may see and care for (their own, and animals of the street that they look after; an admin any). */
export const mayCareFor = (person: Person) =>
  person.role === 'admin'
    ? sql<boolean>`true`
    : sql<boolean>`(pets.user_id = ${person.id} or exists (
        select from carers where carers.pet_id = pets.id and carers.user_id = ${person.id}))`

/** SQL condition: a pet of one of the kinds for which this holds. */
const isOfKind = (rule: Parameters<typeof kindsWith>[0]) =>
  sql<boolean>`pets.pet_kind = any(${kindsWith(rule)}::text[])`

/** A pet that `person` may see and care for. Null if it does not exist, or is another's. */
export async function findOwnPet(db: Db, key: PetKey, person: Person): Promise<Pet | null> {
  const row = await db
    .selectFrom('pets')
    .select(PET_COLUMNS)
    .where(keyOf(key))
    .where(mayCareFor(person))
    .executeTakeFirst()
  return row ? petOf(row) : null
}

/** The same, but rejects with 404 without such a pet. */
export async function readOwnPet(db: Db, key: PetKey, person: Person): Promise<Pet> {
  const pet = await findOwnPet(db, key, person)
  if (!pet) throw notFound('pet_not_found')
  return pet
}

/**
 * Locks a pet that `person` may care for, for what is stored beside it; with a rule, one of a kind for which it holds. Returns its internal
 * id. Rejects with 404 without one.
 */
export async function lockOwnPet(
  transaction: Db,
  key: PetKey,
  person: Person,
  rule?: Parameters<typeof kindsWith>[0],
): Promise<number> {
  const row = await transaction
    .selectFrom('pets')
    .select('id')
    .where(keyOf(key))
    .where(mayCareFor(person))
    .$if(rule !== undefined, (query) => query.where(isOfKind(rule ?? 'hasOwnerForm')))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('pet_not_found')
  return row.id
}

/** Records the notice beside the form of a pet, once a version. What an admin writes there is not the owner's consent. */
export async function recordOwnersConsent(
  transaction: Db,
  purpose: 'pet' | 'lost',
  petNumber: number,
  { person, language }: { person: Person; language: Language },
): Promise<void> {
  if (person.role === 'admin') return
  await recordConsentOnce(transaction, { purpose, subjectId: petNumber, language })
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
    .set({ ...rowOf(form), ...endedBy(form), updated_at: sql`now()` })
    .where(keyOf(key))
    .where(anyOrOwn(person))
    .where(isOfKind('hasOwnerForm'))
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returning(PET_COLUMNS)
    .executeTakeFirst()
  if (row) return petOf(row)
  const current = version === undefined ? null : await findOwnPet(db, key, person)
  if (!current) throw notFound('pet_not_found')
  // A repeat of the same update whose reply was lost.
  if (containsValues(current, form)) return current
  throw changedMeanwhile('errorSentences.changedPet', current)
}

/** Until when a vaccination is valid is not known of the next one, if the form does not say so. */
function endedBy({ vaccinationDate, vaccinationValidUntil }: ChosenPetForm) {
  if (vaccinationDate === undefined || vaccinationValidUntil !== undefined) return null
  return {
    vaccination_valid_until: sql<string | null>`
      case when vaccination_date is not distinct from ${vaccinationDate}::date then vaccination_valid_until end`,
  }
}

/** Changes what finders see of the user's pets that are due, and stops asking about them. */
export async function chooseShown(db: Db, userId: number, shown: ShownChange): Promise<void> {
  await db
    .updateTable('pets')
    .set({ ...choicesOf(shown), updated_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('is_shown_due', '=', true)
    .execute()
}

/** The tag stays bound and does not become blank again. */
export async function deletePet(db: Db, key: PetKey, by: Actor): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const deleted = await transaction
      .deleteFrom('pets')
      .where(keyOf(key))
      .where(anyOrOwn(by.person))
      .returning(['id', 'pet_id as tag'])
      .executeTakeFirst()
    if (!deleted) throw notFound('pet_not_found')
    const { id, tag } = deleted
    await recordAudit(transaction, by, { action: 'pet-deleted', object: { kind: 'pet', id }, before: { tag } })
  })
}
