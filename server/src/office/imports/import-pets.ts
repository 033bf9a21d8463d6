import { NewAnimalFields, withAnimalDays } from '@petsetu/contract/pets/community/community-form.ts'
import { normalizePetId } from '@petsetu/contract/pets/pet-id.ts'
import { PetFields, type PetForm, withPetDays } from '@petsetu/contract/pets/pet-schemas.ts'
import { optionalText } from '@petsetu/contract/platform/fields.ts'
import { problem } from '@petsetu/contract/platform/problem.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { dropRemovedCarers } from '../../pets/community/carers.ts'
import { insertCommunityAnimals } from '../../pets/community/community-queries.ts'
import { insertPets, type ReadyPet } from '../../pets/pet-queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { type Entry, type FoundAccount, findAccounts, importer, type RowProblem, rowProblem } from './importer.ts'

/** The tag of a row, however it is typed; null for an empty cell. */
const ImportedTag = z
  .string()
  .trim()
  .refine((typed) => typed === '' || normalizePetId(typed) !== null, problem('tagIdForm'))
  .transform(normalizePetId)
  .optional()

const PetRow = withPetDays(
  PetFields.extend({ petId: ImportedTag, account: optionalText({ field: 'login', max: 254 }) }),
)
type PetRow = z.output<typeof PetRow>

/** Pets, each on the tag that its row names, which may be new, or on a new one. Without an account they are those of the admin. */
export const petImporter = importer<PetRow, ReadyPet>({
  schema: PetRow,
  keyOf: ({ petId, ...row }) => petId ?? JSON.stringify([foldCase(row.account ?? ''), duplicateKey(row)]),
  async validate(db, entries, { adminId, rejected }) {
    const logins = [...entries.map(({ value }) => value.account), ...rejected.map(({ cells }) => cells.account)]
    const accounts = await findAccounts(db, logins)
    const petIds = entries.map(({ value }) => value.petId)
    const [onTags, known] = await Promise.all([findTags(db, petIds), findSamePets(db, entries)])
    const ready: ReadyPet[] = []
    const problems: RowProblem[] = rejected
      .filter(({ cells }) => ownerOf(cells.account, accounts) === 'unknown')
      .map(({ row }) => ({ row, field: 'account', problem: rowProblem('unknownAccount') }))
    let knownCount = 0
    for (const { row, value } of entries) {
      const { account, petId, ...form } = value
      const owner = ownerOf(account, accounts)
      const tag = petId ? onTags.get(petId) : undefined
      const isStored = petId
        ? tag?.pet_name === form.petName && isOwnedBy(tag, owner)
        : known.some((pet) => duplicateKey(pet) === duplicateKey(form) && isOwnedBy(pet, owner))
      if (owner === 'unknown') problems.push({ row, field: 'account', problem: rowProblem('unknownAccount') })
      else if (isStored) knownCount++
      else if (tag?.is_bound) problems.push({ row, field: 'petId', problem: rowProblem('tagTaken') })
      else ready.push({ form, petId: petId ?? null, userId: owner?.id ?? adminId, isTagStored: tag !== undefined })
    }
    return { ready, knownCount, problems }
  },
  async insert(transaction, ready) {
    const made = await insertPets(transaction, ready)
    return made.flatMap(({ id, petId }, index) => [
      { kind: 'pet', record_id: id },
      { kind: ready[index]?.isTagStored ? 'bound-tag' : 'tag', tag: petId },
    ])
  },
})

type Owner = FoundAccount | null | 'unknown'

function ownerOf(login: string | null | undefined, accounts: Map<string, FoundAccount>): Owner {
  return login ? (accounts.get(foldCase(login)) ?? 'unknown') : null
}

/** A pet without an account in the file is an admin's, whichever imported it. */
function isOwnedBy(pet: { user_id: number | null; role: string | null }, owner: Owner): boolean {
  if (owner === 'unknown') return false
  return owner ? pet.user_id === owner.id : pet.role === 'admin'
}

type Compared = Pick<PetForm, 'petName' | 'petType' | 'contactDetails'>

const duplicateKey = ({ petName, petType, contactDetails }: Compared) =>
  JSON.stringify([petName, petType, contactDetails])

/** The tags that rows name, as far as they are stored, with the pets on them. */
async function findTags(db: Db, named: (string | null | undefined)[]) {
  const petIds = named.filter((petId) => typeof petId === 'string')
  const rows = await db
    .selectFrom('tags')
    .leftJoin('pets', 'pets.pet_id', 'tags.pet_id')
    .leftJoin('users', 'users.id', 'pets.user_id')
    .select([
      'tags.pet_id',
      'pet_name',
      'pet_kind',
      'pets.user_id',
      'role',
      sql<boolean>`bound_at is not null`.as('is_bound'),
    ])
    .where(sql<boolean>`tags.pet_id = any(${petIds}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.pet_id, row]))
}

async function findSamePets(db: Db, entries: Entry<PetRow>[]) {
  const names = entries.flatMap(({ value }) => (value.petId ? [] : value.petName))
  return db
    .selectFrom('pets')
    .innerJoin('users', 'users.id', 'pets.user_id')
    .select(['pet_name as petName', 'pet_type as petType', 'contact_details as contactDetails'])
    .select(['pets.user_id', 'role'])
    .where(sql<boolean>`lower(pet_name) = any(select lower(name) from unnest(${names}::text[]) name)`)
    .execute()
}

const AnimalRow = withAnimalDays(
  NewAnimalFields.extend({ petId: ImportedTag, carer: optionalText({ field: 'login', max: 254 }) }),
)
type AnimalRow = z.output<typeof AnimalRow>

type ReadyAnimal = Parameters<typeof insertCommunityAnimals>[1][number]

/** Animals of the street, each on its row's tag or on a new one. Carers must be named before: no file does it. */
export const animalImporter = importer<AnimalRow, ReadyAnimal>({
  schema: AnimalRow,
  keyOf: ({ petId, ...row }) => petId ?? animalKey(row),
  async validate(db, entries, { rejected }) {
    const values = entries.map(({ value }) => value)
    const logins = [...values, ...rejected.map(({ cells }) => cells)].map(({ carer }) => carer)
    const accounts = await findAccounts(db, logins)
    const carerOf = (login: string | null | undefined) => (login ? accounts.get(foldCase(login)) : null)
    const isUnknown = (account: FoundAccount | null | undefined) => account === undefined || account?.isCarer === false
    const [onTags, known] = await Promise.all([
      findTags(
        db,
        values.map(({ petId }) => petId),
      ),
      findSameAnimals(db, values),
    ])
    const ready: ReadyAnimal[] = []
    const problems: RowProblem[] = rejected
      .filter(({ cells }) => isUnknown(carerOf(cells.carer)))
      .map(({ row }) => ({ row, field: 'carer', problem: rowProblem('unknownCarer') }))
    let knownCount = 0
    for (const { row, value } of entries) {
      const { carer, petId, ...form } = value
      const account = carerOf(carer)
      const tag = petId ? onTags.get(petId) : undefined
      const isStored = petId
        ? tag?.pet_kind === 'community' && tag.pet_name === form.petName
        : known.has(animalKey(form))
      if (account === undefined || isUnknown(account))
        problems.push({ row, field: 'carer', problem: rowProblem('unknownCarer') })
      else if (isStored) knownCount++
      else if (tag?.is_bound) problems.push({ row, field: 'petId', problem: rowProblem('tagTaken') })
      else ready.push({ form, petId: petId ?? null, isTagStored: tag !== undefined, carerId: account?.id ?? null })
    }
    return { ready, knownCount, problems }
  },
  async insert(transaction, ready) {
    const made = await insertCommunityAnimals(transaction, ready)
    return made.flatMap(({ id, petId }, index) => [
      { kind: 'pet', record_id: id },
      { kind: ready[index]?.isTagStored ? 'bound-tag' : 'tag', tag: petId },
    ])
  },
  async finish(transaction, importId) {
    await dropRemovedCarers(
      transaction,
      sql`select record_id from import_records where import_id = ${importId} and kind = 'pet'`,
    )
  },
})

type ComparedAnimal = Pick<AnimalRow, 'petName' | 'petType' | 'ward' | 'landmark'>

const animalKey = ({ petName, petType, ward, landmark }: ComparedAnimal) =>
  JSON.stringify([petName, petType, foldCase(ward), foldCase(landmark)])

async function findSameAnimals(db: Db, rows: AnimalRow[]): Promise<Set<string>> {
  const names = rows.flatMap(({ petId, petName }) => (petId ? [] : petName))
  const stored = await db
    .selectFrom('pets')
    .innerJoin('community_animals', 'community_animals.pet_id', 'pets.id')
    .select(['pet_name as petName', 'pet_type as petType', 'ward', 'landmark'])
    .where('pet_kind', '=', 'community')
    .where(sql<boolean>`lower(pet_name) = any(select lower(name) from unnest(${names}::text[]) name)`)
    .execute()
  return new Set(stored.map(animalKey))
}
