import { expect, test } from 'vitest'
import {
  aJpeg,
  aPdf,
  aPng,
  attachmentFiles,
  chunked,
  complaintParts,
  filePart,
  formBytes,
  MIB,
  rawUpload,
  sendForm,
  storedState,
} from '../../test/attachments.ts'
import { testApp } from '../../test/harness.ts'
import { submit } from '../../test/paying-app.ts'

const app = await testApp()
const TOO_LARGE = 'The file must be 5MB or smaller.'

const left = () => storedState(app)

const filePathOf = async (complaintId: number) =>
  (await app.db.selectFrom('complaints').select('file_path').where('id', '=', complaintId).executeTakeFirst())
    ?.file_path

// V5.2.1, V2.3.2
test.for([
  ['PDF', aPdf(5 * MIB + 1)],
  ['photograph', aJpeg(5 * MIB + 1)],
  ['picture', aPng(5 * MIB + 1)],
  ['file of no kind', Buffer.alloc(5 * MIB + 1)],
  ['far too large PDF', aPdf(20 * MIB)],
] as const)(
  // CMP-2
  'a %s of one byte more than 5 MiB is refused with 413, and nothing of it is left',
  async ([, bytes]) => {
    const before = await left()
    const { status, body } = await sendForm(app, [...complaintParts(), filePart(bytes)])
    expect(status).toBe(413)
    expect(body).toEqual({ status: 'error', code: 'file_too_large', message: TOO_LARGE })
    expect(await left()).toEqual(before)
    // The same with the file before the fields.
    const other = await sendForm(app, [filePart(bytes), ...complaintParts()])
    expect([other.status, other.body.message]).toEqual([413, TOO_LARGE])
    expect(await left()).toEqual(before)
  },
)

// CMP-2
test('a body that announces ten gigabytes gets 413 before it is sent', async () => {
  const before = await left()
  const answer = await rawUpload(app, { pieces: [], headers: { 'content-length': '10737418240' } })
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toContain(TOO_LARGE)
  expect(await left()).toEqual(before)
})

// CMP-2
test('a body without a length is accepted if valid, and cut off if it is too large', async () => {
  const form = formBytes([...complaintParts(), filePart(aPdf(3 * MIB))])
  const pieces = [0, 1, 2, 3].map((quarter) => {
    const size = Math.ceil(form.length / 4)
    return chunked(form.subarray(quarter * size, (quarter + 1) * size))
  })
  const headers = { 'transfer-encoding': 'chunked' }
  const taken = await rawUpload(app, { pieces: [...pieces, Buffer.from('0\r\n\r\n')], headers })
  expect(taken).toMatch(/^HTTP\/1\.1 201 /)

  const before = await left()
  // Its end never arrives; the reply does not wait for it.
  const endless = formBytes([...complaintParts(), filePart(Buffer.alloc(6 * MIB, 'x'))]).subarray(0, 5 * MIB + 65_536)
  const answer = await rawUpload(app, { pieces: [chunked(endless)], headers: { ...headers, connection: 'keep-alive' } })
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toContain(TOO_LARGE)
  expect(await left()).toEqual(before)
})

// CMP-2, CMP-4
test('a form without a file or with an empty file part is filed without one', async () => {
  const without = await sendForm(app, complaintParts())
  const empty = await sendForm(app, [...complaintParts(), filePart(Buffer.alloc(0), '')])
  const asText = await sendForm(app, [...complaintParts(), { name: 'file', value: '' }])
  const browsers = await submit(app)
  const fromBrowser = (await browsers.json()) as { data: { complaint_id: number } }
  for (const { status, body } of [without, empty, asText, { status: browsers.status, body: fromBrowser }]) {
    expect(status).toBe(201)
    expect(await filePathOf(body.data.complaint_id)).toBeNull()
  }
})

// CMP-2
test('a file under another name is not kept', async () => {
  const before = await attachmentFiles(app)
  const { status, body } = await sendForm(app, [...complaintParts(), { ...filePart(aPdf()), name: 'document' }])
  expect(status).toBe(201)
  expect(await filePathOf(body.data.complaint_id)).toBeNull()
  expect(await attachmentFiles(app)).toEqual(before)
})

// CMP-2, API-3
test('a form with unknown parts gets 400 and leaves neither file nor complaint', async () => {
  const before = await left()
  const whole = complaintParts()
  const many = Array.from({ length: 10_000 }, (_, index) => ({ name: `field${index}`, value: 'x' }))
  const strange: [what: string, parts: Parameters<typeof sendForm>[1]][] = [
    ['two files', [...whole, filePart(aPdf()), filePart(aPng())]],
    ['two files, one of another name', [...whole, filePart(aPdf()), { ...filePart(aPng()), name: 'other' }]],
    ['ten thousand parts', [...whole, ...many]],
    ['ten thousand parts behind the file', [filePart(aPdf()), ...many, ...whole]],
    ['a huge field', [filePart(aPdf()), ...complaintParts({ description: 'x'.repeat(MIB) })]],
    ['a huge field that nobody asked for', [...whole, { name: 'x', value: 'x'.repeat(MIB) }]],
    ['a field given twice', [filePart(aPdf()), ...whole, { name: 'email', value: 'other@example.org' }]],
    ['a field named as a prototype', [...whole, { name: '__proto__', value: 'x' }]],
    ['a field named as a constructor', [...whole, { name: 'constructor', value: 'x' }]],
    ['a file in the place of a field', [...whole.slice(1), { ...filePart(aPdf()), name: 'fullname' }]],
    ['nothing', []],
  ]
  for (const [what, parts] of strange) {
    const { status, body } = await sendForm(app, parts)
    expect(status, what).toBe(400)
    expect(body, what).toMatchObject({ status: 'error', message: expect.any(String) })
    expect(await left(), what).toEqual(before)
  }
})

// CMP-2
test('a part with headers of a megabyte is ignored like an unknown field', async () => {
  const { status } = await sendForm(app, [...complaintParts(), { name: 'x'.repeat(MIB), value: 'x' }])
  expect(status).toBe(201)
})

// CMP-1, CMP-2
test('invalid fields beside a valid file are named, and no file is kept', async () => {
  const before = await left()
  for (const order of [0, 1]) {
    const fields = complaintParts({ description: 'too short', email: 'none' })
    const parts = order ? [...fields, filePart(aPdf())] : [filePart(aPdf()), ...fields]
    const { status, body } = await sendForm(app, parts)
    expect(status).toBe(400)
    expect(body.errors).toEqual({
      email: 'Invalid email address',
      description: 'Description must be at least 10 characters long',
    })
    expect(await left()).toEqual(before)
  }
})
