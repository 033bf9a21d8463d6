import { PetId } from '@petsetu/contract/pet-key.ts'
import { z } from 'zod'
import { knownTags } from '../tags/tag-queries.ts'
import { importer } from './importer.ts'

/** Blank tags that were printed elsewhere. */
export const tagImporter = importer({
  schema: z.object({ petId: PetId }),
  keyOf: ({ petId }) => petId,
  async judge(db, entries) {
    const petIds = entries.map(({ value }) => value.petId)
    const known = new Set(await knownTags(db, petIds))
    const ready = petIds.filter((petId) => !known.has(petId))
    return { ready, knownCount: petIds.length - ready.length, problems: [] }
  },
  async insert(transaction, petIds) {
    await transaction
      .insertInto('tags')
      .values(petIds.map((pet_id) => ({ pet_id })))
      .execute()
    return petIds.map((tag) => ({ kind: 'tag', tag }))
  },
})
