import { z } from 'zod'
import { call } from '../platform/call.ts'
import { InternalId, PageQuery, Pagination, success } from '../platform/envelope.ts'
import { optionalText, requiredEmail, requiredText } from '../platform/fields.ts'
import { ordersBy } from '../platform/sort-order.ts'

/** A copy of one's data, a correction, an erasure. */
export const PrivacyRequestKind = z.enum(['export', 'correct', 'erase'])
export type PrivacyRequestKind = z.output<typeof PrivacyRequestKind>

const NOTE_MAX = 2_000

/** A request about somebody's own personal data. */
export const PrivacyRequestForm = z.object({
  kind: PrivacyRequestKind,
  note: optionalText({ field: 'note', max: NOTE_MAX, lines: 'many' }),
})

/** The form for an address to which a code is sent. */
export const PrivacyCodeForm = z.object({ email: requiredEmail })

/** The form of somebody who does not log in: the code shows that the address is theirs. */
export const PrivacyRequestByCode = PrivacyRequestForm.extend({
  email: requiredEmail,
  code: requiredText({ field: 'code', max: 40 }),
})

/** The admin's answer to a request that is done; the person reads it in a mail. */
export const PrivacyAnswer = z.object({ answer: requiredText({ field: 'answer', max: NOTE_MAX, lines: 'many' }) })

/** A request as seen by the person who made it. `due_on` is an Indian day, instants are ISO 8601. */
export const OwnPrivacyRequest = z.object({
  id: z.number(),
  kind: PrivacyRequestKind,
  note: z.string().nullable(),
  created_at: z.string(),
  due_on: z.string(),
  done_at: z.string().nullable(),
  answer: z.string().nullable(),
})
export type OwnPrivacyRequest = z.output<typeof OwnPrivacyRequest>

/** A request in the admin's list. `email` is empty once an erasure is done; `username` is that of the account, if it has one. */
export const ListedPrivacyRequest = OwnPrivacyRequest.extend({
  email: z.string(),
  username: z.string().nullable(),
  is_overdue: z.boolean(),
})
export type ListedPrivacyRequest = z.output<typeof ListedPrivacyRequest>

export const PrivacyRequestState = z.enum(['open', 'done'])
export type PrivacyRequestState = z.output<typeof PrivacyRequestState>

export const PrivacyRequestOrder = ordersBy('received', 'due', 'done')
export type PrivacyRequestOrder = z.output<typeof PrivacyRequestOrder>

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
    duty: 'members',
    priority: 'low',
    summary:
      'A page of the requests that are open, oldest first, or of those that are done, newest first, or in the order asked for',
    query: PageQuery.extend({ state: PrivacyRequestState.default('open'), sort: PrivacyRequestOrder.optional() }),
    reply: success(z.array(ListedPrivacyRequest)).extend({
      summary: z.object({ open: z.number(), overdue: z.number() }),
      pagination: Pagination,
    }),
  }),
  finish: call({
    method: 'POST',
    path: '/api/admin/privacy-requests/{id}/done',
    access: 'admin',
    duty: 'members',
    summary: 'Mark a request as done; the answer is mailed to the person',
    params: z.object({ id: InternalId }),
    body: PrivacyAnswer,
    reply: success(ListedPrivacyRequest),
  }),
}
