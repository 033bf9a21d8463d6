import type { Duty } from '@petsetu/contract/people/duties.ts'
import type { PushKind } from '@petsetu/contract/people/push.ts'
import { isLanguage } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { CASE_KIND } from './push-devices.ts'
import { isNight } from './quiet-hours.ts'

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

// More news than that in an hour is a flood, and no news to the person; mails and pages tell the rest.
const AN_HOUR_MAX = 20
const TITLE_MAX = 120

// graphile-worker waits e^n seconds after the nth attempt, at most six hours: thirteen attempts take a day.
export const DELIVERY_ATTEMPTS_MAX = 13

/**
 * Stores a notice for each device that wants this kind, in the transaction of its cause, and adds the jobs that send it. Returns how many
 * are told at once.
 */
export async function queueNotice(transaction: Db, notice: NewNotice, now = new Date()): Promise<number> {
  const { kind, about, step = '', atNight = false, content, path } = notice
  let told = 0
  for (const { id, language } of await findDevices(transaction, notice)) {
    const words = content(textsIn(isLanguage(language) ? language : 'en'))
    const stored = await transaction
      .insertInto('push_notices')
      .values({
        ...{ device_id: id, kind, about, step, at_night: atNight },
        ...{ title: words.title.slice(0, TITLE_MAX).toWellFormed(), body: words.body },
        path: typeof path === 'string' ? path : await path(),
      })
      .onConflict((same) => same.columns(['device_id', 'kind', 'about', 'step']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!stored) continue
    const priority = atNight ? 'urgent' : 'normal'
    await enqueue(
      transaction,
      'deliver-notice',
      { noticeId: stored.id },
      { jobKey: `notice ${stored.id}`, attemptsMax: DELIVERY_ATTEMPTS_MAX, priority },
    )
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
