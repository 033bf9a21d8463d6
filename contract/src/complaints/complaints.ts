import { z } from 'zod'
import { AdminPayment, CheckoutData, CheckoutReply } from '../payments/payments.ts'
import { isTypedDay } from '../platform/calendar.ts'
import { call } from '../platform/call.ts'
import { csvCall } from '../platform/csv-call.ts'
import { ById, Id, PageQuery, Pagination, success } from '../platform/envelope.ts'
import { optionalText, requiredEmail, requiredText } from '../platform/fields.ts'
import { type Label, problem } from '../platform/problem.ts'
import { countsOf, keysOf } from '../platform/registry.ts'
import { ATTACHMENTS_MAX, COMPLAINT_TYPES, OTHER_TYPES } from './complaint-facts.ts'
import {
  CaseOutcome,
  CasePriority,
  ComplaintFile,
  ComplaintForm,
  ComplaintSource,
  FilingFee,
  Hold,
} from './complaint-schemas.ts'
import { COMPLAINT_STATUSES, feeStatuses } from './complaint-statuses.ts'

export const ComplaintStatus = z.enum(COMPLAINT_STATUSES)
export type ComplaintStatus = z.output<typeof ComplaintStatus>

export const ComplaintPaymentStatus = z.enum(keysOf(feeStatuses))
export type ComplaintPaymentStatus = z.output<typeof ComplaintPaymentStatus>

/** The facts that a list shows, too. `payment_amount` is in rupees; instants are ISO 8601. */
const ComplaintFacts = z.object({
  id: z.number(),
  /** It stands for the id wherever a person writes or says it. */
  reference: z.string(),
  fullname: z.string(),
  email: z.string(),
  phone: z.string(),
  type_of_complaint: z.string(),
  created_at: z.string(),
  status: ComplaintStatus,
  payment_status: ComplaintPaymentStatus,
  payment_amount: z.number().nullable(),
  /** Then name, e-mail and phone are empty. */
  is_name_withheld: z.boolean(),
  priority: CasePriority,
  due_on: z.string().nullable(),
  /** Its due day is over by the Indian calendar, and it is neither resolved nor closed. */
  is_overdue: z.boolean(),
  assignee: z.object({ id: z.number(), username: z.string() }).nullable(),
})
export type ComplaintFacts = z.output<typeof ComplaintFacts>

export const ListedComplaint = ComplaintFacts.extend({
  /** The place of the incident, cut to one line. */
  place: z.string(),
})
export type ListedComplaint = z.output<typeof ListedComplaint>

export const Complaint = ComplaintFacts.extend({
  version: z.number(),
  outcome: CaseOutcome.nullable(),
  duplicate_of: z.number().nullable(),
  source: ComplaintSource,
  location_of_incident: z.string(),
  date_of_incident: z.string(),
  description: z.string(),
  landmark: z.string().nullable(),
  /** The position of the complainant's device in degrees, if they chose to send it; `accuracy` is in metres. */
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  accuracy: z.number().nullable(),
  offender: z.string().nullable(),
  vehicle: z.string().nullable(),
  witness: z.string().nullable(),
  fir_number: z.string().nullable(),
  /** The animal whose page led to the form; its name is null if the tag is nobody's any more. */
  animal: z.object({ petId: z.string(), petName: z.string().nullable() }).nullish(),
  razorpay_payment_id: z.string().nullable(),
  payment_date: z.string().nullable(),
  file_path: z.string().nullable(),
  /** A link to the attachment that works for some minutes without a token; null if there is no file. */
  file_url: z.string().nullable(),
  /** Null or left out while nothing holds it. */
  hold: Hold.nullish(),
  files: z.array(ComplaintFile),
  receipt_path: z.string().nullable(),
  payments: z.array(AdminPayment),
})
export type Complaint = z.output<typeof Complaint>

/** A complaint as seen by the person who filed it. */
export const OwnComplaint = z.object({
  id: z.number(),
  reference: z.string(),
  type_of_complaint: z.string(),
  /** The place of the incident, cut to one line. */
  place: z.string(),
  created_at: z.string(),
  /** A merged complaint has the status of the one that it was merged into. */
  status: ComplaintStatus,
  payment_status: ComplaintPaymentStatus,
  /** Its fee is not paid, and can be; false once the case has ended. */
  is_payable: z.boolean(),
  receipt_path: z.string().nullable(),
})
export type OwnComplaint = z.output<typeof OwnComplaint>

/** Newest first by default; `due` puts first what is due first. */
export const ComplaintOrder = z.enum(['newest', 'oldest', 'due', 'due-desc'])
export type ComplaintOrder = z.output<typeof ComplaintOrder>

/** The number of complaints of each status, and of paid ones. */
export const ComplaintSummary = z.object(countsOf([...COMPLAINT_STATUSES, 'paid'], 'complaints', () => z.number()))

function dayOf(field: Label) {
  return z.string().refine(isTypedDay, problem('notADay', { field }))
}

/** The complaints that a list holds. `search` finds the number of a complaint, and words in all that was written and typed. */
export const ComplaintFilter = z.object({
  status: ComplaintStatus.optional(),
  search: optionalText({ field: 'search', max: 100 }),
  /** `Other` stands for all that the form does not suggest. */
  type: z.enum([...COMPLAINT_TYPES, OTHER_TYPES]).optional(),
  payment: ComplaintPaymentStatus.optional(),
  /** The number of an admin's account, `me`, or `none`. */
  assignee: z
    .string()
    .regex(/^(me|none|[1-9]\d{0,9})$/, problem('notAnId'))
    .optional(),
  overdue: z.literal('yes').optional(),
  /** Those that menu and dashboard count as waiting: nobody has begun with them, they are past their day, or there is news. */
  waiting: z.literal('yes').optional(),
  /** Indian days, both included, compared with the day of filing. */
  from: dayOf('fromDay').optional(),
  to: dayOf('toDay').optional(),
  sort: ComplaintOrder.optional(),
})
export type ComplaintFilter = z.output<typeof ComplaintFilter>

/** `reference` is what a person writes and says in place of the id; its last letter tells of mistakes in it. */
const Filed = z.object({ complaint_id: z.number(), reference: z.string() })
/** `follow_path` is the page of the complaint, a secret that whoever filed it needs no code for. */
const FiledNow = Filed.extend({ follow_path: z.string() })

/** The complaint that somebody wants to pay, by the token of a link to it, or by its number if it is one's own. */
const Payable = z.object({
  token: z
    .string()
    .regex(/^[\w-]{43}$/, problem('notALink'))
    .optional(),
  complaint_id: Id.optional(),
})

const MORE_FILES = { name: 'files', max: ATTACHMENTS_MAX } as const

export const complaintCalls = {
  submit: call({
    method: 'POST',
    path: '/api/complaints/submit',
    access: 'anyone',
    summary: 'File a complaint, with up to five files: one as file, the others as files',
    body: ComplaintForm,
    multipart: 'file',
    moreFiles: MORE_FILES,
    maxConcurrent: 16,
    idempotent: true,
    reply: success(FiledNow),
    status: 201,
  }),
  correct: call({
    method: 'PUT',
    path: '/api/complaints/submit',
    access: 'anyone',
    summary: 'Replace the fields and the files of the unpaid complaint that was filed with this Idempotency-Key',
    body: ComplaintForm,
    multipart: 'file',
    moreFiles: MORE_FILES,
    maxConcurrent: 16,
    idempotent: true,
    reply: success(FiledNow),
  }),
  initiatePayment: call({
    method: 'POST',
    path: '/api/complaints/payment/initiate',
    access: 'anyone',
    summary: 'Open an order for the filing fee, or get the one that is open; amount is in rupees',
    body: z.object({
      complaint_id: Id,
      amount: FilingFee,
      name: requiredText({ field: 'fullName', max: 100 }),
      email: requiredEmail,
      phone: requiredText({ field: 'phone', max: 30 }),
    }),
    reply: success(z.object({ order_id: z.string(), checkout_data: CheckoutData })),
  }),
  readUnpaid: call({
    method: 'POST',
    path: '/api/complaints/unpaid',
    access: 'anyone',
    summary:
      "A complaint whose fee is not paid yet, by the token of a link to it or, of the caller's own, by its number; 409 if nothing is due. `order_id` is its open order, and `follow_path` a new link to the caller's own",
    body: Payable,
    reply: success(Filed.extend({ order_id: z.string().nullable(), follow_path: z.string().optional() })),
  }),
  payUnpaid: call({
    method: 'POST',
    path: '/api/complaints/unpaid/pay',
    access: 'anyone',
    summary: 'Open an order for the fee of such a complaint, or get the one that is open; amount is in rupees',
    body: Payable.extend({ amount: FilingFee }),
    reply: success(z.object({ order_id: z.string(), checkout_data: CheckoutData })),
  }),
  verifyPayment: call({
    method: 'POST',
    path: '/api/complaints/payment/verify',
    access: 'anyone',
    ignoresDeadToken: true,
    priority: 'critical',
    summary: "Report the checkout's answer; success once the payment is captured",
    body: CheckoutReply.extend({ complaint_id: Id }),
    reply: success(
      z.object({
        complaint_id: z.number(),
        payment_status: ComplaintPaymentStatus,
        receipt_path: z.string().nullable(),
      }),
    ),
  }),
  listOwn: call({
    method: 'GET',
    path: '/api/complaints/own',
    access: 'signed-in',
    summary:
      "A page of the complaints that were filed with the caller's confirmed e-mail address, or one that the account had before, newest first",
    query: PageQuery,
    reply: success(z.array(OwnComplaint)).extend({ pagination: Pagination }),
  }),
  followOwn: call({
    method: 'POST',
    path: '/api/complaints/own/{id}/follow',
    access: 'signed-in',
    summary: "A new link to the page of one of the caller's own complaints",
    params: ById,
    reply: success(z.object({ follow_path: z.string() })),
  }),
  listAll: call({
    method: 'GET',
    path: '/api/admin/complaints',
    access: 'admin',
    duty: 'cases',
    priority: 'low',
    summary:
      'A page of the complaints of this filter; the summary counts all, the total up to 1,000 of a filter beyond the status',
    query: PageQuery.extend(ComplaintFilter.shape),
    reply: success(z.array(ListedComplaint)).extend({
      summary: ComplaintSummary,
      pagination: Pagination,
    }),
  }),
  csv: csvCall({
    path: '/api/admin/complaints.csv',
    duty: 'cases',
    summary: 'The complaints of this filter as CSV, newest first',
    query: ComplaintFilter.omit({ sort: true }),
  }),
  read: call({
    method: 'GET',
    path: '/api/admin/complaints/{id}',
    access: 'admin',
    duty: 'cases',
    summary: 'A complaint, whole',
    params: ById,
    reply: success(Complaint),
  }),
  setStatus: call({
    method: 'PUT',
    path: '/api/admin/complaints/{id}/status',
    access: 'admin',
    duty: 'cases',
    summary: 'Set the status of the case; the payment is not touched',
    params: ById,
    body: z.object({ status: ComplaintStatus }),
    reply: success(Complaint),
  }),
  checkPayment: call({
    method: 'POST',
    path: '/api/admin/complaints/{id}/payment/check',
    access: 'admin',
    duty: 'cases',
    summary: "Ask the provider about the complaint's payments and record what it says",
    params: ById,
    reply: success(Complaint),
  }),
}
