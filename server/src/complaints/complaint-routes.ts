import { CORRECTED, ComplaintForm } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { feeStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { paginationOf, succeed } from '@petsetu/contract/platform/envelope.ts'
import { toPaise } from '@petsetu/contract/platform/money.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Throttles } from '../limits.ts'
import { hasOpenPayment } from '../payments/ledger/payment-queries.ts'
import { checkoutOf, openOrder } from '../payments/orders/open-order.ts'
import { findOpenOrderId } from '../payments/orders/order-queries.ts'
import { verifyCheckout } from '../payments/orders/verify-checkout.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { findReceiptPath } from '../payments/receipts/receipt-queries.ts'
import { readingOf } from '../people/consents/record-consent.ts'
import { contactKeys } from '../people/users/contact.ts'
import { hasCorrections } from '../people/users/stored-corrections.ts'
import { orRemoveFiles } from '../platform/db/database-errors.ts'
import type { Db } from '../platform/db/pool.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { badRequest, conflict, notFound } from '../platform/errors.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import type { StoredNames } from '../platform/files/incoming-files.ts'
import { receiveForm } from '../platform/http/bodies/upload.ts'
import type { WorkLimit } from '../platform/http/limits/load-shedding.ts'
import { checkedFields } from '../platform/http/routing/checked-fields.ts'
import { idempotencyKeyOf } from '../platform/http/routing/idempotency.ts'
import { routeRegistrar } from '../platform/http/routing/route-registrar.ts'
import { languageOf } from '../platform/languages/request-language.ts'
import { textsIn } from '../platform/languages/texts.ts'
import { recordCaseEvent } from './case-events.ts'
import { closeToFormerAddress } from './changed-address.ts'
import { deleteFormFiles, insertFiles, removeFiles, storeFiles } from './complaint-files.ts'
import { complaintPurpose, openFeeOrder, requirePayable } from './complaint-payment.ts'
import { findComplaint } from './complaint-queries.ts'
import {
  contentHashOf,
  detailsOf,
  dueAfter,
  dueDaysOf,
  type Filed,
  type FiledComplaint,
  type Filing,
  fileComplaint,
  findByKey,
  type NewComplaint,
  type Submission,
} from './file-complaint.ts'
import { createFollowLink, tokenOfFiler } from './follow/follow-links.ts'
import { listComplaintsOf, requireOwnComplaint } from './own-complaints.ts'
import { readUnpaid } from './unpaid-complaint.ts'

const COMPLAINTS_A_PAGE = 20

type ComplaintDeps = Deps & { payments: PaymentDeps; attachments: FileStore }

export function complaintRoutes(app: FastifyInstance, deps: ComplaintDeps): void {
  const on = routeRegistrar(app, deps)
  const { db, attachments, payments } = deps
  const receive = submissionReceiver(deps)
  const filing = {
    db,
    attachments,
    limitRate: limitOf(deps.throttles),
    dueDays: () => deps.foundation().complaintDueDays,
  }

  on(complaintCalls.submit, async (asked) => {
    const key = idempotencyKeyOf(asked.request)
    return filed(deps, await receive(asked, (submission) => fileComplaint(filing, submission, key)), key)
  })

  on(complaintCalls.listOwn, async ({ person, query: { page = 1, limit = COMPLAINTS_A_PAGE } }) => {
    const { rows, total } = await listComplaintsOf(db, person.id, page, limit)
    return { ...succeed(rows), pagination: paginationOf({ page, limit }, total) }
  })

  on(complaintCalls.followOwn, async ({ params, person }) => {
    await deps.throttles.followLinksByAccount.count(String(person.id))
    const id = await requireOwnComplaint(db, params.id, person.id)
    return succeed({ follow_path: await createFollowLink(db, id) })
  })

  on(complaintCalls.correct, async (asked) => {
    const key = idempotencyKeyOf(asked.request)
    if (key === null) throw badRequest('idempotency_key_required')
    return filed(deps, await receive(asked, (submission) => correctComplaint(filing, submission, key)), key)
  })

  on(complaintCalls.initiatePayment, async ({ body, request }) => {
    await deps.throttles.feeOrderByAddress.count(request.ip)
    // Whoever does not know the address uses up none of the complainant's tries.
    await requirePayable(db, body.complaint_id, body.email)
    await deps.throttles.feeOrderByComplaint.count(String(body.complaint_id))
    const order = await openFeeOrder(payments, {
      complaintId: body.complaint_id,
      email: body.email,
      feePaise: toPaise(body.amount),
    })
    const text = textsIn(languageOf(request))
    return succeed(checkoutOf(order, payments, text('paidFor.complaint', { id: order.subjectId })))
  })

  on(complaintCalls.readUnpaid, async ({ body, person, request }) => {
    const complaint = await readUnpaid(deps, body, { person, ip: request.ip })
    const orderId = await findOpenOrderId(db, { purpose: 'complaint', subjectId: complaint.id })
    const found = { complaint_id: complaint.id, reference: formatReference(complaint), order_id: orderId }
    if (body.token !== undefined || !person) return succeed(found)
    await deps.throttles.followLinksByAccount.count(String(person.id))
    return succeed({ ...found, follow_path: await createFollowLink(db, complaint.id) })
  })

  on(complaintCalls.payUnpaid, async ({ body: { amount, ...asked }, person, request }) => {
    await deps.throttles.feeOrderByAddress.count(request.ip)
    const { id } = await readUnpaid(deps, asked, { person, ip: request.ip })
    await deps.throttles.feeOrderByComplaint.count(String(id))
    const feePaise = toPaise(amount)
    const order = await openOrder(payments, { purpose: 'complaint', subjectId: id, amountPaise: feePaise })
    return succeed(checkoutOf(order, payments, textsIn(languageOf(request))('paidFor.complaint', { id })))
  })

  on(complaintCalls.verifyPayment, async ({ body: { complaint_id: complaintId, ...checkout }, request }) => {
    await verifyCheckout({ ...payments, log: request.log }, { purpose: 'complaint', subjectId: complaintId }, checkout)
    const [complaint, receiptPath] = await Promise.all([
      findComplaint(payments.db, complaintId),
      findReceiptPath(payments.db, 'complaint', complaintId),
    ])
    const paymentStatus = complaint?.payment_status ?? 'none'
    return succeed({
      complaint_id: complaintId,
      payment_status: paymentStatus,
      // Whoever has a link to pay the fee may be somebody else. The mail about the payment leads the complainant to the receipt.
      receipt_path: complaint?.is_name_withheld ? null : receiptPath,
    })
  })
}

/** The limits on what one sender files, and all together; an address is counted before the form is read. */
function limitOf(throttles: Throttles) {
  const { byContact, ofAll } = complaintPurpose.limits
  return async ({ email, phone }: ComplaintForm): Promise<void> => {
    for (const key of contactKeys(email, phone)) await throttles[byContact].count(key)
    await throttles[ofAll].count('all')
  }
}

/** The link is for the browser that has just sent all of it: it lives there as long as the tab. */
async function filed({ db, secretKey }: Pick<Deps, 'db' | 'secretKey'>, complaint: Filed, key: string | null) {
  const { id } = complaint
  const follow_path = await createFollowLink(db, id, key === null ? undefined : tokenOfFiler(id, key, secretKey))
  return succeed({ complaint_id: id, reference: formatReference(complaint), follow_path })
}

const FILE_PARTS = { one: complaintCalls.submit.multipart, more: complaintCalls.submit.moreFiles }

type Asked = { request: FastifyRequest; reply: FastifyReply; runAfterUpload: WorkLimit }

/** Reads the form of a complaint with its files, hands it to `save`, and discards the files afterwards. */
function submissionReceiver({ throttles, attachments }: Deps & { attachments: FileStore }) {
  return async (
    { request, reply, runAfterUpload }: Asked,
    save: (submission: Submission) => Promise<Filed>,
  ): Promise<Filed> => {
    await throttles[complaintPurpose.limits.byAddress].count(request.ip)
    const { fields, files } = await receiveForm(request, reply, FILE_PARTS, attachments)
    try {
      return await runAfterUpload(() =>
        save({ form: checkedFields(ComplaintForm, fields), files, ...readingOf(request) }),
      )
    } finally {
      for (const file of files) await attachments.discard(file)
    }
  }
}

/** Replaces what was filed with this idempotency key. Rejects with 409 once it is paid for, or worked on. */
async function correctComplaint(
  { db, attachments, limitRate, dueDays }: Filing,
  { form, files, language }: Submission,
  idempotencyKey: string,
): Promise<Filed> {
  const contentHash = contentHashOf({ form, files })
  const existing = orMissing(await findByKey(db, idempotencyKey))
  if (existing.contentHash === contentHash) return existing
  await limitRate(form)
  const kept = await storeFiles(attachments, files)
  const complaint = { form, language, files: kept, idempotencyKey, contentHash, ...dueDaysOf(dueDays(), form) }
  const unusedFiles = await orRemoveFiles(replaceContent(db, complaint), () => removeFiles(attachments, kept))
  await removeFiles(attachments, unusedFiles)
  return existing
}

function replaceContent(
  db: Db,
  { form, language, files, idempotencyKey, contentHash, dueDays }: NewComplaint & { idempotencyKey: string },
): Promise<StoredNames[]> {
  return inTransaction(db, async (transaction) => {
    const complaint = orMissing(
      await transaction
        .selectFrom('complaints')
        .select(['payment_status', 'status', 'hold_until'])
        .where('idempotency_key', '=', idempotencyKey)
        .forUpdate()
        .executeTakeFirst(),
    )
    const filed: FiledComplaint = orMissing(await findByKey(transaction, idempotencyKey))
    if (filed.contentHash === contentHash) return files
    if (!feeStatuses[complaint.payment_status].isDue) throw conflict('already_paid')
    if (await hasOpenPayment(transaction, 'complaint', filed.id)) {
      throw conflict('payment_under_way')
    }
    const isUnderWay = complaint.status !== 'pending' || complaint.hold_until !== null
    if (isUnderWay || (await hasWorkOf(transaction, filed.id))) throw conflict('case_under_way')
    const unusedFiles = await deleteFormFiles(transaction, { id: filed.id, file_path: filed.filePath })
    await insertFiles(transaction, filed.id, files)
    await closeToFormerAddress(transaction, filed.id, { before: filed.form.email, after: form.email })
    const isOfOtherType = filed.form.type_of_complaint !== form.type_of_complaint
    await transaction
      .updateTable('complaints')
      .set({
        ...form,
        ...detailsOf(form),
        // A browser does not send a box that is not ticked.
        withhold_name: form.withhold_name ?? false,
        ...(isOfOtherType && dueDays !== undefined && { due_on: dueAfter(dueDays, FILED_ON) }),
        language,
        file_path: files[0]?.name ?? null,
        content_hash: contentHash,
      })
      .where('id', '=', filed.id)
      .execute()
    await recordCaseEvent(transaction, filed.id, { by: { role: 'complainant' }, kind: 'filed', after: CORRECTED })
    return unusedFiles
  })
}

/** SQL: the day in India on which a complaint was filed. */
const FILED_ON = sql<string>`(created_at at time zone 'Asia/Kolkata')::date`

/** True if an admin has done anything with the case since it was filed, or has corrected whose it is. */
async function hasWorkOf(transaction: Db, complaintId: number): Promise<boolean> {
  if (await hasCorrections(transaction, 'complaint', complaintId)) return true
  const event = await transaction
    .selectFrom('case_events')
    .select('id')
    .where('complaint_id', '=', complaintId)
    .where('by_role', '=', 'admin')
    .where('kind', '<>', 'filed')
    .limit(1)
    .executeTakeFirst()
  return event !== undefined
}

function orMissing<T>(complaint: T | null | undefined): T {
  if (!complaint) throw notFound('complaint_not_found')
  return complaint
}
