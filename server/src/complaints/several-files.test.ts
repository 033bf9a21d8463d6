import { createHash } from 'node:crypto'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { expect, test } from 'vitest'
import {
  aPdf,
  attachmentFiles,
  complaintParts,
  filePart,
  formBytes,
  MIB,
  type Part,
  rawUpload,
  sendForm,
  storedState,
} from '../../test/attachments.ts'
import { anAdmin } from '../../test/factories.ts'
import { testApp } from '../../test/harness.ts'
import { submit } from '../../test/paying-app.ts'

const app = await testApp()
const admin = await anAdmin(app.db)

/** Different PDFs: each has its own size. */
const pdfs = (count: number, bytes = 1_000) => Array.from({ length: count }, (_, index) => aPdf(bytes + index))

const morePart = (bytes: Buffer): Part => ({ ...filePart(bytes), name: 'files' })

const several = (files: Buffer[]): Part[] =>
  files.map((bytes, index) => (index === 0 ? filePart(bytes) : morePart(bytes)))

async function read(id: number) {
  return (await app.call(complaintCalls.read, { params: { id: String(id) } }, admin)).body.data
}

async function served(url: string): Promise<Buffer> {
  const reply = await app.fetch(url)
  return Buffer.from(await reply.arrayBuffer())
}

const left = () => storedState(app)

// CASE-1, CASE-7
test('an admin gets all five files of a complaint in the order in which they came', async () => {
  const files = pdfs(5, 200_000)
  const { status, body } = await sendForm(app, [...complaintParts(), ...several(files)])
  expect(status).toBe(201)
  const complaint = await read(body.data.complaint_id)
  expect(complaint.files).toEqual(
    files.map((bytes) => ({
      id: expect.any(Number),
      url: expect.stringMatching(/^\/uploads\/complaints\/[0-9a-f]{32}\.pdf\?expires=/),
      type: 'application/pdf',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      created_at: expect.stringMatching(/^\d{4}-/),
    })),
  )
  for (const [index, { url }] of complaint.files.entries())
    expect((await served(url)).equals(files[index] ?? Buffer.of())).toBe(true)
  expect(complaint.file_url).toContain(complaint.file_path)
  expect(complaint.files[0]?.url).toContain(complaint.file_path)
})

// CASE-1
test('all files may come under the second name, also before the fields', async () => {
  const [one = aPdf(), two = aPdf()] = pdfs(2)
  const empty = { ...filePart(Buffer.alloc(0), ''), name: 'files' }
  const { status, body } = await sendForm(app, [morePart(one), empty, morePart(two), ...complaintParts()])
  expect(status).toBe(201)
  const { files, file_path } = await read(body.data.complaint_id)
  expect(files.map(({ bytes }) => bytes)).toEqual([one.length, two.length])
  expect(files[0]?.url).toContain(file_path)
})

// CASE-1
test('five files of 5 MiB each are taken', async () => {
  const { status, body } = await sendForm(app, [...complaintParts(), ...several(pdfs(5, 5 * MIB - 10))])
  expect(status).toBe(201)
  expect((await read(body.data.complaint_id)).files).toHaveLength(5)
})

const BROKEN: [what: string, status: number, code: string, files: Buffer[]][] = [
  ['a sixth file', 400, 'too_many_files', pdfs(6)],
  ['a file too large at the end', 413, 'file_too_large', [...pdfs(4), aPdf(5 * MIB + 1)]],
  ['a file too large at the beginning', 413, 'file_too_large', [aPdf(5 * MIB + 1), ...pdfs(4)]],
  ['a file of no kind in the middle', 415, 'wrong_file_type', [aPdf(), Buffer.from('MZ a program'), aPdf()]],
]

for (const [what, status, code, files] of BROKEN) {
  // CASE-1
  test(`${what} refuses the whole request, and nothing of it is left`, async () => {
    const before = await left()
    for (const parts of [
      [...complaintParts(), ...several(files)],
      [...several(files), ...complaintParts()],
    ]) {
      const reply = await sendForm(app, parts)
      expect([reply.status, reply.body]).toEqual([status, expect.objectContaining({ status: 'error', code })])
      expect(await left()).toEqual(before)
    }
  })
}

// CASE-1
test('a body that breaks off between or within its files leaves nothing', async () => {
  const before = await left()
  const form = formBytes([...complaintParts(), ...several(pdfs(5, 300_000))])
  const headers = { 'content-length': String(form.length) }
  for (const share of [0.3, 0.5, 0.7, 0.99]) {
    await rawUpload(app, { pieces: [form.subarray(0, form.length * share)], headers, cut: true })
  }
  await expect.poll(left).toEqual(before)
})

// CASE-1
test('the same files in the same order are the same complaint, and no others are', async () => {
  const files = pdfs(3)
  const headers = { 'idempotency-key': 'several-files' }
  const send = async (sent: Buffer[]) => {
    const { status, body } = await sendForm(app, [...complaintParts(), ...several(sent)], headers)
    return status === 201 ? body.data.complaint_id : status
  }
  // The file of a body that broke off in the test before may not be removed yet.
  const before = (await attachmentFiles(app)).filter((file) => !file.includes('incoming'))
  const ids = await Promise.all([send(files), send(files), send(files)])
  expect(new Set(ids).size).toBe(1)
  expect(await send(files.toReversed())).toBe(409)
  expect(await send(files.slice(0, 2))).toBe(409)
  expect((await attachmentFiles(app)).length).toBe(before.length + 3)
})

// CMP-4
test('with one file or none the content’s hash equals that of earlier versions', async () => {
  const hash = async (key: string) => {
    const row = await app.db
      .selectFrom('complaints')
      .select('content_hash')
      .where('idempotency_key', '=', key)
      .executeTakeFirstOrThrow()
    return row.content_hash
  }
  const file = { bytes: aPdf(), name: 'proof.pdf' }
  await submit(app, { key: 'without-a-file' })
  await submit(app, { key: 'with-one-file', file })
  // Computed by the version before: SHA-256 of the JSON of the form and of the hash of its file.
  expect(await hash('without-a-file')).toBe('MT3hQXM9v-sACxiIT7MIdf6d5Jt1FdGQouw1bj33W_k')
  expect(await hash('with-one-file')).toBe('W3bykTDyltOV9nVG0jw2_zlMUJ6M3MEcBREuE0RLDck')
})

// CASE-1
test('a correction replaces all files', async () => {
  const headers = { 'idempotency-key': 'corrected-files' }
  const before = (await attachmentFiles(app)).length
  const { body } = await sendForm(app, [...complaintParts(), ...several(pdfs(4))], headers)
  const correct = async (files: Buffer[]) => {
    const reply = await app.fetch(complaintCalls.submit.path, {
      method: 'PUT',
      headers: { 'content-type': 'multipart/form-data; boundary=petsetu-boundary', ...headers },
      body: new Uint8Array(formBytes([...complaintParts(), ...several(files)])),
    })
    expect(reply.status).toBe(200)
    const complaint = await read(body.data.complaint_id)
    expect(complaint.file_path === null).toBe(files.length === 0)
    return complaint.files.map(({ bytes }) => bytes)
  }
  for (const files of [pdfs(2, 5_000), pdfs(5, 6_000), [], pdfs(1, 7_000)]) {
    expect(await correct(files)).toEqual(files.map((bytes) => bytes.length))
    expect((await attachmentFiles(app)).length).toBe(before + files.length)
  }
})
