import type { KeyIn } from '@petsetu/languages/translator.ts'
import { z } from 'zod'
import { lastPage } from './paging.ts'
import { type Label, problem } from './problem.ts'

/** Names an error, stable and in snake_case: a key of `errors.json`, which has its sentence. */
export type ErrorCode = KeyIn<'errors'>

/** Every error reply. Programs react to the code, never to the message, which is in the request's language. */
export const ErrorReply = z.object({
  status: z.literal('error'),
  code: z.string(),
  message: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
  /** `changed_meanwhile` has the stored record, in the form of a success reply. */
  current: z.record(z.string(), z.unknown()).optional(),
  /** `second_factor_required` has proof of the right password, for `POST /auth/second-factor`, valid for five minutes. */
  ticket: z.string().optional(),
})
export type ErrorReply = z.output<typeof ErrorReply> & { code: ErrorCode }

export function success<T extends z.ZodType>(data: T) {
  return z.object({ status: z.literal('success'), data })
}

export function succeed<T>(data: T) {
  return { status: 'success' as const, data }
}

// The largest that the database stores.
const VERSION_MAX = 2_147_483_647

/** The version that an update is based on: 409 `changed_meanwhile` if it is old; without it, the last one wins. */
export const BaseVersion = z
  .int(problem('notWhole', { field: 'version' }))
  .positive(problem('notPositive', { field: 'version' }))
  .max(VERSION_MAX, problem('tooLarge', { field: 'version' }))
  .optional()

/** The answer of a call that has done its work, and has nothing to say. */
export const NO_CONTENT = { reply: z.void(), status: 204 } as const

const PAGE_MAX = 100_000
const LIMIT_MAX = 100

/** Digits that make a number from `min` to `max`; gives the number. */
export function wholeNumber(field: Label, min: number, max: number) {
  const message = problem('notBetween', { field, min, max })
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

/** The facts of a list beside one of its pages. `total` counts the rows of all pages. */
export const Pagination = z.object({ page: z.number(), limit: z.number(), total: z.number(), last_page: z.number() })

export function pageOf(query: z.output<typeof PageQuery>): { page: number; limit: number } | null {
  if (query.page === undefined && query.limit === undefined) return null
  return firstPageOf(query)
}

/** The page asked for, or the first one. */
export function firstPageOf({ page = 1, limit = 20 }: z.output<typeof PageQuery>): { page: number; limit: number } {
  return { page, limit }
}

/** An empty list has one page. */
export function paginationOf({ page, limit }: { page: number; limit: number }, total: number) {
  return { page, limit, total, last_page: lastPage(total, limit) }
}

const INTERNAL_ID = /^[1-9]\d{0,9}$/

/** An internal record number, as it stands in a path. At most 10 digits, so it can never be a tag's ID. */
export const InternalId = z.string().regex(INTERNAL_ID, problem('notAnId')).transform(Number)

/** The parameters of a call for one record. */
export const ById = z.object({ id: InternalId })

/** An internal record number in a body: a number, or the digits of one. */
export const Id = z.union(
  // Without `abort`, a number out of range has the message of its own check instead of the one below.
  [
    z.int().positive({ abort: true }).max(9_999_999_999, { abort: true }),
    z.string().regex(INTERNAL_ID).transform(Number),
  ],
  problem('notAnId'),
)

export function isInternalId(text: string): boolean {
  return INTERNAL_ID.test(text)
}

/** The orders of a list by these columns: `amount` begins with the smallest, `amount-desc` with the largest. */
export function ordersBy<const Column extends string>(...columns: Column[]) {
  return z.enum(columns.flatMap((column): [Column, `${Column}-desc`] => [column, `${column}-desc`]))
}

/** Search results are counted up to this number only: people refine the search instead of paging further. */
export const COUNTED_MAX = 1_000
