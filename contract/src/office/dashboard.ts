import { z } from 'zod'
import { call } from '../platform/call.ts'
import { success } from '../platform/envelope.ts'

const WORK_KINDS = [
  'complaint',
  'news',
  'payment',
  'cheque',
  'void',
  'privacy-request',
  'grievance',
  'breach',
  'conversation',
  'mail',
  'approval',
  'held-mails',
] as const
export type WorkKind = (typeof WORK_KINDS)[number]

/** So many months before it ends, the dashboard tells of the approval for deductions. */
export const APPROVAL_MONTHS = 6

/** The dashboard shows this many of the oldest. */
export const WORK_MAX = 10

/** Something that waits: `since` is an instant, `path` the admin's page that shows it. */
export const WaitingWork = z.object({
  kind: z.enum(WORK_KINDS),
  id: z.number(),
  /**
   * A reference, a name or a subject, the amount of a void, the number of held mails, counted up to `WAITING_COUNTED_MAX`, or the last day
   * of an approval; empty where there is none.
   */
  title: z.string(),
  /**
   * The type of a complaint as it is stored, also of one with news, the kind of a privacy request or a grievance, or the authority that
   * must be told of a breach next (`team`, `board`).
   */
  sort: z.string().nullable(),
  place: z.string().nullable(),
  since: z.string(),
  /** The day by which it had to be done is over. */
  is_overdue: z.boolean(),
  /** Indian days since then; zero without such a day. */
  days_overdue: z.number(),
  /** The day by which it must be done; null without such a day. */
  due_on: z.string().nullable(),
  /** The instant by which a person must be told that their grievance has come; null once they are, and for anything else. */
  acknowledge_by: z.string().nullable(),
  /** The instant at which a payment goes back by itself; null for anything else. */
  goes_back_at: z.string().nullable(),
  /** True if the numbers of `WaitingCounts` count it. */
  is_counted: z.boolean(),
  path: z.string(),
})
export type WaitingWork = z.output<typeof WaitingWork>

/** Counting ends here: a menu shows no larger number. */
export const WAITING_COUNTED_MAX = 100

/** The number of each kind that waits, at most `WAITING_COUNTED_MAX`; without those that the admin's duties do not cover. */
export const WaitingCounts = z.object({
  /** Complaints that nobody has begun with, those past their due day, and those with news of the complainant. */
  complaints: z.number().optional(),
  /** Those of them that are in progress and past their due day. */
  overdue_complaints: z.number().optional(),
  /** Conversations that were reported as abuse, until an admin has closed them, or has read one that its owner closed. */
  conversations: z.number().optional(),
  privacy_requests: z.number().optional(),
  /** Grievances, and breaches of data, whose pages have no entry of their own. */
  grievances: z.number().optional(),
  /** The breaches among them. */
  breaches: z.number().optional(),
  payments: z.number().optional(),
  /** Cheques that the bank has not decided about, and voids that wait for another admin. */
  desk: z.number().optional(),
  /** Failed mails that can be sent again, and one for all that are held for long. */
  mails: z.number().optional(),
  /** An approval for deductions that ends soon, which the settings hold. */
  settings: z.number().optional(),
})
export type WaitingCounts = z.output<typeof WaitingCounts>

const EVENT_KINDS = [
  'complaint-filed',
  'payment-received',
  'pet-registered',
  'account-created',
  'membership-begun',
  'admin-action',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** The dashboard shows this many of the newest. */
export const EVENTS_MAX = 10

/** Something that happened. `path` is the page that shows it. */
export const DashboardEvent = z.object({
  kind: z.enum(EVENT_KINDS),
  id: z.number(),
  at: z.string(),
  /** A username; of money, who paid. Null where nobody is named, such as a complainant who wants the name withheld. */
  who: z.string().nullable(),
  /** A reference or a name; for money its purpose, for what an admin did its code as in the audit. */
  what: z.string().nullable(),
  /** The type of a complaint as it is stored, and its place; null for anything else. */
  sort: z.string().nullable(),
  place: z.string().nullable(),
  /** The record of what an admin did, as in the audit; null for anything else. */
  object_kind: z.string().nullable(),
  object_id: z.string().nullable(),
  /** The amount is in rupees; null where there is none. */
  amount: z.number().nullable(),
  path: z.string(),
})
export type DashboardEvent = z.output<typeof DashboardEvent>

/** The number of weeks shown, the present one included. */
export const WEEKS_SHOWN = 12

/** A week in India, which begins on Monday. `revenue` is in rupees: what came in, without what was refunded of it. */
export const DashboardWeek = z.object({ monday: z.string(), complaints: z.number(), revenue: z.number() })
export type DashboardWeek = z.output<typeof DashboardWeek>

export const dashboardCalls = {
  figures: call({
    method: 'GET',
    path: '/api/admin/dashboard',
    access: 'admin',
    duty: 'any',
    priority: 'low',
    maxConcurrent: 4,
    summary: 'The figures of the dashboard',
    reply: success(
      z.object({
        total_pets: z.number(),
        total_users: z.number(),
        /** Counts of the work of today, as far as the admin's duties cover it; the complaints as in `WaitingCounts`. */
        waiting_complaints: z.number().optional(),
        expiring_memberships: z.number().optional(),
        unmatched_payments: z.number().optional(),
      }),
    ),
  }),
  work: call({
    method: 'GET',
    path: '/api/admin/dashboard/work',
    access: 'admin',
    // Each kind needs the duty of those who do it.
    duty: 'any',
    priority: 'low',
    maxConcurrent: 4,
    summary: `What needs doing, first that for which the law gives hours (breaches of data of which an authority is not told, grievances not acknowledged), the least time left first, and then what has waited longest, ${WORK_MAX} in all: open complaints, payments that could not be matched, cheques, voids that wait for another admin, privacy requests, grievances, conversations that were reported as abuse, mails that failed, those that are held for long as one, and an approval for deductions that ends within ${APPROVAL_MONTHS} months`,
    reply: success(z.array(WaitingWork)),
  }),
  waiting: call({
    method: 'GET',
    path: '/api/admin/dashboard/waiting',
    access: 'admin',
    // Each number needs the duty of those who do the work.
    duty: 'any',
    priority: 'low',
    maxConcurrent: 4,
    summary: `The numbers beside the entries of the menu: how much waits, counted up to ${WAITING_COUNTED_MAX}`,
    reply: success(WaitingCounts),
  }),
  events: call({
    method: 'GET',
    path: '/api/admin/dashboard/events',
    access: 'admin',
    // Each kind needs the duty of those who work with it.
    duty: 'any',
    priority: 'low',
    maxConcurrent: 4,
    summary: `The last ${EVENTS_MAX} events, the newest first: complaints, payments, pets, accounts, memberships, and what admins did`,
    reply: success(z.array(DashboardEvent)),
  }),
  weeks: call({
    method: 'GET',
    path: '/api/admin/dashboard/weeks',
    access: 'admin',
    duty: 'any',
    priority: 'low',
    maxConcurrent: 4,
    summary: `Complaints and revenue of the last ${WEEKS_SHOWN} weeks; without the duty for complaints or money, zeros in their place`,
    reply: success(z.array(DashboardWeek)),
  }),
}
