import { ATTACHMENT_PATH, type Complaint, complaintCalls } from '@petsetu/contract/complaints.ts'
import { succeed } from '@petsetu/contract/envelope.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sharedSecret } from '../db/secrets.ts'
import type { Deps } from '../deps.ts'
import { forbidden, HttpError, notFound, unauthorized } from '../errors.ts'
import { type FileStore, STORED_NAME } from '../files/file-store.ts'
import { attachmentLink, isAttachmentLink } from '../files/signed-link.ts'
import { type CsvColumn, streamCsv } from '../http/bodies/csv.ts'
import { mounter } from '../http/routing/mount.ts'
import { bearerToken } from '../http/routing/person.ts'
import { settleOrder } from '../payments/ledger/capture-payment.ts'
import { listPaymentsOf } from '../payments/ledger/payment-queries.ts'
import { listOrdersOf } from '../payments/orders/order-queries.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { GatewayError } from '../payments/provider/gateway.ts'
import { findReceiptPath } from '../receipts/receipt-queries.ts'
import { recordEvent } from '../record-event.ts'
import {
  type ExportedComplaint,
  findComplaint,
  isAttached,
  listComplaints,
  listComplaintsAfter,
  setComplaintStatus,
  summarizeComplaints,
} from './complaint-queries.ts'

type AdminRouteDeps = Deps & { payments: PaymentDeps; attachments: FileStore }

const COMPLAINTS_A_PAGE = 10

/** The routes with which admins handle complaints. */
export async function complaintAdminRoutes(app: FastifyInstance, deps: AdminRouteDeps): Promise<void> {
  const on = mounter(app, deps)
  const { db } = deps
  const linkKey = await sharedSecret(db, 'attachment-links')

  on(complaintCalls.listAll, async ({ query }) => {
    const { page = 1, limit = COMPLAINTS_A_PAGE, status } = query
    const rows = listComplaints(db, status, page, limit)
    const [data, summary] = await Promise.all([rows, summarizeComplaints(deps.counters)])
    const counts = {
      pending: summary.pending_complaints,
      in_progress: summary.in_progress_complaints,
      resolved: summary.resolved_complaints,
      closed: summary.closed_complaints,
    }
    const total = status ? counts[status] : Object.values(counts).reduce((sum, count) => sum + count, 0)
    return {
      ...succeed(data),
      summary,
      pagination: { page, limit, total, last_page: Math.max(1, Math.ceil(total / limit)) },
    }
  })

  on(complaintCalls.csv, async ({ query, reply }) =>
    streamCsv(reply, 'complaints.csv', CSV_COLUMNS, (last, limit) =>
      listComplaintsAfter(db, query.status, last, limit),
    ),
  )

  on(complaintCalls.read, async ({ params }) => succeed(await readComplaint(params.id)))

  on(complaintCalls.setStatus, async ({ params, body, person, request }) => {
    if (!(await setComplaintStatus(db, params.id, body.status))) throw notFound('Complaint not found')
    recordEvent(request.log, {
      event: 'complaint-status',
      complaintId: params.id,
      status: body.status,
      actorId: person.id,
    })
    return succeed(await readComplaint(params.id))
  })

  on(complaintCalls.checkPayment, async ({ params }) => {
    await readComplaint(params.id)
    try {
      for (const order of await listOrdersOf(db, deps.payments.keyId, 'complaint', params.id))
        await settleOrder(deps.payments, order, 'admin')
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      throw new HttpError(error.status, 'The payment provider does not answer. Please try again.', {
        retryAfterSeconds: 5,
      })
    }
    return succeed(await readComplaint(params.id))
  })

  app.get<{ Params: { file_path: string }; Querystring: Record<string, unknown> }>(
    ATTACHMENT_PATH.replace('{file_path}', ':file_path'),
    async (request, reply) => {
      const { file_path: name } = request.params
      await rejectStrangers(request, name)
      const file = STORED_NAME.test(name) && (await isAttached(db, name)) ? await deps.attachments.read(name) : null
      if (!file) throw notFound('Attachment not found')
      return attachmentHeaders(reply, name, file.bytes).send(file.content)
    },
  )

  /** Allows an admin, or a link that the complaint's detail gave out some minutes ago. Knowing the file name is not enough. */
  async function rejectStrangers(request: FastifyRequest, name: string): Promise<void> {
    if (isAttachmentLink(name, request.query as Record<string, unknown>, linkKey)) return
    const token = bearerToken(request)
    const person = token ? await deps.findPerson(token) : null
    if (person?.role === 'admin') return
    const hasLink = Object.hasOwn(request.query as object, 'signature')
    throw person || hasLink ? forbidden() : unauthorized()
  }

  async function readComplaint(id: number): Promise<Complaint> {
    const [complaint, payments, receiptPath] = await Promise.all([
      findComplaint(db, id),
      listPaymentsOf(db, 'complaint', id),
      findReceiptPath(db, 'complaint', id),
    ])
    if (!complaint) throw notFound('Complaint not found')
    return {
      ...complaint,
      payments,
      receipt_path: receiptPath,
      file_url: complaint.file_path && attachmentLink(complaint.file_path, linkKey),
    }
  }
}

const CSV_COLUMNS: CsvColumn<ExportedComplaint>[] = [
  { head: 'ID', cell: (row) => row.id },
  { head: 'Name', cell: (row) => row.fullname },
  { head: 'Email', cell: (row) => row.email },
  { head: 'Phone', cell: (row) => row.phone },
  { head: 'Type', cell: (row) => row.type_of_complaint },
  { head: 'Location', cell: (row) => row.location_of_incident },
  { head: 'Date of Incident', cell: (row) => row.date_of_incident },
  { head: 'Description', cell: (row) => row.description },
  { head: 'Date Submitted', cell: (row) => row.created_at },
  { head: 'Status', cell: (row) => row.status },
  { head: 'Payment', cell: (row) => row.payment_status },
  { head: 'Amount (₹)', cell: (row) => row.payment_amount },
  { head: 'Payment ID', cell: (row) => row.razorpay_payment_id },
]

const TYPES: Record<string, string> = { pdf: 'application/pdf', jpg: 'image/jpeg', png: 'image/png' }

/** Serves the file with the content type that was detected, sandboxed so that nothing in it can run. */
function attachmentHeaders(reply: FastifyReply, name: string, bytes: number): FastifyReply {
  const extension = name.split('.').at(-1) ?? ''
  return reply
    .header('content-type', TYPES[extension] ?? 'application/octet-stream')
    .header('content-length', bytes)
    .header('content-disposition', `inline; filename="complaint-${name}"`)
    .header('cache-control', 'private, no-store')
}
