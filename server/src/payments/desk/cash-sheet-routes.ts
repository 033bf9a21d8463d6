import { type CashSheet, cashSheetCalls, type HandoverKind } from '@petsetu/contract/payments/books.ts'
import type { DeskPayment } from '@petsetu/contract/payments/desk.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { toRupees } from '@petsetu/contract/platform/money.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { recordDownload } from '../../people/audit/record-audit.ts'
import { type CsvColumn, indianClock, streamCsv } from '../../platform/http/bodies/csv.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { recordAct } from '../../platform/record-event.ts'
import { cashInHand, handOver, readCashSheet } from './cash-sheet.ts'
import { modeOf, paidForOf, statusOf } from './desk-csv.ts'

export function cashSheetRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  on(cashSheetCalls.read, async ({ query, person }) =>
    succeed(await readCashSheet(db, { adminId: query.admin_id ?? person.id, day: query.day ?? today() }, person)),
  )

  on(cashSheetCalls.csv, async ({ query, person, by, reply }) => {
    const sheet = await readCashSheet(db, { adminId: query.admin_id ?? person.id, day: query.day ?? today() }, person)
    await recordDownload(db, by, 'cash', { day: sheet.day })
    return streamCsv<Line>(reply, `cash-${sheet.day}.csv`, COLUMNS, async (last) => (last ? [] : linesOf(sheet)))
  })

  on(cashSheetCalls.handOver, async ({ body, person, by, createOnce }) => {
    const id = await createOnce((transaction) => handOver(transaction, body, by))
    recordAct(by, { event: 'cash-handed-over', handoverId: id })
    return succeed({ id, closing: toRupees(await cashInHand(db, body.admin_id ?? person.id)) })
  })
}

/** A payment, its cash that was given back, or cash that was handed over or received. What left the admin's hands is negative. */
type Line = {
  at: string
  number: number
  name: string
  amount: number
  payment?: DeskPayment
  isGivenBack?: true
  handover?: HandoverKind
}

/** Returns the lines of the sheet in the order of their times. */
function linesOf({ payments, given_back_payments, handovers }: CashSheet): Line[] {
  return [
    ...payments.map((payment) => ({ ...paid(payment), at: payment.taken_at, amount: payment.amount })),
    ...given_back_payments.map((payment) => ({
      ...paid(payment),
      at: payment.voided_at ?? payment.taken_at,
      amount: -payment.amount,
      isGivenBack: true as const,
    })),
    ...handovers.map(({ id, created_at, kind, note, amount }) => ({
      at: created_at,
      number: id,
      name: note,
      handover: kind,
      amount: kind === 'received' ? amount : -amount,
    })),
  ].toSorted((one, other) => (one.at < other.at ? -1 : 1))
}

const paid = (payment: DeskPayment) => ({ number: payment.id, name: payment.payer, payment })

const COLUMNS: CsvColumn<Line>[] = [
  { headId: 'csv.date', cell: ({ at }) => indianClock(at) },
  { headId: 'csv.id', cell: ({ number }) => number },
  {
    headId: 'csv.paidFor',
    cell: ({ payment, handover }, text) =>
      payment ? paidForOf(payment, text) : text(handover === 'received' ? 'desk.received' : 'desk.handedOver'),
  },
  { headId: 'csv.name', cell: ({ name }) => name },
  { headId: 'csv.paidBy', cell: ({ payment }, text) => (payment ? modeOf(payment, text) : text('receipts.cash')) },
  { headId: 'csv.amount', cell: ({ amount }) => amount },
  {
    headId: 'csv.status',
    cell: ({ payment, isGivenBack }, text) =>
      payment ? (isGivenBack ? text('desk.givenBack') : statusOf(payment, text)) : null,
  },
]
