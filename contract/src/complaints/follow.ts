import { z } from 'zod'
import { PushEndpoint, PushSubscriptionKeys } from '../people/push.ts'
import { call } from '../platform/call.ts'
import { NO_CONTENT, success } from '../platform/envelope.ts'
import { optionalText, requiredEmail, requiredText } from '../platform/fields.ts'
import { problem } from '../platform/problem.ts'
import { FOLLOW_TEXT_MAX } from './complaint-facts.ts'
import { PublicCaseEvent } from './complaint-schemas.ts'
import { ComplaintStatus } from './complaints.ts'
import { parseReference } from './reference.ts'

const text = { field: 'message', max: FOLLOW_TEXT_MAX, lines: 'many' } as const

export const FollowNote = z.object({ text: requiredText(text) })
/** The same with a file, which may say it all. */
export const FollowNoteOfFile = z.object({ text: optionalText(text) })

/** A reference without mistakes, as it is written, and the e-mail address that the complaint was filed with. */
const Claim = z.object({
  reference: requiredText({ field: 'reference', max: 40 }).refine(
    (typed) => parseReference(typed) !== null,
    problem('notAComplaintReference'),
  ),
  email: requiredEmail,
})

/** A complaint as whoever has its link sees it. `reopen` says whether it can be opened again: `late` if it was closed too long ago. */
export const FollowedCase = z.object({
  id: z.number(),
  reference: z.string(),
  type_of_complaint: z.string(),
  location_of_incident: z.string(),
  /** A merged complaint shows the status of the one that it was merged into. This is that one's reference. */
  status: ComplaintStatus,
  merged_into: z.string().nullable(),
  /** The day by which the foundation wants to have looked into it, and whether that day is over while the case is open. */
  due_on: z.string().nullable(),
  is_overdue: z.boolean(),
  /** The history without what is internal, oldest first. */
  events: z.array(PublicCaseEvent),
  /** Its fee is not paid, and can be; false once the case has ended. */
  is_payable: z.boolean(),
  reopen: z.enum(['open', 'possible', 'late', 'merged']),
})
export type FollowedCase = z.output<typeof FollowedCase>

/** The token of a link to a complaint, which stands in the address of its page. */
const followToken = z.object({ token: z.string().regex(/^[\w-]{43}$/, problem('notALink')) })

export const followCalls = {
  write: call({
    method: 'POST',
    path: '/complaint/follow/{token}',
    access: 'anyone',
    summary: 'Add a note to a complaint, as whoever has this link to it; a form may hold a file, too',
    params: followToken,
    body: FollowNote,
    plainForm: 'file',
    maxConcurrent: 16,
    reply: success(FollowedCase),
    status: 201,
  }),
  reopen: call({
    method: 'POST',
    path: '/complaint/follow/{token}/reopen',
    access: 'anyone',
    summary: 'Open a complaint again that was resolved or closed at most 30 days ago, and say why',
    params: followToken,
    body: FollowNote,
    plainForm: 'file',
    maxConcurrent: 16,
    reply: success(FollowedCase),
  }),
  sendCode: call({
    method: 'POST',
    path: '/complaint/track',
    access: 'anyone',
    summary: 'Ask for a code to open a complaint with; the answer is the same whether or not there is such a complaint',
    body: Claim,
    plainForm: null,
    reply: z.object({ message: z.string() }),
  }),
  openByCode: call({
    method: 'POST',
    path: '/complaint/track/code',
    access: 'anyone',
    summary:
      'Open a complaint with the code that was sent to its e-mail address; the answer holds the path of its page, which is a secret',
    body: Claim.extend({ code: requiredText({ field: 'code', max: 40 }) }),
    plainForm: null,
    reply: success(z.object({ follow_path: z.string() })),
  }),
}

/** Notices about one complaint, for whoever has a link to it. No account is needed. */
export const caseNoticeCalls = {
  state: call({
    method: 'POST',
    path: '/complaint/follow/{token}/notices/state',
    access: 'anyone',
    summary: 'Whether this browser is told of changes of the complaint',
    params: followToken,
    body: PushEndpoint,
    reply: success(z.object({ is_on: z.boolean() })),
  }),
  start: call({
    method: 'PUT',
    path: '/complaint/follow/{token}/notices',
    access: 'anyone',
    summary: 'Tell this browser of changes of the complaint from now on',
    params: followToken,
    body: PushSubscriptionKeys,
    ...NO_CONTENT,
  }),
  stop: call({
    method: 'POST',
    path: '/complaint/follow/{token}/notices/stop',
    access: 'anyone',
    summary: 'Tell this browser no more of the complaint',
    params: followToken,
    body: PushEndpoint,
    ...NO_CONTENT,
  }),
}
