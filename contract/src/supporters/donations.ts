import { formatRupees } from '@petsetu/languages/formats.ts'
import { z } from 'zod'
import { CheckoutData, CheckoutReply, IsAnother, IsSettled, PaidStatus } from '../payments/payments.ts'
import { call } from '../platform/call.ts'
import { csvCall } from '../platform/csv-call.ts'
import { ById, Id, ordersBy, PageQuery, Pagination, success } from '../platform/envelope.ts'
import {
  Day,
  FinancialYear,
  optionalText,
  reasonBody,
  requiredEmail,
  requiredText,
  trimmed,
} from '../platform/fields.ts'
import { DONATION_RUPEES_MAX, DONATION_RUPEES_MIN, isWholePaise } from '../platform/money.ts'
import { problem } from '../platform/problem.ts'
import { MONEY_SOURCES } from './donation-causes.ts'

/** The amount is in rupees, with at most two decimals. */
export const DonationAmount = z
  .number(problem('required', { field: 'donationAmount' }))
  .min(DONATION_RUPEES_MIN, {
    error: () => problem('donationTooSmall', { amount: formatRupees(DONATION_RUPEES_MIN) }),
  })
  .max(DONATION_RUPEES_MAX, {
    error: () => problem('donationTooLarge', { amount: formatRupees(DONATION_RUPEES_MAX) }),
  })
  .refine(isWholePaise, problem('donationDecimals'))

// The fourth letter says what its holder is: a person, a company, a trust and so on.
const PAN = /^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/

/** A permanent account number of the income tax department, in capitals; null and empty text become null. */
const OptionalPan = z
  .string(problem('notText', { field: 'pan' }))
  .overwrite((pan) => trimmed(pan))
  .toUpperCase()
  .refine((pan) => pan === '' || PAN.test(pan), problem('notAPan'))
  .transform((pan) => pan || null)
  .nullish()

/** The donor's statement of where the money comes from. */
export const StatedSource = z.enum(MONEY_SOURCES, problem('missing'))

/** The donation form, as sent. `amount` is in rupees; without a `money_source`, nobody was asked. */
export const DonationForm = z.object({
  amount: DonationAmount,
  purpose: requiredText({ field: 'donationPurpose', max: 100 }),
  name: requiredText({ field: 'name', max: 100 }),
  email: requiredEmail,
  phone: requiredText({ field: 'phone', max: 30 }),
  address: requiredText({ field: 'address', max: 500, lines: 'many' }),
  money_source: StatedSource.optional(),
  pan: OptionalPan,
})
export type DonationForm = z.output<typeof DonationForm>

/** The statuses of a donation. One that nobody pays expires. */
export const DonationStatus = z.enum(['pending', ...PaidStatus.options, 'expired'])
export type DonationStatus = z.output<typeof DonationStatus>

/** A donation that was paid, as an admin sees it. Amounts are in rupees, `pan` shows its last four characters only. */
export const ListedDonation = z.object({
  id: z.number(),
  /** The giver's account; null if it is not known. */
  user_id: z.number().nullable(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  purpose: z.string(),
  /** Null if it was not asked for. */
  money_source: StatedSource.nullable(),
  amount: z.number(),
  /** The part of it that went back. */
  returned: z.number(),
  status: PaidStatus,
  paid_at: z.string(),
  pan: z.string().nullable(),
  receipt_path: z.string().nullable(),
})
export type ListedDonation = z.output<typeof ListedDonation>

/** Without a year, the list has all donations. */
const DonationFilter = z.object({
  financial_year: FinancialYear.optional(),
  search: optionalText({ field: 'search', max: 100 }),
})

const OneYear = z.object({ financial_year: FinancialYear })

const Counted = z.object({ count: z.number(), amount: z.number() })

/** The yearly donation file as it was filed. `amount` is in rupees. */
export const FiledStatement = Counted.extend({
  id: z.string(),
  filed_at: z.string(),
  filed_by: z.string(),
  /** The number with which the portal answered; it may be added or corrected later. */
  acknowledgement: z.string().nullable(),
})
export type FiledStatement = z.output<typeof FiledStatement>

/** A donation that the file would hold in another form now: for the first time, otherwise, or no more. */
export const ChangedSince = z.object({
  id: z.number(),
  name: z.string(),
  amount: z.number(),
  change: z.enum(['added', 'changed', 'removed']),
})
export type ChangedSince = z.output<typeof ChangedSince>

/** The donations of a financial year for the tax office, without what went back of them. Refunded ones are left out. */
export const DonationStatement = z.object({
  year: z.number(),
  /** Those on days with an approval, if the settings have any. */
  with_pan: Counted,
  without_pan: Counted,
  /** Those with a PAN on days without an approval, which the file leaves out. */
  outside_terms: Counted,
  is_over: z.boolean(),
  /** The settings have a whole approval: section, number, day and term. */
  is_approved: z.boolean(),
  /** The newest first. */
  filed: z.array(FiledStatement),
  /** The differences to the newest one that was filed. */
  changed_since: z.array(ChangedSince),
})
export type DonationStatement = z.output<typeof DonationStatement>

/** A donor of the newest filed statement of a year, by PAN. `id` is the first donation in it; `amount` is what is kept, in rupees. */
export const DonorCertificate = Counted.omit({ count: true }).extend({
  id: z.number(),
  name: z.string(),
  donations: z.number(),
  /** The certificate's number and day as the treasurer wrote them down; null without one. */
  number: z.string().nullable(),
  issued_on: z.string().nullable(),
  /** There is none, or a correction of the statement added a donation since. */
  is_missing: z.boolean(),
})
export type DonorCertificate = z.output<typeof DonorCertificate>

export const CertificateForm = z.object({
  year: z.int(problem('notAFinancialYear')).min(2000).max(2200),
  number: requiredText({ field: 'deskReference', max: 60 }),
  issued_on: Day,
})
export type CertificateForm = z.output<typeof CertificateForm>

export const DonationOrder = ordersBy('date', 'name', 'amount')
export type DonationOrder = z.output<typeof DonationOrder>

export const donationCalls = {
  donate: call({
    method: 'POST',
    path: '/api/donations',
    access: 'anyone',
    summary:
      'Open an order for a donation; the same details again continue the one that is not paid yet. What was paid within a day is settled, without an order, unless another one is wanted',
    body: DonationForm.extend({ is_another: IsAnother }),
    reply: success(
      z.object({
        donation_id: z.number(),
        order_id: z.string().nullable(),
        checkout_data: CheckoutData.nullable(),
        is_settled: IsSettled,
      }),
    ),
  }),
  verifyPayment: call({
    method: 'POST',
    path: '/api/donations/verify-payment',
    access: 'anyone',
    ignoresDeadToken: true,
    priority: 'critical',
    summary: "Report the checkout's answer; success once the payment is captured",
    body: CheckoutReply.extend({ donation_id: Id }),
    reply: success(z.object({ donation_id: z.number(), receipt_path: z.string().nullable() })),
  }),
  listAll: call({
    method: 'GET',
    path: '/api/admin/donations',
    access: 'admin',
    duty: 'money',
    priority: 'low',
    summary:
      'A page of the donations that were paid, newest first or in the order asked for; sums without refunds; a search counts up to 1,000',
    query: DonationFilter.extend({ ...PageQuery.shape, sort: DonationOrder.optional() }),
    reply: success(z.array(ListedDonation)).extend({
      /** In rupees: what was given today, this month and in this financial year, whatever is filtered. */
      summary: z.object({ today: z.number(), this_month: z.number(), this_financial_year: z.number() }),
      pagination: Pagination,
    }),
  }),
  listCsv: csvCall({
    path: '/api/admin/donations/list.csv',
    duty: 'money',
    summary: 'The donations that the filters select as CSV, newest first, all of them',
    query: DonationFilter,
  }),
  csv: csvCall({
    path: '/api/admin/donations.csv',
    duty: 'money',
    summary:
      'The yearly donation file (Form 113) of the donors with a PAN as CSV, in English, with the approval of the day of each donation; each download is logged',
    query: OneYear,
  }),
  withoutPanCsv: csvCall({
    path: '/api/admin/donations/without-pan.csv',
    duty: 'money',
    summary: 'The donations of a financial year whose donors gave no PAN, with what is needed to ask for it, as CSV',
    query: OneYear,
  }),
  statement: call({
    method: 'GET',
    path: '/api/admin/donations/statement',
    access: 'admin',
    duty: 'money',
    priority: 'low',
    maxConcurrent: 4,
    summary: 'The donations of a financial year for the tax office, what was filed of them, and what has changed since',
    query: OneYear,
    reply: success(DonationStatement),
  }),
  file: call({
    method: 'POST',
    path: '/api/admin/donations/statement',
    access: 'admin',
    duty: 'money',
    summary:
      'Keep the yearly donation file as it was filed, of a year that has ended; a later one is a correction, or only gives another number of the portal if nothing has changed',
    body: z.object({
      year: z.int(problem('notAFinancialYear')).min(2000).max(2200),
      acknowledgement: optionalText({ field: 'deskReference', max: 60 }),
    }),
    reply: success(DonationStatement),
  }),
  filedCsv: call({
    method: 'GET',
    path: '/api/admin/donations/filed/{file}/file.csv',
    access: 'admin',
    duty: 'money',
    priority: 'low',
    summary: 'A yearly donation file byte for byte as it was filed; each download is logged',
    params: z.object({ file: z.guid(problem('invalid')) }),
    file: 'text/csv',
    reply: z.string(),
  }),
  certificates: call({
    method: 'GET',
    path: '/api/admin/donations/certificates',
    access: 'admin',
    duty: 'money',
    priority: 'low',
    maxConcurrent: 4,
    summary:
      'The donors of the newest filed statement of a financial year with their certificates; those without one first',
    query: OneYear,
    reply: success(z.array(DonorCertificate)),
  }),
  certificatesCsv: csvCall({
    path: '/api/admin/donations/certificates.csv',
    duty: 'money',
    summary:
      'The donors of the newest filed statement of a financial year with their certificates, as CSV; each download is logged',
    query: OneYear,
  }),
  recordCertificate: call({
    method: 'PUT',
    path: '/api/admin/donations/{id}/certificate',
    access: 'admin',
    duty: 'money',
    summary: 'Write down the certificate that a donor of a filed statement got, in place of an earlier one',
    params: ById,
    body: CertificateForm,
    reply: success(z.array(DonorCertificate)),
  }),
  showPan: call({
    method: 'POST',
    path: '/api/admin/donations/{id}/pan',
    access: 'admin',
    duty: 'money',
    summary: 'The PAN of a donation; who asked and why is logged',
    params: ById,
    body: reasonBody(),
    reply: success(z.object({ pan: z.string().nullable() })),
  }),
}
