import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import type { Db } from './pool.ts'
import { inTransaction } from './transaction.ts'

const app = await testApp()
await app.pool.query(
  "create table sums (id text primary key, sum int not null); insert into sums values ('a', 0), ('b', 0)",
)

async function add(transaction: Db, id: 'a' | 'b', amount: number): Promise<void> {
  await sql`update sums set sum = sum + ${amount} where id = ${id}`.execute(transaction)
}

test('two transactions that wait for each other are both stored, each of them once', async () => {
  const hasA = Promise.withResolvers<void>()
  const hasB = Promise.withResolvers<void>()
  const starts: number[] = []
  let ended = 0
  // The run after a deadlock waits until the other transaction is stored: on a busy machine both could meet once more.
  const start = async (other: () => Promise<void>) => {
    starts.push(performance.now())
    if (starts.length > 2) await other()
  }
  const addLast = (transaction: Db, id: 'a' | 'b') =>
    add(transaction, id, 10).catch((error: unknown) => {
      ended = performance.now()
      throw error
    })
  const aThenB = inTransaction(app.db, async (transaction) => {
    await start(() => bThenA)
    await add(transaction, 'a', 1)
    hasA.resolve()
    await hasB.promise
    await addLast(transaction, 'b')
  })
  const bThenA = inTransaction(app.db, async (transaction) => {
    await start(() => aThenB)
    await add(transaction, 'b', 1)
    hasB.resolve()
    await hasA.promise
    await addLast(transaction, 'a')
  })
  await Promise.all([aThenB, bThenA])
  expect(starts).toHaveLength(3)
  expect((starts[2] ?? 0) - ended).toBeGreaterThan(40)
  expect((await app.pool.query('select id, sum from sums order by id')).rows).toEqual([
    { id: 'a', sum: 11 },
    { id: 'b', sum: 11 },
  ])
})
