import { ComplaintForm, complaintCalls } from '@petsetu/contract/complaints.ts'
import { succeed } from '@petsetu/contract/envelope.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from '../db/pool.ts'
import type { Deps } from '../deps.ts'
import { badRequest, isRefusedByDatabase } from '../errors.ts'
import { checkedFields, mounter } from '../http/mount.ts'
import { receiveForm } from '../http/upload.ts'
import { checkoutOf } from '../payments/checkout-of.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { findReceiptPath } from '../payments/receipt-queries.ts'
import { verifyCheckout } from '../payments/verify-checkout.ts'
import { contactKeys } from '../users/contact-key.ts'
import type { AttachmentStore, ReceivedFile } from './attachment-store.ts'
import { openFeeOrder } from './complaint-fee.ts'
import { findByKey, findComplaint } from './complaint-queries.ts'
import { complaintInserter } from './insert-complaint.ts'

type ComplaintDeps = Deps & { pool: Pool; payments: PaymentDeps; attachments: AttachmentStore }

/** What a complainant does: file, pay, report the payment. */
export function complaintRoutes(app: FastifyInstance, deps: ComplaintDeps): void {
  const on = mounter(app, deps)
  const { pool, attachments, payments } = deps
  const insertComplaint = complaintInserter(pool)

  on(complaintCalls.submit, async ({ request, reply }) => {
    await deps.throttles.complaintByAddress.count(request.ip)
    const idempotencyKey = idempotencyKeyOf(request)
    const { fields, file } = await receiveForm(request, reply, complaintCalls.submit.multipart, attachments)
    const id = await fileComplaint(fields, file, idempotencyKey)
    return succeed({ complaint_id: id })
  })

  on(complaintCalls.initiatePayment, async ({ body, request }) => {
    await deps.throttles.feeOrderByAddress.count(request.ip)
    await deps.throttles.feeOrderByComplaint.count(String(body.complaint_id))
    const order = await openFeeOrder(payments, {
      complaintId: body.complaint_id,
      email: body.email,
      feePaise: Math.round(body.amount * PAISE_PER_RUPEE),
    })
    return succeed(checkoutOf(order, payments, `Filing fee for complaint ${order.subjectId}`))
  })

  on(complaintCalls.verifyPayment, async ({ body: { complaint_id: complaintId, ...checkout }, request }) => {
    await verifyCheckout({ ...payments, log: request.log }, { purpose: 'complaint', subjectId: complaintId }, checkout)
    const [complaint, receiptPath] = await Promise.all([
      findComplaint(payments.db, complaintId),
      findReceiptPath(payments.db, 'complaint', complaintId),
    ])
    // Not always 'paid': an old answer is told again after the money went back.
    const paymentStatus = complaint?.payment_status ?? 'none'
    return succeed({ complaint_id: complaintId, payment_status: paymentStatus, receipt_path: receiptPath })
  })

  async function refuseFlood({ email, phone }: ComplaintForm): Promise<void> {
    for (const key of contactKeys(email, phone)) await deps.throttles.complaintByContact.count(key)
    await deps.throttles.complaintOfAll.count('all')
  }

  /** File and row together or neither: a crash between them leaves at most a file that a sweep removes. */
  async function fileComplaint(
    fields: Record<string, string>,
    file: ReceivedFile | null,
    idempotencyKey: string | null,
  ): Promise<number> {
    try {
      const form = checkedFields(ComplaintForm, fields)
      const existing = idempotencyKey && (await findByKey(pool, idempotencyKey))
      if (existing) return existing.id
      await refuseFlood(form)
      const name = file && (await attachments.keep(file))
      const { id, filePath } = await insertComplaint(form, name, idempotencyKey).catch(async (error: unknown) => {
        // Otherwise the row may be there all the same, its answer alone lost: the file stays, for a sweep to look again.
        if (name && isRefusedByDatabase(error)) await attachments.remove(name)
        throw error
      })
      if (name && name !== filePath) await attachments.remove(name)
      return id
    } finally {
      if (file) await attachments.discard(file)
    }
  }
}

const KEY = /^[\w-]{8,100}$/

function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && KEY.test(key)) return key
  throw badRequest('Idempotency-Key must be 8 to 100 letters, digits, - or _')
}
