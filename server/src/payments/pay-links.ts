import { paths } from '@petsetu/contract/paths.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { type RawBuilder, sql } from 'kysely'
import { openText, sealText } from '../people/auth/sealed-secret.ts'
import { hashOfToken, newToken } from '../people/users/one-time-links.ts'
import { deleteInBatches } from '../platform/db/batches.ts'
import { daysAgo } from '../platform/db/expressions.ts'
import type { Db } from '../platform/db/pool.ts'

/** For how many days a link works; the table's default says the same. */
export const PAY_LINK_DAYS = 14
/** One that ends within as many hours is not given to anybody again. */
export const PAY_LINK_LAST_HOURS = 24
/** For how many days after its end it is known that a link was there, so that its page can say why it does not work. */
export const PAY_LINK_KEPT_DAYS = 90

/** The thing that a link pays. A renewal has no subject yet: its membership is registered when somebody presses the button. */
export type PaidByLink =
  | { purpose: 'complaint'; subjectId: number; amountPaise: number }
  | { purpose: Exclude<Purpose, 'complaint'>; subjectId: number }
  | { purpose: 'membership'; renewsId: number }

/** Stores the SHA-256 of the link's token, and with `secretKey` the sealed token for `pathOfPayLink`. */
export async function createPayLink(
  transaction: Db,
  pays: PaidByLink,
  { madeBy, sentBy = null, secretKey }: { madeBy: number | null; sentBy?: 'mail' | null; secretKey?: Buffer },
): Promise<{ id: number; path: string }> {
  const token = newToken()
  const { id } = await transaction
    .insertInto('pay_links')
    .values({
      hash: hashOfToken(token),
      purpose: pays.purpose,
      subject_id: 'subjectId' in pays ? pays.subjectId : null,
      renews_id: 'renewsId' in pays ? pays.renewsId : null,
      amount_paise: 'amountPaise' in pays ? pays.amountPaise : null,
      made_by: madeBy,
      sealed_token: secretKey ? sealText(token, boundTo(hashOfToken(token)), secretKey) : null,
      ...(sentBy && { sent_by: sentBy, sent_at: sql<Date>`now()` }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, path: paths.pay.to({ token }) }
}

export async function pathOfPayLink(db: Db, id: number, secretKey: Buffer): Promise<string | null> {
  const link = await db.selectFrom('pay_links').select(['hash', 'sealed_token']).where('id', '=', id).executeTakeFirst()
  if (!link?.sealed_token) return null
  try {
    return paths.pay.to({ token: openText(link.sealed_token, boundTo(link.hash), secretKey) })
  } catch {
    // It was encrypted with another secret key. The link itself still works.
    return null
  }
}

// Bound to the hash, because the number of a link is not known before it is stored.
const boundTo = (hash: Buffer) => ({ use: 'pay links', owner: `pay link ${hash.toString('base64url')}` })

/** SQL condition on the ids of subjects: a link that still works pays it, so that it has to wait. */
export function hasPayLink(purpose: Purpose, subjectId: RawBuilder<unknown>) {
  return sql<boolean>`exists (
    select from pay_links
    where pay_links.purpose = ${purpose} and pay_links.subject_id = ${subjectId}
      and pay_links.revoked_at is null and pay_links.expires_at > now())`
}

/** Revokes every link that still works. */
export async function revokeAllPayLinks(db: Db): Promise<void> {
  await db
    .updateTable('pay_links')
    .set({ revoked_at: sql<Date>`now()`, sealed_token: null })
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
}

const isOf = (purpose: Purpose, ids: number[]) => sql<boolean>`(
  purpose = ${purpose} and subject_id = any(${ids}::bigint[])
  or ${purpose} = 'membership' and renews_id = any(${ids}::bigint[]))`

/** Locks the links of these records: what somebody does by one of them at this moment is stored by then. */
export async function lockPayLinks(transaction: Db, purpose: Purpose, ids: number[]): Promise<void> {
  await transaction.selectFrom('pay_links').select('id').where(isOf(purpose, ids)).orderBy('id').forUpdate().execute()
}

export async function deletePayLinks(transaction: Db, purpose: Purpose, ids: number[]): Promise<void> {
  await transaction.deleteFrom('pay_links').where(isOf(purpose, ids)).execute()
}

/** Leaves out what opens the links. */
export function exportPayLinks(db: Db, purpose: Purpose, ids: number[]): Promise<object[]> {
  return db
    .selectFrom('pay_links')
    .select(['purpose', 'subject_id', 'renews_id', 'amount_paise', 'created_at', 'expires_at'])
    .select(['sent_at', 'sent_by', 'opened_at', 'revoked_at'])
    .where(isOf(purpose, ids))
    .orderBy('id')
    .execute()
}

export async function forgetOldPayLinks(db: Db): Promise<void> {
  await deleteInBatches(db, 'pay_links', sql`expires_at < ${daysAgo(PAY_LINK_KEPT_DAYS)}`)
}
