import { z } from 'zod'
import { call } from './call.ts'
import { PageQuery, wholeNumber } from './envelope.ts'
import { normalizePetId } from './pet-id.ts'

export const TAG_COUNT_MIN = 1
export const TAG_COUNT_MAX = 100

/** A tag as the desk sees it: blank, registered to a pet, or spent, which is what it is once its pet was deleted. */
export const Tag = z.object({
  petId: z.string(),
  state: z.enum(['blank', 'registered', 'spent']),
  petName: z.string().nullable(),
  createdAt: z.string(),
})
export type Tag = z.output<typeof Tag>

/** How many codes can be printed at a time. */
export const PRINTED_TAGS_MAX = 240

/** Tag IDs in any writing, with commas between them. */
const PetIds = z.string('Choose the tags to print').transform((text, context) => {
  const petIds = text.split(',').map(normalizePetId)
  const known = petIds.filter((petId) => petId !== null)
  if (known.length === petIds.length && known.length <= PRINTED_TAGS_MAX) return known
  context.addIssue({ code: 'custom', message: `Choose at most ${PRINTED_TAGS_MAX} tags by their IDs` })
  return z.NEVER
})

export const tagCalls = {
  list: call({
    method: 'GET',
    path: '/admin/tags',
    access: 'admin',
    whenBusy: 'shed',
    summary: 'A page of all tags, newest first, of one state where one is given',
    query: PageQuery.extend({ state: z.enum(['blank', 'registered', 'spent']).optional() }),
    reply: z.array(Tag),
    paged: true,
  }),
  sheet: call({
    method: 'GET',
    path: '/admin/tags/sheet.pdf',
    access: 'admin',
    whenBusy: 'few',
    summary: 'A4 sheets with the codes of these tags, to print and cut',
    query: z.object({ petIds: PetIds }),
    file: 'application/pdf',
    reply: z.string(),
  }),
  generate: call({
    method: 'GET',
    path: '/admin/generate-pet-id',
    access: 'admin',
    whenBusy: 'shed',
    summary: 'Make new, blank tag IDs and keep them',
    query: z.object({ numberOfIds: wholeNumber('numberOfIds', TAG_COUNT_MIN, TAG_COUNT_MAX) }),
    reply: z.array(z.string()),
  }),
}
