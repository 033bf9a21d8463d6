import { PURPOSES, type Purpose } from '@petsetu/contract/platform/purposes.ts'
import { type RawBuilder, sql } from 'kysely'
import { IS_TEST_KEY } from '../../../payments/provider/account.ts'
import { idsOf, isOneOf } from '../../../platform/db/expressions.ts'
import type { Db } from '../../../platform/db/pool.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { PURPOSE_RULES } from '../../../purposes.ts'

export type SandboxMoney = { orders: number; payments: number; [table: string]: number }

const LOCK_MS_MAX = 2_000
const ORDERS = sql`(select id from payment_orders where ${IS_TEST_KEY})`
const PAYMENTS = sql`(select id from payments where ${IS_TEST_KEY} or order_id in ${ORDERS})`

const subjectsOf = (purpose: Purpose) => sql`(
  select subject_id from payment_orders where purpose = ${purpose} and ${IS_TEST_KEY}
  union
  select subject_id from payments where purpose = ${purpose} and ${IS_TEST_KEY})`

export async function countSandboxMoney(db: Db): Promise<SandboxMoney> {
  const count = (from: RawBuilder<unknown>) => sql<number>`(select count(*) from ${from})`
  return db
    .selectNoFrom([
      count(sql`payment_orders where id in ${ORDERS}`).as('orders'),
      count(sql`payments where id in ${PAYMENTS}`).as('payments'),
      ...PURPOSES.map((purpose) => {
        const { table, testMoney } = PURPOSE_RULES[purpose]
        const shown = sql`${sql.table(table)} where id in ${subjectsOf(purpose)} and ${testMoney.showsPayment}`
        return count(shown).as(table)
      }),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * Removes the payments of test accounts in one transaction: complaints paid with them become unpaid, memberships are
 * cancelled and those behind them start earlier, receipts are deleted, and no report counts them. The rows are archived.
 * It needs the owner of the database, because nobody else may delete from the journal. Rejects with PostgreSQL's `lock_not_available` while others use the tables.
 */
export async function forgetSandbox(owner: Db): Promise<SandboxMoney> {
  return inTransaction(owner, async (transaction) => {
    const run = (statement: RawBuilder<unknown>) => statement.execute(transaction)
    // Everybody who pays waits behind this lock, so that it is not waited for long, for example behind a back-up.
    await run(sql.raw(`set local lock_timeout = ${LOCK_MS_MAX}`))
    await run(sql`lock table payment_orders, payments, payment_journal, refunds in access exclusive mode`)
    const found = await countSandboxMoney(transaction)
    await deleteCaseEvents(run)
    await resetSubjects(transaction)
    const keep = (kind: string, rows: RawBuilder<unknown>) =>
      run(
        sql`insert into forgotten_money (kind, record) select ${kind}, to_jsonb(kept) - 'settled_note' from ${rows} kept`,
      )
    await keep('order', sql`(select * from payment_orders where id in ${ORDERS})`)
    await keep('payment', sql`(select * from payments where id in ${PAYMENTS})`)
    await keep('refund', sql`(select * from refunds where payment_id in ${PAYMENTS})`)
    await keep('journal', sql`(select * from payment_journal where payment_id in ${PAYMENTS})`)
    await keepNumbersSpent(run)
    await run(sql`alter table payment_journal disable trigger payment_journal_append_only`)
    for (const table of ['payment_journal', 'refunds', 'refund_receipts', 'receipts'])
      await run(sql`delete from ${sql.table(table)} where payment_id in ${PAYMENTS}`)
    await run(sql`alter table payment_journal enable trigger payment_journal_append_only`)
    await run(sql`delete from payments where id in ${PAYMENTS}`)
    await run(sql`delete from payment_orders where id in ${ORDERS}`)
    return found
  })
}

/** Receipts of test money that were issued before it had a series of its own: no receipt of real money gets one of their numbers. */
async function keepNumbersSpent(run: Run): Promise<void> {
  for (const [table, isRefund] of [
    ['receipts', false],
    ['refund_receipts', true],
  ] as const)
    await run(sql`
      insert into receipt_floors (is_refund, year, number)
      select ${isRefund}::boolean, year, max(number) from ${sql.table(table)}
      where payment_id in ${PAYMENTS} and not is_test and year is not null
      group by year
      on conflict (is_refund, year) do update set number = greatest(receipt_floors.number, excluded.number)`)
}

type Run = (statement: RawBuilder<unknown>) => Promise<unknown>

/** SQL condition on the id of a subject: nobody has paid for it with real money. */
const isWithoutRealMoney = (purpose: Purpose, id: RawBuilder<unknown>) => sql`${id} in ${subjectsOf(purpose)}
  and ${id} not in (
    select subject_id from payments where purpose = ${purpose} and disposition = 'applied' and id not in ${PAYMENTS})`

async function resetSubjects(transaction: Db): Promise<void> {
  for (const purpose of PURPOSES) {
    const { table, testMoney } = PURPOSE_RULES[purpose]
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} where ${isWithoutRealMoney(purpose, sql.ref('id'))}`.execute(transaction)
    const ids = idsOf(rows)
    await testMoney.end?.(transaction, ids)
    await sql`update ${sql.table(table)} set ${testMoney.removesPayment} where ${isOneOf('id', ids)}`.execute(
      transaction,
    )
  }
}

/** The history of a complaint must not say that it was paid, either. */
async function deleteCaseEvents(run: Run): Promise<void> {
  await run(sql`alter table case_events disable trigger case_events_append_only`)
  await run(sql`
    delete from case_events
    where kind in ('paid', 'refund') and ${isWithoutRealMoney('complaint', sql.ref('complaint_id'))}`)
  await run(sql`alter table case_events enable trigger case_events_append_only`)
}
