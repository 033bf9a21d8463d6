import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { NOTICE_VERSION } from '@petsetu/languages/notice-version.ts'
import { expect, test } from 'vitest'
import { takeAtDesk } from '../../../test/desk.ts'
import { anAdmin } from '../../../test/factories.ts'
import { COMPLAINT, payingApp } from '../../../test/paying-app.ts'
import { adminView } from '../../../test/payment-state.ts'
import { readFollowedCase } from '../follow/followed-case.ts'

const app = await payingApp({ COMPLAINT_DUE_DAYS: 'cruelty=2, other=9' }, undefined, { sendsMail: true })
const admin = await anAdmin(app.db)

const { email: _, phone: __, ...INCIDENT } = COMPLAINT
const ENTRY = { ...INCIDENT, source: 'phone' as const, language: 'hi' as const, agreed: true as const }

type Entry = Record<string, unknown>

const enter = (fields: Entry = {}) =>
  app.call(caseCalls.enter, { body: { ...ENTRY, ...fields } as typeof ENTRY }, admin)
const at = (id: number) => ({ params: { id: String(id) } })
const makeLink = (id: number) => app.call(caseCalls.makeFollowLink, at(id), admin)

// CASE-6, TRU-5
test('an admin enters a caller’s complaint, unpaid, due by its type, with its source', async () => {
  const reply = await enter({ phone: '+91 55500 12345', landmark: 'The banyan tree' })
  expect(reply.status).toBe(201)
  const { id, reference } = reply.body.data
  expect(reference).toBe(formatReference({ id, createdAt: new Date() }))
  const due = new Date(Date.parse(today()) + 2 * 86_400_000).toISOString().slice(0, 10)
  expect(await adminView(app, id)).toMatchObject({
    ...{ fullname: COMPLAINT.fullname, email: '', phone: '+91 55500 12345', landmark: 'The banyan tree' },
    ...{ source: 'phone', status: 'pending', payment_status: 'none', due_on: due, files: [] },
  })
  const events = (await app.call(caseCalls.listEvents, at(id), admin)).body.data
  expect(events).toMatchObject([
    { kind: 'filed', by: 'admin', username: admin.username, after: 'phone', internal: false, text: null },
  ])
  const consent = await app.pool.query(
    "select purpose, notice_version, language, read_by from consents where purpose like 'complaint%' and subject_id = $1",
    [id],
  )
  expect(consent.rows).toEqual([
    { purpose: 'complaint-spoken', notice_version: NOTICE_VERSION, language: 'hi', read_by: admin.username },
  ])
  expect((await app.pool.query('select 1 from mails where about = $1', [`complaint ${id}`])).rows).toEqual([])
})

// CASE-6
test('its fee is taken at the desk, and the complaint is paid', async () => {
  const { id } = (await enter({ source: 'desk' })).body.data
  const taken = await takeAtDesk(app, { purpose: 'complaint', subject_id: id })
  expect(taken.status).toBe(201)
  expect(await adminView(app, id)).toMatchObject({ source: 'desk', payment_status: 'paid', payment_amount: 100 })
})

// CASE-6, CASE-3
test('somebody who gave an address gets a mail in their language, and a link to follow', async () => {
  const email = 'entered@example.org'
  const { id, reference } = (await enter({ email })).body.data
  await expect.poll(async () => (await app.mailsTo(email)).length).toBe(1)
  const [mail] = await app.mailsTo(email)
  expect(mail?.subject).toBe(`हमने आपकी शिकायत ${id} लिख ली है`)
  expect(mail?.text).toContain(reference)
  const [, path = ''] = /https?:\/\/[^/]+(\/complaint\/follow\/[\w-]{43})/.exec(mail?.text ?? '') ?? []
  const page = await app.fetch(path, { headers: { 'accept-language': 'en' } })
  expect(await page.text()).toContain('Complaint filed: we wrote it down for you')
})

// CASE-6
test('an admin makes a link to the complaint to hand over, and earlier ones still work', async () => {
  const { id } = (await enter()).body.data
  const urls = [(await makeLink(id)).body.data.url, (await makeLink(id)).body.data.url]
  expect(new Set(urls).size).toBe(2)
  for (const url of urls) {
    expect(url).toMatch(/^https?:\/\/[^/]+\/complaint\/follow\/[\w-]{43}$/)
    const page = await app.fetch(new URL(url).pathname)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain((await readFollowedCase(app.db, id)).reference)
  }
  expect((await makeLink(999_999_999)).status).toBe(404)
})

const REJECTED: [what: string, fields: Entry, field: string, message: string][] = [
  ['without consent', { agreed: false }, 'agreed', 'Please ask whether the person agrees, and tick this'],
  ['with a wrong address', { email: 'nobody' }, 'email', 'Invalid email address'],
  ['without a name', { fullname: ' ' }, 'fullname', 'Full name is required'],
  [
    'for tomorrow',
    { date_of_incident: '2999-01-01' },
    'date_of_incident',
    'Date of incident cannot be in the future. Please check the date of your device, too',
  ],
]

for (const [what, fields, field, message] of REJECTED) {
  // CASE-6
  test(`an entry ${what} is rejected, and nothing is stored`, async () => {
    const before = (await app.pool.query('select 1 from complaints')).rows.length
    expect(await enter(fields)).toMatchObject({ status: 400, error: { errors: { [field]: message } } })
    expect((await app.pool.query('select 1 from complaints')).rows).toHaveLength(before)
  })
}

// CASE-6
test('a complaint cannot be entered as if it came from the form', async () => {
  expect((await enter({ source: 'form' })).status).toBe(400)
})
