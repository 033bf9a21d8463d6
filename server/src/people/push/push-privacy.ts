import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'

const isOneOf = (ids: number[]) => sql<boolean>`complaint_id = any(${ids}::bigint[])`

/** The browsers of an account and of these complaints, and what they were told: the service, but not the secret address there. */
export async function exportDevices(
  db: Db,
  { userId, complaintIds }: { userId: number | null; complaintIds: number[] },
): Promise<Record<string, object[]>> {
  const isTheirs = sql<boolean>`(user_id = ${userId} or ${isOneOf(complaintIds)})`
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

/** Those of an account go with it. */
export async function eraseCaseDevices(transaction: Db, complaintIds: number[]): Promise<void> {
  await transaction.deleteFrom('push_devices').where(isOneOf(complaintIds)).execute()
}

/** Deletes browsers that have shown no sign of life for this many days, and what was told longer ago. */
export async function forgetDevices(db: Db, days: { devices: number; notices: number }): Promise<void> {
  await db.deleteFrom('push_devices').where('seen_at', '<', daysAgo(days.devices)).execute()
  await db.deleteFrom('push_notices').where('created_at', '<', daysAgo(days.notices)).execute()
}

/** After a restore: what waited is told already, or no news any more. */
export async function dropOldNotices(db: Db): Promise<void> {
  await db.deleteFrom('push_notices').where('state', 'in', ['waiting', 'held']).execute()
}

const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`
