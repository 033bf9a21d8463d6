import { createHmac } from 'node:crypto'
import { financialYearOf } from '@petsetu/contract/platform/calendar.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { expect, test } from 'vitest'
import { aDonationOf, fileYear } from '../../../test/financial-years.ts'
import { APPROVAL, changeSettings } from '../../../test/foundation.ts'
import { payingApp } from '../../../test/paying-app.ts'
import { theAdmin } from '../../../test/payment-state.ts'
import { keyFor } from '../../people/auth/sealed-secret.ts'
import { forgetOldDonations } from './donation-purpose.ts'

const app = await payingApp()
const admin = await theAdmin(app)

const statementOf = async (year: number) =>
  (await app.call(donationCalls.statement, { query: { financial_year: String(year) } }, admin)).body.data

const download = async (path: string, language = 'en') => {
  const reply = await app.fetch(path, {
    headers: { authorization: `Bearer ${admin.token}`, 'accept-language': language },
  })
  expect(reply.status, path).toBe(200)
  return Buffer.from(await reply.arrayBuffer())
}
const fileOf = (year: number, language?: string) =>
  download(`${donationCalls.csv.path}?financial_year=${year}`, language)
const filedFile = (id: string) => download(`/api/admin/donations/filed/${id}/file.csv`)

// TRU-8
test('the file is English whatever the admin reads, and of one year, which is named', async () => {
  await aDonationOf(app, '2019-03-31', { name: 'The year before' })
  await aDonationOf(app, '2019-04-01', { name: 'First day' })
  await aDonationOf(app, '2020-03-31', { name: 'Last day' })
  const file = await fileOf(2019)
  expect(file.toString()).toContain('Unique Registration Number (URN)')
  for (const language of ['hi', 'mr']) expect((await fileOf(2019, language)).equals(file)).toBe(true)
  expect(file.toString().match(/First day|Last day|The year before/g)).toEqual(['First day', 'Last day'])
  const reply = await app.call(donationCalls.csv, { query: {} as { financial_year: string } }, admin)
  expect(reply.status).toBe(400)
})

// TRU-8
test('donors without a PAN are in a list apart, with what is needed to ask them', async () => {
  await aDonationOf(app, '2018-05-01', { name: 'With PAN', amount: 300 })
  await aDonationOf(app, '2018-05-02', { name: 'Without PAN', amount: 200, pan: null })
  expect((await fileOf(2018)).toString()).not.toContain('Without PAN')
  const apart = await download(`${donationCalls.withoutPanCsv.path}?financial_year=2018`)
  const [head, ...lines] = apart.toString().trimEnd().split('\r\n')
  expect(head).toContain('Receipt,Date,Name of Donor,Email,Phone')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^R-TEST-[\d-]+,02-05-2018,Without PAN,/)
  expect(await statementOf(2018)).toMatchObject({
    with_pan: { count: 2, amount: 800 },
    without_pan: { count: 1, amount: 200 },
  })
})

// TRU-8
test('a year is filed once it has ended and the settings have an approval', async () => {
  expect(await fileYear(app, financialYearOf(today()))).toMatchObject({ error: { code: 'year_not_over' } })
  await aDonationOf(app, '2017-05-01', { name: 'Early' })
  expect(await fileYear(app, 2017)).toMatchObject({ status: 409, error: { code: 'approval_missing' } })
  expect(await statementOf(2017)).toMatchObject({ is_over: true, is_approved: false, filed: [] })
  await changeSettings(app, APPROVAL)
  expect(await fileYear(app, 2001)).toMatchObject({ status: 409, error: { code: 'nothing_to_file' } })
})

// TRU-8
test('what was filed stays byte for byte, and later changes of its year are listed', async () => {
  await changeSettings(app, APPROVAL)
  const kept = await aDonationOf(app, '2017-06-01', { name: 'Kept', amount: 100 })
  const moved = await aDonationOf(app, '2017-06-02', { name: 'Moved', amount: 200 })
  const gone = await aDonationOf(app, '2017-06-03', { name: 'Gone', amount: 300 })
  const before = await fileOf(2017)
  const filed = await fileYear(app, 2017, 'ACK-77')
  expect(filed.body.data).toMatchObject({
    filed: [{ acknowledgement: 'ACK-77', filed_by: admin.username, count: 4, amount: 1_100 }],
    changed_since: [],
  })
  expect(await fileYear(app, 2017)).toMatchObject({ status: 409, error: { code: 'filed_already' } })

  await app.pool.query("update donations set address = 'Elsewhere' where id = $1", [moved])
  await app.pool.query("update donations set status = 'refunded' where id = $1", [gone])
  const late = await aDonationOf(app, '2017-06-04', { name: 'Late', amount: 400 })
  const { filed: files, changed_since } = await statementOf(2017)
  expect(changed_since).toEqual([
    { id: moved, name: 'Moved', amount: 200, change: 'changed' },
    { id: late, name: 'Late', amount: 400, change: 'added' },
    { id: gone, name: 'Gone', amount: 300, change: 'removed' },
  ])
  expect(changed_since.map(({ id }) => id)).not.toContain(kept)
  await changeSettings(app, { approvalNumber: 'ANOTHER' })
  expect((await filedFile(files[0]?.id ?? '')).equals(before)).toBe(true)

  const corrected = (await fileYear(app, 2017)).body.data
  expect(corrected.filed).toHaveLength(2)
  expect(corrected.changed_since).toEqual([])
  expect((await filedFile(files[0]?.id ?? '')).equals(before)).toBe(true)
})

// TRU-8, DSK-4
test('the number of the portal can be added to what was filed, and corrected', async () => {
  await changeSettings(app, APPROVAL)
  await aDonationOf(app, '2009-06-01', { name: 'Filed without a number' })
  const id = (await fileYear(app, 2009)).body.data.filed[0]?.id ?? ''
  const before = await filedFile(id)
  for (const acknowledgement of ['ACK-1', 'ACK-2']) {
    const reply = await fileYear(app, 2009, acknowledgement)
    expect(reply).toMatchObject({ status: 200, body: { data: { filed: [{ id, acknowledgement }] } } })
    expect(reply.body.data.filed).toHaveLength(1)
  }
  expect((await filedFile(id)).equals(before)).toBe(true)
  for (const same of ['ACK-2', null])
    expect(await fileYear(app, 2009, same)).toMatchObject({ status: 409, error: { code: 'filed_already' } })
  const { rows } = await app.pool.query(
    "select before, after from audit where object_kind = 'year' and object_id = '2009' order by id",
  )
  expect(rows).toEqual([
    { before: { acknowledgement: null }, after: { acknowledgement: 'ACK-1' } },
    { before: { acknowledgement: 'ACK-1' }, after: { acknowledgement: 'ACK-2' } },
  ])
})

// TRU-8
test('a file that has changed since it was downloaded is not kept as the filed one', async () => {
  await changeSettings(app, APPROVAL)
  const id = await aDonationOf(app, '2011-06-01', { name: 'Corrected later' })
  await fileOf(2011)
  await app.pool.query("update donations set address = 'Elsewhere' where id = $1", [id])
  const refused = await fileYear(app, 2011)
  expect(refused).toMatchObject({ status: 409, error: { code: 'file_changed_since_download' } })
  expect(await statementOf(2011)).toMatchObject({ filed: [] })
  const file = await fileOf(2011)
  const { filed } = (await fileYear(app, 2011)).body.data
  expect((await filedFile(filed[0]?.id ?? '')).equals(file)).toBe(true)
  // A copy of what was filed is no file to compare with, and neither is one from before that.
  await app.pool.query("update donations set address = 'Back again' where id = $1", [id])
  expect((await fileYear(app, 2011)).body.data.filed).toHaveLength(2)
})

// TRU-8
test('a filed donation of which a part went back has changed, for its certificate, too', async () => {
  await changeSettings(app, APPROVAL)
  const id = await aDonationOf(app, '2013-06-01', { name: 'Partly returned', amount: 1_000 })
  await fileYear(app, 2013)
  const { rows } = await app.pool.query<{ payment: string }>(
    "select provider_payment_id as payment from payments where purpose = 'donation' and subject_id = $1",
    [id],
  )
  await app.sandbox.refundThere(rows[0]?.payment ?? '', 40_000)
  const changed = { id, name: 'Partly returned', amount: 600, change: 'changed' }
  await expect.poll(async () => (await statementOf(2013)).changed_since).toEqual([changed])
  expect((await statementOf(2013)).with_pan).toEqual({ count: 1, amount: 600 })
  const donors = await app.call(donationCalls.certificates, { query: { financial_year: '2013' } }, admin)
  expect(donors.body.data).toMatchObject([{ name: 'Partly returned', amount: 600 }])
  expect((await fileYear(app, 2013)).body.data.changed_since).toEqual([])
})

const OLD = { ...APPROVAL, donationSection: '80G', approvalNumber: 'OLD', approvedUntil: '2012-08-31' }
const RENEWED = { ...APPROVAL, approvalNumber: 'NEW', approvalDay: '2012-09-20', approvedFrom: '2012-10-01' }

// TRU-8
test('after a renewal each line of the file has the approval of its day', async () => {
  await changeSettings(app, OLD)
  for (const day of ['2012-08-31', '2012-09-01', '2012-10-01']) await aDonationOf(app, day, { name: `On ${day}` })
  await changeSettings(app, RENEWED)
  const lines = (await fileOf(2012)).toString().trimEnd().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(',').slice(3, 7))).toEqual([
    ['80G', 'OLD', '08-05-2020', 'On 2012-08-31'],
    ['133', 'NEW', '20-09-2012', 'On 2012-10-01'],
  ])
  expect(await statementOf(2012)).toMatchObject({
    with_pan: { count: 2, amount: 1_000 },
    outside_terms: { count: 1, amount: 500 },
    is_approved: true,
  })
})

// TRU-8
test('a number that is corrected after filing changes the lines of its term only', async () => {
  await changeSettings(app, OLD)
  await changeSettings(app, RENEWED)
  await fileYear(app, 2012)
  await changeSettings(app, { approvalNumber: 'CORRECTED' })
  expect((await statementOf(2012)).changed_since).toMatchObject([{ name: 'On 2012-10-01', change: 'changed' }])
  expect((await fileYear(app, 2012)).body.data.changed_since).toEqual([])
  expect(await fileYear(app, 2012)).toMatchObject({ status: 409, error: { code: 'filed_already' } })
})

// TRU-8
test('what an earlier version filed has not changed by itself', async () => {
  await changeSettings(app, APPROVAL)
  const id = await aDonationOf(app, '2011-06-01', { name: 'Filed before', address: 'Pune' })
  await fileYear(app, 2011)
  const details = JSON.stringify(['ABCPE1234F', 'Filed before', 'Pune', null, 500])
  const key = createHmac('sha256', keyFor('filed donations', app.secretKey)).update(details).digest('base64url')
  await app.pool.query('update filed_donations set details_key = $1 where donation_id = $2', [key, id])
  expect((await statementOf(2011)).changed_since).toEqual([])
  await app.pool.query("update donations set address = 'Elsewhere' where id = $1", [id])
  expect((await statementOf(2011)).changed_since).toMatchObject([{ id, change: 'changed' }])
})

// TRU-8
test('two clicks at once file a year once', async () => {
  await changeSettings(app, APPROVAL)
  await aDonationOf(app, '2016-06-01', { name: 'Twice' })
  const replies = await Promise.all([fileYear(app, 2016), fileYear(app, 2016)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

// TRU-8
test('a filed file is stored encrypted, and goes with the years of the books', async () => {
  await changeSettings(app, APPROVAL)
  await aDonationOf(app, '2009-06-01', { name: 'Long ago', pan: 'AABCH1234Z' })
  const { body } = await fileYear(app, 2009)
  const { rows } = await app.pool.query<{ content: string }>(
    "select encode(content_enc, 'escape') as content from filed_statements",
  )
  for (const { content } of rows) expect(content).not.toContain('AABCH1234Z')
  const id = body.data.filed[0]?.id ?? ''
  await filedFile(id)
  await forgetOldDonations(app.db)
  expect((await app.call(donationCalls.filedCsv, { params: { file: id } }, admin)).status).toBe(404)
})

// TRU-8, LNG-1
test('each donor of a filed year has one certificate; those without come first', async () => {
  await changeSettings(app, APPROVAL)
  await aDonationOf(app, '2014-05-01', { name: 'Has Two', amount: 300, pan: 'ABCPE1111A' })
  await aDonationOf(app, '2014-05-02', { name: 'Has Two', amount: 200, pan: 'ABCPE1111A' })
  await aDonationOf(app, '2014-05-03', { name: 'Has One', amount: 100, pan: 'ABCPE2222B' })
  const list = async () =>
    (await app.call(donationCalls.certificates, { query: { financial_year: '2014' } }, admin)).body.data
  expect(await list()).toEqual([])
  await fileYear(app, 2014)
  const [two, one] = await list()
  const none = { number: null, issued_on: null, is_missing: true }
  expect([two, one]).toMatchObject([
    { name: 'Has Two', donations: 2, amount: 500, ...none },
    { name: 'Has One', donations: 1, amount: 100, ...none },
  ])
  const record = (id: number, number: string) =>
    app.call(
      donationCalls.recordCertificate,
      { params: { id: String(id) }, body: { year: 2014, number, issued_on: '2015-05-28' } },
      admin,
    )
  await record(two?.id ?? 0, 'TYPO')
  expect((await record(two?.id ?? 0, '10BE-7')).body.data).toMatchObject([
    { name: 'Has One', is_missing: true },
    { name: 'Has Two', number: '10BE-7', issued_on: '2015-05-28', is_missing: false },
  ])
  expect((await record(999_999, 'NOBODY')).status).toBe(404)
  const linesIn = async (language: string) => {
    const path = `${donationCalls.certificatesCsv.path}?financial_year=2014`
    return (await download(path, language)).toString().replace('\uFEFF', '').trimEnd().split('\r\n')
  }
  expect(await linesIn('en')).toEqual([
    'Donor,Donations,Amount (₹),Certificate number,Date of certificate,Missing',
    'Has One,1,100,,,Yes',
    'Has Two,2,500,10BE-7,2015-05-28,No',
  ])
  expect((await linesIn('hi'))[0]).toMatch(/^दानदाता,दान,.*,प्रमाणपत्र संख्या,प्रमाणपत्र की तारीख,बाकी$/)
  expect((await linesIn('mr'))[0]).toMatch(/^देणगीदार,देणग्या,.*,प्रमाणपत्र क्रमांक,प्रमाणपत्राची तारीख,बाकी$/)

  // A correction of the statement has a donation more, which the certificate does not name.
  await aDonationOf(app, '2014-05-04', { name: 'Has Two', amount: 50, pan: 'ABCPE1111A' })
  await fileYear(app, 2014)
  expect(await list()).toMatchObject([
    { name: 'Has Two', number: '10BE-7', is_missing: true, donations: 3 },
    { name: 'Has One', is_missing: true },
  ])
  const { rows } = await app.pool.query(
    "select before, after from audit where action = 'certificate-recorded' order by id desc limit 1",
  )
  expect(rows).toEqual([{ before: { certificate: 'TYPO' }, after: { certificate: '10BE-7' } }])
})
