import { expect, test } from 'vitest'
import { aPaidComplaint, payingApp } from '../../../test/paying-app.ts'
import { forgetPayers } from './receipt-queries.ts'

const app = await payingApp()

// TRU-3
test('a receipt says who paid for the years of the settings, and no longer', async () => {
  await aPaidComplaint(app)
  const receipt = async () => (await app.pool.query('select paid_by, number from receipts')).rows[0]
  const move = (years: number) =>
    app.pool.query('update receipts set created_at = now() - make_interval(years => $1)', [years])
  await move(8)
  await forgetPayers(app.db)
  const before = await receipt()
  expect(before.paid_by).toBe('Kavita Rao')
  await move(9)
  await forgetPayers(app.db)
  expect(await receipt()).toEqual({ ...before, paid_by: 'Erased' })
})
