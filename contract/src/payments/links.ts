import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { z } from 'zod'
import { FeeLinkForm } from '../complaints/complaint-schemas.ts'
import { type Call, call } from '../platform/call.ts'
import { ById, Id, success } from '../platform/envelope.ts'
import { optionalText } from '../platform/fields.ts'
import { problem } from '../platform/problem.ts'
import { PURPOSES, type Purpose } from '../platform/purposes.ts'
import { DonationForm } from '../supporters/donations.ts'
import { ShownMonths } from '../supporters/plans.ts'
import { CheckoutData, CheckoutReply } from './payments.ts'

/** The ways in which an admin hands a link over. The server itself sends mails only. */
export const PayLinkWay = z.enum(['mail', 'whatsapp', 'print', 'copy'])
export type PayLinkWay = z.output<typeof PayLinkWay>

/** `over`: nothing can be paid by it any more, because what it is for was cancelled or merged. */
export const PayLinkState = z.enum(['open', 'paid', 'revoked', 'expired', 'over'])
export type PayLinkState = z.output<typeof PayLinkState>

/** A link as an admin sees it in a list, without its address. `amount` is in rupees. */
export const PayLink = z.object({
  id: z.number(),
  purpose: z.enum(PURPOSES),
  /** Null while nobody has pressed the button of a link that renews a membership. */
  subject_id: z.number().nullable(),
  is_renewal: z.boolean(),
  /** Empty where the name is withheld. */
  payer: z.string(),
  /** Null if the plan of a renewal is not offered any more. */
  amount: z.number().nullable(),
  state: PayLinkState,
  created_at: z.string(),
  expires_at: z.string(),
  sent_at: z.string().nullable(),
  sent_by: PayLinkWay.nullable(),
  opened_at: z.string().nullable(),
  paid_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  /** True if the payer has an e-mail address. */
  can_mail: z.boolean(),
})
export type PayLink = z.output<typeof PayLink>

/** A link with all that hands it over, for who makes it or gets it again. `phone` is as it was typed, `text` in the person's language. */
export const MadePayLink = z.object({
  link: PayLink,
  url: z.string(),
  text: z.string(),
  phone: z.string(),
})
export type MadePayLink = z.output<typeof MadePayLink>

/** A donation that somebody was asked for, on the phone for example. Without an e-mail address the link is handed over. */
export const AskedDonation = DonationForm.omit({ pan: true }).extend({
  email: optionalText({ field: 'email', max: 254 }).refine(
    (email) => !email || z.email().safeParse(email).success,
    problem('invalidEmail'),
  ),
  phone: optionalText({ field: 'phone', max: 30 }),
  language: z.enum(LANGUAGES),
  /** The admin has said what is stored about the person and why, and the person agrees. */
  agreed: z.literal(true, problem('notAgreed')),
})
export type AskedDonation = z.output<typeof AskedDonation>

const token = z.string(problem('notALink')).regex(/^[\w-]{43}$/, problem('notALink'))

/** The open link that is to be got again: if it has ended meanwhile, no other one is made in its place. */
const again = { link_id: Id.optional() }
const made = success(MadePayLink)
const list = success(z.array(PayLink))
const sending = { params: ById, body: z.object({ by: PayLinkWay, token }), reply: success(PayLink) }
const revoking = { params: ById, reply: success(PayLink) }

export const linkCalls = {
  listForComplaint: call({
    method: 'GET',
    path: '/api/admin/complaints/{id}/pay-links',
    access: 'admin',
    duty: 'cases',
    summary: 'The pay links of a complaint, newest first: whether each was sent, opened and paid',
    params: ById,
    reply: list,
  }),
  makeForComplaint: call({
    method: 'POST',
    path: '/api/admin/complaints/{id}/pay-links',
    access: 'admin',
    duty: 'cases',
    summary:
      'Make a link with which the fee of an unpaid complaint can be paid for 14 days. With `link_id` only while that link is open',
    params: ById,
    body: FeeLinkForm.extend(again),
    reply: made,
  }),
  listForMembership: call({
    method: 'GET',
    path: '/api/admin/memberships/{id}/pay-links',
    access: 'admin',
    duty: 'members',
    summary: 'The pay links of a membership and of its renewal, newest first',
    params: ById,
    reply: list,
  }),
  makeForMembership: call({
    method: 'POST',
    path: '/api/admin/memberships/{id}/pay-links',
    access: 'admin',
    duty: 'members',
    summary:
      'Make a link with which a pending membership can be paid, or an active or expired one renewed at the price of today. `is_renewal` says which is meant: a membership that was paid meanwhile is not asked for money once more. With `link_id` only while that link is open',
    params: ById,
    body: z.object({ is_renewal: z.boolean(problem('missing')), ...again }),
    reply: made,
  }),
  listForDonations: call({
    method: 'GET',
    path: '/api/admin/donations/pay-links',
    access: 'admin',
    duty: 'money',
    priority: 'low',
    summary: 'The pay links of donations that were asked for: the open ones first, then the newest; at most 300',
    reply: list,
  }),
  askDonation: call({
    method: 'POST',
    path: '/api/admin/donations/pay-links',
    access: 'admin',
    duty: 'money',
    summary:
      'Write down a donation that somebody was asked for, and make the link that pays it; the same details again continue what is not paid yet',
    body: AskedDonation,
    reply: made,
  }),
  getDonationLink: call({
    method: 'POST',
    path: '/api/admin/donations/pay-links/{id}/again',
    access: 'admin',
    duty: 'money',
    summary:
      'Get the open pay link of a donation again, with everything to hand it over; on its last day a new one in its place',
    params: ById,
    reply: made,
  }),
  sendForComplaint: call({
    method: 'POST',
    path: '/api/admin/complaints/pay-links/{id}/send',
    access: 'admin',
    duty: 'cases',
    summary: 'Send a pay link of a complaint by mail, with its token, or say how it was handed over',
    ...sending,
  }),
  revokeForComplaint: call({
    method: 'POST',
    path: '/api/admin/complaints/pay-links/{id}/revoke',
    access: 'admin',
    duty: 'cases',
    summary: 'End a pay link of a complaint at once; a payment that is under way still counts',
    ...revoking,
  }),
  sendForMembership: call({
    method: 'POST',
    path: '/api/admin/memberships/pay-links/{id}/send',
    access: 'admin',
    duty: 'members',
    summary: 'Send a pay link of a membership by mail, with its token, or say how it was handed over',
    ...sending,
  }),
  revokeForMembership: call({
    method: 'POST',
    path: '/api/admin/memberships/pay-links/{id}/revoke',
    access: 'admin',
    duty: 'members',
    summary: 'End a pay link of a membership at once; a payment that is under way still counts',
    ...revoking,
  }),
  sendForDonation: call({
    method: 'POST',
    path: '/api/admin/donations/pay-links/{id}/send',
    access: 'admin',
    duty: 'money',
    summary: 'Send a pay link of a donation by mail, with its token, or say how it was handed over',
    ...sending,
  }),
  revokeForDonation: call({
    method: 'POST',
    path: '/api/admin/donations/pay-links/{id}/revoke',
    access: 'admin',
    duty: 'money',
    summary: 'End a pay link of a donation at once; a payment that is under way still counts',
    ...revoking,
  }),
  openOrder: call({
    method: 'POST',
    path: '/api/pay-links/order',
    access: 'anyone',
    summary:
      'Open the order of what a link pays, as whoever has the link; the same order for everybody who has it. A plan that has other months than its page showed is not renewed',
    body: z.object({ token, months: ShownMonths }),
    reply: success(z.object({ order_id: z.string(), checkout_data: CheckoutData })),
  }),
  verifyPayment: call({
    method: 'POST',
    path: '/api/pay-links/verify-payment',
    access: 'anyone',
    ignoresDeadToken: true,
    priority: 'critical',
    summary:
      "Report the checkout's answer of a link; success once the payment is captured. Also for a link that has ended",
    body: CheckoutReply.extend({ token }),
    reply: success(z.object({ receipt_path: z.string().nullable() })),
  }),
}

/** The calls of admins for the links of each purpose, which differ by the duty that they need. */
export const purposeLinkCalls = {
  complaint: {
    list: linkCalls.listForComplaint,
    make: linkCalls.makeForComplaint,
    send: linkCalls.sendForComplaint,
    revoke: linkCalls.revokeForComplaint,
  },
  membership: {
    list: linkCalls.listForMembership,
    make: linkCalls.makeForMembership,
    send: linkCalls.sendForMembership,
    revoke: linkCalls.revokeForMembership,
  },
  donation: {
    list: linkCalls.listForDonations,
    make: linkCalls.askDonation,
    send: linkCalls.sendForDonation,
    revoke: linkCalls.revokeForDonation,
  },
} as const satisfies Record<Purpose, Record<'list' | 'make' | 'send' | 'revoke', Call>>
