import { z } from 'zod'
import { call } from '../platform/call.ts'
import { csvCall } from '../platform/csv-call.ts'
import { InternalId, ordersBy, PageQuery, wholeNumber } from '../platform/envelope.ts'
import { optionalText } from '../platform/fields.ts'
import { problem } from '../platform/problem.ts'
import { keysOf, type StatusLook } from '../platform/registry.ts'
import { normalizePetId } from './pet-id.ts'
import { PetId, PetKey } from './pet-schemas.ts'

export const TAG_COUNT_MIN = 1
export const TAG_COUNT_MAX = 100

/** True if the typed text is a number of tags that can be generated at once. */
export function isTagCount(typed: string): boolean {
  const count = /^\s*\d{1,9}\s*$/.test(typed) ? Number(typed) : Number.NaN
  return count >= TAG_COUNT_MIN && count <= TAG_COUNT_MAX
}

/** The states of a tag: blank, registered to a pet, or spent once its pet was deleted. */
export const tagStates = {
  blank: { label: 'tags.blank', tone: 'brand', icon: 'dashed' },
  registered: { label: 'tags.registered', tone: 'active', icon: 'check' },
  spent: { label: 'tags.spent', tone: 'expired', icon: 'cross' },
} as const satisfies Record<string, StatusLook>

export const TagState = z.enum(keysOf(tagStates))
export type TagState = z.output<typeof TagState>

export const Tag = z.object({
  petId: z.string(),
  state: TagState,
  petName: z.string().nullable(),
  /** Null for a tag that was generated without the name of a batch, or imported. */
  batch: z.object({ id: z.number(), name: z.string() }).nullable(),
  createdAt: z.string(),
})
export type Tag = z.output<typeof Tag>

/** Tags that were generated under one name, such as that of a camp, and how many of them there are in each state. */
export const TagBatch = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: z.string(),
  blank: z.number(),
  registered: z.number(),
  spent: z.number(),
})
export type TagBatch = z.output<typeof TagBatch>

export const BATCH_NAME_MAX = 60
export const BATCHES_LISTED_MAX = 100

export const PRINTED_TAGS_MAX = 240

export const TagOrder = ordersBy('generated', 'tag')
export type TagOrder = z.output<typeof TagOrder>

const TagFilter = z.object({
  state: TagState.optional(),
  batch: InternalId.optional(),
  tag: PetId.optional(),
})
export type TagFilter = z.output<typeof TagFilter>

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
    summary:
      'A page of all tags, newest first or in the order asked for, of one state and of one batch where they are given, or one tag alone',
    query: PageQuery.extend({ ...TagFilter.shape, sort: TagOrder.optional() }),
    reply: z.array(Tag),
    paged: true,
  }),
  csv: csvCall({
    path: '/admin/tags.csv',
    duty: 'pets',
    summary: 'All tags, or those of one state and of one batch where they are given, as CSV, in the order of their IDs',
    query: TagFilter,
  }),
  listBatches: call({
    method: 'GET',
    path: '/admin/tag-batches',
    access: 'admin',
    duty: 'pets',
    priority: 'low',
    summary: `The ${BATCHES_LISTED_MAX} newest batches of tags, newest first, and after them the one asked for if it is older`,
    query: z.object({ batch: InternalId.optional() }),
    reply: z.array(TagBatch),
  }),
  sheet: call({
    method: 'GET',
    path: '/admin/tags/sheet.pdf',
    access: 'admin',
    duty: 'pets',
    priority: 'low',
    maxConcurrent: 5,
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
    summary: 'Make new, blank tag IDs and keep them; with a name, as a batch, or in addition to the batch of that name',
    idempotent: true,
    query: z.object({
      numberOfIds: wholeNumber('numberOfIds', TAG_COUNT_MIN, TAG_COUNT_MAX),
      batchName: optionalText({ field: 'batchName', max: BATCH_NAME_MAX }),
    }),
    reply: z.array(z.string()),
  }),
}

/** The number of times that a pet's public page was opened on an Indian day; nobody's identity is stored. */
export const ScanDay = z.object({ day: z.string(), scans: z.number() })
export type ScanDay = z.output<typeof ScanDay>

export const scanCalls = {
  list: call({
    method: 'GET',
    path: '/pets/{id}/scans',
    access: 'owner',
    duty: 'pets',
    summary: 'The days on which the page of a pet was opened, newest first, of the last 13 months',
    params: z.object({ id: PetKey }),
    reply: z.array(ScanDay),
  }),
}

const byKey = z.object({ id: PetKey })

/** The things that an owner prints about a pet. Neither holds an address, a phone number or a name of a person. */
export const printCalls = {
  poster: call({
    method: 'GET',
    path: '/pets/{id}/poster.pdf',
    access: 'owner',
    duty: 'pets',
    priority: 'low',
    maxConcurrent: 5,
    summary: 'A poster of a lost pet, A4: photo, name, marks, since when, area, reward, QR code and tag ID',
    params: byKey,
    file: 'application/pdf',
    reply: z.string(),
  }),
  card: call({
    method: 'GET',
    path: '/pets/{id}/card.pdf',
    access: 'owner',
    duty: 'pets',
    priority: 'low',
    maxConcurrent: 5,
    summary: 'A card of a pet in the size of a credit card: photo, name, QR code and tag ID',
    params: byKey,
    file: 'application/pdf',
    reply: z.string(),
  }),
}
