import { createHmac } from 'node:crypto'
import { paths } from '@petsetu/contract/paths.ts'
import { sql } from 'kysely'
import { keyFor } from '../../people/auth/sealed-secret.ts'
import { hashOfToken, newToken } from '../../people/users/one-time-links.ts'
import { deleteInBatches } from '../../platform/db/batches.ts'
import { daysAgo, isOneOf } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { notFound } from '../../platform/errors.ts'

/** For how many days a link works. Each mail about the complaint brings a new one. */
export const FOLLOW_LINK_DAYS = 365

/** Creates a link to the page of a complaint and returns its path; the database stores only the SHA-256 of its token. */
export async function createFollowLink(transaction: Db, complaintId: number, token = newToken()): Promise<string> {
  await transaction
    .insertInto('follow_links')
    .values({ hash: hashOfToken(token), complaint_id: complaintId })
    .onConflict((same) => same.column('hash').doNothing())
    .execute()
  return paths.followComplaint.to({ token })
}

/** The token for the browser that filed a complaint under this key: a repeated request, whose answer was lost, gets the same one. */
export function tokenOfFiler(complaintId: number, idempotencyKey: string, secretKey: Buffer): string {
  const key = keyFor('links of complainants', secretKey)
  return createHmac('sha256', key).update(`${complaintId}\n${idempotencyKey}`).digest('base64url')
}

/** The id of the complaint to whose page this token leads; null if it does not work or does not work any more. */
export async function findFollowed(db: Db, token: string): Promise<number | null> {
  const row = await db
    .selectFrom('follow_links')
    .select('complaint_id')
    .where('hash', '=', hashOfToken(token))
    .where('created_at', '>', oldest)
    .executeTakeFirst()
  return row?.complaint_id ?? null
}

/** Keeps a link from being deleted until the transaction ends. Rejects with 404 if it is gone by now. */
export async function keepFollowLink(transaction: Db, token: string): Promise<void> {
  await transaction
    .selectFrom('follow_links')
    .select('complaint_id')
    .where('hash', '=', hashOfToken(token))
    .forKeyShare()
    .executeTakeFirstOrThrow(() => notFound('follow_not_found'))
}

export async function deleteFollowLinks(transaction: Db, complaintIds: number[]): Promise<void> {
  await transaction.deleteFrom('follow_links').where(isOneOf('complaint_id', complaintIds)).execute()
}

export async function deleteExpiredFollowLinks(db: Db): Promise<void> {
  await deleteInBatches(db, 'follow_links', sql`created_at <= ${oldest}`)
}

const oldest = daysAgo(FOLLOW_LINK_DAYS)
