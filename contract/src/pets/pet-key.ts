import { z } from 'zod'
import { isInternalId } from '../platform/envelope.ts'
import { problem } from '../platform/problem.ts'
import { normalizePetId } from './pet-id.ts'

export const PetId = z.string(problem('notATagId')).transform((typed, context) => {
  const petId = normalizePetId(typed)
  if (petId) return petId
  context.addIssue({ code: 'custom', message: problem('tagIdForm') })
  return z.NEVER
})

/** Either key of a pet: `{ id }` for the internal number, `{ petId }` for the tag's ID in any spelling. */
export const PetKey = z.string().transform((text, context) => {
  if (isInternalId(text)) return { id: Number(text) }
  const petId = normalizePetId(text)
  if (petId) return { petId }
  context.addIssue({ code: 'custom', message: problem('notAnId') })
  return z.NEVER
})
export type PetKey = z.output<typeof PetKey>
