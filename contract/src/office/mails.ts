import type { PlainId } from '@petsetu/languages/translator.ts'
import { z } from 'zod'
import type { PushKind } from '../people/push.ts'
import { call } from '../platform/call.ts'
import { csvCall } from '../platform/csv-call.ts'
import { ById, ordersBy, PageQuery, Pagination, success } from '../platform/envelope.ts'
import { requiredEmail, requiredText } from '../platform/fields.ts'
import { problem } from '../platform/problem.ts'
import { isKeyOf, keysOf, type StatusLook } from '../platform/registry.ts'

type StateEntry = StatusLook & {
  /** An admin may send the mail once more. */
  canBeSentAgain: boolean
}

/** The states of a mail. `held`: there was no mail server, or a back-up was restored while it waited. */
export const mailStates = {
  waiting: { canBeSentAgain: false, label: 'mailList.waiting', tone: 'pending', icon: 'clock' },
  held: { canBeSentAgain: true, label: 'mailList.held', tone: 'brand', icon: 'hand' },
  failed: { canBeSentAgain: true, label: 'mailList.failed', tone: 'cancelled', icon: 'cross' },
  sent: { canBeSentAgain: false, label: 'mailList.sent', tone: 'active', icon: 'check' },
} as const satisfies Record<string, StateEntry>

export const MailState = z.enum(keysOf(mailStates))
export type MailState = z.output<typeof MailState>

/** The reasons why a mail has failed, or still waits. A mail that failed without one met an error of ours. */
export const mailFailures = {
  refused: { label: 'mailList.refused' },
  blocked: { label: 'mailList.blocked' },
  deferred: { label: 'mailList.deferred' },
  unreachable: { label: 'mailList.unreachable' },
  unwanted: { label: 'mailList.unwanted' },
} as const satisfies Record<string, { label: PlainId }>

export const MailFailure = z.enum(keysOf(mailFailures))
export type MailFailure = z.output<typeof MailFailure>

export const ListedMail = z.object({
  id: z.number(),
  state: MailState,
  to_address: z.string(),
  /** It is about a complaint whose complainant wants the name withheld. Then the address is empty, and what the mail server said is null. */
  is_address_withheld: z.boolean(),
  /** The account that has this address, for admins who see accounts; null for anybody else. */
  account: z.object({ id: z.number(), username: z.string() }).nullable(),
  language: z.string(),
  /** Null once the text was deleted because of its age; such a mail cannot be sent again. */
  subject: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
  attempts: z.number(),
  failure: MailFailure.nullable(),
  /** The words of the mail server, or of whoever reported the address as unreachable. */
  server_reply: z.string().nullable(),
  is_blocked: z.boolean(),
  /** The link that the reader of a held mail would follow; for admins with all duties. */
  link: z.string().nullable(),
})
export type ListedMail = z.output<typeof ListedMail>

type MailKindEntry = {
  /** The mail holds a link or code with which its reader can act, so that nobody else may read it. */
  secret: 'none' | 'link' | 'one-time'
  /** Each kind of reminder can be switched off; other mails are about what somebody did. */
  isReminder?: true
  /** The notice on a phone that says the same, and makes a mail that still waits needless. */
  notice?: PushKind
  /** An answer goes to the grievance officer; to the foundation's contact address if there is none, and from any other mail. */
  answeredBy?: 'officer'
  /** Its link or code works for so long, or its news is worth a mail for so long. */
  goodForMinutes?: number
}

const DAY_MINUTES = 24 * 60
const CODE_MINUTES = 30

export const mailKinds = {
  'password-changed': { secret: 'none' },
  'reset-password': { secret: 'one-time', goodForMinutes: 30 },
  'confirm-email': { secret: 'one-time', goodForMinutes: 7 * DAY_MINUTES },
  'email-changed': { secret: 'link' },
  'second-factor-changed': { secret: 'none' },
  'admin-sign-in': { secret: 'none' },
  'complaint-entered': { secret: 'link' },
  'complaint-address': { secret: 'link' },
  'complaint-unpaid': { secret: 'link' },
  'complaint-paid': { secret: 'link' },
  'complaint-status': { secret: 'link' },
  'complaint-merged': { secret: 'link' },
  'complaint-note': { secret: 'link' },
  'track-code': { secret: 'one-time', goodForMinutes: CODE_MINUTES },
  'membership-active': { secret: 'none' },
  'membership-earlier': { secret: 'none' },
  'membership-ends': { secret: 'none', isReminder: true },
  'donation-paid': { secret: 'none' },
  refund: { secret: 'none' },
  'receipt-corrected': { secret: 'none' },
  'pay-link': { secret: 'link' },
  'pet-found': { secret: 'none', notice: 'found' },
  'found-message': { secret: 'none', notice: 'found' },
  'found-digest': { secret: 'none' },
  'lost-scan': { secret: 'none', notice: 'lost-scan', goodForMinutes: DAY_MINUTES },
  'care-due': { secret: 'none', isReminder: true, notice: 'care-due' },
  'privacy-code': { secret: 'one-time', goodForMinutes: CODE_MINUTES },
  'privacy-received': { secret: 'none', answeredBy: 'officer' },
  'privacy-done': { secret: 'none', answeredBy: 'officer' },
  'nominee-asked': { secret: 'none', answeredBy: 'officer' },
  'erasure-waits': { secret: 'none', answeredBy: 'officer' },
  'grievance-received': { secret: 'none', answeredBy: 'officer' },
  'grievance-answered': { secret: 'none', answeredBy: 'officer' },
  'breach-letter': { secret: 'none', answeredBy: 'officer' },
  'breach-authority': { secret: 'none', answeredBy: 'officer' },
} as const satisfies Record<string, MailKindEntry>

export type MailKind = keyof typeof mailKinds
export const MAIL_KINDS = keysOf(mailKinds)

/** The entry of a stored kind; undefined for one that only an earlier version wrote. */
export function findMailKind(kind: string): MailKindEntry | undefined {
  return isKeyOf(mailKinds, kind) ? mailKinds[kind] : undefined
}

export type ReminderKind = {
  [Kind in MailKind]: (typeof mailKinds)[Kind] extends { isReminder: true } ? Kind : never
}[MailKind]
export const REMINDER_KINDS = MAIL_KINDS.filter((kind): kind is ReminderKind => 'isReminder' in mailKinds[kind])

/** The reminders that an address gets. `address` shows only as much of it as its owner needs to recognise it. */
export const MailPreferences = z.object({
  address: z.string(),
  reminders: z.array(z.object({ kind: z.enum(REMINDER_KINDS), is_on: z.boolean() })),
})
export type MailPreferences = z.output<typeof MailPreferences>

export const MailOrder = ordersBy('written', 'status')
export type MailOrder = z.output<typeof MailOrder>

const ByToken = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{22}$/, problem('notALink')) })

export const mailCalls = {
  listAll: call({
    method: 'GET',
    path: '/api/admin/mails',
    access: 'admin',
    duty: 'settings',
    priority: 'low',
    summary:
      'A page of mails, newest first or in the order asked for, of one state or of all; sent ones of the last 30 days; counts stop at 1,000',
    query: PageQuery.extend({ state: MailState.optional(), sort: MailOrder.optional() }),
    reply: success(z.array(ListedMail)).extend({
      summary: z.object({ waiting: z.number(), held: z.number(), failed: z.number() }),
      pagination: Pagination,
    }),
  }),
  csv: csvCall({
    path: '/api/admin/mails.csv',
    duty: 'settings',
    summary: 'Mails of one state or of all, as CSV, newest first; sent ones of the last 30 days, and no links',
    query: z.object({ state: MailState.optional() }),
  }),
  sendAgain: call({
    method: 'POST',
    path: '/api/admin/mails/{id}/send-again',
    access: 'admin',
    duty: 'settings',
    summary: 'Send a held or failed mail, for a day if need be',
    params: ById,
    reply: success(ListedMail),
  }),
  sendHeld: call({
    method: 'POST',
    path: '/api/admin/mails/send-held',
    access: 'admin',
    duty: 'settings',
    summary:
      'Send the oldest held mails, at most 200; not those whose text is deleted or whose address is blocked. Those with an expired link or code, or with old news, fail as not needed',
    reply: success(z.object({ queued: z.number(), has_more: z.boolean() })),
  }),
  unblock: call({
    method: 'POST',
    path: '/api/admin/mails/{id}/unblock',
    access: 'admin',
    duty: 'settings',
    summary: 'Unblock the address of a mail; the mails that failed meanwhile are not sent by this',
    params: ById,
    reply: success(ListedMail),
  }),
  unblockSince: call({
    method: 'POST',
    path: '/api/admin/mails/{id}/unblock-since',
    access: 'admin',
    duty: 'settings',
    summary:
      'Unblock the address of a mail and all that were blocked after it, such as on a day on which the mail server refused everybody',
    params: ById,
    reply: success(z.object({ unblocked: z.number() })),
  }),
  reportBounce: call({
    method: 'POST',
    path: '/api/mail/bounces',
    access: 'anyone',
    ignoresDeadToken: true,
    summary:
      'For the mail provider: an address turned out to be unreachable. Needs `Authorization: Bearer` with MAIL_BOUNCE_SECRET',
    body: z.object({ email: requiredEmail, reason: requiredText({ field: 'reason', max: 1_000, lines: 'many' }) }),
    reply: success(z.object({})),
  }),
  preferences: call({
    method: 'GET',
    path: '/api/mail/preferences/{token}',
    access: 'anyone',
    summary: 'Which reminders an address gets, for whoever has the link of a reminder',
    params: ByToken,
    reply: success(MailPreferences),
  }),
  choose: call({
    method: 'POST',
    path: '/api/mail/preferences/{token}',
    access: 'anyone',
    summary: 'Choose which reminders the address gets',
    params: ByToken,
    body: z.object({ off: z.array(z.enum(REMINDER_KINDS)).max(REMINDER_KINDS.length) }),
    reply: success(MailPreferences),
  }),
  unsubscribe: call({
    method: 'POST',
    path: '/u/{token}',
    access: 'anyone',
    raw: true,
    summary: 'For mail programs: stops all reminders to an address (RFC 8058)',
    params: ByToken,
    reply: success(z.object({})),
  }),
}
