import { z } from 'zod'

/** What every refusal and failure looks like; `errors` has a message per field where fields are at fault. */
export const ErrorReply = z.object({
  status: z.literal('error'),
  message: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
})
export type ErrorReply = z.output<typeof ErrorReply>

/** The form of every `/api/*` answer. */
export function success<T extends z.ZodType>(data: T) {
  return z.object({ status: z.literal('success'), data })
}

export function succeed<T>(data: T) {
  return { status: 'success' as const, data }
}

/** For answers that carry nothing but their status. */
export const Nothing = z.void()

const PAGE_MAX = 100_000
const LIMIT_MAX = 100

function wholeNumber(label: string, min: number, max: number) {
  const message = `${label} must be a whole number from ${min} to ${max}`
  return z
    .string(message)
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}

/** Without `page` and `limit` a list comes whole; with either, the other has its default (page 1, 20 a page). */
export const PageQuery = z.object({
  page: wholeNumber('page', 1, PAGE_MAX).optional(),
  limit: wholeNumber('limit', 1, LIMIT_MAX).optional(),
})

export { wholeNumber }

/** The page asked for, or null for the whole list. */
export function pageOf(query: z.output<typeof PageQuery>): { page: number; limit: number } | null {
  if (query.page === undefined && query.limit === undefined) return null
  return { page: query.page ?? 1, limit: query.limit ?? 20 }
}

const INTERNAL_ID = /^[1-9]\d{0,9}$/

/** An internal record number, as it stands in a path. At most 10 digits, so it can never be a tag's ID. */
export const InternalId = z.string().regex(INTERNAL_ID, 'That is not a valid id').transform(Number)

/** An internal record number in a body: a number, or the digits of one. */
export const Id = z.union(
  [z.int().positive().max(9_999_999_999), z.string().regex(INTERNAL_ID).transform(Number)],
  'That is not a valid id',
)

export function isInternalId(text: string): boolean {
  return INTERNAL_ID.test(text)
}
