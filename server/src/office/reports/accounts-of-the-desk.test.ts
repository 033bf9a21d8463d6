import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { expect, test } from 'vitest'
import { aCheque, aDeskFee, bounceAtDesk, clearAtDesk, voidAtDesk } from '../../../test/desk.ts'
import { anAdmin } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'

const app = await testApp()
const admin = await anAdmin(app.db)

// DSK-7
test('desk money is in the accountant’s file by its mode, and void money as returned', async () => {
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
    `${day},Complaint,Cash,2,370.50,120.00,250.50`,
    `${day},Complaint,Cheque,1,400.00,0.00,400.00`,
    `${day},Complaint,"UPI, at the desk",1,300.00,0.00,300.00`,
  ])
  const report = await app.call(reportCalls.payments, { query: { ...query, page: '1' } }, admin)
  expect(report.body.summary.total_revenue).toBe(950.5)
})

// DSK-7, RCP-2
test('a cheque counts in the financial year in which the bank pays it', async () => {
  const late = await aDeskFee(app, { amount: 700, ...aCheque() })
  const taken = '2025-03-30'
  await app.pool.query('update payments set created_at = $2 where id = $1', [late.id, `${taken}T12:00:00Z`])
  await app.pool.query('update desk_payments set taken_at = $2 where payment_id = $1', [late.id, `${taken}T12:00:00Z`])
  const inYearOf = async (day: string) => {
    const query = { start_date: `${day.slice(0, 4)}-03-01`, end_date: day }
    const { body } = await app.call(reportCalls.payments, { query: { ...query, page: '1' } }, admin)
    const csv = await app.call(reportCalls.accountsCsv, { query }, admin)
    return { ids: body.data.map(({ id }) => id), csv: csv.body }
  }
  expect((await inYearOf('2025-03-31')).ids).toEqual([`P${late.id}`])
  await clearAtDesk(app, late.id)
  const before = await inYearOf('2025-03-31')
  expect(before.ids).toEqual([])
  expect(before.csv).not.toContain('700.00')
  const query = { start_date: today(), end_date: today() }
  expect((await app.call(reportCalls.accountsCsv, { query }, admin)).body).toContain(',Complaint,Cheque,2,1100.00,')
})

// RPT-9, RCP-2
test('the file of payments says of desk money what its row says', async () => {
  const bounced = await aDeskFee(app, { amount: 510, ...aCheque() })
  await bounceAtDesk(app, bounced.id)
  const wrong = await aDeskFee(app, { amount: 520 })
  await voidAtDesk(app, wrong.id)
  const fileOf = async (id: number) =>
    (await app.call(reportCalls.paymentsCsv, { query: { payment_id: String(id) } }, admin)).body
  expect(await fileOf(bounced.id)).toContain(',Bounced,')
  expect(await fileOf(wrong.id)).toContain(',Void,')
  // Its amount, what was returned, and no ids of the provider.
  expect(await fileOf(wrong.id)).toContain(',520,520,,,Void,')
  for (const { id } of [bounced, wrong]) expect(await fileOf(id)).not.toContain('desk_')
})
