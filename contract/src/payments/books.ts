import { z } from 'zod'
import { call } from '../platform/call.ts'
import { success } from '../platform/envelope.ts'
import { FinancialYear, requiredText } from '../platform/fields.ts'

/** A financial year in rupees, by the days on which money moved; `received` minus `returned` is what stayed. */
export const BookYear = z.object({
  year: z.number(),
  received: z.number(),
  returned: z.number(),
  /** It has not ended yet. */
  is_running: z.boolean(),
  /** The name of the admin who closed its books, and why; null while they are open. */
  locked: z.object({ at: z.string(), by: z.string(), reason: z.string() }).nullable(),
})
export type BookYear = z.output<typeof BookYear>

export const bookCalls = {
  years: call({
    method: 'GET',
    path: '/api/admin/financial-years',
    access: 'admin',
    duty: 'money',
    priority: 'low',
    maxConcurrent: 4,
    summary:
      'The financial years with money, the running one first: what moved in them, and whether their books are closed',
    reply: success(z.array(BookYear)),
  }),
  lock: call({
    method: 'POST',
    path: '/api/admin/financial-years/{year}/lock',
    access: 'admin',
    duty: 'money',
    summary:
      'Close the books of a financial year that has ended, the oldest first; later changes are booked in an open year, and nobody opens it again',
    params: z.object({ year: FinancialYear }),
    body: z.object({ reason: requiredText({ field: 'reason', max: 200 }) }),
    reply: success(BookYear),
  }),
}
