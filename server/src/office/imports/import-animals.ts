import { NewAnimalFields, withAnimalDays } from '@petsetu/contract/pets/community/community-form.ts'
import { optionalText } from '@petsetu/contract/platform/fields.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { insertCommunityAnimals } from '../../pets/community/community-queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { findTags, ImportedTag } from './import-pets.ts'
import { findAccounts, importer, type RowProblem, rowProblem } from './importer.ts'

const AnimalRow = withAnimalDays(
  NewAnimalFields.extend({ petId: ImportedTag, carer: optionalText({ field: 'login', max: 254 }) }),
)
type AnimalRow = z.output<typeof AnimalRow>

type ReadyAnimal = Parameters<typeof insertCommunityAnimals>[1][number]

/**
 * Animals of the street, each on the tag that its row names, which may be new, or on a new one. A carer is an account that admins have named
 * before: no file names one.
 */
export const animalImporter = importer<AnimalRow, ReadyAnimal>({
  schema: AnimalRow,
  keyOf: ({ petId, ...row }) => petId ?? duplicateKey(row),
  async validate(db, entries) {
    const values = entries.map(({ value }) => value)
    const accounts = await findAccounts(
      db,
      values.map(({ carer }) => carer),
    )
    const [onTags, known] = await Promise.all([
      findTags(
        db,
        values.map(({ petId }) => petId),
      ),
      findSameAnimals(db, values),
    ])
    const ready: ReadyAnimal[] = []
    const problems: RowProblem[] = []
    let knownCount = 0
    for (const { row, value } of entries) {
      const { carer, petId, ...form } = value
      const account = carer ? accounts.get(foldCase(carer)) : null
      const tag = petId ? onTags.get(petId) : undefined
      const isStored = petId
        ? tag?.pet_kind === 'community' && tag.pet_name === form.petName
        : known.has(duplicateKey(form))
      if (account === undefined || account?.isCarer === false)
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
})

type Compared = Pick<AnimalRow, 'petName' | 'petType' | 'ward' | 'landmark'>

const duplicateKey = ({ petName, petType, ward, landmark }: Compared) =>
  JSON.stringify([petName, petType, foldCase(ward), foldCase(landmark)])

/** The keys of stored animals with the names of the rows that name no tag. */
async function findSameAnimals(db: Db, rows: AnimalRow[]): Promise<Set<string>> {
  const names = rows.flatMap(({ petId, petName }) => (petId ? [] : petName))
  const stored = await db
    .selectFrom('pets')
    .innerJoin('community_animals', 'community_animals.pet_id', 'pets.id')
    .select(['pet_name as petName', 'pet_type as petType', 'ward', 'landmark'])
    .where('pet_kind', '=', 'community')
    .where(sql<boolean>`lower(pet_name) = any(select lower(name) from unnest(${names}::text[]) name)`)
    .execute()
  return new Set(stored.map(duplicateKey))
}
