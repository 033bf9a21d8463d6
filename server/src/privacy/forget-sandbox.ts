import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { IS_TEST_KEY } from '../payments/provider/account.ts'

export type SandboxMoney = { orders: number; payments: number; complaints: number; memberships: number }

const ORDERS = sql`(select id from payment_orders where ${IS_TEST_KEY})`
const PAYMENTS = sql`(select id from payments where ${IS_TEST_KEY} or order_id in ${ORDERS})`

const subjectsOf = (purpose: string) => sql`(
  select subject_id from payment_orders where purpose = ${purpose} and ${IS_TEST_KEY}
  union
  select subject_id from payments where purpose = ${purpose} and ${IS_TEST_KEY})`

/** The number of records with payments of test accounts. */
export async function countSandboxMoney(db: Db): Promise<SandboxMoney> {
  const count = (from: RawBuilder<unknown>) => sql<number>`(select count(*) from ${from})`
  return db
    .selectNoFrom([
      count(sql`payment_orders where id in ${ORDERS}`).as('orders'),
      count(sql`payments where id in ${PAYMENTS}`).as('payments'),
      count(sql`complaints where id in ${subjectsOf('complaint')} and payment_status <> 'none'`).as('complaints'),
      count(sql`memberships where id in ${subjectsOf('membership')} and razorpay_payment_id is not null`).as(
        'memberships',
      ),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * Removes the payments of test accounts in one transaction: complaints paid with them become unpaid, memberships are
 * cancelled, receipts are deleted, and no report counts them. The rows are archived. It needs the owner of the database,
 * because nobody else may delete from the journal.
 */
export async function forgetSandbox(owner: Db): Promise<SandboxMoney> {
  return inTransaction(owner, async (transaction) => {
    const run = (statement: RawBuilder<unknown>) => statement.execute(transaction)
    await run(sql`lock table payment_orders, payments, payment_journal, refunds in access exclusive mode`)
    const found = await countSandboxMoney(transaction)
    await resetSubjects(run)
    const keep = (kind: string, rows: RawBuilder<unknown>) =>
      run(
        sql`insert into forgotten_money (kind, record) select ${kind}, to_jsonb(kept) - 'settled_note' from ${rows} kept`,
      )
    await keep('order', sql`(select * from payment_orders where id in ${ORDERS})`)
    await keep('payment', sql`(select * from payments where id in ${PAYMENTS})`)
    await keep('refund', sql`(select * from refunds where payment_id in ${PAYMENTS})`)
    await keep('journal', sql`(select * from payment_journal where payment_id in ${PAYMENTS})`)
    await run(sql`alter table payment_journal disable trigger payment_journal_append_only`)
    for (const table of ['payment_journal', 'refunds', 'receipts'])
      await run(sql`delete from ${sql.table(table)} where payment_id in ${PAYMENTS}`)
    await run(sql`alter table payment_journal enable trigger payment_journal_append_only`)
    await run(sql`delete from payments where id in ${PAYMENTS}`)
    await run(sql`delete from payment_orders where id in ${ORDERS}`)
    return found
  })
}

async function resetSubjects(run: (statement: RawBuilder<unknown>) => Promise<unknown>): Promise<void> {
  // Somebody may also have paid with real money, or be about to.
  const isPaidOtherwise = (purpose: string) => sql`(
    select subject_id from payments where purpose = ${purpose} and disposition = 'applied' and id not in ${PAYMENTS})`
  await run(sql`
    update complaints set payment_paise = null, razorpay_payment_id = null, payment_date = null,
      payment_status = case when exists (
        select from payment_orders
        where purpose = 'complaint' and subject_id = complaints.id and id not in ${ORDERS} and provider_order_id is not null
      ) then 'pending' else 'none' end
    where id in ${subjectsOf('complaint')} and id not in ${isPaidOtherwise('complaint')}`)
  await run(sql`
    update memberships set status = case status when 'pending' then 'pending' else 'cancelled' end,
      amount_paise = 0, razorpay_payment_id = null
    where id in ${subjectsOf('membership')} and id not in ${isPaidOtherwise('membership')}`)
}
