import type { ComplaintStatus, OwnComplaint } from '@petsetu/contract/complaints/complaints.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { type RawBuilder, sql } from 'kysely'
import { findConfirmedEmail } from '../people/users/account-details.ts'
import { anyOf, hasEmail } from '../people/users/contact.ts'
import type { Db } from '../platform/db/pool.ts'
import { notFound } from '../platform/errors.ts'
import { IS_FEE_ASKED } from './complaint-payment.ts'
import { isKeptFor } from './complaint-privacy.ts'
import { inOneLine } from './complaint-queries.ts'

/** SQL condition: filed with the confirmed address of an account, or kept for it. Erased ones have no address. */
async function isOwnComplaint(db: Db, userId: number): Promise<RawBuilder<boolean>> {
  const email = await findConfirmedEmail(db, userId)
  return anyOf(email !== null && email !== '' ? hasEmail(email) : undefined, isKeptFor(userId))
}

/** A page of the complaints of an account, newest first, and how many there are. */
export async function listComplaintsOf(
  db: Db,
  userId: number,
  page: number,
  limit: number,
): Promise<{ rows: OwnComplaint[]; total: number }> {
  const filed = db.selectFrom('complaints').where(await isOwnComplaint(db, userId))
  const [rows, { total }] = await Promise.all([
    filed
      .leftJoin('payments', (join) =>
        join
          .onRef('payments.subject_id', '=', 'complaints.id')
          .on('payments.purpose', '=', 'complaint')
          .on('payments.disposition', '=', 'applied'),
      )
      .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
      .select(['complaints.id', 'type_of_complaint', 'location_of_incident', 'complaints.created_at', 'payment_status'])
      .select(
        sql<ComplaintStatus>`coalesce(
        (select status from complaints first where first.id = complaints.duplicate_of), complaints.status)`.as(
          'status',
        ),
      )
      .select(['receipts.token as receipt_token', IS_FEE_ASKED.as('is_payable')])
      .orderBy('complaints.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    filed.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return {
    total,
    rows: rows.map(({ receipt_token, created_at, location_of_incident, ...row }) => ({
      ...row,
      place: inOneLine(location_of_incident),
      reference: formatReference({ id: row.id, createdAt: created_at }),
      created_at: created_at.toISOString(),
      receipt_path: receipt_token === null ? null : paths.receipt.to({ token: receipt_token }),
    })),
  }
}

/** The id of an account's own complaint; rejects with 404 for any other. */
export async function requireOwnComplaint(db: Db, id: number, userId: number): Promise<number> {
  const own = await db
    .selectFrom('complaints')
    .select('id')
    .where('id', '=', id)
    .where(await isOwnComplaint(db, userId))
    .executeTakeFirstOrThrow(() => notFound('complaint_not_found'))
  return own.id
}
