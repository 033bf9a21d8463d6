import { today } from '@petsetu/contract/dates.ts'
import { reportCalls } from '@petsetu/contract/reports.ts'
import { expect, test } from 'vitest'
import { aCheque, aDeskFee, bounceAtDesk, clearAtDesk, voidAtDesk } from '../../test/desk.ts'
import { anAdmin } from '../../test/factories.ts'
import { testApp } from '../../test/harness.ts'

const app = await testApp()
const admin = await anAdmin(app.db)

test('DSK-7 money of the desk is in the accountant’s file by its mode: a cheque once cleared, what is void as returned', async () => {
  const day = today()
  await aDeskFee(app, { amount: 250.5 })
  const wrong = await aDeskFee(app, { amount: 120 })
  await voidAtDesk(app, wrong.id)
  await aDeskFee(app, { amount: 300, mode: 'upi', reference: `accounts${Date.now()}` })
  const cleared = await aDeskFee(app, { amount: 400, ...aCheque() })
  await clearAtDesk(app, cleared.id)
  const bounced = await aDeskFee(app, { amount: 500, ...aCheque() })
  await bounceAtDesk(app, bounced.id)
  await aDeskFee(app, { amount: 600, ...aCheque() })

  const query = { start_date: day, end_date: today() }
  const file = await app.call(reportCalls.accountsCsv, { query }, admin)
  const lines = file.body.trim().split('\r\n').slice(1)
  expect(lines).toEqual([
    `${day},complaint,cash,2,370.50,120.00,250.50`,
    `${day},complaint,cheque,1,400.00,0.00,400.00`,
    `${day},complaint,upi,1,300.00,0.00,300.00`,
  ])
  const report = await app.call(reportCalls.payments, { query: { ...query, page: '1' } }, admin)
  expect(report.body.summary.total_revenue).toBe(950.5)
})
