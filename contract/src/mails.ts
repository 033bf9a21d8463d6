import { z } from 'zod'
import { call } from './call.ts'
import { InternalId, PageQuery, success } from './envelope.ts'
import { requiredEmail, requiredText } from './fields.ts'

/** `held`: there was no mail server. */
export const MailState = z.enum(['waiting', 'held', 'failed', 'sent'])
export type MailState = z.output<typeof MailState>

/**
 * Why a mail has failed, or still waits: the mail server refused it for good, its address is blocked, the mail server asked to try
 * again later, it could not be reached, or its reminder is not wanted any more.
 */
export const MailFailure = z.enum(['refused', 'blocked', 'deferred', 'unreachable', 'unwanted'])
export type MailFailure = z.output<typeof MailFailure>

export const ListedMail = z.object({
  id: z.number(),
  state: MailState,
  to_address: z.string(),
  /** Null once it is older than it is kept; such a mail cannot be sent again. */
  subject: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
  attempts: z.number(),
  failure: MailFailure.nullable(),
  /** The words of the mail server, or of whoever reported the address as unreachable. */
  server_reply: z.string().nullable(),
  is_blocked: z.boolean(),
  /** Of a held mail: the link that its reader would follow. */
  link: z.string().nullable(),
})
export type ListedMail = z.output<typeof ListedMail>

const ById = z.object({ id: InternalId })

export const mailCalls = {
  listAll: call({
    method: 'GET',
    path: '/api/admin/mails',
    access: 'admin',
    priority: 'low',
    summary:
      'A page of mails, newest first, of one state or of all; sent ones of the last 30 days; counts stop at 1,000',
    query: PageQuery.extend({ state: MailState.optional() }),
    reply: success(z.array(ListedMail)).extend({
      summary: z.object({ waiting: z.number(), held: z.number(), failed: z.number() }),
      pagination: z.object({ page: z.number(), limit: z.number(), total: z.number(), last_page: z.number() }),
    }),
  }),
  sendAgain: call({
    method: 'POST',
    path: '/api/admin/mails/{id}/send-again',
    access: 'admin',
    summary: 'Send a held or failed mail, for a day if need be',
    params: ById,
    reply: success(ListedMail),
  }),
  unblock: call({
    method: 'POST',
    path: '/api/admin/mails/{id}/unblock',
    access: 'admin',
    summary: 'Unblock the address of a mail; the mails that failed meanwhile are not sent by this',
    params: ById,
    reply: success(ListedMail),
  }),
  reportBounce: call({
    method: 'POST',
    path: '/api/mail/bounces',
    access: 'anyone',
    summary:
      'For the mail provider: an address turned out to be unreachable. Needs `Authorization: Bearer` with MAIL_BOUNCE_SECRET',
    body: z.object({ email: requiredEmail, reason: requiredText({ field: 'reason', max: 1_000, lines: 'many' }) }),
    reply: success(z.object({})),
  }),
}
