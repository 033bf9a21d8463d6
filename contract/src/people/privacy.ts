import { z } from 'zod'
import { KeptComplaint } from '../complaints/complaint-schemas.ts'
import { call } from '../platform/call.ts'
import { csvCall } from '../platform/csv-call.ts'
import { BaseVersion, ById, InternalId, ordersBy, PageQuery, Pagination, success } from '../platform/envelope.ts'
import { optionalText, reasonBody, reasonText, requiredEmail, requiredText } from '../platform/fields.ts'
import { type Label, problem } from '../platform/problem.ts'
import { PURPOSES } from '../platform/purposes.ts'
import { keysOf } from '../platform/registry.ts'
import { DonationForm } from '../supporters/donations.ts'
import { PRIVACY_NOTE_MAX, PRIVACY_REQUEST_KINDS } from './privacy-kinds.ts'

/** The fields of a donor, a member or a complainant that can be corrected. A complaint has no address, and only a donation a PAN. */
export const CorrectedField = z.enum(['name', 'email', 'phone', 'address', 'pan'])
export type CorrectedField = z.output<typeof CorrectedField>

const { name, email, phone, address, pan } = DonationForm.shape

/** A field that is left out stays. Without a PAN, null or empty text, the stored one is removed. */
export const CorrectionForm = z.object({
  version: BaseVersion.unwrap(),
  reason: reasonText(),
  name: name.optional(),
  email: email.optional(),
  phone: phone.optional(),
  address: address.optional(),
  pan,
})
export type CorrectionForm = z.output<typeof CorrectionForm>

/** A correction that was made. Of a PAN, the last four characters are shown; a withheld name, address or number is null. */
export const Correction = z.object({
  id: z.number(),
  field: CorrectedField,
  before: z.string().nullable(),
  after: z.string().nullable(),
  reason: z.string(),
  by: z.string(),
  at: z.string(),
})
export type Correction = z.output<typeof Correction>

/** A donation, a membership or a complaint with what it says about its person. A field that it does not have is left out. */
export const CorrectableRecord = z.object({
  purpose: z.enum(PURPOSES),
  id: z.number(),
  /** The reference of a complaint, which its complainant knows. */
  reference: z.string().optional(),
  version: z.number(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().optional(),
  pan: z.string().nullable().optional(),
  /** The complainant is shown to nobody without a reason, so the values are null here. */
  is_withheld: z.boolean(),
  /** It was erased, or has expired: there is nothing left to correct. */
  is_erased: z.boolean(),
  /** `first_path` leads to the receipt as it was first issued, if there is a corrected copy. */
  receipt: z.object({ number: z.string(), path: z.string(), first_path: z.string().nullable() }).nullable(),
  corrections: z.array(Correction),
})
export type CorrectableRecord = z.output<typeof CorrectableRecord>

const params = z.object({ purpose: z.enum(PURPOSES), id: InternalId })

export const correctionCalls = {
  read: call({
    method: 'GET',
    path: '/api/admin/corrections/{purpose}/{id}',
    access: 'admin',
    duty: 'privacy',
    summary: 'The person of a donation, a membership or a complaint, with all corrections, newest first',
    params,
    reply: success(CorrectableRecord),
  }),
  correct: call({
    method: 'PUT',
    path: '/api/admin/corrections/{purpose}/{id}',
    access: 'admin',
    duty: 'privacy',
    summary:
      'Correct the person of a donation, a membership or a complaint, with a reason; what was there before is kept, and the receipt becomes a corrected copy. 409 if somebody has corrected it since this version',
    params,
    body: CorrectionForm,
    reply: success(CorrectableRecord),
  }),
}

export const PrivacyRequestKind = z.enum(PRIVACY_REQUEST_KINDS)
export type PrivacyRequestKind = z.output<typeof PrivacyRequestKind>

const REQUEST_FIELDS = z.object({
  kind: PrivacyRequestKind,
  note: optionalText({ field: 'note', max: PRIVACY_NOTE_MAX, lines: 'many' }),
  nominee_name: optionalText({ field: 'name', max: 100 }),
  nominee_contact: optionalText({ field: 'contact', max: 300 }),
})
type Nominating = Pick<z.output<typeof REQUEST_FIELDS>, 'kind' | 'nominee_name' | 'nominee_contact'>

function needsNominee(form: Nominating, context: z.RefinementCtx): void {
  if (form.kind !== 'nominate') return
  const missing = (path: string, field: Label) =>
    context.addIssue({ code: 'custom', path: [path], message: problem('required', { field }) })
  if (!form.nominee_name) missing('nominee_name', 'name')
  if (!form.nominee_contact) missing('nominee_contact', 'contact')
}

export const PrivacyRequestForm = REQUEST_FIELDS.superRefine(needsNominee)

export const PrivacyCodeForm = z.object({ email: requiredEmail })

/** The form of somebody who does not log in: the code shows that the address is theirs. */
export const PrivacyRequestByCode = REQUEST_FIELDS.extend({
  email: requiredEmail,
  code: requiredText({ field: 'code', max: 40 }),
}).superRefine(needsNominee)

/** The form of an admin for what a nominee asks, in the place of somebody who has died or cannot act. */
export const NomineeRequest = z.object({
  email: requiredEmail,
  kind: PrivacyRequestKind.exclude(['nominate']),
  note: optionalText({ field: 'note', max: PRIVACY_NOTE_MAX, lines: 'many' }),
  /** The nominee's own address, to which the answer goes. */
  nominee_email: requiredEmail,
  /** It says by what the foundation knows that the person cannot ask, and that this is the nominee. */
  proof: requiredText({ field: 'reason', max: 200 }),
})

/** The admin's answer to a request that is done; the person reads it in a mail. */
export const PrivacyAnswer = z.object({
  answer: requiredText({ field: 'answer', max: PRIVACY_NOTE_MAX, lines: 'many' }),
})

/** A request as seen by the person who made it. `due_on` is an Indian day, instants are ISO 8601. */
export const OwnPrivacyRequest = z.object({
  id: z.number(),
  kind: PrivacyRequestKind,
  note: z.string().nullable(),
  created_at: z.string(),
  due_on: z.string(),
  done_at: z.string().nullable(),
  answer: z.string().nullable(),
  nominee_name: z.string().nullable(),
  nominee_contact: z.string().nullable(),
})
export type OwnPrivacyRequest = z.output<typeof OwnPrivacyRequest>

/** A request in the admin's list. `email` is empty once an erasure is done; `username` is that of the account, if it has one. */
export const ListedPrivacyRequest = OwnPrivacyRequest.extend({
  email: z.string(),
  username: z.string().nullable(),
  is_overdue: z.boolean(),
  /** A code, or the account, shows that the address is the person's own. Otherwise nothing is carried out. */
  is_confirmed: z.boolean(),
  /** If the nominee asks in the person's place: the nominee's address, to which the answer goes. */
  nominee_email: z.string().nullable(),
  proof: z.string().nullable(),
})
export type ListedPrivacyRequest = z.output<typeof ListedPrivacyRequest>

/** Something that is stored about the person. `reference` is that of a complaint; `at` is an instant. */
const HeldRecord = z.object({
  purpose: z.enum(PURPOSES),
  id: z.number(),
  reference: z.string().nullable(),
  at: z.string(),
})
export type HeldRecord = z.output<typeof HeldRecord>

/** Data that is stored about the person with an address. */
const HeldData = z.object({
  account: z.object({ id: z.number(), username: z.string(), is_admin: z.boolean() }).nullable(),
  /** The newest of each kind, at most 50. */
  records: z.array(HeldRecord),
  total: z.number(),
  /** Conversations with owners of pets that the person has found. */
  conversations: z.number(),
  grievances: z.number(),
  /** The person whom they named last to act for them. */
  nominee: z.object({ name: z.string(), contact: z.string() }).nullable(),
  /** Complaints that an erasure leaves for now. */
  kept: z.array(KeptComplaint),
  /** For so many financial years the books say who paid. */
  book_years: z.number(),
})
export type HeldData = z.output<typeof HeldData>

/** A request with what is stored about its person; null if the address is not confirmed, or not known any more. */
export const PrivacyRequestDetails = ListedPrivacyRequest.extend({ held: HeldData.nullable() })
export type PrivacyRequestDetails = z.output<typeof PrivacyRequestDetails>

export const PrivacyRequestOrder = ordersBy('received', 'due', 'done')
export type PrivacyRequestOrder = z.output<typeof PrivacyRequestOrder>

/** The states of a request; `order` is that of their list unless another one is asked for. */
export const privacyRequestStates = {
  open: { order: 'received' },
  done: { order: 'done-desc' },
} as const satisfies Record<string, { order: PrivacyRequestOrder }>

export const PrivacyRequestState = z.enum(keysOf(privacyRequestStates))
export type PrivacyRequestState = z.output<typeof PrivacyRequestState>

export const privacyCalls = {
  sendCode: call({
    method: 'POST',
    path: '/api/privacy/codes',
    access: 'anyone',
    summary: 'Ask for a code to make a request with; the answer is the same whether or not anything is stored',
    body: PrivacyCodeForm,
    reply: z.object({ message: z.string() }),
  }),
  requestByCode: call({
    method: 'POST',
    path: '/api/privacy/requests',
    access: 'anyone',
    summary: 'Ask for a copy, a correction or an erasure of personal data, with the code that was sent to the address',
    body: PrivacyRequestByCode,
    reply: success(OwnPrivacyRequest),
    status: 201,
  }),
  request: call({
    method: 'POST',
    path: '/api/account/privacy-requests',
    access: 'signed-in',
    summary: "Ask for a copy, a correction or an erasure of one's personal data",
    idempotent: true,
    body: PrivacyRequestForm,
    reply: success(OwnPrivacyRequest),
    status: 201,
  }),
  listOwn: call({
    method: 'GET',
    path: '/api/account/privacy-requests',
    access: 'signed-in',
    summary: "The requests that were made from the caller's account, newest first, at most 50",
    reply: success(z.array(OwnPrivacyRequest)),
  }),
  listAll: call({
    method: 'GET',
    path: '/api/admin/privacy-requests',
    access: 'admin',
    duty: 'privacy',
    priority: 'low',
    summary:
      'A page of the requests that are open, oldest first, or of those that are done, newest first, or in the order asked for',
    query: PageQuery.extend({ state: PrivacyRequestState.default('open'), sort: PrivacyRequestOrder.optional() }),
    reply: success(z.array(ListedPrivacyRequest)).extend({
      summary: z.object({ open: z.number(), overdue: z.number() }),
      pagination: Pagination,
    }),
  }),
  csv: csvCall({
    path: '/api/admin/privacy-requests.csv',
    duty: 'privacy',
    summary: 'The requests that are open, or those that are done, as CSV, oldest first',
    query: z.object({ state: PrivacyRequestState.default('open') }),
  }),
  read: call({
    method: 'GET',
    path: '/api/admin/privacy-requests/{id}',
    access: 'admin',
    duty: 'privacy',
    summary: 'A request, with what is stored about its person',
    params: ById,
    reply: success(PrivacyRequestDetails),
  }),
  makeFile: call({
    method: 'POST',
    path: '/api/admin/privacy-requests/{id}/file',
    access: 'admin',
    duty: 'privacy',
    priority: 'low',
    maxConcurrent: 2,
    summary: 'Everything that is stored about the person of an open request, as a zip; each download is logged',
    params: ById,
    file: 'application/zip',
    reply: z.string(),
  }),
  erase: call({
    method: 'POST',
    path: '/api/admin/privacy-requests/{id}/erase',
    access: 'admin',
    duty: 'privacy',
    summary: 'Erase the person of an open request for it, with or without an account; the reason is logged',
    params: ById,
    body: reasonBody(),
    reply: success(PrivacyRequestDetails),
  }),
  enterForNominee: call({
    method: 'POST',
    path: '/api/admin/privacy-requests',
    access: 'admin',
    duty: 'privacy',
    summary: 'Enter what the nominee of a person with this address asks for; both addresses are told',
    idempotent: true,
    body: NomineeRequest,
    reply: success(PrivacyRequestDetails),
    status: 201,
  }),
  finish: call({
    method: 'POST',
    path: '/api/admin/privacy-requests/{id}/done',
    access: 'admin',
    duty: 'privacy',
    summary: 'Mark a request as done; the answer is mailed to the person, or to the nominee who asked',
    params: ById,
    body: PrivacyAnswer,
    reply: success(ListedPrivacyRequest),
  }),
}
