import { formatRupees } from '@petsetu/languages/formats.ts'
import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { z } from 'zod'
import { call } from '../platform/call.ts'
import { csvCall } from '../platform/csv-call.ts'
import { ById, Id, InternalId, ordersBy, PageQuery, Pagination, success } from '../platform/envelope.ts'
import { Day, optionalDay, optionalText, requiredText } from '../platform/fields.ts'
import { CASH_RUPEES_MAX, DESK_RUPEES_MAX, isWholePaise } from '../platform/money.ts'
import { problem } from '../platform/problem.ts'
import { PURPOSES } from '../platform/purposes.ts'
import { DonationForm } from '../supporters/donations.ts'
import { Registration } from '../supporters/memberships.ts'
import { AskedDonation } from './links.ts'
import { DeskDetails, DeskMode, DeskState, PaymentDisposition } from './payments.ts'

/** Money in an admin's hands, in rupees, with at most two decimals. */
export const DeskAmount = z
  .number(problem('required', { field: 'amount' }))
  .min(1, { error: () => problem('amountTooSmall', { amount: formatRupees(1) }) })
  .max(DESK_RUPEES_MAX, { error: () => problem('amountTooLarge', { amount: formatRupees(DESK_RUPEES_MAX) }) })
  .refine(isWholePaise, problem('donationDecimals'))

const CHEQUE_NUMBER = /^\d{6}$/
const UPI_REFERENCE = /^[A-Za-z0-9]{6,35}$/

/** Money taken at the desk. `reference` is the number of a cheque, or that of a UPI payment; cash has none. */
export const DeskPaymentForm = z
  .object({
    purpose: z.enum(PURPOSES, problem('required', { field: 'deskPurpose' })),
    subject_id: Id,
    mode: DeskMode,
    amount: DeskAmount,
    reference: optionalText({ field: 'deskReference', max: 35 }),
    bank: optionalText({ field: 'bank', max: 100 }),
    cheque_date: optionalDay('chequeDate'),
  })
  .superRefine(({ mode, amount, reference, bank, cheque_date }, context) => {
    const reject = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (mode === 'cash' && amount > CASH_RUPEES_MAX)
      reject('amount', problem('cashTooLarge', { amount: formatRupees(CASH_RUPEES_MAX) }))
    if (mode === 'cheque' && !CHEQUE_NUMBER.test(reference ?? '')) reject('reference', problem('notAChequeNumber'))
    if (mode === 'cheque' && !bank) reject('bank', problem('required', { field: 'bank' }))
    if (mode === 'upi' && !UPI_REFERENCE.test(reference ?? '')) reject('reference', problem('notAUpiReference'))
    if (mode === 'cash' && reference) reject('reference', problem('notWithThisMode'))
    if (mode !== 'cheque' && bank) reject('bank', problem('notWithThisMode'))
    if (mode !== 'cheque' && cheque_date) reject('cheque_date', problem('notWithThisMode'))
  })
export type DeskPaymentForm = z.output<typeof DeskPaymentForm>

/** A payment taken at the desk. `amount` is in rupees; instants are ISO 8601, null if it did not happen. */
export const DeskPayment = DeskDetails.extend({
  id: z.number(),
  purpose: z.enum(PURPOSES),
  subject_id: z.number(),
  payer: z.string(),
  /** The payer's account; null if it is not known. */
  user_id: z.number().nullable(),
  /** The purchase in English; a page shows the one of its language by `purpose`. */
  item: z.string(),
  amount: z.number(),
  disposition: PaymentDisposition,
  taken_at: z.string(),
  /** When the money began to count, or the cheque bounced. */
  decided_at: z.string().nullable(),
  void_reason: z.string().nullable(),
  /** The admin who asked to void it. While it is not void, another admin has to agree. */
  void_asked_by: z.string().nullable(),
  /** The account of that admin, whose name may have changed since; null once they are not at the desk any more. */
  void_asked_by_id: z.number().nullable(),
  void_asked_at: z.string().nullable(),
  voided_by: z.string().nullable(),
  voided_at: z.string().nullable(),
  receipt_path: z.string().nullable(),
  refund_receipt_path: z.string().nullable(),
})
export type DeskPayment = z.output<typeof DeskPayment>

/** Something that can be paid at the desk. `amount` is due in rupees; null if the payer names it. */
export const DeskSubject = z.object({
  purpose: z.enum(PURPOSES),
  subject_id: z.number(),
  payer: z.string(),
  item: z.string(),
  amount: z.number().nullable(),
  created_at: z.string(),
})
export type DeskSubject = z.output<typeof DeskSubject>

/** Somebody who stands at the desk: the language of the mails to them, and that they agree to what is stored about them. */
const AtDesk = z.object({ language: z.enum(LANGUAGES), agreed: z.literal(true, problem('notAgreed')) })

export const MemberAtDesk = Registration.extend(AtDesk.shape)
export type MemberAtDesk = z.output<typeof MemberAtDesk>

/** A donor who gives cash may have neither an e-mail address nor an address; the tax office wants the address of one who gives a PAN. */
export const DonorAtDesk = DonationForm.extend({
  ...AtDesk.shape,
  // A large cheque comes past the payment provider.
  amount: DeskAmount,
  email: AskedDonation.shape.email,
  address: optionalText({ field: 'address', max: 500, lines: 'many' }),
}).superRefine(({ pan, address }, context) => {
  if (pan && !address)
    context.addIssue({ code: 'custom', path: ['address'], message: problem('required', { field: 'address' }) })
})
export type DonorAtDesk = z.output<typeof DonorAtDesk>

export const DeskFilter = z.object({
  state: DeskState.optional(),
  mode: DeskMode.optional(),
  /** The list then has only what waits for a second admin. */
  void_asked: z.literal('yes').optional(),
  day: Day.optional(),
})
export type DeskFilter = z.output<typeof DeskFilter>

/** The list is sorted by the time at which a payment was taken, or by the amount. */
export const DeskOrder = ordersBy('taken', 'amount')
export type DeskOrder = z.output<typeof DeskOrder>

const one = success(DeskPayment)

export const VOID_REASON_MAX = 500

export const deskCalls = {
  take: call({
    method: 'POST',
    path: '/api/admin/desk-payments',
    access: 'admin',
    duty: 'money',
    summary: 'Record money taken at the desk for a membership, a fee or a donation; a cheque counts once it is cleared',
    body: DeskPaymentForm,
    idempotent: true,
    reply: one,
    status: 201,
  }),
  list: call({
    method: 'GET',
    path: '/api/admin/desk-payments',
    access: 'admin',
    duty: 'money',
    priority: 'low',
    summary: 'A page of the money taken at the desk, newest first unless `sort` says otherwise',
    query: DeskFilter.extend(PageQuery.shape).extend({ sort: DeskOrder.optional() }),
    reply: success(z.array(DeskPayment)).extend({
      pagination: Pagination,
    }),
  }),
  csv: csvCall({
    path: '/api/admin/desk-payments.csv',
    duty: 'money',
    summary: 'The money taken at the desk that the filters select as CSV, newest first, all of it',
    query: DeskFilter,
  }),
  subjects: call({
    method: 'GET',
    path: '/api/admin/desk-payments/subjects',
    access: 'admin',
    duty: 'money',
    priority: 'low',
    summary: 'What is not paid yet, by number, reference, name, e-mail or phone; at most 20, the exact number first',
    query: z.object({
      purpose: z.enum(PURPOSES).optional(),
      search: requiredText({ field: 'search', max: 100 }),
    }),
    reply: success(z.array(DeskSubject)),
  }),
  cashToday: call({
    method: 'GET',
    path: '/api/admin/desk-payments/cash-today',
    access: 'admin',
    duty: 'money',
    priority: 'low',
    summary:
      'What the person who owes this has given in cash at the desk today, by e-mail or phone, and the limit of the settings for one day',
    query: z.object({ purpose: z.enum(PURPOSES), subject_id: InternalId }),
    /** Both are in rupees. */
    reply: success(z.object({ given: z.number(), limit: z.number() })),
  }),
  enterMember: call({
    method: 'POST',
    path: '/api/admin/desk-payments/members',
    access: 'admin',
    duty: 'money',
    summary:
      'Register somebody at the desk for a plan, to be paid there; the same details again continue what is not paid yet. A plan without a price is active at once. It belongs to nobody’s account',
    body: MemberAtDesk,
    reply: success(DeskSubject),
  }),
  enterDonation: call({
    method: 'POST',
    path: '/api/admin/desk-payments/donations',
    access: 'admin',
    duty: 'money',
    summary:
      'Write down a donation of somebody at the desk, to be paid there; the same details again continue what is not paid yet',
    body: DonorAtDesk,
    reply: success(DeskSubject),
  }),
  clear: call({
    method: 'POST',
    path: '/api/admin/desk-payments/{id}/clear',
    access: 'admin',
    duty: 'money',
    summary: 'The bank has paid a cheque: from now on it counts',
    params: ById,
    reply: one,
  }),
  bounce: call({
    method: 'POST',
    path: '/api/admin/desk-payments/{id}/bounce',
    access: 'admin',
    duty: 'money',
    summary: 'The bank has returned a cheque: nothing counts, and what it was for is unpaid again',
    params: ById,
    reply: one,
  }),
  void: call({
    method: 'POST',
    path: '/api/admin/desk-payments/{id}/void',
    access: 'admin',
    duty: 'money',
    summary: 'Void money taken at the desk, as a refund does; above a sum of the settings, a second admin has to agree',
    params: ById,
    body: z.object({ reason: requiredText({ field: 'reason', max: VOID_REASON_MAX, lines: 'many' }) }),
    reply: one,
  }),
  withdrawVoid: call({
    method: 'POST',
    path: '/api/admin/desk-payments/{id}/withdraw-void',
    access: 'admin',
    duty: 'money',
    summary: 'Take back the wish to void money taken at the desk, while no second admin has agreed; for whoever asked',
    params: ById,
    reply: one,
  }),
}
