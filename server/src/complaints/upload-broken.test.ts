import path from 'node:path'
import { expect, test } from 'vitest'
import {
  aJpeg,
  aPdf,
  attachmentFiles,
  complaintParts,
  filePart,
  formBytes,
  MIB,
  rawUpload,
  sendForm,
  storedState,
} from '../../test/attachments.ts'
import { breakableDatabase } from '../../test/breakable-database.ts'
import { testApp } from '../../test/harness.ts'
import { submit } from '../../test/paying-app.ts'
import { storedText } from '../../test/stored.ts'

const app = await testApp()
const database = await breakableDatabase()
const onBreakable = await testApp({}, database)

const left = () => storedState(app)
const isGone = (before: string[]) => expect.poll(left).toEqual(before)

// CMP-2, V1.4.3
test('a body that breaks off anywhere leaves no file and no complaint', async () => {
  const form = formBytes([...complaintParts(), filePart(aPdf(2 * MIB))])
  const fileStart = form.indexOf('%PDF-')
  const before = await left()
  const places = [
    0,
    1,
    100,
    fileStart - 2,
    fileStart,
    fileStart + 5,
    fileStart + 70_000,
    fileStart + MIB,
    form.length - 60,
  ]
  for (const place of places) {
    const headers = { 'content-length': String(form.length) }
    await rawUpload(app, { pieces: place ? [form.subarray(0, place)] : [], headers, cut: true })
  }
  await rawUpload(app, {
    pieces: [Buffer.from(`${(2 * MIB).toString(16)}\r\n`), form.subarray(0, MIB)],
    headers: { 'transfer-encoding': 'chunked' },
    cut: true,
  })
  await isGone(before)
  await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      rawUpload(app, {
        pieces: [form.subarray(0, fileStart + 10_000 * (index + 1))],
        headers: { 'content-length': String(form.length) },
        cut: true,
      }),
    ),
  )
  await isGone(before)
  expect((await sendForm(app, [...complaintParts(), filePart(aPdf())])).status).toBe(201)
})

// CMP-2, V1.4.3
test('a client that disconnects while waiting does not block others', async () => {
  const client = await app.pool.connect()
  await client.query('begin; lock table complaints in exclusive mode')
  const form = formBytes([...complaintParts(), filePart(aPdf())])
  const headers = { 'content-length': String(form.length) }
  // At most sixteen are accepted at a time.
  await Promise.all(Array.from({ length: 60 }, () => rawUpload(app, { pieces: [form], headers, cut: true })))
  await client.query('rollback')
  client.release()
  expect((await sendForm(app, complaintParts())).status).toBe(201)
  await expect.poll(async () => (await attachmentFiles(app)).filter((file) => file.includes('incoming'))).toEqual([])
})

// CMP-2, API-3
test('after a form is rejected half-way, its connection’s next request is answered', async () => {
  const twice = [...complaintParts(), { name: 'email', value: 'other@example.org' }]
  const form = formBytes([...twice, filePart(aPdf(3 * MIB))])
  const next = Buffer.from('GET /healthz HTTP/1.1\r\nhost: petsetu\r\nconnection: close\r\n\r\n')
  const headers = { 'content-length': String(form.length), connection: 'keep-alive' }
  const answers = await rawUpload(app, { pieces: [form, next], headers })
  expect(answers).toMatch(/^HTTP\/1\.1 400 .*email is given twice.*HTTP\/1\.1 200 /s)
})

// CMP-2
test('a body that ends before its form gets 400 and leaves nothing', async () => {
  const form = formBytes([...complaintParts(), filePart(aPdf(100_000))])
  const before = await left()
  for (const length of [form.length - 2, form.length - 5, form.length - 50_000, 300, 10]) {
    const headers = { 'content-length': String(length) }
    const answer = await rawUpload(app, { pieces: [form.subarray(0, length)], headers })
    if (length === form.length - 2) expect(answer, 'the last line break may be missing').toMatch(/ (201|400) /)
    else expect(answer, String(length)).toMatch(/^HTTP\/1\.1 400 /)
  }
  const files = await attachmentFiles(app)
  expect(files.length).toBeLessThanOrEqual(before.length)
  expect(files.filter((file) => file.includes('incoming'))).toEqual([])
})

// CMP-4, API-3
test('a body that is no form is rejected: 400 without a boundary, 415 for another type', async () => {
  const before = await left()
  const bytes = new Uint8Array(formBytes(complaintParts()))
  for (const [type, status] of [
    ['multipart/form-data', 400],
    ['multipart/form-data; boundary=', 400],
    ['multipart/form-data; boundary=another', 400],
    ['multipart/mixed; boundary=petsetu-boundary', 415],
    ['application/json', 415],
    ['application/x-www-form-urlencoded', 415],
    ['text/plain', 415],
    ['image/png', 415],
  ] as const) {
    const reply = await app.fetch('/api/complaints/submit', {
      method: 'POST',
      headers: { 'content-type': type },
      body: bytes,
    })
    expect(reply.status, type).toBe(status)
    expect(await reply.json(), type).toMatchObject({ status: 'error', message: expect.any(String) })
  }
  const bare = await app.fetch('/api/complaints/submit', { method: 'POST' })
  expect(bare.status).toBeGreaterThanOrEqual(400)
  expect(bare.status).toBeLessThan(500)
  expect(await left()).toEqual(before)
})

// CMP-18, V5.3.2, V5.4.2
test('an uploaded file’s name is ignored, and the file gets a generated name', async () => {
  const names = [
    '../../x.pdf',
    '..\\..\\x.pdf',
    '/etc/passwd',
    'C:\\windows\\win.ini',
    '....//....//x',
    '%2e%2e%2fx.pdf',
    `${'n'.repeat(10_000)}.pdf`,
    'a\0b.pdf',
    '🐶🐕.pdf',
    'a\u202efdp.exe',
    'x.pdf.exe',
    '.htaccess',
    'con',
    ' ',
    'a"; filename="b.pdf',
  ]
  for (const name of names) {
    const files = await attachmentFiles(app)
    const { status, body } = await sendForm(app, [...complaintParts(), filePart(aPdf(), name)])
    expect([201, 400], name).toContain(status)
    const added = (await attachmentFiles(app)).filter((file) => !files.includes(file))
    if (status === 400) expect(added, name).toEqual([])
    else {
      expect(added).toHaveLength(1)
      expect(added[0]).toMatch(/\/attachments\/[a-z0-9]{32}\.pdf$/)
      expect(body).toEqual({
        status: 'success',
        data: {
          complaint_id: expect.any(Number),
          reference: expect.any(String),
          follow_path: expect.stringMatching(/^\/complaint\/follow\//),
        },
      })
    }
  }
  const stored = await storedText(app.pool)
  for (const trace of ['passwd', 'win.ini', 'htaccess', 'nnnnn', '🐶']) expect(stored).not.toContain(trace)
})

// CMP-4, V3.5.2
test('a form that the page of another site sends is refused with 403 before it is read', async () => {
  const before = await left()
  const parts = [...complaintParts(), filePart(aPdf())]
  expect((await sendForm(app, parts, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect(await left()).toEqual(before)
  for (const site of ['same-origin', 'same-site', 'none']) {
    expect((await sendForm(app, parts, { 'sec-fetch-site': site })).status, site).toBe(201)
  }
})

// CMP-2, CMP-4
test('one submission with a file sent ten times at once is one complaint with one file', async () => {
  const before = await attachmentFiles(app)
  const file = { bytes: aPdf(300_000), name: 'proof.pdf' }
  const replies = await Promise.all(Array.from({ length: 10 }, () => submit(app, { file, key: 'one-submission' })))
  const ids = await Promise.all(
    replies.map(async (reply) => ((await reply.json()) as { data: { complaint_id: number } }).data.complaint_id),
  )
  expect(replies.map((reply) => reply.status)).toEqual(Array(10).fill(201))
  expect(new Set(ids).size).toBe(1)
  expect((await attachmentFiles(app)).filter((name) => !before.includes(name))).toHaveLength(1)
  const again = await submit(app, { file: { ...file, name: 'other.pdf' }, key: 'one-submission' })
  expect(((await again.json()) as { data: { complaint_id: number } }).data.complaint_id).toBe(ids[0])
  const other = await submit(app, { file: { bytes: aJpeg(), name: 'proof.png' }, key: 'one-submission' })
  expect(other.status).toBe(409)
  expect((await attachmentFiles(app)).filter((name) => !before.includes(name))).toHaveLength(1)
})

// CMP-2, CFG-4, V2.3.3
test('if the reply to the insert is lost, the inserted complaint keeps its file', async () => {
  const headers = { 'idempotency-key': 'whose-answer-was-lost' }
  database.loseAnswerTo('insert into "complaints"')
  const lost = await sendForm(onBreakable, [...complaintParts(), filePart(aPdf())], headers)
  expect(lost.status).toBe(503)

  const told = await sendForm(onBreakable, [...complaintParts(), filePart(aPdf())], headers)
  expect(told.status).toBe(201)
  const { rows } = await database.pool.query<{ file_path: string }>('select file_path from complaints')
  expect(rows.map((row) => row.file_path)).toEqual(
    (await attachmentFiles(onBreakable)).map((file) => path.basename(file)),
  )
})
