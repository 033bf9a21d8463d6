import { z } from 'zod'
import { call } from './call.ts'
import { isDay } from './dates.ts'
import { InternalId, PageQuery, success } from './envelope.ts'
import { Membership, MembershipStatus } from './memberships.ts'
import { PaymentDisposition, PaymentStatus } from './payments.ts'
import { PlanCategory } from './plans.ts'

const Day = z.string().refine(isDay, 'Use a date like 2026-03-31')

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

/** A filter left out means "any"; days are Indian days of `created_at`, both included. */
export const MembershipFilter = z.object({
  status: MembershipStatus.optional(),
  category: PlanCategory.optional(),
  plan_id: InternalId.optional(),
  /** Active ones that end within 30 days, alone. */
  expiring: z.literal('yes').optional(),
  ...period,
})
export type MembershipFilter = z.output<typeof MembershipFilter>

export const PaymentFilter = z.object({
  status: PaymentStatus.optional(),
  user_id: InternalId.optional(),
  /** Captured ones that paid for nothing, alone: they wait for an admin. */
  unmatched: z.literal('yes').optional(),
  ...period,
})
export type PaymentFilter = z.output<typeof PaymentFilter>

const BACKWARDS = { path: ['end_date'], error: 'The end date lies before the start date' }

export const MembershipReportQuery = MembershipFilter.extend(PageQuery.shape).refine(isPeriod, BACKWARDS)
export const PaymentReportQuery = PaymentFilter.extend(PageQuery.shape).refine(isPeriod, BACKWARDS)

/** A row of the membership report: a membership, and for its plan filter the plan it was. */
export const ReportedMembership = Membership.extend({ email: z.string(), plan_id: z.number() })
export type ReportedMembership = z.output<typeof ReportedMembership>

/** One try to pay, or an order that nobody has tried to pay yet. `amount` is in rupees; `payment` is the number for a refund. */
export const Transaction = z.object({
  id: z.string(),
  payment: z.number().nullable(),
  username: z.string(),
  plan_name: z.string(),
  amount: z.number(),
  razorpay_order_id: z.string().nullable(),
  razorpay_payment_id: z.string().nullable(),
  status: PaymentStatus,
  disposition: PaymentDisposition,
  is_refund_pending: z.boolean(),
  created_at: z.string(),
})
export type Transaction = z.output<typeof Transaction>

export const MembershipSummary = z.object({
  total_memberships: z.number(),
  active_memberships: z.number(),
  expired_memberships: z.number(),
  cancelled_memberships: z.number(),
  pending_memberships: z.number(),
  regular_memberships: z.number(),
  premium_memberships: z.number(),
})
export type MembershipSummary = z.output<typeof MembershipSummary>

/** `total_revenue` is in rupees: what was captured and not sent back. */
export const PaymentSummary = z.object({
  total_revenue: z.number(),
  total_transactions: z.number(),
  successful_transactions: z.number(),
  failed_transactions: z.number(),
  pending_transactions: z.number(),
})
export type PaymentSummary = z.output<typeof PaymentSummary>

export const reportCalls = {
  dashboard: call({
    method: 'GET',
    path: '/api/admin/dashboard',
    access: 'admin',
    whenBusy: 'few',
    summary: 'The figures of the dashboard',
    reply: success(
      z.object({
        total_pets: z.number(),
        total_users: z.number(),
        /** What needs attention today. */
        waiting_complaints: z.number(),
        expiring_memberships: z.number(),
        unmatched_payments: z.number(),
      }),
    ),
  }),
  memberships: call({
    method: 'GET',
    path: '/api/admin/memberships/reports/membership',
    access: 'admin',
    whenBusy: 'few',
    summary: 'The memberships that the filters select, newest first; the summary counts them all, page or not',
    query: MembershipReportQuery,
    reply: success(z.array(ReportedMembership)).extend({ summary: MembershipSummary }),
  }),
  payments: call({
    method: 'GET',
    path: '/api/admin/memberships/reports/payment',
    access: 'admin',
    whenBusy: 'few',
    summary: 'The transactions that the filters select, newest first; the summary counts them all, page or not',
    query: PaymentReportQuery,
    reply: success(z.array(Transaction)).extend({ summary: PaymentSummary }),
  }),
  membershipsCsv: call({
    method: 'GET',
    path: '/api/admin/memberships/reports/membership.csv',
    access: 'admin',
    whenBusy: 'few',
    summary: 'The memberships that the filters select, as CSV',
    query: MembershipFilter.refine(isPeriod, BACKWARDS),
    file: 'text/csv',
    reply: z.string(),
  }),
  paymentsCsv: call({
    method: 'GET',
    path: '/api/admin/memberships/reports/payment.csv',
    access: 'admin',
    whenBusy: 'few',
    summary: 'The transactions that the filters select, as CSV',
    query: PaymentFilter.refine(isPeriod, BACKWARDS),
    file: 'text/csv',
    reply: z.string(),
  }),
}
