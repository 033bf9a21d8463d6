import { z } from 'zod'
import { isDay } from '../platform/calendar.ts'
import { call } from '../platform/call.ts'
import { csvCall } from '../platform/csv-call.ts'
import { ordersBy, PageQuery, Pagination, success } from '../platform/envelope.ts'
import { problem } from '../platform/problem.ts'
import { PURPOSES } from '../platform/purposes.ts'

/**
 * Results of comparing a settlement's line with our payments. `different`: in both, with other amounts; `unknown`: only in the report;
 * `missing`: only here; `other`: a fee or an adjustment, with which nothing is compared.
 */
export const LINE_STATES = ['matched', 'different', 'unknown', 'missing', 'other'] as const
export type LineState = (typeof LINE_STATES)[number]

/** The states that somebody has to look into, under one name. */
export const OPEN_STATES = ['different', 'unknown', 'missing'] as const satisfies LineState[]

/** An Indian month, as 2026-07. */
const Month = z.string().refine((month) => isDay(`${month}-01`), problem('monthForm'))

/** The choice of lines by their state: one of them, or all that are open. */
export const ShownLines = z.enum([...LINE_STATES, 'open'])

export const LineFilter = z.object({ month: Month, state: ShownLines.optional() })
export type LineFilter = z.output<typeof LineFilter>

export const LineOrder = ordersBy('date', 'amount', 'status')
export type LineOrder = z.output<typeof LineOrder>

/** A payment or refund in the report (`amount`), in our books (`ledger_amount`), or in both; in rupees. */
export const SettlementLine = z.object({
  key: z.string(),
  /** When it was settled; of a line that is missing, when it was paid or refunded. */
  at: z.string(),
  state: z.enum(LINE_STATES),
  /** The provider's word: `payment`, `refund`, `adjustment` and others. */
  type: z.string(),
  entity_id: z.string(),
  settlement_id: z.string().nullable(),
  utr: z.string().nullable(),
  amount: z.number().nullable(),
  fee: z.number(),
  tax: z.number(),
  net: z.number(),
  ledger_amount: z.number().nullable(),
  payment: z.number().nullable(),
  /** Both null where we know no payment, or one without an order of ours; the name is empty where it is withheld. */
  payer: z.string().nullable(),
  purpose: z.enum(PURPOSES).nullable(),
})
export type SettlementLine = z.output<typeof SettlementLine>

/** In rupees. `fee` is without the GST on it, which is `tax`; `net` is what reached the bank. */
const SettledSums = z.object({
  payments: z.number(),
  refunds: z.number(),
  other: z.number(),
  fee: z.number(),
  tax: z.number(),
  net: z.number(),
})
export type SettledSums = z.output<typeof SettledSums>

export const SettlementSummary = z.object({
  counts: z.record(z.enum(LINE_STATES), z.number()),
  settled: SettledSums,
  /** The payments of the month, less its refunds, that are in no report yet; in rupees. */
  not_settled: z.number(),
  settlements: z.array(
    SettledSums.extend({
      settlement_id: z.string(),
      utr: z.string().nullable(),
      settled_at: z.string(),
      lines: z.number(),
    }),
  ),
  /** When a line was last imported, of any month. */
  imported_at: z.string().nullable(),
})
export type SettlementSummary = z.output<typeof SettlementSummary>

/** `known` were imported before, `waiting` are not settled yet and were left out. `months` are those of the file, the last one first. */
export const SettlementImport = z.object({
  added: z.number(),
  known: z.number(),
  waiting: z.number(),
  months: z.array(z.string()),
})
export type SettlementImport = z.output<typeof SettlementImport>

export const settlementCalls = {
  import: call({
    method: 'POST',
    path: '/api/admin/settlements',
    access: 'admin',
    duty: 'money',
    summary:
      "Read the payment provider's settlement report (CSV, at most 5 MB) beside our payments, all of it or, if a line is wrong, nothing; no payment changes",
    body: z.object({}),
    multipart: 'file',
    maxConcurrent: 1,
    reply: success(SettlementImport),
  }),
  list: call({
    method: 'GET',
    path: '/api/admin/settlements',
    access: 'admin',
    duty: 'money',
    priority: 'low',
    summary:
      'A page of what was settled in a month and of what is missing in it, newest first or in the order asked for',
    query: LineFilter.extend({ ...PageQuery.shape, sort: LineOrder.optional() }),
    reply: success(z.array(SettlementLine)).extend({
      pagination: Pagination,
    }),
  }),
  summary: call({
    method: 'GET',
    path: '/api/admin/settlements/summary',
    access: 'admin',
    duty: 'money',
    priority: 'low',
    summary: 'The sums of a month, and of each settlement in it',
    query: LineFilter.pick({ month: true }),
    reply: success(SettlementSummary),
  }),
  csv: csvCall({
    path: '/api/admin/settlements.csv',
    duty: 'money',
    summary: 'The lines of a month as CSV, newest first',
    query: LineFilter,
  }),
}
