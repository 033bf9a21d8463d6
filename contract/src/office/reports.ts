import { z } from 'zod'
import { AdminPayment, PaymentStatus } from '../payments/payments.ts'
import { call } from '../platform/call.ts'
import { csvCall } from '../platform/csv-call.ts'
import { InternalId, ordersBy, PageQuery, success } from '../platform/envelope.ts'
import { Day } from '../platform/fields.ts'
import { problem } from '../platform/problem.ts'
import { PURPOSES } from '../platform/purposes.ts'
import { countsOf } from '../platform/registry.ts'
import { Membership, MembershipStatus } from '../supporters/memberships.ts'
import { PlanCategory } from '../supporters/plans.ts'

const period = { start_date: Day.optional(), end_date: Day.optional() }

function isPeriod({
  start_date,
  end_date,
}: {
  start_date?: string | undefined
  end_date?: string | undefined
}): boolean {
  return !start_date || !end_date || start_date <= end_date
}

/** An omitted filter means "any"; days are Indian days of `created_at`, both included. */
export const MembershipFilter = z.object({
  status: MembershipStatus.optional(),
  category: PlanCategory.optional(),
  plan_id: InternalId.optional(),
  membership_id: InternalId.optional(),
  /** The list then has only active ones that end within 30 days. */
  expiring: z.literal('yes').optional(),
  ...period,
})
export type MembershipFilter = z.output<typeof MembershipFilter>

export const PaymentFilter = z.object({
  status: PaymentStatus.optional(),
  user_id: InternalId.optional(),
  payment_id: InternalId.optional(),
  /** The list then has only captured payments that paid for nothing, and failed refunds: an admin has to act. */
  unmatched: z.literal('yes').optional(),
  ...period,
})
export type PaymentFilter = z.output<typeof PaymentFilter>

const END_BEFORE_START = { path: ['end_date'], error: problem('endsBeforeStart') }

export const MembershipOrder = ordersBy('start', 'expiry', 'user', 'amount')
export type MembershipOrder = z.output<typeof MembershipOrder>

export const PaymentOrder = ordersBy('date', 'amount')
export type PaymentOrder = z.output<typeof PaymentOrder>

/** A page of a report can be sorted; the whole report comes newest first. */
export const MembershipReportQuery = MembershipFilter.extend({
  ...PageQuery.shape,
  sort: MembershipOrder.optional(),
}).refine(isPeriod, END_BEFORE_START)
export const PaymentReportQuery = PaymentFilter.extend({ ...PageQuery.shape, sort: PaymentOrder.optional() }).refine(
  isPeriod,
  END_BEFORE_START,
)

/** The most months that a chart shows and that the accountant's file covers. */
export const REPORT_MONTHS_MAX = 60

function monthOf(day: string): number {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return year * 12 + month
}

const IF_DAYS = { when: ({ issues }: { issues: unknown[] }) => issues.length === 0 }

/** The days of the accountant's file, both included. */
export const AccountsQuery = z
  .object({ start_date: Day, end_date: Day })
  .refine(isPeriod, { ...END_BEFORE_START, ...IF_DAYS })
  .refine(({ start_date, end_date }) => monthOf(end_date) - monthOf(start_date) < REPORT_MONTHS_MAX, {
    ...IF_DAYS,
    path: ['end_date'],
    error: problem('periodTooLong', { max: REPORT_MONTHS_MAX }),
  })
export type AccountsQuery = z.output<typeof AccountsQuery>

/** A month (2026-04) of a chart, beside that of the period before: rupees of revenue, or memberships. */
export const ReportMonth = z.object({
  month: z.string(),
  value: z.number(),
  month_before: z.string(),
  value_before: z.number(),
})
export type ReportMonth = z.output<typeof ReportMonth>

/** The days that the chart counts: without a first day twelve months, of a long period its last ones. */
export const ReportMonths = z.object({ from: z.string(), to: z.string(), months: z.array(ReportMonth) })
export type ReportMonths = z.output<typeof ReportMonths>

/** A row of the membership report: a membership with the id of its plan, and of the account if there is one. */
export const ReportedMembership = Membership.extend({
  email: z.string(),
  plan_id: z.number(),
  user_id: z.number().nullable(),
})
export type ReportedMembership = z.output<typeof ReportedMembership>

export const ReportedPlan = z.object({ id: z.number(), name: z.string(), is_deleted: z.boolean() })
export type ReportedPlan = z.output<typeof ReportedPlan>

/** Stands in a reply where a person or a plan has been erased; a page shows the word of its language. */
export const ERASED_NAME = 'Unknown'

/** A payment attempt, or an order without one. `payment` is the id to use for a refund. */
export const Transaction = AdminPayment.extend({
  id: z.string(),
  payment: z.number().nullable(),
  username: z.string(),
  /** The account of who paid, if it is known: of a filing fee it never is. */
  user_id: z.number().nullable(),
  /** The complaint of a filing fee; null for anything else. */
  complaint_id: z.number().nullable(),
  /** A payment without an order of ours has none. */
  purpose: z.enum(PURPOSES).nullable(),
  plan_name: z.string(),
  razorpay_payment_id: z.string().nullable(),
})
export type Transaction = z.output<typeof Transaction>

export const MembershipSummary = z.object({
  total_memberships: z.number(),
  ...countsOf([...MembershipStatus.options, ...PlanCategory.options], 'memberships', () => z.number()),
})
export type MembershipSummary = z.output<typeof MembershipSummary>

/** `total_revenue` is in rupees: the captured amount minus refunds. */
export const PaymentSummary = z.object({
  total_revenue: z.number(),
  total_transactions: z.number(),
  successful_transactions: z.number(),
  failed_transactions: z.number(),
  pending_transactions: z.number(),
})
export type PaymentSummary = z.output<typeof PaymentSummary>

export const reportCalls = {
  memberships: call({
    method: 'GET',
    path: '/api/admin/memberships/reports/membership',
    access: 'admin',
    duty: 'members',
    priority: 'low',
    maxConcurrent: 4,
    summary:
      'The memberships that the filters select, newest first, or a page of them in the order asked for; the summary counts them all, page or not',
    query: MembershipReportQuery,
    reply: success(z.array(ReportedMembership)).extend({ summary: MembershipSummary }),
  }),
  plans: call({
    method: 'GET',
    path: '/api/admin/memberships/reports/plans',
    access: 'admin',
    duty: 'members',
    priority: 'low',
    summary: 'The plans of the membership report, newest first: all on offer, and deleted ones that have memberships',
    reply: success(z.array(ReportedPlan)),
  }),
  payments: call({
    method: 'GET',
    path: '/api/admin/memberships/reports/payment',
    access: 'admin',
    duty: 'money',
    priority: 'low',
    maxConcurrent: 4,
    summary:
      'The transactions that the filters select, newest first, or a page of them in the order asked for; the summary counts them all, page or not',
    query: PaymentReportQuery,
    reply: success(z.array(Transaction)).extend({ summary: PaymentSummary }),
  }),
  membershipsCsv: csvCall({
    path: '/api/admin/memberships/reports/membership.csv',
    duty: 'members',
    summary: 'The memberships that the filters select, as CSV',
    query: MembershipFilter.refine(isPeriod, END_BEFORE_START),
  }),
  paymentsCsv: csvCall({
    path: '/api/admin/memberships/reports/payment.csv',
    duty: 'money',
    summary: 'The transactions that the filters select, as CSV',
    query: PaymentFilter.refine(isPeriod, END_BEFORE_START),
  }),
  membershipMonths: call({
    method: 'GET',
    path: '/api/admin/memberships/reports/membership/months',
    access: 'admin',
    duty: 'members',
    priority: 'low',
    maxConcurrent: 4,
    summary: 'The number of memberships that the filters select by month, beside the period before',
    query: MembershipFilter.refine(isPeriod, END_BEFORE_START),
    reply: success(ReportMonths),
  }),
  paymentMonths: call({
    method: 'GET',
    path: '/api/admin/memberships/reports/payment/months',
    access: 'admin',
    duty: 'money',
    priority: 'low',
    maxConcurrent: 4,
    summary: 'The revenue of the payments that the filters select by month, beside the period before',
    query: PaymentFilter.refine(isPeriod, END_BEFORE_START),
    reply: success(ReportMonths),
  }),
  movementsCsv: csvCall({
    path: '/api/admin/memberships/reports/movements.csv',
    duty: 'money',
    summary:
      'What moved on each Indian day by purpose and mode, for the accountant, as CSV: a cheque on the day of its clearing, a refund and a void on their own days; a year whose books are closed stays as it is',
    query: AccountsQuery,
  }),
  accountsCsv: csvCall({
    path: '/api/admin/memberships/reports/accounts.csv',
    duty: 'money',
    summary:
      'What came in and went back by Indian day, purpose and mode, for the accountant, as CSV; its net is the revenue of the report',
    query: AccountsQuery,
  }),
}
