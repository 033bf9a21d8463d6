import { z } from 'zod'
import { PaymentStatus } from '../payments/payments.ts'
import { InternalId, PageQuery } from '../platform/envelope.ts'
import { Day } from '../platform/fields.ts'
import { problem } from '../platform/problem.ts'
import { ordersBy } from '../platform/sort-order.ts'
import { MembershipStatus } from '../supporters/memberships.ts'
import { PlanCategory } from '../supporters/plans.ts'

const period = { start_date: Day.optional(), end_date: Day.optional() }

export function isPeriod({
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
  /** One membership alone. */
  membership_id: InternalId.optional(),
  /** Only active ones that end within 30 days. */
  expiring: z.literal('yes').optional(),
  ...period,
})
export type MembershipFilter = z.output<typeof MembershipFilter>

export const PaymentFilter = z.object({
  status: PaymentStatus.optional(),
  user_id: InternalId.optional(),
  /** One payment alone. */
  payment_id: InternalId.optional(),
  /** Only captured payments that paid for nothing, and failed refunds: an admin has to act. */
  unmatched: z.literal('yes').optional(),
  ...period,
})
export type PaymentFilter = z.output<typeof PaymentFilter>

export const END_BEFORE_START = { path: ['end_date'], error: problem('endsBeforeStart') }

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
