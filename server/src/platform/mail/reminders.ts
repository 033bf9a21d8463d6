import type { ReminderKind } from '@petsetu/contract/office/mails.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { fromIndianClock, indianClock } from '@petsetu/contract/platform/calendar.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { eachDespiteFailures } from '../errors.ts'
import { textsIn } from '../languages/texts.ts'
import type { MailContent } from './mail-content.ts'
import { preferencesToken } from './mail-queries.ts'
import type { EnqueueMail } from './outbox.ts'

const FIRST_HOUR = 8
const LAST_HOUR = 19
const AT_A_TIME_MAX = 2_000

/** A reminder may be so many days late: no node ran on the day itself, or the day was over. */
export const DAYS_LATE_MAX = 2

/** A reminder without its link to stop it, which is added when it is queued. */
export type DueReminder = {
  about: string
  step: string
  to: string
  /** False if only the person's devices are told: nobody has confirmed the address, or it gets no mail of this kind. */
  isMailed: boolean
  userId: number | null
  language: Language
  content: MailContent
  /** Makes a link of its own for the mail, as the one thing to do in it. */
  makeAction?: (transaction: Db) => Promise<NonNullable<MailContent['action']>>
  /** Stores that it was queued and tells the person's devices. Returns for how many seconds the mail waits. */
  remember?: (transaction: Db) => Promise<{ waitSeconds: number }>
}

/** Both functions leave out mails to people who do not want them any more. */
export type ReminderRules = {
  /** Those that are due on the Indian day of `now` and have not been queued. */
  findDue: (db: Db, now: Date, limit: number) => Promise<DueReminder[]>
  isStillDue: (db: Db, about: string) => Promise<boolean>
}

export type Reminders = Record<ReminderKind, ReminderRules>

/** Queues the reminders that are due, between 08:00 and 20:00 Indian time, at most two thousand of a kind at a time. One that fails stops no other. */
export async function queueReminders(
  { db, enqueueMail, reminders }: { db: Db; enqueueMail: EnqueueMail; reminders: Reminders },
  now = new Date(),
): Promise<void> {
  if (nextReminderHour(now) > now) return
  const kinds = Object.entries(reminders) as [ReminderKind, ReminderRules][]
  await eachDespiteFailures(kinds, 'kinds of reminders', async ([kind, { findDue, isStillDue }]) => {
    const due = await findDue(db, now, AT_A_TIME_MAX)
    await eachDespiteFailures(due, `reminders of the kind ${kind}`, (reminder) =>
      queue({ db, enqueueMail, isStillDue }, kind, reminder),
    )
  })
}

type Queueing = Pick<ReminderRules, 'isStillDue'> & { db: Db; enqueueMail: EnqueueMail }

async function queue(
  { db, enqueueMail, isStillDue }: Queueing,
  kind: ReminderKind,
  { content, makeAction, remember, isMailed, ...reminder }: DueReminder,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const waiting = await remember?.(transaction)
    if (!isMailed) return
    // The person may have been erased since the reminders were read.
    if (!(await isStillDue(transaction, reminder.about))) return
    const token = await preferencesToken(transaction, reminder.to)
    const preferences = {
      label: textsIn(reminder.language)('mails.choosePreferences'),
      path: paths.mailPreferences.to({ token }),
    }
    const made = makeAction && { action: await makeAction(transaction) }
    const mail = { kind, ...reminder, ...waiting, unsubscribeToken: token }
    await enqueueMail(transaction, { ...mail, content: { ...content, ...made, preferences } })
  })
}

/** When a reminder may be sent: `now` by day, otherwise at 08:00 Indian time. */
export function nextReminderHour(now: Date): Date {
  const india = indianClock(now)
  const hour = india.getUTCHours()
  if (hour >= FIRST_HOUR && hour <= LAST_HOUR) return now
  india.setUTCHours(hour < FIRST_HOUR ? FIRST_HOUR : FIRST_HOUR + 24, 0, 0, 0)
  return fromIndianClock(india)
}

/** The moment since which reminders may be sent: 08:00 of this Indian day; by night the next 08:00, which is still to come. */
export function remindersSince(now: Date): Date {
  const next = nextReminderHour(now)
  if (next > now) return next
  const india = indianClock(now)
  india.setUTCHours(FIRST_HOUR, 0, 0, 0)
  return fromIndianClock(india)
}

/** The crontab line; reminders are also queued once at the start of the program. */
export const REMINDERS_EVERY_HOUR = '0 * * * * queue-reminders'

/** SQL condition: the address in this column wants reminders of this kind, and so does its account, and it is not blocked. */
export function wantsReminder(kind: ReminderKind, email: RawBuilder<string>): RawBuilder<boolean> {
  const key = sql`lower(normalize(${email}, NFKC))`
  return sql<boolean>`(${email} <> ''
    and not exists (select from mail_wishes where address_key = ${key} and kind = ${kind})
    and not exists (
      select from users reader
      where reader.email_key = ${key} and reader.email_confirmed_at is not null and not reader.wants_reminders)
    and not exists (select from mail_blocks where address_key = ${key}))`
}
