import { ComplaintForm, complaintCalls } from '@petsetu/contract/complaints.ts'
import { succeed } from '@petsetu/contract/envelope.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { badRequest } from '../errors.ts'
import type { FileStore } from '../files/file-store.ts'
import { receiveForm } from '../http/bodies/upload.ts'
import { COMPLAINTS_OPEN_MAX, openForms } from '../http/limits/open-forms.ts'
import type { WorkLimit } from '../http/limits/work-limit.ts'
import { checkedFields } from '../http/routing/checked-fields.ts'
import { idempotencyKeyOf } from '../http/routing/idempotency.ts'
import { mounter } from '../http/routing/mount.ts'
import { languageOf } from '../languages/request-language.ts'
import { textsIn } from '../languages/texts.ts'
import { checkoutOf } from '../payments/orders/checkout-of.ts'
import { verifyCheckout } from '../payments/orders/verify-checkout.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { findReceiptPath } from '../receipts/receipt-queries.ts'
import { findConfirmedEmail } from '../users/account-details.ts'
import { contactKeys } from '../users/contact-key.ts'
import { openFeeOrder } from './complaint-fee.ts'
import { findComplaint, readReference } from './complaint-queries.ts'
import { correctComplaint } from './correct-complaint.ts'
import { fileComplaint, type Submission } from './file-complaint.ts'
import { listComplaintsWith } from './own-complaints.ts'

const COMPLAINTS_A_PAGE = 20
const FILE_PARTS = { one: complaintCalls.submit.multipart, more: complaintCalls.submit.moreFiles }

type ComplaintDeps = Deps & { payments: PaymentDeps; attachments: FileStore }

/** The routes for complainants: file, pay, and verify the payment. */
export function complaintRoutes(app: FastifyInstance, deps: ComplaintDeps): void {
  const on = mounter(app, deps)
  const { db, attachments, payments } = deps
  const admitForm = openForms(COMPLAINTS_OPEN_MAX, deps.config.rateLimits)
  const filing = { db, attachments, limitRate, dueDays: () => deps.foundation().complaintDueDays }

  on(complaintCalls.submit, async (asked) => {
    const key = idempotencyKeyOf(asked.request)
    return filed(await withForm(asked, (submission) => fileComplaint(filing, submission, key)))
  })

  on(complaintCalls.listOwn, async ({ person, query: { page = 1, limit = COMPLAINTS_A_PAGE } }) => {
    const email = await findConfirmedEmail(db, person.id)
    const { rows, total } = email ? await listComplaintsWith(db, email, page, limit) : { rows: [], total: 0 }
    return { ...succeed(rows), pagination: { page, limit, total, last_page: Math.max(1, Math.ceil(total / limit)) } }
  })

  on(complaintCalls.correct, async (asked) => {
    const key = idempotencyKeyOf(asked.request)
    if (key === null) throw badRequest('idempotency_key_required')
    return filed(await withForm(asked, (submission) => correctComplaint(filing, submission, key)))
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

  on(complaintCalls.verifyPayment, async ({ body: { complaint_id: complaintId, ...checkout }, request }) => {
    await verifyCheckout({ ...payments, log: request.log }, { purpose: 'complaint', subjectId: complaintId }, checkout)
    const [complaint, receiptPath] = await Promise.all([
      findComplaint(payments.db, complaintId),
      findReceiptPath(payments.db, 'complaint', complaintId),
    ])
    const paymentStatus = complaint?.payment_status ?? 'none'
    return succeed({ complaint_id: complaintId, payment_status: paymentStatus, receipt_path: receiptPath })
  })

  async function filed(id: number) {
    return succeed({ complaint_id: id, reference: await readReference(db, id) })
  }

  async function limitRate({ email, phone }: ComplaintForm): Promise<void> {
    for (const key of contactKeys(email, phone)) await deps.throttles.complaintByContact.count(key)
    await deps.throttles.complaintOfAll.count('all')
  }

  async function withForm(
    { request, reply, whenReceived }: { request: FastifyRequest; reply: FastifyReply; whenReceived: WorkLimit },
    save: (submission: Submission) => Promise<number>,
  ): Promise<number> {
    await deps.throttles.complaintByAddress.count(request.ip)
    return admitForm(request.ip, async () => {
      const { fields, files } = await receiveForm(request, reply, FILE_PARTS, attachments)
      try {
        return await whenReceived(() =>
          save({ form: checkedFields(ComplaintForm, fields), files, language: languageOf(request) }),
        )
      } finally {
        for (const file of files) await attachments.discard(file)
      }
    })
  }
}
