import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { expect, test } from 'vitest'
import { complaintParts, sendForm } from '../../test/attachments.ts'
import { BAD_TEXTS } from '../../test/bad-input.ts'
import { anAdmin } from '../../test/factories.ts'
import { testApp } from '../../test/harness.ts'
import { aComplaint, COMPLAINT, submit } from '../../test/paying-app.ts'
import { storedText } from '../../test/stored.ts'

const app = await testApp()
const admin = await anAdmin(app.db)

const idOf = async (response: Response) =>
  ((await response.json()) as { data: { complaint_id: number } }).data.complaint_id

// CMP-4
test('a complaint is stored exactly as written, pending and without a payment', async () => {
  const fields = {
    ...COMPLAINT,
    fullname: '  कविता राव  ',
    description: "Line one\nLine 'two'; drop table complaints; -- <script>alert(1)</script> 🐕",
    date_of_incident: today(),
  }
  const response = await submit(app, { fields })
  expect(response.status).toBe(201)
  const id = await idOf(response)
  const { data } = (await app.call(complaintCalls.read, { params: { id: String(id) } }, admin)).body
  expect(data).toMatchObject({
    ...fields,
    fullname: 'कविता राव',
    id,
    status: 'pending',
    payment_status: 'none',
    payment_amount: null,
    payment_date: null,
    razorpay_payment_id: null,
    file_path: null,
    file_url: null,
    payments: [],
  })
  expect(Date.now() - Date.parse(data.created_at)).toBeLessThan(60_000)
})

// CMP-1, API-3
test('missing or wrong fields are named one by one, and no complaint is filed', async () => {
  const before = await storedText(app.pool)
  const { status, body } = await sendForm(
    app,
    complaintParts({ fullname: ' ', email: 'nobody', description: '123456789', date_of_incident: '2026-02-30' }),
  )
  expect(status).toBe(400)
  expect(body).toEqual({
    status: 'error',
    code: 'invalid_fields',
    message: '4 fields need your attention.',
    errors: {
      fullname: 'Full name is required',
      email: 'Invalid email address',
      description: 'Description must be at least 10 characters long',
      date_of_incident: 'Date of incident must be a date like 2026-03-31',
    },
  })
  for (const name of Object.keys(COMPLAINT)) {
    const parts = complaintParts().filter((part) => part.name !== name)
    const reply = await sendForm(app, parts)
    expect(reply.status, name).toBe(400)
    expect(Object.keys(reply.body.errors ?? {}), name).toEqual([name])
    // A form is sent as UTF-8 bytes, which cannot encode a lone surrogate.
    for (const [what, value] of BAD_TEXTS) {
      if (typeof value !== 'string' || !value.isWellFormed()) continue
      const other = await sendForm(app, [...parts, { name, value: Buffer.from(`0123456789${value}`) }])
      expect(other.status, `${name}: ${what}`).toBe(400)
    }
  }
  expect(await storedText(app.pool)).toBe(before)
})

// CMP-1, V2.3.2
test('a description of nine characters is refused, one of ten is taken', async () => {
  const short = await sendForm(app, complaintParts({ description: '123456789' }))
  expect([short.status, short.body.message]).toEqual([400, 'Description must be at least 10 characters long'])
  expect((await sendForm(app, complaintParts({ description: '1234567890' }))).status).toBe(201)
})

// CMP-1
test('a line break counts as one character, as in the browser that sends it as two', async () => {
  const longest = 'x\n'.repeat(2_500).trim().padEnd(5_000, 'x')
  expect((await submit(app, { fields: { description: longest } })).status).toBe(201)
  expect((await submit(app, { fields: { description: `${longest}x` } })).status).toBe(400)
  expect((await submit(app, { fields: { description: '1\n2\n3\n4\n5' } })).status).toBe(400)
})

// CMP-3
test('a day in the future in India is rejected, today is accepted', async () => {
  const tomorrow = new Date(Date.parse(`${today()}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  const { status, body } = await sendForm(app, complaintParts({ date_of_incident: tomorrow }))
  expect([status, body.message]).toEqual([
    400,
    'Date of incident cannot be in the future. Please check the date of your device, too',
  ])
  expect((await sendForm(app, complaintParts({ date_of_incident: today() }))).status).toBe(201)
})

// CMP-4
test('a status or payment sent by a visitor is ignored', async () => {
  const response = await submit(app, {
    fields: {
      id: '1',
      status: 'closed',
      payment_status: 'paid',
      payment_paise: '1',
      file_path: 'x',
      created_at: '2000-01-01',
      role: 'admin',
    },
  })
  const { data } = (await app.call(complaintCalls.read, { params: { id: String(await idOf(response)) } }, admin)).body
  expect(data).toMatchObject({ status: 'pending', payment_status: 'none', file_path: null })
  expect(data.created_at).not.toMatch(/^2000/)
})

// CMP-4, CMP-8
test('one submission is one complaint: its key returns one number, at once and later', async () => {
  const before = (await app.db.selectFrom('complaints').select('id').execute()).length
  const replies = await Promise.all(Array.from({ length: 10 }, () => submit(app, { key: 'a-double-click' })))
  const ids = new Set(await Promise.all(replies.map(idOf)))
  expect(replies.map((reply) => reply.status)).toEqual(Array(10).fill(201))
  ids.add(await idOf(await submit(app, { key: 'a-double-click' })))
  expect(ids.size).toBe(1)
  expect(await app.db.selectFrom('complaints').select('id').execute()).toHaveLength(before + 1)
  expect(await idOf(await submit(app, { key: 'another-click' }))).not.toBe([...ids][0])
  expect(await aComplaint(app)).not.toBe(await aComplaint(app))
})

// CMP-4
test('an invalid key gets 400, and nothing is filed', async () => {
  const before = await storedText(app.pool)
  for (const key of ['short', 'x'.repeat(101), 'with spaces in it', 'semi;colon;key', '../../etc/passwd']) {
    const response = await submit(app, { key })
    expect(response.status, key).toBe(400)
    expect(await response.json()).toEqual({
      status: 'error',
      code: 'invalid_idempotency_key',
      message: 'Idempotency-Key must be 8 to 100 letters, digits, - or _',
    })
  }
  expect(await storedText(app.pool)).toBe(before)
})

// CMP-4, V2.4.1
test('from one address ten complaints an hour are taken, the next one waits', async () => {
  const limited = await testApp({ RATE_LIMITS: 'on' })
  for (let count = 0; count < 10; count++) expect((await submit(limited)).status).toBe(201)
  const refused = await submit(limited)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
})
