import { z } from 'zod'
import { call } from './call.ts'
import { PageQuery, wholeNumber } from './envelope.ts'
import { normalizePetId } from './pet-id.ts'
import { PetId } from './pets.ts'
import { problem } from './problem.ts'

export const TAG_COUNT_MIN = 1
export const TAG_COUNT_MAX = 100

/** A tag as an admin sees it: blank, registered to a pet, or spent once its pet was deleted. */
export const Tag = z.object({
  petId: z.string(),
  state: z.enum(['blank', 'registered', 'spent']),
  petName: z.string().nullable(),
  createdAt: z.string(),
})
export type Tag = z.output<typeof Tag>

/** The maximum number of codes per print. */
export const PRINTED_TAGS_MAX = 240

/** Tag IDs in any spelling, separated by commas. */
const PetIds = z.string(problem('noTagsChosen')).transform((text, context) => {
  const petIds = text.split(',').map(normalizePetId)
  const known = petIds.filter((petId) => petId !== null)
  if (known.length === petIds.length && known.length <= PRINTED_TAGS_MAX) return known
  context.addIssue({ code: 'custom', message: problem('tooManyTags', { max: PRINTED_TAGS_MAX }) })
  return z.NEVER
})

export const tagCalls = {
  list: call({
    method: 'GET',
    path: '/admin/tags',
    access: 'admin',
    duty: 'pets',
    priority: 'low',
    summary: 'A page of all tags, newest first, of one state where one is given, or one tag alone',
    query: PageQuery.extend({ state: z.enum(['blank', 'registered', 'spent']).optional(), tag: PetId.optional() }),
    reply: z.array(Tag),
    paged: true,
  }),
  sheet: call({
    method: 'GET',
    path: '/admin/tags/sheet.pdf',
    access: 'admin',
    duty: 'pets',
    priority: 'low',
    maxConcurrent: 4,
    summary: 'A4 sheets with the codes of these tags, to print and cut',
    query: z.object({ petIds: PetIds }),
    file: 'application/pdf',
    reply: z.string(),
  }),
  generate: call({
    method: 'GET',
    path: '/admin/generate-pet-id',
    access: 'admin',
    duty: 'pets',
    priority: 'low',
    summary: 'Make new, blank tag IDs and keep them',
    idempotent: true,
    query: z.object({ numberOfIds: wholeNumber('numberOfIds', TAG_COUNT_MIN, TAG_COUNT_MAX) }),
    reply: z.array(z.string()),
  }),
}
