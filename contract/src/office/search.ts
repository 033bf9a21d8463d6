import { z } from 'zod'
import { call } from '../platform/call.ts'
import { success } from '../platform/envelope.ts'
import { requiredText } from '../platform/fields.ts'
import { PURPOSES } from '../platform/purposes.ts'

export const SEARCH_KINDS = ['pet', 'tag', 'user', ...PURPOSES, 'payment', 'receipt'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/** A search shows at most this many results of each kind. */
export const SEARCH_GROUP_MAX = 5

/** Something that was found. `status` is the value of its state or, of an account, its role. */
export const SearchResult = z.object({
  kind: z.enum(SEARCH_KINDS),
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  status: z.string().nullable(),
  path: z.string(),
})
export type SearchResult = z.output<typeof SearchResult>

export const searchCalls = {
  find: call({
    method: 'GET',
    path: '/api/admin/search',
    access: 'admin',
    // Each kind needs the duty of the list that shows it.
    duty: 'any',
    priority: 'low',
    maxConcurrent: 3,
    summary: `Pets, tags, people, complaints, memberships, donations, payments and receipts by id, reference, name, phone or e-mail: exact ids first, then up to ${SEARCH_GROUP_MAX} of each kind`,
    query: z.object({ q: requiredText({ field: 'search', max: 100 }) }),
    reply: success(
      z.object({
        exact: z.array(SearchResult),
        groups: z.array(z.object({ kind: z.enum(SEARCH_KINDS), results: z.array(SearchResult) })),
        /** The text has too few letters for names, so only ids were looked for. */
        is_too_short: z.boolean(),
      }),
    ),
  }),
}
