import { ComplaintForm } from '@petsetu/contract/complaints/complaint-form.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { paginationOf, succeed } from '@petsetu/contract/platform/envelope.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { checkoutOf } from '../payments/orders/checkout-of.ts'
import { openOrder } from '../payments/orders/open-order.ts'
import { findOpenOrderId } from '../payments/orders/order-queries.ts'
import { verifyCheckout } from '../payments/orders/verify-checkout.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { findReceiptPath } from '../payments/receipts/receipt-queries.ts'
import { findConfirmedEmail } from '../people/users/account-details.ts'
import { contactKeys } from '../people/users/contact-key.ts'
import { badRequest } from '../platform/errors.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { receiveForm } from '../platform/http/bodies/upload.ts'
import type { Throttles } from '../platform/http/limits/throttles.ts'
import type { WorkLimit } from '../platform/http/limits/work-limit.ts'
import { checkedFields } from '../platform/http/routing/checked-fields.ts'
import { idempotencyKeyOf } from '../platform/http/routing/idempotency.ts'
import { routeRegistrar } from '../platform/http/routing/route-registrar.ts'
import { languageOf } from '../platform/languages/request-language.ts'
import { textsIn } from '../platform/languages/texts.ts'
import { openFeeOrder } from './complaint-fee.ts'
import { findComplaint } from './complaint-queries.ts'
import { correctComplaint } from './correct-complaint.ts'
import { fileComplaint, type Submission } from './file-complaint.ts'
import { createFollowLink, tokenOfFiler } from './follow-links.ts'
import type { Filed } from './insert-complaint.ts'
import { listComplaintsWith, requireOwnComplaint } from './own-complaints.ts'
import { readUnpaid } from './unpaid-complaint.ts'

const COMPLAINTS_A_PAGE = 20

type ComplaintDeps = Deps & { payments: PaymentDeps; attachments: FileStore }

/** The routes for complainants: file, pay, and verify the payment. */
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
    const email = await findConfirmedEmail(db, person.id)
    const { rows, total } = email ? await listComplaintsWith(db, email, page, limit) : { rows: [], total: 0 }
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
    await deps.throttles.feeOrderByComplaint.count(String(body.complaint_id))
    const order = await openFeeOrder(payments, {
      complaintId: body.complaint_id,
      email: body.email,
      feePaise: Math.round(body.amount * PAISE_PER_RUPEE),
    })
    const text = textsIn(languageOf(request))
    return succeed(checkoutOf(order, payments, text('paidFor.complaint', { id: order.subjectId })))
  })

  on(complaintCalls.readUnpaid, async ({ body, person, request }) => {
    const complaint = await readUnpaid(deps, body, { person, ip: request.ip })
    const orderId = await findOpenOrderId(db, { purpose: 'complaint', subjectId: complaint.id })
    return succeed({ complaint_id: complaint.id, reference: formatReference(complaint), order_id: orderId })
  })

  on(complaintCalls.payUnpaid, async ({ body: { amount, ...asked }, person, request }) => {
    await deps.throttles.feeOrderByAddress.count(request.ip)
    const { id } = await readUnpaid(deps, asked, { person, ip: request.ip })
    await deps.throttles.feeOrderByComplaint.count(String(id))
    const feePaise = Math.round(amount * PAISE_PER_RUPEE)
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
    return succeed({ complaint_id: complaintId, payment_status: paymentStatus, receipt_path: receiptPath })
  })
}

/** The limits on what one sender files, and all together; an address is counted before the form is read. */
function limitOf({ complaintByContact, complaintOfAll }: Throttles) {
  return async ({ email, phone }: ComplaintForm): Promise<void> => {
    for (const key of contactKeys(email, phone)) await complaintByContact.count(key)
    await complaintOfAll.count('all')
  }
}

/** The link is for the browser that has just sent all of it: it lives there as long as the tab. */
async function filed({ db, secretKey }: Pick<Deps, 'db' | 'secretKey'>, complaint: Filed, key: string | null) {
  const { id } = complaint
  const follow_path = await createFollowLink(db, id, key === null ? undefined : tokenOfFiler(id, key, secretKey))
  return succeed({ complaint_id: id, reference: formatReference(complaint), follow_path })
}

const FILE_PARTS = { one: complaintCalls.submit.multipart, more: complaintCalls.submit.moreFiles }

type Asked = { request: FastifyRequest; reply: FastifyReply; whenReceived: WorkLimit }

/** Reads the form of a complaint with its files, hands it to `save`, and discards the files afterwards. */
function submissionReceiver({ throttles, attachments }: Deps & { attachments: FileStore }) {
  return async (
    { request, reply, whenReceived }: Asked,
    save: (submission: Submission) => Promise<Filed>,
  ): Promise<Filed> => {
    await throttles.complaintByAddress.count(request.ip)
    const { fields, files } = await receiveForm(request, reply, FILE_PARTS, attachments)
    try {
      return await whenReceived(() =>
        save({ form: checkedFields(ComplaintForm, fields), files, language: languageOf(request) }),
      )
    } finally {
      for (const file of files) await attachments.discard(file)
    }
  }
}
