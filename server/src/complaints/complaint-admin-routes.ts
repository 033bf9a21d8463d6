import { OUTCOMES, PRIORITIES } from '@petsetu/contract/complaints/cases.ts'
import { shownType } from '@petsetu/contract/complaints/complaint-facts.ts'
import { ATTACHMENT_PATH, attachmentFile } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { complaintStatuses, feeStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { routeOf } from '@petsetu/contract/paths.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import { paginationOf, succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { settleOrder } from '../payments/ledger/capture-payment.ts'
import { listOrdersOf, type Order } from '../payments/orders/order-queries.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { DESK_ID_PREFIX } from '../payments/provider/account.ts'
import { GatewayError } from '../payments/provider/gateway.ts'
import { recordAudit, recordDownload } from '../people/audit/record-audit.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { dutyRequired, enrolmentRequired, forbidden, HttpError, notFound, unauthorized } from '../platform/errors.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { contentTypeOf, STORED_NAME } from '../platform/files/incoming-files.ts'
import { isSigned, sharedSecret } from '../platform/files/signed-link.ts'
import { type CsvColumn, indianClock, streamCsv } from '../platform/http/bodies/csv.ts'
import { bearerToken } from '../platform/http/routing/person.ts'
import { routeRegistrar } from '../platform/http/routing/route-registrar.ts'
import { recordAct } from '../platform/record-event.ts'
import { adminOf } from './case-events.ts'
import { auditCase } from './cases/audit-case.ts'
import { countCases, matchesFilter, ORDERS } from './cases/case-search.ts'
import { changeComplaintStatus } from './change-status.ts'
import { readShown } from './complaint-files.ts'
import {
  complaintReader,
  type ExportedComplaint,
  listComplaints,
  listComplaintsAfter,
  summarizeComplaints,
} from './complaint-queries.ts'

type AdminRouteDeps = Deps & { payments: PaymentDeps; attachments: FileStore }

const COMPLAINTS_A_PAGE = 10

export async function complaintAdminRoutes(app: FastifyInstance, deps: AdminRouteDeps): Promise<void> {
  const on = routeRegistrar(app, deps)
  const { db } = deps
  const linkKey = await sharedSecret(db, 'attachment-links')
  const readComplaint = complaintReader(db, linkKey)
  attachmentRoutes(app, deps, linkKey)

  on(complaintCalls.listAll, async ({ query: { page = 1, limit = COMPLAINTS_A_PAGE, ...filter }, person }) => {
    const matching = matchesFilter(filter, person.id)
    const [data, total, summary] = await Promise.all([
      listComplaints(db, { matching, order: ORDERS[filter.sort ?? 'newest'], page, limit }),
      countCases(db, deps.counters, { filter, adminId: person.id }),
      summarizeComplaints(deps.counters),
    ])
    return { ...succeed(data), summary, pagination: paginationOf({ page, limit }, total) }
  })

  on(complaintCalls.csv, async ({ query, reply, person, by }) => {
    await recordDownload(db, by, 'complaint', query)
    const matching = matchesFilter(query, person.id)
    return streamCsv(reply, 'complaints.csv', CSV_COLUMNS, (last, limit) =>
      listComplaintsAfter(db, { matching, last, limit }),
    )
  })

  on(complaintCalls.read, async ({ params }) => succeed(await readComplaint(params.id)))

  on(complaintCalls.setStatus, async ({ params: { id }, body, by }) => {
    await inTransaction(db, (transaction) =>
      auditCase(transaction, by, { id, action: 'complaint-status-set' }, async () => {
        await changeComplaintStatus({ ...deps, db: transaction }, id, body.status, adminOf(by))
      }),
    )
    recordAct(by, { event: 'complaint-status', complaintId: id, status: body.status })
    return succeed(await readComplaint(id))
  })

  on(complaintCalls.checkPayment, async ({ params, by }) => {
    await readComplaint(params.id)
    // The result is recorded in the payment journal, because it is the provider's word.
    await recordAudit(db, by, 'complaint-payment-checked', { kind: 'complaint', id: params.id })
    await checkPayments(deps.payments, params.id)
    return succeed(await readComplaint(params.id))
  })
}

async function checkPayments(payments: PaymentDeps, complaintId: number): Promise<void> {
  for (const order of await listOrdersOf(payments.db, payments.keyId, 'complaint', complaintId))
    await checkOrder(payments, order)
}

async function checkOrder(payments: PaymentDeps, order: Order): Promise<void> {
  try {
    await settleOrder(payments, order, 'admin')
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    payments.log.warn({ err: error, orderId: order.id }, 'the payment provider could not be asked about an order')
    // It answers no more about an order that is too old. The others are asked about all the same.
    if (error.kind !== 'refused') throw new HttpError(error.status, 'provider_unavailable', { retryAfterSeconds: 5 })
  }
}

const CSV_COLUMNS: CsvColumn<ExportedComplaint>[] = [
  { headId: 'csv.id', cell: (row) => row.id },
  { headId: 'labels.reference', cell: (row) => row.reference },
  { headId: 'csv.name', cell: (row) => row.fullname },
  { headId: 'csv.email', cell: (row) => row.email },
  { headId: 'csv.phone', cell: (row) => row.phone },
  { headId: 'csv.type', cell: (row, text) => shownType(row.type_of_complaint, text) },
  { headId: 'csv.location', cell: (row) => row.location_of_incident },
  { headId: 'csv.incidentDate', cell: (row) => row.date_of_incident },
  { headId: 'csv.description', cell: (row) => row.description },
  { headId: 'csv.submittedOn', cell: (row) => indianClock(row.created_at) },
  { headId: 'csv.status', cell: ({ status }, text) => text(complaintStatuses[status].label) },
  { headId: 'csv.priority', cell: ({ priority }, text) => text(PRIORITIES[priority]) },
  { headId: 'csv.dueDay', cell: (row) => row.due_on },
  { headId: 'csv.assignee', cell: (row) => row.assignee?.username ?? null },
  { headId: 'csv.outcome', cell: ({ outcome }, text) => outcome && text(OUTCOMES[outcome]) },
  { headId: 'csv.duplicateOf', cell: (row) => row.duplicate_of },
  { headId: 'csv.payment', cell: (row, text) => text(feeStatuses[row.payment_status].label) },
  { headId: 'csv.amount', cell: (row) => row.payment_amount },
  // Money of the desk has no id of the provider, as in the file of payments.
  {
    headId: 'csv.paymentId',
    cell: ({ razorpay_payment_id: id }) => (id?.startsWith(DESK_ID_PREFIX) ? null : id),
  },
]

/** Serves attachments to an admin, and to whoever has a link signed with `linkKey`. */
function attachmentRoutes(
  app: FastifyInstance,
  { db, attachments, findPerson }: Pick<Deps, 'db' | 'findPerson'> & { attachments: FileStore },
  linkKey: Buffer,
): void {
  app.get<{ Params: { file_path: string }; Querystring: Record<string, unknown> }>(
    routeOf({ pattern: ATTACHMENT_PATH }),
    async (request, reply) => {
      const { file_path: name } = request.params
      await rejectStrangers(request, name)
      const file = STORED_NAME.test(name) ? await readShown(db, attachments, name) : null
      if (!file) throw notFound('attachment_not_found')
      return attachmentHeaders(reply, name, file.bytes).send(file.content)
    },
  )

  /** Allows an admin, or a link that the complaint's detail gave out some minutes ago. Knowing the file name is not enough. */
  async function rejectStrangers(request: FastifyRequest, name: string): Promise<void> {
    if (isSigned(name, request.query as Record<string, unknown>, linkKey)) return
    const token = bearerToken(request)
    const person = token ? await findPerson(token) : null
    if (person?.mustEnrol) throw enrolmentRequired()
    if (person && hasDuty(person, attachmentFile.duty)) return
    if (person?.role === 'admin') throw dutyRequired(attachmentFile.duty)
    const hasLink = Object.hasOwn(request.query as object, 'signature')
    throw person || hasLink ? forbidden() : unauthorized()
  }
}

/** Serves the file with the content type that was detected, sandboxed so that nothing in it can run. */
function attachmentHeaders(reply: FastifyReply, name: string, bytes: number): FastifyReply {
  return reply
    .header('content-type', contentTypeOf(name))
    .header('content-length', bytes)
    .header('content-disposition', `inline; filename="complaint-${name}"`)
    .header('cache-control', 'private, no-store')
}
