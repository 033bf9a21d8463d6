import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import {
  aJpeg,
  aPdf,
  aPng,
  attachmentFiles,
  complaintParts,
  filePart,
  MIB,
  sendForm,
} from '../../../test/attachments.ts'
import { anAdmin } from '../../../test/factories.ts'
import { freePort } from '../../../test/free-port.ts'
import { testApp } from '../../../test/harness.ts'
import { objectStoreServer } from '../../../test/object-store.ts'
import { samePixels } from '../../../test/pixels.ts'
import { isAttached } from '../../complaints/complaint-files.ts'
import { readConfig } from '../config/config.ts'
import { ConfigError } from '../errors.ts'
import { createLog } from '../log.ts'
import { fileStore } from './file-store.ts'
import { s3Driver } from './s3-driver.ts'

const store = await objectStoreServer()
const app = await testApp(store.env)
const admin = await anAdmin(app.db)
const log = createLog('info', { write: () => {} })

const AWAY = {
  status: 'error',
  code: 'files_unavailable',
  message: 'Files are temporarily unavailable. Please try again later.',
}

const file = (bytes: Buffer) => sendForm(app, [...complaintParts(), filePart(bytes)])
const countComplaints = async () => (await app.db.selectFrom('complaints').select('id').execute()).length

/** The S3 driver with these settings. */
const placeWith = (env: Record<string, string> = {}, logTo = log) => {
  const settings = readConfig({ ...store.env, ...env }).objectStore
  if (!settings) throw new Error('no settings')
  return s3Driver(settings, logTo)
}

async function linkOf(id: number): Promise<string> {
  const { body } = await app.call(complaintCalls.read, { params: { id: String(id) } }, admin)
  return body.data.file_url ?? ''
}

test.for([
  ['pdf', 'application/pdf', aPdf(5 * MIB)],
  ['jpg', 'image/jpeg', aJpeg()],
  ['png', 'image/png', aPng(300_000)],
] as const)(
  // CMP-4, CMP-18, CASE-7
  'a %s goes through to the object store and is served, and none stays on the disk',
  async ([kind, type, bytes]) => {
    const before = await store.names()
    const { body } = await file(bytes)
    const added = (await store.names()).filter((kept) => !before.includes(kept))
    const [name = ''] = added.filter((kept) => new RegExp(`^[0-9a-f]{32}\\.${kind}$`).test(kept))
    const [original = ''] = kind === 'pdf' ? added : added.filter((kept) => kept !== name)
    expect(added).toHaveLength(kind === 'pdf' ? 1 : 2)
    expect((await store.content(original)).equals(bytes)).toBe(true)
    expect(await attachmentFiles(app)).toEqual([])

    const reply = await app.fetch(await linkOf(body.data.complaint_id))
    expect(reply.status).toBe(200)
    const served = Buffer.from(await reply.arrayBuffer())
    if (kind === 'pdf') expect(served.equals(bytes)).toBe(true)
    else expect(await samePixels(served, bytes)).toBe(true)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': type,
      'content-length': String(served.length),
      'content-disposition': `inline; filename="complaint-${name}"`,
      'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
      'cache-control': 'private, no-store',
    })
  },
)

// CMP-2, V5.2.1
test('files that are too large or of another type never reach the object store', async () => {
  const before = await store.names()
  expect((await file(aPdf(5 * MIB + 1))).status).toBe(413)
  expect((await file(Buffer.from('<svg onload="alert(1)"/>'))).status).toBe(415)
  expect(await store.names()).toEqual(before)
  expect(await attachmentFiles(app)).toEqual([])
})

// CMP-18
test('a file that is gone from the object store is 404, as on the disk', async () => {
  const { body } = await file(aPdf())
  const link = await linkOf(body.data.complaint_id)
  const [name = ''] = link.split('?')
  await (await placeWith()).remove(name.split('/').at(-1) ?? '')
  const reply = await app.fetch(link)
  expect([reply.status, await reply.json()]).toEqual([
    404,
    { status: 'error', code: 'attachment_not_found', message: 'Attachment not found' },
  ])
})

// CMP-2, PAY-6, V16.5.2
test('while the object store is unavailable a file gets 503, and the rest works', async () => {
  const { body } = await file(aPdf())
  const link = await linkOf(body.data.complaint_id)
  const [complaints, names] = [await countComplaints(), await store.names()]

  await store.stop()
  const refused = await file(aPng())
  expect([refused.status, refused.body]).toEqual([503, AWAY])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await countComplaints()).toBe(complaints)
  expect(await attachmentFiles(app)).toEqual([])
  const opened = await app.fetch(link)
  expect([opened.status, await opened.json()]).toEqual([503, AWAY])
  expect((await sendForm(app, complaintParts())).status).toBe(201)
  expect(app.logged()).not.toContain('S3RVER/')

  await store.start()
  expect((await store.names()).toSorted()).toEqual(names.toSorted())
  expect((await file(aPng())).status).toBe(201)
  expect((await app.fetch(link)).status).toBe(200)
})

// CMP-4, PAY-6
test('a stored file whose reply was lost does not stay without its complaint', async () => {
  const [complaints, names] = [await countComplaints(), await store.names()]
  store.loseNextAnswer()
  const refused = await file(aPdf())
  expect([refused.status, refused.body]).toEqual([503, AWAY])
  expect((await store.names()).toSorted()).toEqual(names.toSorted())
  expect(await countComplaints()).toBe(complaints)
})

// CMP-2, PAY-6
test('the sweep removes only unused day-old files from the object store', async () => {
  const place = await placeWith()
  const temporary = `${app.config.dataDir}/one.pdf`
  await writeFile(temporary, aPdf())
  const kept = await store.names()
  const orphans = Array.from({ length: 250 }, () => `${randomBytes(16).toString('hex')}.pdf`)
  const young = `${'c'.repeat(32)}.pdf`
  const foreign = 'notes.txt'
  for (const name of [...orphans, young, foreign]) await place.put(name, temporary)
  await rm(temporary)
  for (const name of [...kept, ...orphans, foreign]) await store.makeOld(name, 25)

  const attachments = await fileStore(app.config.dataDir, place)
  const sweep = () => attachments.sweep((name) => isAttached(app.db, name))
  expect(await sweep()).toBe(orphans.length)
  const isKept = await Promise.all(kept.map((name) => isAttached(app.db, name)))
  expect(isKept).toContain(true)
  expect((await store.names()).toSorted()).toEqual([...kept.filter((_, i) => isKept[i]), young, foreign].toSorted())
  expect(await sweep()).toBe(0)
})

// CMP-2
test('a file that the object store does not delete is logged and left to the sweep', async () => {
  const port = await freePort()
  const server = createServer((request, reply) => {
    reply.writeHead(request.method === 'DELETE' ? 403 : 200).end('<Error><Code>AccessDenied</Code></Error>')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  atEnd(() => server.close().closeAllConnections())
  const lines: string[] = []
  const noting = createLog('info', { write: (line) => void lines.push(line) })
  const place = await placeWith({ S3_ENDPOINT: `http://127.0.0.1:${port}` }, noting)
  await place.remove(`${'a'.repeat(32)}.pdf`)
  expect(lines.join()).toContain('The object store answered 403 AccessDenied')
})

test.for([
  [{ S3_ACCESS_KEY_ID: 'nobody' }, 'S3_ACCESS_KEY_ID must be one that S3_ENDPOINT knows.'],
  [{ S3_SECRET_ACCESS_KEY: 'hush' }, 'S3_SECRET_ACCESS_KEY must be the one that belongs to S3_ACCESS_KEY_ID.'],
  [{ S3_BUCKET: 'elsewhere' }, "S3_BUCKET must be a bucket that exists at S3_ENDPOINT, not 'elsewhere'."],
  [{ S3_ENDPOINT: 'http://store.invalid' }, "S3_ENDPOINT must be an address that exists, not 'http://store.invalid'."],
  // CFG-1
] as const)('a start fails with one line if the object store rejects %o', async ([env, line]) => {
  const error: unknown = await placeWith(env).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ConfigError)
  expect((error as ConfigError).message).toBe(line)
})

// CFG-1
test('a start on a machine whose clock is wrong says so, and names no key', async () => {
  const port = await freePort()
  const server = createServer((_request, reply) => {
    reply.writeHead(403).end('<Error><Code>RequestTimeTooSkewed</Code></Error>')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  atEnd(() => server.close().closeAllConnections())
  const place = placeWith({ S3_ENDPOINT: `http://127.0.0.1:${port}` })
  await expect(place).rejects.toThrow(/^S3_ENDPOINT says that the clock of this machine is wrong/)
})

// CFG-1, API-5
test('a start succeeds without the object store, and files work once it is back', async () => {
  const names = await store.names()
  await store.stop()
  const place = await placeWith()
  await expect(place.read(names[0] ?? '')).rejects.toMatchObject({ status: 503 })
  await store.start()
  const found = await place.read(names[0] ?? '')
  expect(found?.bytes).toBeGreaterThan(0)
  found?.content.destroy()
})
