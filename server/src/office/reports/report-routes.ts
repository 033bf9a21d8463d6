import {
  type AccountsQuery,
  ERASED_NAME,
  type ReportedMembership,
  reportCalls,
} from '@petsetu/contract/office/reports.ts'
import {
  BOOKED_DISPOSITIONS,
  deskModes,
  deskStates,
  type PaymentDisposition,
  paymentStatuses,
  RECEIVED_STATUSES,
} from '@petsetu/contract/payments/payments.ts'
import { pageOf, succeed } from '@petsetu/contract/platform/envelope.ts'
import { toRupees } from '@petsetu/contract/platform/money.ts'
import { purposes } from '@petsetu/contract/platform/purposes.ts'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { type MovedOnDay, movementsByDay } from '../../payments/books/movements.ts'
import { recordDownload } from '../../people/audit/record-audit.ts'
import { endOfDay, literals, startOfDay } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { type CsvColumn, indianClock, streamCsv } from '../../platform/http/bodies/csv.ts'
import { streamSuccess } from '../../platform/http/bodies/json-list.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { listReportedPlans } from '../../supporters/plans/plan-queries.ts'
import { membershipsByMonth, revenueByMonth } from './by-month.ts'
import { listReportedMemberships, listReportedMembershipsAfter, summarizeMemberships } from './membership-report.ts'
import { type ListedTransaction, listTransactions, summarizeTransactions, withoutPosition } from './payment-report.ts'

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  on(reportCalls.memberships, async ({ query, reply }) => {
    const page = pageOf(query)
    if (page) {
      const rows = listReportedMemberships(db, query, { sort: query.sort, ...page })
      const [data, summary] = await Promise.all([rows, summarizeMemberships(deps, query)])
      return { ...succeed(data), summary }
    }
    const summary = await summarizeMemberships(deps, query)
    return streamSuccess<ReportedMembership>(reply, { summary }, (last, limit) =>
      listReportedMembershipsAfter(db, query, last, limit),
    )
  })

  on(reportCalls.membershipsCsv, async ({ query, by, reply }) => {
    await recordDownload(db, by, 'membership', query)
    return streamCsv<ReportedMembership>(reply, 'memberships.csv', MEMBERSHIP_COLUMNS, (last, limit) =>
      listReportedMembershipsAfter(db, query, last, limit),
    )
  })

  on(reportCalls.plans, async () => succeed(await listReportedPlans(db)))

  on(reportCalls.payments, async ({ query, reply }) => {
    const page = pageOf(query)
    if (page) {
      const rows = listTransactions(db, query, { sort: query.sort, ...slice(page) })
      const [data, summary] = await Promise.all([rows, summarizeTransactions(deps, query)])
      return { ...succeed(data), summary }
    }
    const summary = await summarizeTransactions(deps, query)
    return streamSuccess<ListedTransaction>(
      reply,
      { summary },
      (last, limit) => listTransactions(db, query, { last, limit }),
      withoutPosition,
    )
  })

  on(reportCalls.paymentsCsv, async ({ query, by, reply }) => {
    await recordDownload(db, by, 'payment', query)
    return streamCsv<ListedTransaction>(reply, 'payments.csv', PAYMENT_COLUMNS, (last, limit) =>
      listTransactions(db, query, { last, limit }),
    )
  })

  chartRoutes(app, deps)
}

function chartRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  on(reportCalls.membershipMonths, async ({ query }) => succeed(await membershipsByMonth(db, query)))

  on(reportCalls.paymentMonths, async ({ query }) => succeed(await revenueByMonth(db, query)))

  on(reportCalls.accountsCsv, async ({ query, by, reply }) => {
    const file = `accounts-${query.start_date}-${query.end_date}.csv`
    await recordDownload(db, by, 'payment', { file })
    return sendDays(reply, file, await accountsByDay(db, query))
  })

  on(reportCalls.movementsCsv, async ({ query: { start_date: start, end_date: end }, by, reply }) => {
    const file = `movements-${start}-${end}.csv`
    await recordDownload(db, by, 'payment', { file })
    return sendDays(reply, file, await movementsByDay(db, { start, end }))
  })
}

function sendDays(reply: FastifyReply, fileName: string, days: MovedOnDay[]) {
  return streamCsv<MovedOnDay>(reply, fileName, DAY_COLUMNS, async (last, limit) => {
    const next = last ? days.indexOf(last) + 1 : 0
    return days.slice(next, next + limit)
  })
}

function slice({ page, limit }: { page: number; limit: number }): { offset: number; limit: number } {
  return { offset: (page - 1) * limit, limit }
}

const MEMBERSHIP_COLUMNS: CsvColumn<ReportedMembership>[] = [
  { headId: 'csv.id', cell: (row) => row.id },
  { headId: 'csv.user', cell: (row) => row.username },
  { headId: 'csv.email', cell: (row) => row.email },
  { headId: 'csv.plan', cell: (row) => row.plan_name },
  { headId: 'csv.category', cell: ({ category }, text) => text(`plan.${category}`) },
  { headId: 'csv.registered', cell: (row) => indianClock(row.created_at) },
  { headId: 'csv.startDate', cell: (row) => row.start_date },
  { headId: 'csv.expiryDate', cell: (row) => row.expiry_date },
  { headId: 'csv.status', cell: ({ status }, text) => text(`membershipStatus.${status}`) },
  { headId: 'csv.amountPaid', cell: (row) => row.amount_paid },
]

const MATCHED: Record<PaymentDisposition, PlainId> = {
  none: 'audit.no',
  applied: 'audit.yes',
  surplus: 'paymentReport.surplus',
  quarantined: 'paymentReport.quarantined',
}

const nameOr = (name: string, text: Translate) => (name === ERASED_NAME ? text('paymentReport.erased') : name)

function paidFor({ purpose, plan_name }: ListedTransaction, text: Translate): string {
  const reported = purpose && purposes[purpose].reported
  return reported ? text(reported) : nameOr(plan_name, text)
}

/** Money of the desk has states that the provider does not know. */
function statusOf({ status, desk }: ListedTransaction, text: Translate): string {
  return text(desk ? deskStates[desk.state].label : paymentStatuses[status].label)
}

/** The note of an admin, which says if the money was kept. */
function settlementOf({ settled_note: note, settled_as }: ListedTransaction, text: Translate): string | null {
  return note !== null && settled_as === 'kept' ? text('refundAction.kept', { note: shownWords(note, text) }) : note
}

const PAYMENT_COLUMNS: CsvColumn<ListedTransaction>[] = [
  { headId: 'csv.transactionId', cell: (row) => row.id },
  { headId: 'csv.user', cell: ({ username }, text) => nameOr(username, text) },
  { headId: 'csv.membershipPlan', cell: (row, text) => paidFor(row, text) },
  { headId: 'csv.amount', cell: (row) => row.amount },
  { headId: 'csv.returned', cell: (row) => row.returned },
  // Money of the desk has no ids of the provider; ours are on no page.
  { headId: 'csv.orderId', cell: (row) => (row.desk ? null : row.razorpay_order_id) },
  { headId: 'csv.paymentId', cell: (row) => (row.desk ? null : row.razorpay_payment_id) },
  { headId: 'csv.status', cell: statusOf },
  { headId: 'csv.matched', cell: ({ disposition }, text) => text(MATCHED[disposition]) },
  { headId: 'csv.paidBy', cell: ({ desk }, text) => text(desk ? deskModes[desk.mode].label : 'csv.online') },
  { headId: 'csv.deskReference', cell: ({ desk }) => desk && [desk.reference, desk.bank].filter(Boolean).join(', ') },
  { headId: 'csv.takenBy', cell: ({ desk }) => desk?.taken_by ?? null },
  { headId: 'csv.settledOtherwise', cell: settlementOf },
  { headId: 'csv.date', cell: (row) => indianClock(row.created_at) },
]

/** The money received on these days, and the part that went back; gross minus returned is the report's revenue. */
async function accountsByDay(db: Db, { start_date, end_date }: AccountsQuery): Promise<MovedOnDay[]> {
  const { rows } = await sql<MovedOnDay>`
    select (payments.created_at at time zone 'Asia/Kolkata')::date::text as day, purpose,
      coalesce(desk_payments.mode, 'online') as mode, count(*) as payments, sum(amount_paise)::bigint as gross_paise,
      sum(case status when 'refunded' then amount_paise else refunded_paise end)::bigint as returned_paise
    from payments
    left join desk_payments on desk_payments.payment_id = payments.id
    where status in ${literals(RECEIVED_STATUSES)} and disposition in ${literals(BOOKED_DISPOSITIONS)}
      and payments.created_at >= ${startOfDay(start_date)} and payments.created_at < ${endOfDay(end_date)}
    group by 1, 2, 3
    order by 1, 2, 3`.execute(db)
  return rows
}

const DAY_COLUMNS: CsvColumn<MovedOnDay>[] = [
  { headId: 'csv.day', cell: ({ day }) => day },
  { headId: 'csv.purpose', cell: ({ purpose }, text) => purpose && text(`desk.${purpose}`) },
  { headId: 'csv.paidBy', cell: ({ mode }, text) => text(mode === 'online' ? 'csv.online' : deskModes[mode].label) },
  { headId: 'csv.payments', cell: ({ payments }) => payments },
  { headId: 'csv.gross', cell: ({ gross_paise }) => inRupees(gross_paise) },
  { headId: 'csv.returned', cell: ({ returned_paise }) => inRupees(returned_paise) },
  { headId: 'csv.net', cell: ({ gross_paise, returned_paise }) => netOf(gross_paise - returned_paise) },
]

// A negative sum is written as a number: a text that begins with a minus sign gets an apostrophe.
const netOf = (paise: number) => (paise < 0 ? toRupees(paise) : inRupees(paise))

function inRupees(paise: number): string {
  return toRupees(paise).toFixed(2)
}
