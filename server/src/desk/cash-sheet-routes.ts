import { type CashSheet, cashSheetCalls } from '@petsetu/contract/cash-sheet.ts'
import { today } from '@petsetu/contract/dates.ts'
import { succeed } from '@petsetu/contract/envelope.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { type CsvColumn, streamCsv } from '../http/bodies/csv.ts'
import { mounter } from '../http/routing/mount.ts'
import { recordEvent } from '../record-event.ts'
import { cashInHand, handOver, readCashSheet } from './cash-sheet.ts'

export function cashSheetRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)
  const { db } = deps

  on(cashSheetCalls.read, async ({ query, person }) =>
    succeed(await readCashSheet(db, { adminId: query.admin_id ?? person.id, day: query.day ?? today() })),
  )

  on(cashSheetCalls.csv, async ({ query, person, reply }) => {
    const sheet = await readCashSheet(db, { adminId: query.admin_id ?? person.id, day: query.day ?? today() })
    return streamCsv<Line>(reply, `cash-${sheet.day}.csv`, COLUMNS, async (last) => (last ? [] : linesOf(sheet)))
  })

  on(cashSheetCalls.handOver, async ({ body, person, request, createOnce }) => {
    const id = await createOnce((transaction) => handOver(transaction, body, { person, request }))
    recordEvent(request.log, { event: 'cash-handed-over', handoverId: id, actorId: person.id })
    return succeed({ id, closing: (await cashInHand(db, person.id)) / PAISE_PER_RUPEE })
  })
}

type Line = { at: string; what: string; number: number; name: string; mode: string; amount: number; state: string }

/** In their order. What left the admin's hands is negative. */
function linesOf({ payments, handovers }: CashSheet): Line[] {
  return [
    ...payments.map(({ id, taken_at, item, payer, mode, reference, bank, amount, state }) => ({
      ...{ at: taken_at, what: item, number: id, name: payer, amount, state },
      mode: [mode, reference, bank].filter(Boolean).join(' '),
    })),
    ...handovers.map(({ id, created_at, kind, note, amount }) => ({
      ...{ at: created_at, what: kind, number: id, name: note, mode: 'cash', state: '' },
      amount: kind === 'received' ? amount : -amount,
    })),
  ].toSorted((one, other) => (one.at < other.at ? -1 : 1))
}

const COLUMNS: CsvColumn<Line>[] = [
  { headId: 'csv.date', cell: ({ at }) => at },
  { headId: 'csv.id', cell: ({ number }) => number },
  { headId: 'csv.paidFor', cell: ({ what }) => what },
  { headId: 'csv.name', cell: ({ name }) => name },
  { headId: 'csv.paidBy', cell: ({ mode }) => mode },
  { headId: 'csv.amount', cell: ({ amount }) => amount },
  { headId: 'csv.status', cell: ({ state }) => state },
]
