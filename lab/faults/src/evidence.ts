import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Selectable, sql } from 'kysely'
import { IS_UNMATCHED } from '../../../server/src/office/reports/payment-conditions.ts'
import { summarizeTransactions } from '../../../server/src/office/reports/payment-report.ts'
import { type MovedOnDay, movementsByDay } from '../../../server/src/payments/books/movements.ts'
import { cashInHand } from '../../../server/src/payments/desk/cash-sheet.ts'
import type { Counters } from '../../../server/src/platform/db/counters.ts'
import type { Db } from '../../../server/src/platform/db/pool.ts'
import type { DB } from '../../../server/src/platform/db/types.ts'
import { withDesk } from './desk-ledger.ts'
import type { Operation } from './history.ts'
import type { Ledger, LedgerOrder, LedgerPayment } from './ledger.ts'

type Row<Table extends keyof DB> = Selectable<DB[Table]>

/** Our tables. They are checked against the provider's ledger. */
type Books = {
  orders: Row<'payment_orders'>[]
  payments: Row<'payments'>[]
  journal: Row<'payment_journal'>[]
  refunds: Row<'refunds'>[]
  complaints: Row<'complaints'>[]
  complaintFiles: Row<'complaint_files'>[]
  memberships: Row<'memberships'>[]
  donations: Row<'donations'>[]
  inbox: Row<'webhook_inbox'>[]
  desk: Row<'desk_payments'>[]
  receipts: Row<'receipts'>[]
  refundReceipts: Row<'refund_receipts'>[]
  /** The time when receipts of test money got a series of their own; those of before keep their numbers. */
  testSeriesSince: Date
  lockedYears: Row<'locked_years'>[]
  /** The movements of each day, as the accountant’s file has them. */
  movements: MovedOnDay[]
  corrections: Row<'corrections'>[]
  /** The cash in the hands of all admins, as their sheets say. */
  cashPaise: number
  /** The cash that admins have handed over, less what they have received. */
  handedOverPaise: number
  /** The payments in an admin's list of work. */
  waiting: Set<number>
  /** `total_revenue` of the payment report. */
  revenuePaise: number
}

type StoredFile = { name: string; sha256: string; modifiedAt: Date; isIncoming: boolean }

export type Evidence = {
  books: Books
  ledger: Ledger
  files: StoredFile[]
  history: Operation[]
  now: Date
  /** Indexes: the ledger's orders and payments by id, our orders by receipt, our payments by the provider's id. */
  ledgerOrders: Map<string, LedgerOrder>
  ledgerPayments: Map<string, LedgerPayment>
  ordersByReceipt: Map<string, Row<'payment_orders'>>
  paymentsByProviderId: Map<string, Row<'payments'>[]>
}

export async function readEvidence(
  db: Db,
  atProvider: Ledger,
  attachmentsDir: string,
  history: Operation[],
  now: Date,
): Promise<Evidence> {
  const books = await readBooks(db)
  const ledger = withDesk(atProvider, books)
  return {
    books,
    ledger,
    files: await readFiles(attachmentsDir),
    history,
    now,
    ledgerOrders: new Map(ledger.orders.map((order) => [order.id, order])),
    ledgerPayments: new Map(ledger.payments.map((payment) => [payment.id, payment])),
    ordersByReceipt: new Map(books.orders.map((order) => [order.receipt, order])),
    paymentsByProviderId: Map.groupBy(books.payments, (payment) => payment.provider_payment_id),
  }
}

async function readBooks(db: Db): Promise<Books> {
  const counters: Counters = (what) =>
    db.selectFrom('kept_counts').select(['kind', 'rows', 'paise']).where('what', '=', what).execute()
  const [orders, payments, journal, refunds, complaints, memberships, donations, inbox, summary] = await Promise.all([
    db.selectFrom('payment_orders').selectAll().execute(),
    db.selectFrom('payments').selectAll().execute(),
    db.selectFrom('payment_journal').selectAll().orderBy('id').execute(),
    db.selectFrom('refunds').selectAll().execute(),
    db.selectFrom('complaints').selectAll().execute(),
    db.selectFrom('memberships').selectAll().execute(),
    db.selectFrom('donations').selectAll().execute(),
    db.selectFrom('webhook_inbox').selectAll().execute(),
    summarizeTransactions({ db, counters }, {}),
  ])
  return {
    orders,
    payments,
    journal,
    refunds,
    complaints,
    complaintFiles: await db.selectFrom('complaint_files').selectAll().orderBy('position').execute(),
    memberships,
    donations,
    inbox,
    desk: await db.selectFrom('desk_payments').selectAll().execute(),
    receipts: await db.selectFrom('receipts').selectAll().execute(),
    refundReceipts: await db.selectFrom('refund_receipts').selectAll().execute(),
    testSeriesSince: await readTestSeriesSince(db),
    lockedYears: await db.selectFrom('locked_years').selectAll().execute(),
    movements: await movementsByDay(db, { start: '2000-04-01', end: '2199-03-31' }),
    corrections: await db.selectFrom('corrections').selectAll().orderBy('id').execute(),
    cashPaise: await sumCashInHand(db),
    handedOverPaise: await sumHandedOver(db),
    waiting: await readWaiting(db),
    revenuePaise: Math.round(summary.total_revenue * 100),
  }
}

async function readWaiting(db: Db): Promise<Set<number>> {
  const rows = await db.selectFrom('payments').select('id').where(IS_UNMATCHED).execute()
  return new Set(rows.map(({ id }) => id))
}

async function readTestSeriesSince(db: Db): Promise<Date> {
  const { rows } = await sql<{ timestamp: string }>`
    select timestamp from kysely_migration where name = '0083-series-of-receipts-begin'`.execute(db)
  return new Date(rows[0]?.timestamp ?? 0)
}

async function sumCashInHand(db: Db): Promise<number> {
  const admins = await db.selectFrom('users').select('id').where('role', '=', 'admin').execute()
  const sums = await Promise.all(admins.map(({ id }) => cashInHand(db, id)))
  return sums.reduce((sum, paise) => sum + paise, 0)
}

async function sumHandedOver(db: Db): Promise<number> {
  const handovers = await db.selectFrom('cash_handovers').select(['kind', 'amount_paise']).execute()
  return handovers.reduce((sum, { kind, amount_paise }) => sum + (kind === 'received' ? -1 : 1) * amount_paise, 0)
}

async function readFiles(attachmentsDir: string): Promise<StoredFile[]> {
  const entries = await readdir(attachmentsDir, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(
    files.map(async ({ name, parentPath }) => {
      const file = path.join(parentPath, name)
      const [bytes, { mtime }] = await Promise.all([readFile(file), stat(file)])
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { name, sha256, modifiedAt: mtime, isIncoming: parentPath !== path.resolve(attachmentsDir) }
    }),
  )
}
