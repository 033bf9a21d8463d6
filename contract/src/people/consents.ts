import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { NOTICE_PURPOSES, type NoticePurpose } from '@petsetu/languages/notice-version.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { z } from 'zod'
import { REMINDER_KINDS, type ReminderKind } from '../office/mails.ts'
import { call } from '../platform/call.ts'
import { csvCall } from '../platform/csv-call.ts'
import { InternalId, ordersBy, PageQuery, Pagination, success } from '../platform/envelope.ts'
import type { AuditObject } from './audit.ts'

const Purpose = z.enum(NOTICE_PURPOSES)

/** A text that a version showed beside a form, or that was read out; without the marks of links. */
export const Notice = z.object({
  purpose: Purpose,
  version: z.string(),
  language: z.enum(LANGUAGES),
  text: z.string(),
  /** When a node with this version started first. */
  first_seen_at: z.string(),
  is_current: z.boolean(),
})
export type Notice = z.output<typeof Notice>

/** A consent names nobody: `subject_id` is the number of the account, complaint, membership, donation, conversation or pet. */
export const ListedConsent = z.object({
  id: z.number(),
  at: z.string(),
  purpose: Purpose,
  subject_id: z.number(),
  /** The username, the reference, the member's number or the pet's name; null if the record has none, or is gone. */
  subject_name: z.string().nullable(),
  notice_version: z.string(),
  language: z.enum(LANGUAGES),
  /** False for a row that withdraws what an earlier one gave. */
  is_given: z.boolean(),
  withdrawn_at: z.string().nullable(),
  reminder_kind: z.enum(REMINDER_KINDS).nullable(),
  read_by: z.string().nullable(),
})
export type ListedConsent = z.output<typeof ListedConsent>

/** A filter that is left out means "any". */
export const ConsentFilter = z.object({ purpose: Purpose.optional(), subject_id: InternalId.optional() })
export type ConsentFilter = z.output<typeof ConsentFilter>

export const ConsentOrder = ordersBy('when')
export type ConsentOrder = z.output<typeof ConsentOrder>

export const consentCalls = {
  list: call({
    method: 'GET',
    path: '/api/admin/consents',
    access: 'admin',
    duty: 'privacy',
    priority: 'low',
    summary:
      'A page of the consents that people gave, newest first unless the order says otherwise; the total stops at 1,000',
    query: ConsentFilter.extend({ ...PageQuery.shape, sort: ConsentOrder.optional() }),
    reply: success(z.array(ListedConsent)).extend({ pagination: Pagination }),
  }),
  csv: csvCall({
    path: '/api/admin/consents.csv',
    duty: 'privacy',
    summary: 'The consents that the filter selects, as CSV, newest first',
    query: ConsentFilter,
  }),
  notices: call({
    method: 'GET',
    path: '/api/admin/notices',
    access: 'admin',
    duty: 'any',
    priority: 'low',
    summary: 'The text of every version of the notice for one purpose in each language, newest first',
    query: z.object({ purpose: Purpose }),
    reply: success(z.array(Notice)),
  }),
}

/** The kinds of the records that are meant by `subject_id`. */
export const CONSENT_SUBJECTS = {
  signup: 'user',
  adult: 'user',
  complaint: 'complaint',
  'complaint-spoken': 'complaint',
  membership: 'membership',
  donation: 'donation',
  found: 'thread',
  reminders: 'user',
  pet: 'pet',
  lost: 'pet',
} as const satisfies Record<NoticePurpose, AuditObject>

export const PURPOSE_LABELS: Record<NoticePurpose, PlainId> = {
  signup: 'consents.signup',
  adult: 'consents.adult',
  complaint: 'consents.complaint',
  'complaint-spoken': 'consents.complaintSpoken',
  membership: 'consents.membership',
  donation: 'consents.donation',
  found: 'consents.found',
  reminders: 'consents.reminders',
  pet: 'consents.pet',
  lost: 'consents.lost',
}

const REMINDER_LABELS: Record<ReminderKind, PlainId> = {
  'membership-ends': 'consents.remindersMembershipEnds',
  'care-due': 'consents.remindersCareDue',
}

export const consentLabel = (consent: Pick<ListedConsent, 'purpose' | 'reminder_kind'>): PlainId =>
  consent.reminder_kind ? REMINDER_LABELS[consent.reminder_kind] : PURPOSE_LABELS[consent.purpose]
