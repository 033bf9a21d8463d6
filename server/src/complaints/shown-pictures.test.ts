import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aPhoto } from '../../test/a-photo.ts'
import { aJpeg, aPdf, aPng, complaintParts, filePart, sendForm, storedState } from '../../test/attachments.ts'
import { anAdmin } from '../../test/factories.ts'
import { testApp } from '../../test/harness.ts'
import { COMPLAINT } from '../../test/paying-app.ts'
import { samePixels } from '../../test/pixels.ts'
import type { StoredAttachment } from '../platform/files/incoming-files.ts'
import { insertFiles } from './complaint-files.ts'
import { migrateLegacyAttachments } from './migrate-legacy-attachments.ts'

const app = await testApp()
const admin = await anAdmin(app.db)
const folder = path.join(app.config.dataDir, 'attachments')
const { attachments } = app
const SECRET = 'Nikon of Asha'

/** A picture that lies on its side, with the place and the camera in its metadata. */
async function aPictureWithPlace(kind: 'jpeg' | 'png'): Promise<Buffer> {
  const upper = { input: { create: { width: 90, height: 30, channels: 3, background: '#ff0000' } } as const }
  const upright = sharp({ create: { width: 90, height: 60, channels: 3, background: '#0000ff' } }).composite([
    { ...upper, gravity: 'north' },
  ])
  return sharp(await upright.png().toBuffer())
    .rotate(-90)
    .withExif({
      IFD0: { Model: SECRET },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 12/1', GPSLongitude: '73/1 51/1 24/1' },
    })
    .withMetadata({ orientation: 6 })
    .toFormat(kind)
    .toBuffer()
}

async function read(id: number) {
  return (await app.call(complaintCalls.read, { params: { id: String(id) } }, admin)).body.data
}

async function bytesAt(url: string): Promise<Buffer> {
  const reply = await app.fetch(url)
  expect(reply.status).toBe(200)
  return Buffer.from(await reply.arrayBuffer())
}

async function expectNoMetadata(shown: Buffer): Promise<void> {
  const { exif, xmp, iptc, icc, orientation } = await sharp(shown).metadata()
  expect([exif, xmp, iptc, icc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined])
  for (const trace of [SECRET, 'Exif', 'GPS']) expect(shown.includes(trace), trace).toBe(false)
}

// CASE-7
for (const [kind, extension] of [
  ['jpeg', 'jpg'],
  ['png', 'png'],
] as const)
  test(`a ${kind} is shown upright and without its place, and the original is sealed`, async () => {
    const sent = await aPictureWithPlace(kind)
    expect(sent.includes(SECRET)).toBe(true)
    const { body } = await sendForm(app, [...complaintParts(), filePart(sent)])
    const complaint = await read(body.data.complaint_id)
    expect(complaint.files).toEqual([
      expect.objectContaining({
        type: `image/${kind}`,
        bytes: sent.length,
        sha256: createHash('sha256').update(sent).digest('hex'),
      }),
    ])
    for (const url of [complaint.file_url ?? '', complaint.files[0]?.url ?? '']) {
      const shown = await bytesAt(url)
      await expectNoMetadata(shown)
      const { width, height } = await sharp(shown).metadata()
      expect([width, height]).toEqual([90, 60])
      expect(await samePixels(shown, sent)).toBe(true)
    }
    const [sealed = ''] = (await readdir(folder)).filter((name) => name.endsWith(`-original.${extension}`))
    expect((await readFile(path.join(folder, sealed))).equals(sent)).toBe(true)
    const headers = { authorization: `Bearer ${admin.token}` }
    expect((await app.fetch(`/uploads/complaints/${sealed}`, { headers })).status).toBe(404)
    expect(JSON.stringify(complaint)).not.toContain('original')
    await app.pool.query('delete from complaint_files; update complaints set file_path = null')
    await attachments.remove({ name: complaint.file_path ?? '', originalName: sealed })
  })

const photo = await aPhoto()
const progressive = await sharp(photo).jpeg({ progressive: true }).toBuffer()

// CASE-7
for (const [what, code, bytes] of [
  ['of more than 50 megapixels', 'photo_too_many_pixels', bomb()],
  ['with a thumbnail that is cut off', 'photo_unreadable', cutWithThumbnail(photo)],
  ['that is cut off behind its head', 'photo_unreadable', Buffer.concat([progressive.subarray(0, 300), aJpeg()])],
] as const)
  test(`a picture ${what} refuses the whole request, and nothing is kept`, async () => {
    const before = await storedState(app)
    const parts = [aPdf(), bytes].map((file, index) => ({ ...filePart(file), name: index ? 'files' : 'file' }))
    const { status, body } = await sendForm(app, [...complaintParts(), ...parts])
    expect([status, body]).toEqual([400, expect.objectContaining({ code })])
    expect(await storedState(app)).toEqual(before)
  })

/** A JPEG with the end of another one in a comment, and without its own. */
function cutWithThumbnail(jpeg: Buffer): Buffer {
  const comment = Buffer.from([0xff, 0xfe, 0, 4, 0xff, 0xd9])
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2, jpeg.length * 0.9)])
}

/** A PNG of a few bytes that says it is a billion pixels. */
function bomb(): Buffer {
  const png = Buffer.from(aPng())
  png.writeUInt32BE(40_000, 16)
  png.writeUInt32BE(40_000, 20)
  return png
}

/** A complaint as a version without rows of files stored it. */
async function anOldComplaint(bytes: Buffer, kind: 'pdf' | 'jpg' | 'png') {
  const name = `${randomBytes(16).toString('hex')}.${kind}`
  await writeFile(path.join(folder, name), bytes)
  const { id } = await app.db
    .insertInto('complaints')
    .values({ ...COMPLAINT, file_path: name, idempotency_key: name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name, bytes }
}

const seal = () => migrateLegacyAttachments(app, new AbortController().signal)

// CASE-7
test('files of an earlier version are shown without metadata at once, and sealed later', async () => {
  const sent = await aPictureWithPlace('jpeg')
  const picture = await anOldComplaint(sent, 'jpg')
  const pdf = await anOldComplaint(aPdf(), 'pdf')
  const headers = { authorization: `Bearer ${admin.token}` }
  const shownOf = async ({ name }: { name: string }) => {
    const reply = await app.fetch(`/uploads/complaints/${name}`, { headers })
    expect(reply.status).toBe(200)
    return Buffer.from(await reply.arrayBuffer())
  }
  const before = await storedState(app)
  await expectNoMetadata(await shownOf(picture))
  expect((await shownOf(pdf)).equals(pdf.bytes)).toBe(true)
  expect(await storedState(app)).toEqual(before)

  await seal()

  for (const old of [picture, pdf]) {
    const complaint = await read(old.id)
    expect(complaint.file_path).toBe(old.name)
    expect((await readFile(path.join(folder, old.name))).equals(old.bytes)).toBe(true)
    expect(complaint.files).toEqual([
      expect.objectContaining({
        bytes: old.bytes.length,
        sha256: createHash('sha256').update(old.bytes).digest('hex'),
        created_at: complaint.created_at,
      }),
    ])
    for (const url of [complaint.file_url, complaint.files[0]?.url]) {
      const shown = await bytesAt(url ?? '')
      if (old === pdf) expect(shown.equals(pdf.bytes)).toBe(true)
      else await expectNoMetadata(shown)
      if (old === picture) expect(await samePixels(shown, sent)).toBe(true)
    }
  }
  const sealed = await storedState(app)
  await seal()
  expect(await storedState(app)).toEqual(sealed)
})

// CASE-7
test('the first file of an earlier version stays first, also if others come before', async () => {
  const old = await anOldComplaint(await aPhoto({ kind: 'png' }), 'png')
  const added: StoredAttachment[] = []
  for (const bytes of [aPdf(1_001), aPdf(1_002)])
    added.push(await attachments.keep(await attachments.receive(Readable.from(bytes, { objectMode: false }))))
  await insertFiles(app.db, old.id, added)
  await seal()
  const { files, file_url } = await read(old.id)
  expect(files.map(({ bytes }) => bytes)).toEqual([old.bytes.length, 1_001, 1_002])
  expect((await bytesAt(file_url ?? '')).equals(await bytesAt(files[0]?.url ?? ''))).toBe(true)
})

// CASE-7
test('an old picture that cannot be decoded is a grey field, and stops no other', async () => {
  const broken = await anOldComplaint(Buffer.concat([photo.subarray(0, 30), Buffer.from(SECRET)]), 'jpg')
  const missing = await anOldComplaint(aPng(), 'png')
  await attachments.remove({ name: missing.name, originalName: null })
  const whole = await anOldComplaint(await aPhoto({ kind: 'png' }), 'png')
  await seal()
  const { files, file_url } = await read(broken.id)
  await expectNoMetadata(await bytesAt(file_url ?? ''))
  await expectNoMetadata(await bytesAt(files[0]?.url ?? ''))
  expect((await read(missing.id)).files).toEqual([])
  expect((await app.fetch((await read(missing.id)).file_url ?? '')).status).toBe(404)
  expect((await read(whole.id)).files).toHaveLength(1)
})
