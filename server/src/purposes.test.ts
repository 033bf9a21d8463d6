import { PURPOSES, type Purpose } from '@petsetu/contract/platform/purposes.ts'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../test/harness.ts'

const { db, drop } = await testDatabase()
afterAll(drop)

const insertOrder = (purpose: Purpose) =>
  db
    .insertInto('payment_orders')
    .values({ purpose, subject_id: 1, amount_paise: 10_000, receipt: `${purpose}-1` })
    .execute()

// PAY-2
test('the database accepts an order for each purpose, and for nothing else', async () => {
  for (const purpose of PURPOSES) await insertOrder(purpose)
  await expect(insertOrder('toll' as Purpose)).rejects.toThrow('payment_orders_purpose_check')
})
