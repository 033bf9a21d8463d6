import { PushKind, type PushSubscriptionKeys } from '@petsetu/contract/people/push.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import { deleteInBatches } from '../../platform/db/batches.ts'
import { daysAgo, isOneOf } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { keepSession } from '../auth/session-queries.ts'
import { hashOfToken } from '../users/one-time-links.ts'

/** More browsers than one person has; the one that was seen longest ago makes room. */
const DEVICES_MAX = { account: 20, complaint: 10 }

export const CASE_KIND = 'case'

/** Somebody who is signed in at the browser: its notices end with the session of this token, if there is one. */
type SignedIn = { userId: number; token: string | null }

type NewDevice = PushSubscriptionKeys & { language: Language }

/** Adds a browser to an account, or changes what it is told of. A browser that another account had is now this one's. */
export async function saveDevice(
  db: Db,
  owner: SignedIn,
  { kinds, ...device }: NewDevice & { kinds: PushKind[] },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const endpoint_hash = hashOfToken(device.endpoint)
    const values = { ...device, endpoint_hash, kinds, session_id: await keepSession(transaction, owner.token) }
    await endForOthers(transaction, owner, endpoint_hash)
    await transaction
      .insertInto('push_devices')
      .values({ ...values, user_id: owner.userId })
      .onConflict((same) =>
        same
          .column('endpoint_hash')
          .where('user_id', 'is not', null)
          .doUpdateSet({ ...values, seen_at: sql`now()` }),
      )
      .execute()
    await keepNewest(transaction, sql<boolean>`user_id = ${owner.userId}`, DEVICES_MAX.account)
  })
}

/** The account that was signed in at this browser before is told nothing there any more: its logout may never have arrived. */
async function endForOthers(db: Db, { userId }: SignedIn, hash: Buffer): Promise<void> {
  await db.deleteFrom('push_devices').where('endpoint_hash', '=', hash).where('user_id', '<>', userId).execute()
}

/** The caller keeps the link to the complaint, so that nothing closes it meanwhile. */
export async function saveCaseDevice(db: Db, complaintId: number, device: NewDevice): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const values = { ...device, endpoint_hash: hashOfToken(device.endpoint), kinds: [CASE_KIND] }
    await transaction
      .insertInto('push_devices')
      .values({ ...values, complaint_id: complaintId })
      .onConflict((same) =>
        same
          .columns(['complaint_id', 'endpoint_hash'])
          .where('complaint_id', 'is not', null)
          .doUpdateSet({ ...values, seen_at: sql`now()` }),
      )
      .execute()
    await keepNewest(transaction, sql<boolean>`complaint_id = ${complaintId}`, DEVICES_MAX.complaint)
  })
}

async function keepNewest(transaction: Db, isOwners: ReturnType<typeof sql<boolean>>, max: number): Promise<void> {
  await sql`
    delete from push_devices
    where id in (select id from push_devices where ${isOwners} order by seen_at desc, id desc offset ${max})`.execute(
    transaction,
  )
}

/**
 * Returns the kinds that a browser is told of as one of this account's; null if it is none. Kinds that are not known any more are left out.
 * The browser belongs to this session from now on: the one in which it was switched on may have expired, or ended with a restore. Its notices
 * come in the language in which it is used now.
 */
export async function findKinds(
  db: Db,
  owner: SignedIn,
  { endpoint, language }: Pick<NewDevice, 'endpoint' | 'language'>,
): Promise<PushKind[] | null> {
  const device = await inTransaction(db, async (transaction) => {
    const session_id = await keepSession(transaction, owner.token)
    await endForOthers(transaction, owner, hashOfToken(endpoint))
    return transaction
      .updateTable('push_devices')
      .set({ seen_at: sql`now()`, session_id, language })
      .where('user_id', '=', owner.userId)
      .where('endpoint_hash', '=', hashOfToken(endpoint))
      .returning('kinds')
      .executeTakeFirst()
  })
  return device ? device.kinds.flatMap((kind) => PushKind.safeParse(kind).data ?? []) : null
}

/** True for a browser that is told of this complaint. Its notices come in the language in which it is used now. */
export async function isToldOfCase(
  db: Db,
  complaintId: number,
  { endpoint, language }: Pick<NewDevice, 'endpoint' | 'language'>,
): Promise<boolean> {
  const device = await db
    .updateTable('push_devices')
    .set({ seen_at: sql`now()`, language })
    .where('complaint_id', '=', complaintId)
    .where('endpoint_hash', '=', hashOfToken(endpoint))
    .returning('id')
    .executeTakeFirst()
  return device !== undefined
}

export async function removeDevice(
  db: Db,
  owner: { userId: number } | { complaintId: number },
  endpoint: string,
): Promise<void> {
  await db
    .deleteFrom('push_devices')
    .where('endpoint_hash', '=', hashOfToken(endpoint))
    .where((where) =>
      'userId' in owner ? where('user_id', '=', owner.userId) : where('complaint_id', '=', owner.complaintId),
    )
    .execute()
}

/** The browsers of an account and of these complaints, and what they were told: the service, but not the secret address there. */
export async function exportDevices(
  db: Db,
  { userId, complaintIds }: { userId: number | null; complaintIds: number[] },
): Promise<Record<string, object[]>> {
  const isTheirs = sql<boolean>`(user_id = ${userId} or ${isOneOf('complaint_id', complaintIds)})`
  return {
    push_devices: await db
      .selectFrom('push_devices')
      .select(['complaint_id', 'kinds', 'language', 'created_at', 'seen_at'])
      .select(sql<string>`split_part(endpoint, '/', 3)`.as('service'))
      .where(isTheirs)
      .orderBy('id')
      .execute(),
    push_notices: await db
      .selectFrom('push_notices')
      .innerJoin('push_devices', 'push_devices.id', 'device_id')
      .select(['kind', 'about', 'state', 'push_notices.created_at', 'sent_at'])
      .where(isTheirs)
      .orderBy('push_notices.id')
      .execute(),
  }
}

/** Deletes the devices that follow these complaints. Those of an account go with it. */
export async function eraseCaseDevices(transaction: Db, complaintIds: number[]): Promise<void> {
  await transaction.deleteFrom('push_devices').where(isOneOf('complaint_id', complaintIds)).execute()
}

/** Deletes browsers that have shown no sign of life for this many days, and what was told longer ago. */
export async function forgetDevices(db: Db, days: { devices: number; notices: number }): Promise<void> {
  await deleteInBatches(db, 'push_devices', sql`seen_at < ${daysAgo(days.devices)}`)
  await deleteInBatches(db, 'push_notices', sql`created_at < ${daysAgo(days.notices)}`)
}

/** After a restore: what waited is told already, or no news any more. */
export async function dropOldNotices(db: Db): Promise<void> {
  await db.deleteFrom('push_notices').where('state', 'in', ['waiting', 'held']).execute()
}
