import { z } from 'zod'
import { MailState } from '../office/mails.ts'
import { CheckoutData, CheckoutReply, IsAnother, IsSettled } from '../payments/payments.ts'
import { call } from '../platform/call.ts'
import { ById, Id, success } from '../platform/envelope.ts'
import { requiredEmail, requiredText } from '../platform/fields.ts'
import { problem } from '../platform/problem.ts'
import { MEMBERSHIP_STATUSES } from './membership-facts.ts'
import { PlanCategory, ShownMonths } from './plans.ts'

export const MembershipStatus = z.enum(MEMBERSHIP_STATUSES)
export type MembershipStatus = z.output<typeof MembershipStatus>

/** The registration form, as sent. */
export const Registration = z.object({
  plan_id: z.union(Id.options, problem('noPlan')),
  name: requiredText({ field: 'name', max: 100 }),
  email: requiredEmail,
  phone: requiredText({ field: 'phone', max: 30 }),
  address: requiredText({ field: 'address', max: 500, lines: 'many' }),
  why_join: requiredText({ field: 'whyJoin', missing: problem('noReason'), max: 2_000, lines: 'many' }),
})
export type Registration = z.output<typeof Registration>

/** A membership with its plan as it was bought. `expiry_date` is its last day; `features` is a JSON array. */
export const Membership = z.object({
  id: z.number(),
  username: z.string(),
  plan_name: z.string(),
  category: PlanCategory,
  created_at: z.string(),
  start_date: z.string().nullable(),
  expiry_date: z.string().nullable(),
  status: MembershipStatus,
  amount_paid: z.number(),
  /** The part of `amount_paid` that went back: all of it after a full refund, or a void at the desk. */
  returned: z.number(),
  /** It was bought elsewhere, so that `amount_paid` says nothing. */
  is_imported: z.boolean(),
  features: z.string(),
  /** The path of the receipt's page, if something was paid. */
  receipt_path: z.string().nullable(),
})
export type Membership = z.output<typeof Membership>

/** A registration as it was sent, to be sent again. */
const Renewal = z.object({
  plan_id: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  why_join: z.string(),
})

/** A reminder of the end of a membership: `days` after its last day, or before it. `sent_at` is null until it is sent. */
export const MembershipReminder = z.object({
  days: z.number(),
  state: MailState,
  to_address: z.string(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
})
export type MembershipReminder = z.output<typeof MembershipReminder>

/** The content of a member's card. `number` is the membership's id, `path` the public page that its QR code leads to. */
export const MemberCard = z.object({
  name: z.string(),
  number: z.number(),
  plan_name: z.string(),
  category: PlanCategory,
  /** The first and the last day, Indian days. */
  start_date: z.string(),
  valid_until: z.string(),
  is_valid: z.boolean(),
  path: z.string(),
})
export type MemberCard = z.output<typeof MemberCard>

export const membershipCalls = {
  register: call({
    method: 'POST',
    path: '/api/memberships/register',
    access: 'anyone',
    summary:
      'Register for a plan and open an order for its price; a free plan is active at once, without an order. What was paid within a day is settled, unless another one is wanted. A plan that has other months than duration_months is not sold',
    body: Registration.extend({ is_another: IsAnother, duration_months: ShownMonths }),
    reply: success(
      z.object({
        membership_id: z.number(),
        order_id: z.string().nullable(),
        checkout_data: CheckoutData.nullable(),
        is_settled: IsSettled,
      }),
    ),
  }),
  verifyPayment: call({
    method: 'POST',
    path: '/api/memberships/verify-payment',
    access: 'anyone',
    ignoresDeadToken: true,
    priority: 'critical',
    summary: "Report the checkout's answer; success once the payment is captured and the membership active",
    body: CheckoutReply.extend({ membership_id: Id }),
    reply: success(z.object({ membership_id: z.number(), receipt_path: z.string().nullable() })),
  }),
  active: call({
    method: 'GET',
    path: '/api/memberships/active',
    access: 'signed-in',
    summary: "The caller's current membership, or null",
    reply: success(Membership.nullable()),
  }),
  history: call({
    method: 'GET',
    path: '/api/memberships/history',
    access: 'signed-in',
    summary: "All of the caller's memberships, newest first",
    reply: success(z.array(Membership)),
  }),
  renewal: call({
    method: 'GET',
    path: '/api/memberships/renewal',
    access: 'signed-in',
    summary:
      'What the caller typed when registering: for the membership that is not paid yet, so that it goes on with its order, else for the last one; null without one',
    query: z.object({ category: PlanCategory }),
    reply: success(Renewal.nullable()),
  }),
  card: call({
    method: 'GET',
    path: '/api/memberships/card',
    access: 'signed-in',
    summary: "The caller's card: of the membership that runs, else of the last one; null without one",
    reply: success(MemberCard.nullable()),
  }),
  cardPdf: call({
    method: 'GET',
    path: '/api/memberships/card.pdf',
    access: 'signed-in',
    priority: 'low',
    maxConcurrent: 5,
    summary: "The caller's card in the size of a credit card; 404 without a membership",
    file: 'application/pdf',
    reply: z.string(),
  }),
  renewCard: call({
    method: 'POST',
    path: '/api/memberships/card',
    access: 'signed-in',
    summary: "Give the caller's card a new address; the old one, and what was printed with it, ends",
    reply: success(MemberCard.nullable()),
  }),
  reminders: call({
    method: 'GET',
    path: '/api/admin/memberships/{id}/reminders',
    access: 'admin',
    duty: 'members',
    summary: 'Who was reminded of the end of a membership, and when; for a year',
    params: ById,
    reply: success(z.array(MembershipReminder)),
  }),
  cancel: call({
    method: 'POST',
    path: '/api/admin/memberships/{id}/cancel',
    access: 'admin',
    duty: 'members',
    summary: 'Cancel a membership; its payment is not touched',
    params: ById,
    reply: success(Membership),
  }),
}
