import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/harness.ts'
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
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  let runs = 0
  const run = (ids: ['a', 'b'] | ['b', 'a'], own: PromiseWithResolvers<void>, other: PromiseWithResolvers<void>) =>
    inTransaction(app.db, async (transaction) => {
      runs++
      await add(transaction, ids[0], 1)
      own.resolve()
      await other.promise
      await add(transaction, ids[1], 10)
    })
  await Promise.all([run(['a', 'b'], first, second), run(['b', 'a'], second, first)])
  expect(runs).toBe(3)
  expect((await app.pool.query('select id, sum from sums order by id')).rows).toEqual([
    { id: 'a', sum: 11 },
    { id: 'b', sum: 11 },
  ])
})
