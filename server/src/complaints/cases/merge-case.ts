import { sql } from 'kysely'
import { lockOrders } from '../../payments/ledger/record-payment.ts'
import type { PaymentDeps } from '../../payments/payment-deps.ts'
import { IS_AT_PROVIDER } from '../../payments/provider/account.ts'
import { refundPayment } from '../../payments/refunds/refund-payment.ts'
import { openRefund } from '../../payments/refunds/refund-queries.ts'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, HttpError, notFound } from '../../platform/errors.ts'
import type { EnqueueMail } from '../../platform/mail/outbox.ts'
import { adminOf, recordCaseEvent } from '../case-events.ts'
import { mergedMail } from '../complaint-mails.ts'
import { readReference } from '../complaint-queries.ts'
import { shareHold } from '../holds.ts'

type Deps = { db: Db; payments: PaymentDeps; enqueueMail: EnqueueMail }

/**
 * Closes a complaint as a duplicate of `into`, and makes its own duplicates duplicates of `into`, too. What was paid for it is
 * refunded: the refund is stored with the merge, and the provider is asked afterwards, now or by the reconciler. Money taken at the
 * desk is voided there, by whoever hands it back. If one of them is held, all are. A repeat changes nothing more. Rejects with 404 for
 * an unknown complaint, and with 409 if `into` is the same complaint or a duplicate itself, or if the complaint was merged into another one.
 */
export async function mergeCase(deps: Deps, id: number, into: number, actor: Actor): Promise<void> {
  if (id === into) throw conflict('merge_into_itself')
  const paymentId = await inTransaction(deps.db, async (transaction) => {
    // First, as whoever records a payment does: a payment that comes meanwhile waits, and then finds a duplicate.
    await lockOrders(transaction, { purpose: 'complaint', subjectId: id })
    const { duplicate, original } = await lockPair(transaction, id, into)
    if (original.duplicate_of !== null) throw conflict('merge_into_duplicate')
    if (duplicate.duplicate_of !== null && duplicate.duplicate_of !== into) throw conflict('merged_already')
    if (duplicate.duplicate_of === null) await closeAsDuplicate(deps, transaction, { id, into, actor })
    const payment = await findRefundable(transaction, id)
    if (payment) await openRefund(transaction, payment.id, actor)
    return payment?.id ?? null
  })
  if (paymentId !== null) await askForRefund(deps.payments, paymentId, actor)
}

async function lockPair(transaction: Db, id: number, into: number) {
  const rows = await transaction
    .selectFrom('complaints')
    .select(['id', 'duplicate_of'])
    .where('id', 'in', [id, into])
    .orderBy('id')
    .forUpdate()
    .execute()
  const [duplicate, original] = [id, into].map((wanted) => rows.find((row) => row.id === wanted))
  if (!duplicate || !original) throw notFound('complaint_not_found')
  return { duplicate, original }
}

async function closeAsDuplicate(
  { enqueueMail }: Deps,
  transaction: Db,
  { id, into, actor }: { id: number; into: number; actor: Actor },
): Promise<void> {
  const by = adminOf(actor)
  const followers = await transaction
    .updateTable('complaints')
    .set({ status: 'closed', outcome: 'duplicate', duplicate_of: into })
    .where((where) => where.or([where('id', '=', id), where('duplicate_of', '=', id)]))
    .returning(['id', sql<string | null>`case when id = ${id} then null else ${String(id)}::text end`.as('before')])
    .execute()
  const original = { reference: await readReference(transaction, into) }
  for (const { id: followerId, before } of followers) {
    await recordCaseEvent(transaction, followerId, { by, kind: 'merge', before, after: into })
    const details = { before: { duplicate_of: before && Number(before) }, after: { duplicate_of: into } }
    await recordAudit(transaction, actor, 'complaint-merged', { kind: 'complaint', id: followerId }, details)
    const mail = await mergedMail(transaction, followerId, original)
    if (mail) await enqueueMail(transaction, mail)
  }
  await shareHold(transaction, into, actor)
  await recordCaseEvent(transaction, into, { by, kind: 'merge', internal: true, before: id })
}

async function findRefundable(transaction: Db, id: number): Promise<{ id: number } | undefined> {
  return transaction
    .selectFrom('payments')
    .select('id')
    .where('purpose', '=', 'complaint')
    .where('subject_id', '=', id)
    .where('disposition', '=', 'applied')
    .where('status', '=', 'captured')
    .where('settled_at', 'is', null)
    .where(IS_AT_PROVIDER)
    .executeTakeFirst()
}

/** The merge holds, whatever the provider says: the reconciler asks again, and the complaint shows a refund that failed. */
async function askForRefund(payments: PaymentDeps, paymentId: number, actor: Actor): Promise<void> {
  try {
    await refundPayment(payments, paymentId, actor)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    payments.log.warn({ err: error, paymentId }, 'the fee of a merged complaint is not refunded yet')
  }
}
