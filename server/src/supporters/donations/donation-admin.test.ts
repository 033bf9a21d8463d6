import { financialYearOf } from '@petsetu/contract/platform/calendar.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { expect, test } from 'vitest'
import { anAdmin, aUser } from '../../../test/factories.ts'
import { APPROVAL, changeSettings } from '../../../test/foundation.ts'
import { aPaidDonation, DONATION, payingApp } from '../../../test/paying-app.ts'
import { refund } from '../../../test/payment-state.ts'
import { sumDonations } from './donation-queries.ts'

const app = await payingApp()
const admin = await anAdmin(app.db)

const list = async (query: Record<string, string> = {}) =>
  (await app.call(donationCalls.listAll, { query: { page: '1', limit: '10', ...query } }, admin)).body

const csv = async (query: { financial_year: string }) => {
  const reply = await app.fetch(`${donationCalls.csv.path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  return (await reply.text()).replace('\uFEFF', '').trimEnd().split('\r\n')
}

const paidAt = (donationId: number, instant: string) =>
  app.db.updateTable('donations').set({ paid_at: instant }).where('id', '=', donationId).execute()

const eventsOf = (name: string) =>
  app
    .logged()
    .split('\n')
    .filter((line) => line.includes(`"event":"${name}"`))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

// DON-1
test('the list shows paid donations, newest first, with the PAN masked, and finds them', async () => {
  const ravi = await aPaidDonation(app, { name: 'Ravi Kulkarni', email: 'RAVI@example.org', phone: '+91 55511 22334' })
  await aPaidDonation(app, { name: 'Usha_100%', pan: null })
  const { data, pagination } = await list()
  expect(data.slice(0, 2)).toMatchObject([
    { name: 'Usha_100%', pan: null },
    { name: 'Ravi Kulkarni', pan: 'XXXXXX234F', status: 'paid', amount: 500, receipt_path: ravi.receiptPath },
  ])
  expect(pagination.total).toBe(data.length)
  for (const search of ['ravi k', 'ravi@EX', '22334'])
    expect(
      (await list({ search })).data.map(({ name }) => name),
      search,
    ).toEqual(['Ravi Kulkarni'])
  expect((await list({ search: '_100%' })).data).toHaveLength(1)
  expect(await list({ search: '%' })).toMatchObject({ pagination: { total: 1 } })
})

// DON-1
test('the list has the account of a giver, where that is known', async () => {
  const giver = await aUser(app.db)
  await aPaidDonation(app, { name: 'Farhan Known' }, giver)
  await aPaidDonation(app, { name: 'Farhan Unknown' })
  const { data } = await list({ search: 'farhan' })
  expect(data.map(({ name, user_id }) => [name, user_id])).toEqual([
    ['Farhan Unknown', null],
    ['Farhan Known', giver.id],
  ])
})

// RPT-9
test('the list of donations is saved as CSV, with its filters and no whole PAN', async () => {
  const made: number[] = []
  for (const amount of [510, 520])
    made.push((await aPaidDonation(app, { name: 'Sarita Csv', amount, email: 'sarita@example.org' })).donationId)
  const fileOf = async (query: Record<string, string>) =>
    (await app.call(donationCalls.listCsv, { query }, admin)).body.trimEnd().split('\r\n')
  const [head, ...lines] = await fileOf({ search: 'sarita csv' })
  expect(head?.replace('\uFEFF', '')).toBe(
    'ID,Date,Name,Email,Phone,Address,For,Amount (₹),Refunded or void (₹),Status,PAN',
  )
  expect(lines).toEqual([
    expect.stringMatching(
      new RegExp(`^${made[1]},${today()}T[\\d:]{8}\\+05:30,Sarita Csv,.*,Food,520,0,Paid,XXXXXX234F$`),
    ),
    expect.stringMatching(new RegExp(`^${made[0]},.*,510,0,Paid,XXXXXX234F$`)),
  ])
  expect(await fileOf({ search: 'sarita csv', financial_year: '2019' })).toHaveLength(1)
})

// DON-1
test('a search text with a character that PostgreSQL cannot store is rejected', async () => {
  const { status, body } = await app.call(donationCalls.listAll, { query: { search: 'a\0b' } }, admin)
  expect([status, body]).toMatchObject([
    400,
    { errors: { search: expect.stringMatching(/characters that cannot be used$/) } },
  ])
})

// DON-1
test('the PAN is shown to an admin who gives a reason, and the log says who and why', async () => {
  const { donationId } = await aPaidDonation(app, { name: 'Shown', pan: 'AABCH1234Z' })
  const show = (reason: string, id = donationId) =>
    app.call(donationCalls.showPan, { params: { id: String(id) }, body: { reason } }, admin)
  expect((await show(' ')).status).toBe(400)
  expect((await show('Why not', 999_999)).status).toBe(404)
  expect(eventsOf('pan-shown')).toEqual([])
  expect((await show('The tax office asked')).body.data).toEqual({ pan: 'AABCH1234Z' })
  expect(eventsOf('pan-shown')).toMatchObject([{ donationId, actorId: admin.id, reason: 'The tax office asked' }])
  expect(app.logged()).not.toContain('AABCH1234Z')
})

// DON-1
test('the sums count today, this month and India’s financial year, without refunds', async () => {
  const before = (await list()).summary
  await aPaidDonation(app, { name: 'Kept', amount: 1_000 })
  const { checkout } = await aPaidDonation(app, { name: 'Sent back', amount: 2_000 })
  await refund(app, checkout.razorpay_payment_id)
  await expect.poll(async () => (await list()).summary.today).toBe(before.today + 1_000)
  const { summary } = await list()
  expect(summary.this_financial_year).toBe(before.this_financial_year + 1_000)
})

// DON-1, TRU-8
test('what went back of a donation counts in no sum and is not in the yearly file', async () => {
  const before = (await list()).summary
  const { checkout } = await aPaidDonation(app, { name: 'Partly sent back', amount: 2_000 })
  await app.sandbox.refundThere(checkout.razorpay_payment_id, 70_050)
  const find = async () => (await list({ search: 'Partly sent back' })).data[0]
  await expect.poll(async () => (await find())?.returned).toBe(700.5)
  expect(await find()).toMatchObject({ amount: 2_000, status: 'paid' })
  const { summary } = await list()
  for (const period of ['today', 'this_month', 'this_financial_year'] as const)
    expect(summary[period]).toBe(before[period] + 1_299.5)
  const lines = await csv({ financial_year: String(financialYearOf(today())) })
  expect(lines.find((line) => line.includes('Partly sent back'))).toMatch(/,1299\.5$/)
  const { body } = await app.call(donationCalls.listCsv, { query: { search: 'partly sent back' } }, admin)
  expect(body).toContain(',2000,700.5,Paid,')
})

// DON-1
test('donations at midnight of 31 March in India go to their own financial year', async () => {
  const last = await aPaidDonation(app, { name: 'Last minute', amount: 11 })
  const first = await aPaidDonation(app, { name: 'First minute', amount: 12 })
  await paidAt(last.donationId, '2031-03-31T18:29:59Z')
  await paidAt(first.donationId, '2031-03-31T18:30:00Z')
  expect((await list({ financial_year: '2030' })).data.map(({ name }) => name)).toEqual(['Last minute'])
  expect((await list({ financial_year: '2031' })).data.map(({ name }) => name)).toEqual(['First minute'])
  expect(await csv({ financial_year: '2030' })).toHaveLength(2)
  expect(financialYearOf('2031-03-31')).toBe(2030)
  expect(await sumDonations(app.db, new Date('2031-03-31T18:30:00Z'))).toEqual({
    today: 12,
    this_month: 12,
    this_financial_year: 12,
  })
  await paidAt(last.donationId, new Date().toISOString())
  await paidAt(first.donationId, new Date().toISOString())
})

// DON-1, TRU-8
test('the yearly file has Form 113’s columns and whole PANs; its download is logged', async () => {
  await changeSettings(app, APPROVAL)
  const name = 'Stated, "Mr" =1+1'
  await aPaidDonation(app, { name, amount: 99.5, address: '1 Lane,\nPune', pan: 'AAATK0000A' })
  const { checkout } = await aPaidDonation(app, { name: 'Not stated' })
  await refund(app, checkout.razorpay_payment_id)
  await expect.poll(async () => (await list({ search: 'Not stated' })).data[0]?.status).toBe('refunded')
  const lines = await csv({ financial_year: String(financialYearOf(today())) })
  expect(lines[0]).toBe(
    'Pre Acknowledgement Number,ID Code,Unique Identification Number of the Donor,Section Code,Unique Registration Number (URN),' +
      'Date of Issuance of Unique Registration Number,Name of Donor,Address of Donor,Donation Type,Mode of Receipt,Amount (₹)',
  )
  const text = lines.join('\n')
  expect(text).toContain(
    `\n,1,AAATK0000A,133,AAATK0000AF20261,08-05-2020,"Stated, ""Mr"" =1+1","1 Lane,\nPune",Others,Electronic`,
  )
  expect(text).not.toContain('Not stated')
  expect(eventsOf('donations-downloaded').at(-1)).toMatchObject({ actorId: admin.id })
  expect(DONATION.pan).toBe('ABCPE1234F')
})

// DON-1
test('PANs that were encrypted with another key are not shown, and nothing else fails', async () => {
  const { donationId } = await aPaidDonation(app, { name: 'Other key' })
  await app.pool.query("update donations set pan_enc = decode(repeat('ab', 38), 'hex') where id = $1", [donationId])
  const shown = await app.call(
    donationCalls.showPan,
    { params: { id: String(donationId) }, body: { reason: 'Restored' } },
    admin,
  )
  expect(shown).toMatchObject({ status: 503, error: { code: 'pan_unreadable' } })
  expect((await list({ search: 'Other key' })).data).toMatchObject([{ pan: 'XXXXXX234F' }])
  await app.pool.query('update donations set pan_enc = null, pan_last = null where id = $1', [donationId])
})

// DON-1
test('the statement is refused whole and not recorded if one PAN cannot be read', async () => {
  const { donationId } = await aPaidDonation(app)
  const year = 2021
  await paidAt(donationId, '2021-06-01')
  await app.pool.query("update donations set pan_enc = '\\x00ff' where id = $1", [donationId])
  const before = eventsOf('donations-downloaded').length
  const reply = await app.call(donationCalls.csv, { query: { financial_year: String(year) } }, admin)
  expect([reply.status, reply.error.code]).toEqual([503, 'pan_unreadable'])
  expect(eventsOf('donations-downloaded')).toHaveLength(before)
  await app.pool.query('update donations set pan_enc = null, pan_last = null where id = $1', [donationId])
})
