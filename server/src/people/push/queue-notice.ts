import { findMailKind, MAIL_KINDS } from '@petsetu/contract/office/mails.ts'
import type { Duty } from '@petsetu/contract/people/duties.ts'
import type { PushKind } from '@petsetu/contract/people/push.ts'
import { fromIndianClock, indianClock } from '@petsetu/contract/platform/calendar.ts'
import { languageOrEnglish } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { CASE_KIND } from './push-devices.ts'

/** `kind`, `about` and `step` together identify a notice of a device: queuing it again changes nothing. */
export type NewNotice = {
  to: { userId: number } | { complaintId: number } | { duty: Duty }
  kind: PushKind | typeof CASE_KIND
  about: string
  step?: string
  /** Does not wait for the morning: a pet is lost. */
  atNight?: boolean
  /** The words of the notice. They name the pet or the reference, and nothing else about anybody. */
  content: (text: Translate) => { title: string; body: string }
  /** The page of this site that it opens; made for each device where it holds a secret. */
  path: string | (() => Promise<string>)
}

/** The kinds that only an admin with a duty is told of. */
export const DUTY_OF_KIND = {
  'urgent-case': 'cases',
  'waiting-money': 'money',
} as const satisfies Partial<Record<PushKind, Duty>>

// More news than that in an hour is a flood, and no news to the person; mails and pages tell the rest.
const AN_HOUR_MAX = 20
const TITLE_MAX = 120

/** Stores a notice for each device that wants its kind, with its job. Returns how many are told at once. */
export async function queueNotice(transaction: Db, notice: NewNotice, now = new Date()): Promise<number> {
  const { kind, about, step = '', atNight = false, content, path } = notice
  let told = 0
  for (const { id, language } of await findDevices(transaction, notice)) {
    const words = content(textsIn(languageOrEnglish(language)))
    const stored = await transaction
      .insertInto('push_notices')
      .values({
        device_id: id,
        kind,
        about,
        step,
        at_night: atNight,
        title: words.title.slice(0, TITLE_MAX).toWellFormed(),
        body: words.body,
        path: typeof path === 'string' ? path : await path(),
      })
      .onConflict((same) => same.columns(['device_id', 'kind', 'about', 'step']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!stored) continue
    const priority = atNight ? 'urgent' : 'normal'
    await enqueue(transaction, 'deliver-notice', { noticeId: stored.id }, { jobKey: `notice ${stored.id}`, priority })
    if (atNight || !isNight(now)) told++
  }
  return told
}

/** The devices of the reader that want this kind, except those that had too many of it in the last hour. */
function findDevices(db: Db, { to, kind }: NewNotice) {
  return db
    .selectFrom('push_devices')
    .select(['id', 'language'])
    .where(isReaders(to))
    .where(sql<boolean>`kinds @> array[${kind}]::text[]`)
    .where(
      sql<boolean>`(select count(*) from push_notices
        where device_id = push_devices.id and kind = ${kind} and created_at > now() - interval '1 hour') < ${AN_HOUR_MAX}`,
    )
    .orderBy('id')
    .execute()
}

function isReaders(to: NewNotice['to']): RawBuilder<boolean> {
  if ('userId' in to) return sql<boolean>`user_id = ${to.userId}`
  if ('complaintId' in to) return sql<boolean>`complaint_id = ${to.complaintId}`
  // Somebody who is no admin any more, or has other duties now, is told no more.
  return sql<boolean>`user_id in (
    select users.id from users where role = 'admin' and (duties is null or ${to.duty} = any(duties)))`
}

/** Drops what is held over the night and its reader has seen. A notice of the last half minute may tell of something newer. */
export async function dropHeld(
  db: Db,
  { userId, kind, about }: { userId: number; kind: PushKind; about: string },
): Promise<void> {
  await db
    .deleteFrom('push_notices')
    .where('device_id', 'in', db.selectFrom('push_devices').select('id').where('user_id', '=', userId))
    .where('kind', '=', kind)
    .where('about', '=', about)
    .where('state', '=', 'held')
    .where('created_at', '<', sql<Date>`now() - interval '30 seconds'`)
    .execute()
}

const FIRST_QUIET_HOUR = 22
const MORNING_HOUR = 7

export function isNight(now: Date): boolean {
  const hour = indianClock(now).getUTCHours()
  return hour >= FIRST_QUIET_HOUR || hour < MORNING_HOUR
}

export function nextMorning(now: Date): Date {
  const india = indianClock(now)
  const isLater = india.getUTCHours() >= MORNING_HOUR
  india.setUTCHours(isLater ? MORNING_HOUR + 24 : MORNING_HOUR, 0, 0, 0)
  return fromIndianClock(india)
}

/** A mail about the same waits for this long where a device was told at once. */
export const MAIL_WAITS_SECONDS = 5 * 60

/** Somebody opened a notice: the mail about the same is not sent if it still waits. False for a token that is not known. */
export async function readNotice(db: Db, token: string): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const notice = await transaction
      .selectFrom('push_notices')
      .select(['device_id', 'kind', 'about', 'step'])
      .where('read_token', '=', token)
      .executeTakeFirst()
    if (!notice) return false
    const { device_id, kind, about, step } = notice
    await transaction.updateTable('push_devices').set({ seen_at: sql`now()` }).where('id', '=', device_id).execute()
    const mails = MAIL_KINDS.filter((mail) => findMailKind(mail)?.notice === kind)
    if (mails.length === 0) return true
    await transaction
      .deleteFrom('mails')
      .where('kind', 'in', mails)
      .where('about', '=', about)
      .where('step', '=', step)
      .where('state', '=', 'waiting')
      .execute()
    return true
  })
}
