import { z } from 'zod'
import { call } from '../platform/call.ts'
import { csvCall } from '../platform/csv-call.ts'
import { Id, InternalId, success } from '../platform/envelope.ts'
import { Day, FinancialYear, reasonBody, requiredText } from '../platform/fields.ts'
import { DeskAmount, DeskPayment } from './desk.ts'

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
    body: reasonBody(),
    reply: success(BookYear),
  }),
}

/** Cash that an admin gave to somebody, such as the bank, or got from somebody. */
export const HandoverKind = z.enum(['handed_over', 'received'])
export type HandoverKind = z.output<typeof HandoverKind>

/** `note` says to whom the cash went, or from whom it came; `admin_id` whose cash it is, if not the caller's. */
export const HandoverForm = z.object({
  kind: HandoverKind,
  amount: DeskAmount,
  note: requiredText({ field: 'note', max: 200 }),
  admin_id: Id.optional(),
})
export type HandoverForm = z.output<typeof HandoverForm>

const Handover = z.object({
  id: z.number(),
  kind: HandoverKind,
  amount: z.number(),
  note: z.string(),
  created_at: z.string(),
})

const AdminName = z.object({ id: z.number(), username: z.string() })

/** The money of one admin on one Indian day, in rupees. `opening` and `closing` are the cash in hand. */
export const CashSheet = z.object({
  day: z.string(),
  admin: AdminName,
  /** The cash that the caller records with this sheet: their own, or that of the admin whose sheet it is. */
  recorded_cash: z.enum(['own', 'shown']),
  /** Every admin who has ever had desk money, and the one of this sheet. */
  admins: z.array(AdminName),
  opening: z.number(),
  /** Taken on this day; cheques and UPI payments without those that are void. */
  taken: z.object({ cash: z.number(), cheque: z.number(), upi: z.number() }),
  given_back: z.number(),
  handed_over: z.number(),
  received: z.number(),
  closing: z.number(),
  payments: z.array(DeskPayment),
  /** The payments whose cash went back on this day, whenever it was taken. */
  given_back_payments: z.array(DeskPayment),
  handovers: z.array(Handover),
})
export type CashSheet = z.output<typeof CashSheet>

/** The default is one's own sheet of today. */
const SheetQuery = z.object({
  day: Day.optional(),
  admin_id: InternalId.optional(),
})

export const cashSheetCalls = {
  read: call({
    method: 'GET',
    path: '/api/admin/cash-sheet',
    access: 'admin',
    duty: 'money',
    priority: 'low',
    summary: 'The cash sheet of an admin and a day: opening, taken, given back, handed over, closing',
    query: SheetQuery,
    reply: success(CashSheet),
  }),
  csv: csvCall({
    path: '/api/admin/cash-sheet.csv',
    duty: 'money',
    summary: 'The lines of the cash sheet as CSV',
    query: SheetQuery,
  }),
  handOver: call({
    method: 'POST',
    path: '/api/admin/cash-sheet/handovers',
    access: 'admin',
    duty: 'money',
    summary:
      'Record that cash was handed over, or received; at most what is in hand. It is the caller’s, or that of an admin without the duty for money; an admin with all duties records it of any other',
    body: HandoverForm,
    idempotent: true,
    reply: success(z.object({ id: z.number(), closing: z.number() })),
    status: 201,
  }),
}
