import { paths } from '@petsetu/contract/paths.ts'
import type { Duty } from '@petsetu/contract/people/duties.ts'
import type { PushNotice } from '@petsetu/contract/people/push.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import { languageOrEnglish } from '@petsetu/languages/languages.ts'
import type { FastifyBaseLogger } from 'fastify'
import { sql, type UpdateObject } from 'kysely'
import { idsOf, isOneOf } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { DB } from '../../platform/db/types.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { hasDuty } from '../users/admin-duties.ts'
import { DUTY_OF_KIND, isNight, nextMorning } from './queue-notice.ts'
import type { SendPush } from './send-push.ts'

const HOURS_MAX = 24

// A path may hold a link that is for the reader's eyes alone.
const EMPTY = { title: null, body: null, path: null }

export type NoticeDelivery = { db: Db; log: FastifyBaseLogger; send: SendPush }

/**
 * Sends a waiting notice; by night one that can wait is held for the digest of the morning. Rejects if the push service
 * is away or says to come back later, so that the job is tried again. After a day, if the service refuses it for good, or
 * if its reader has switched its kind off or lost the duty for it, it has failed; one that is held already stays so. A
 * browser that is gone is removed. If the answer is lost, one more copy goes out, which replaces the first on the device.
 */
export async function deliverNotice(
  delivery: NoticeDelivery,
  { noticeId }: { noticeId: number },
  now = new Date(),
): Promise<void> {
  const [notice] = await findOpen(delivery.db, sql<boolean>`push_notices.id = ${noticeId} and state = 'waiting'`)
  if (!notice) return failUnwanted(delivery.db, noticeId)
  if (isNight(now) && !notice.atNight) return hold(delivery.db, notice, now)
  await sendOne(delivery, notice, [notice], payloadOf(notice))
}

/** Sends what was held over the night: one notice as it is, several as one that says how many. */
export async function deliverMorningDigest(
  delivery: NoticeDelivery,
  { deviceId }: { deviceId: number },
  now = new Date(),
): Promise<void> {
  const held = await findOpen(delivery.db, sql<boolean>`device_id = ${deviceId} and state = 'held'`)
  const newest = held.at(-1)
  if (!newest) return
  if (isNight(now)) return enqueueDigest(delivery.db, deviceId, now)
  await sendOne(delivery, newest, held, held.length === 1 ? payloadOf(newest) : digestOf(newest, held.length))
}

const isOtherOrHasDuty = ([kind, duty]: [string, Duty]) =>
  sql`(kind <> ${kind} or exists (select from users where users.id = user_id and ${hasDuty(duty)}))`

/** SQL condition: a notice about work goes to somebody who still has the duty for it. */
const HAS_DUTY_STILL = sql<boolean>`(${sql.join(Object.entries(DUTY_OF_KIND).map(isOtherOrHasDuty), sql` and `)})`

type Open = Awaited<ReturnType<typeof findOpen>>[number]

async function findOpen(db: Db, condition: ReturnType<typeof sql<boolean>>) {
  return db
    .selectFrom('push_notices')
    .innerJoin('push_devices', 'push_devices.id', 'device_id')
    .select(['push_notices.id', 'device_id as deviceId', 'kind', 'title', 'body', 'path', 'at_night as atNight'])
    .select(['read_token as readToken', 'endpoint', 'p256dh', 'auth', 'language', 'user_id as userId'])
    .select(sql<boolean>`push_notices.created_at < now() - make_interval(hours => ${HOURS_MAX})`.as('isOld'))
    .select(sql<boolean>`exists (select from users where users.id = user_id and role = 'admin')`.as('isAdmins'))
    .where(condition)
    .where(sql<boolean>`kinds @> array[kind]`)
    .where(HAS_DUTY_STILL)
    .orderBy('push_notices.id')
    .execute()
}

/** Nothing would try it again, so it must not wait any more. */
async function failUnwanted(db: Db, noticeId: number): Promise<void> {
  await db
    .updateTable('push_notices')
    .set({ state: 'failed', ...EMPTY })
    .where('id', '=', noticeId)
    .where('state', '=', 'waiting')
    .execute()
}

async function hold(db: Db, { id, deviceId }: Open, now: Date): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await update(transaction, [id], { state: 'held' })
    await enqueueDigest(transaction, deviceId, now)
  })
}

async function enqueueDigest(db: Db, deviceId: number, now: Date): Promise<void> {
  await enqueue(db, 'deliver-morning-digest', { deviceId }, { jobKey: `digest ${deviceId}`, runAt: nextMorning(now) })
}

async function sendOne({ db, log, send }: NoticeDelivery, notice: Open, notices: Open[], payload: PushNotice) {
  const ids = idsOf(notices)
  const result = await send(notice, payload, notice.atNight)
  const emptied = { ...EMPTY, attempts: sql<number>`attempts + 1` }
  if (result.kind === 'sent') return update(db, ids, { state: 'sent', sent_at: sql`now()`, ...emptied })
  if (result.kind === 'gone')
    return void (await db.deleteFrom('push_devices').where('id', '=', notice.deviceId).execute())
  if (result.kind === 'refused') {
    log.warn({ noticeId: notice.id, status: result.status }, 'a push service refused a notice')
    return update(db, ids, { state: 'failed', ...emptied })
  }
  if (notice.isOld) return update(db, ids, { state: 'failed', ...emptied })
  await update(db, ids, { attempts: sql<number>`attempts + 1` })
  throw new Error(`The push service did not take notice ${notice.id}`)
}

async function update(db: Db, ids: number[], change: UpdateObject<DB, 'push_notices'>): Promise<void> {
  await db
    .updateTable('push_notices')
    .set(change)
    .where(isOneOf('id', ids))
    .where('state', 'in', ['waiting', 'held'])
    .execute()
}

function payloadOf({ id, title, body, path, language, readToken }: Open): PushNotice {
  const words = { title: title ?? '', body: body ?? '', path: path ?? paths.home.to({}) }
  return { ...words, tag: `notice-${id}`, lang: language, read: readToken }
}

/** Opens the page of everything new; of a complaint there is only one page. */
function digestOf(newest: Open, count: number): PushNotice {
  const text = textsIn(languageOrEnglish(newest.language))
  const own = newest.isAdmins ? paths.admin.to({}) : paths.found.to({})
  return {
    ...payloadOf(newest),
    ...(newest.userId !== null && { path: own }),
    title: text('pushNotices.digest', pluralValues(count)),
    body: text('pushNotices.digestBody'),
  }
}
