import { createHash } from 'node:crypto'
import { appendFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { aPhoto } from '../../../test/a-photo.ts'
import { aPdf, complaintParts, filePart, sendForm } from '../../../test/attachments.ts'
import { anAdmin, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { readPdf } from '../../../test/read-pdf.ts'
import { readZip } from '../../../test/read-zip.ts'
import { erasePerson } from '../../../test/rights.ts'
import { readReference } from '../complaint-queries.ts'

const app = await testApp()
const admin = await anAdmin(app.db, ['cases'])
const REASON = 'For Shivaji Nagar police station, letter 12'
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function aCase(files: Buffer[], fields: Record<string, string> = {}): Promise<number> {
  const { body } = await sendForm(app, [...complaintParts(fields), ...files.map((bytes) => filePart(bytes))])
  return body.data.complaint_id
}

const send = (id: number, body: object, as = admin, language = 'en') =>
  app.fetch(caseCalls.takeBundle.path.replace('{id}', String(id)), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${as.token}`,
      'content-type': 'application/json',
      'accept-language': language,
    },
    body: JSON.stringify(body),
  })

async function take(id: number, fields: object = {}, language = 'en') {
  const reply = await send(id, { reason: REASON, ...fields }, admin, language)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="complaint-${id}.zip"`)
  return readZip(new Uint8Array(await reply.arrayBuffer()))
}

type Rows = Record<string, string>[]
const rowsOf = (csv: Buffer | undefined): Rows => parse(csv ?? '', { columns: true, bom: true })
const textOf = async (pdf: Buffer | undefined) => (await readPdf(pdf ?? new Uint8Array())).readAloud.join(' ')

async function audited(id: number) {
  const { rows } = await app.pool.query(
    'select action, after, reason, admin_username from audit where object_id = $1 order by id',
    [String(id)],
  )
  return rows
}

async function storedFile(id: number): Promise<string> {
  const { rows } = await app.pool.query(
    'select coalesce(original_name, name) as name from complaint_files where complaint_id = $1 order by position limit 1',
    [id],
  )
  return path.join(app.config.dataDir, 'attachments', rows[0].name)
}

// TRU-4, TRU-6
test('the bundle of a case holds each original byte for byte, with its SHA-256', async () => {
  const photo = await aPhoto()
  const id = await aCase([photo])
  const zip = await take(id)
  expect(Object.keys(zip).toSorted()).toEqual(
    ['case.pdf', 'case.txt', 'certificate-draft.pdf', 'history.csv', 'manifest.csv', 'originals/1.jpg'].toSorted(),
  )
  expect(zip['originals/1.jpg']?.equals(photo)).toBe(true)
  const manifest = rowsOf(zip['manifest.csv'])
  expect(manifest[0]).toMatchObject({
    ...{ File: 'originals/1.jpg', Type: 'image/jpeg', Bytes: String(photo.length), 'SHA-256': sha256(photo) },
    ...{ From: 'Complainant', State: 'in this bundle' },
  })
  // Each file but the list itself is in the list.
  for (const [name, content] of Object.entries(zip).filter(([name]) => name !== 'manifest.csv'))
    expect(manifest).toContainEqual(expect.objectContaining({ File: name, 'SHA-256': sha256(content) }))
})

// TRU-4
test('a bundle is in audit, log and history, and says who took originals', async () => {
  const id = await aCase([await aPhoto()])
  const { rows } = await app.pool.query('select id from complaint_files where complaint_id = $1', [id])
  const original = caseCalls.takeOriginal.path.replace('{id}', String(id)).replace('{fileId}', String(rows[0].id))
  await app.fetch(original, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'To look at the number plate' }),
  })
  const note = (text: string, internal: boolean) =>
    app.call(caseCalls.addNote, { params: { id: String(id) }, body: { text, internal } }, admin)
  await note('We were there.', false)
  await note('The neighbour seems angry.', true)
  const status = { params: { id: String(id) }, body: { status: 'closed' as const } }
  await app.call(complaintCalls.setStatus, status, admin)
  const zip = await take(id)

  const history = rowsOf(zip['history.csv'])
  const [received, taken] = [
    history.find(({ What }) => What === 'Original received'),
    history.find(({ What }) => What === 'Original downloaded'),
  ]
  expect(received).toMatchObject({ Who: 'Complainant', File: 'originals/1.jpg' })
  expect(taken).toMatchObject({
    ...{ Who: admin.username, File: 'originals/1.jpg', Words: 'To look at the number plate' },
  })
  expect(history.at(-1)).toMatchObject({ Who: admin.username, Words: REASON })
  const words = history.map((row) => row.Words)
  expect(history.find(({ What }) => What === 'Status')).toMatchObject({ Before: 'Pending', After: 'Closed' })
  expect(words).toContain('We were there.')
  expect(words).not.toContain('The neighbour seems angry.')
  expect((await audited(id)).at(-1)).toEqual({
    ...{ action: 'bundle-taken', after: { with_name: true }, reason: REASON, admin_username: admin.username },
  })
  expect(app.logged()).toContain('"bundle-taken"')
  expect(app.logged()).not.toContain(REASON)
})

// TRU-4
test('the lists in a bundle have the clock of India, as its papers do', async () => {
  const id = await aCase([await aPhoto()])
  const at = '2026-03-31T20:15:00Z'
  await app.pool.query('update complaint_files set created_at = $1 where complaint_id = $2', [at, id])
  const zip = await take(id)
  const inIndia = '2026-04-01T01:45:00+05:30'
  expect(rowsOf(zip['manifest.csv'])[0]).toMatchObject({ File: 'originals/1.jpg', Received: inIndia })
  const history = rowsOf(zip['history.csv'])
  expect(history.find(({ What }) => What === 'Original received')).toMatchObject({ When: inIndia })
  expect(history.every(({ When }) => When?.endsWith('+05:30'))).toBe(true)
  expect(String(zip['case.txt'])).toContain('1 April 2026')
})

// TRU-4, CASE-4
test('the history in a bundle has a priority, a day and a name in words', async () => {
  const id = await aCase([])
  const body = { version: 1, priority: 'high', due_on: '2026-12-31', assignee_id: admin.id } as const
  expect((await app.call(caseCalls.update, { params: { id: String(id) }, body }, admin)).status).toBe(200)
  const history = rowsOf((await take(id))['history.csv'])
  const event = (what: string) => history.find(({ What }) => What === what)
  expect(event('Priority')).toMatchObject({ Before: 'Normal', After: 'High' })
  expect(event('Due day')).toMatchObject({ After: '31 December 2026' })
  expect(event('Assigned')).toMatchObject({ Before: '', After: admin.username })
  const hindi = String((await take(id, {}, 'hi'))['history.csv'])
  for (const words of ['सामान्य', 'ज़्यादा', '31 दिसंबर 2026']) expect(hindi).toContain(words)
  expect(hindi).not.toMatch(/high|2026-12-31/)
})

// TRU-4, DSK-5
test('the history in a bundle names an assignee who has lost the duty since', async () => {
  const [id, former] = [await aCase([]), await anAdmin(app.db, ['cases'])]
  const body = { version: 1, assignee_id: former.id }
  expect((await app.call(caseCalls.update, { params: { id: String(id) }, body }, admin)).status).toBe(200)
  await app.pool.query("update users set duties = '{money}' where id = $1", [former.id])
  const history = rowsOf((await take(id))['history.csv'])
  expect(history.find(({ What }) => What === 'Assigned')).toMatchObject({ Before: '', After: former.username })
})

// TRU-4, CASE-6
test('a withheld name is in a bundle only if asked for, which is recorded', async () => {
  const id = await aCase([], { withhold_name: 'true', fullname: 'Sulochana Apte', email: 'sulochana@example.org' })
  await app.call(
    caseCalls.addNote,
    { params: { id: String(id) }, body: { text: 'Dear Sulochana', internal: false } },
    admin,
  )
  const hidden = await take(id)
  for (const content of [hidden['case.txt'], hidden['history.csv']])
    expect(String(content)).not.toMatch(/Sulochana|sulochana@/)
  expect(await textOf(hidden['case.pdf'])).not.toMatch(/Sulochana|sulochana@/)
  expect(String(hidden['case.txt'])).toContain('The complainant wants the name withheld')
  const taken = { action: 'bundle-taken', after: { with_name: false } }
  expect((await audited(id)).slice(-1)).toMatchObject([taken])

  const shown = await take(id, { shows_name: true })
  expect(String(shown['case.txt'])).toContain('Full name: Sulochana Apte')
  expect(await textOf(shown['case.pdf'])).toContain('Sulochana Apte')
  expect((await audited(id)).slice(-2)).toMatchObject([
    { action: 'name-revealed', reason: REASON },
    { action: 'bundle-taken', after: { with_name: true } },
  ])
})

// TRU-4, CASE-5
test('a bundle names the other complaints of its case, which have originals, too', async () => {
  const [first, second, third] = [await aCase([await aPhoto()]), await aCase([await aPhoto()]), await aCase([])]
  const reference = (id: number) => readReference(app.db, id)
  for (const id of [second, third])
    await app.call(caseCalls.merge, { params: { id: String(id) }, body: { into: first } }, admin)
  const named = async (id: number) => /originals: (PS-.*)/.exec(String((await take(id))['case.txt']))?.[1]
  expect(await named(first)).toBe(`${await reference(second)}, ${await reference(third)}`)
  expect(await named(third)).toBe(`${await reference(first)}, ${await reference(second)}`)
  expect(await named(await aCase([]))).toBeUndefined()
})

// TRU-4
test('the certificate is a draft with blanks, hash values and both parts', async () => {
  const pdf = aPdf()
  const id = await aCase([pdf])
  const english = await textOf((await take(id))['certificate-draft.pdf'])
  for (const words of [
    'This is a draft',
    'not legal advice',
    'section 63(4)',
    'Part A: to be filled in by the party',
    'Part B: to be filled in by the expert',
    '____',
  ])
    expect(english).toContain(words)
  expect(english.replaceAll(' ', '')).toContain(sha256(pdf))
  expect(await textOf((await take(id, {}, 'hi'))['certificate-draft.pdf'])).toContain('यह एक मसौदा है')
  expect(await textOf((await take(id, {}, 'mr'))['certificate-draft.pdf'])).toContain('हा एक मसुदा आहे')
})

// TRU-4
test('a bundle says that a case has no originals, or that its person was erased', async () => {
  const [none, erased] = [await aCase([]), await aCase([await aPhoto()], { email: 'gone@example.org' })]
  expect(String((await take(none))['case.txt'])).toContain('This complaint has no originals.')
  await app.pool.query("update complaints set status = 'closed' where id = $1", [erased])
  await erasePerson(app, { email: 'gone@example.org' })
  const zip = await take(erased)
  expect(Object.keys(zip).filter((name) => name.startsWith('originals/'))).toEqual([])
  expect(String(zip['case.txt'])).toContain('Full name: Erased')
  for (const content of Object.values(zip)) expect(String(content)).not.toContain('gone@example.org')
})

// LNG-1, TRU-4
test.each([
  ['hi', 'पूरा नाम: हटाया गया'],
  ['mr', 'पूर्ण नाव: पुसले'],
] as const)('in %s a bundle says in its words what was erased', async (language, told) => {
  const email = `gone-in-${language}@example.org`
  const id = await aCase([], { email })
  await take(id)
  await app.pool.query("update complaints set status = 'closed' where id = $1", [id])
  await erasePerson(app, { email })
  const zip = await take(id, {}, language)
  expect(String(zip['case.txt'])).toContain(told)
  for (const name of ['case.txt', 'history.csv']) expect(String(zip[name])).not.toContain('Erased')
})

// TRU-4
test('an original that was changed or is gone is left out and said to be', async () => {
  const [changed, missing] = [await aCase([await aPhoto()]), await aCase([aPdf()])]
  await appendFile(await storedFile(changed), 'x')
  await rm(await storedFile(missing))
  for (const [id, state] of [
    [changed, 'differs from what came, so it is not in this bundle'],
    [missing, 'no longer in the storage'],
  ] as const) {
    const zip = await take(id)
    expect(Object.keys(zip).filter((name) => name.startsWith('originals/'))).toEqual([])
    expect(rowsOf(zip['manifest.csv'])[0]).toMatchObject({ State: state })
    expect(String(zip['case.txt'])).toContain(state)
  }
})

// TRU-4
test('without a reason, the duty or a case no bundle is made', async () => {
  const id = await aCase([])
  const before = await audited(id)
  expect((await send(id, { reason: ' ' })).status).toBe(400)
  expect((await send(id, {})).status).toBe(400)
  for (const other of [await aUser(app.db), await anAdmin(app.db, ['privacy'])])
    expect((await send(id, { reason: REASON }, other)).status).toBe(403)
  expect((await send(id + 1_000, { reason: REASON })).status).toBe(404)
  expect(await audited(id)).toEqual(before)
})
