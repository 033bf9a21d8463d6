import { crc32 } from 'node:zlib'
import { previewUrlOf } from '@petsetu/contract/pets/pet-pictures.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aPhoto } from '../../test/a-photo.ts'
import { aPdf, storedState } from '../../test/attachments.ts'
import { aPet, aUser } from '../../test/factories.ts'
import { testApp } from '../../test/harness.ts'
import { sendPhoto } from '../../test/photos.ts'

const app = await testApp()
const owner = await aUser(app.db)
const pet = await aPet(app.db, owner)

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
const HTML = '<html><body><script>alert(1)</script></body></html>'

const [jpeg, png, webp] = await Promise.all([aPhoto(), aPhoto({ kind: 'png' }), aPhoto({ kind: 'webp' })])
const progressive = await sharp(jpeg).jpeg({ progressive: true }).toBuffer()
const wide = sharp({ create: { width: 7_000, height: 7_000, channels: 4, background: '#123456' } })
const heavy = await wide.clone().toColourspace('rgb16').png({ progressive: true }).toBuffer()
const heavyTurned = await wide.clone().toColourspace('rgb16').withMetadata({ orientation: 6 }).png().toBuffer()
const wideWebp = (height: number) =>
  sharp({ create: { width: 8_000, height, channels: 3, background: '#123456' } }).webp({ lossless: true, effort: 0 })
const heavyWebp = await wideWebp(2_040).toBuffer()
const heavyProgressive = await sharp({ create: { width: 6_200, height: 4_000, channels: 3, background: '#123456' } })
  .jpeg({ progressive: true })
  .toBuffer()
const heavyTurnedWebp = await wideWebp(1_700).withMetadata({ orientation: 6 }).toBuffer()
const interlaced = await sharp(jpeg).png({ progressive: true }).toBuffer()

function pngChunk(type: string, content: Buffer): Buffer {
  const [length, check, body] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([latin1(type), content])]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

const PNG_HEAD_BYTES = 33

/** A PNG of a few bytes that says it is this large. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.from(png.subarray(16, 29))
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', header), png.subarray(PNG_HEAD_BYTES)])
}

/** A JPEG of a few bytes that says it is this large. */
function jpegOf(width: number, height: number): Buffer {
  const bytes = Buffer.from(jpeg)
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}

const animatedPng = Buffer.concat([
  png.subarray(0, PNG_HEAD_BYTES),
  pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
  png.subarray(PNG_HEAD_BYTES),
])
const animatedWebp = await sharp([jpeg, await aPhoto()], { join: { animated: true } })
  .webp({ loop: 0, delay: [100, 100] })
  .toBuffer()

const zip = Buffer.concat([latin1('PK\x05\x06'), Buffer.alloc(18)])
// A thumbnail in a photo has an end of its own.
const JPEG_END = '\xff\xd9'

function withComment(photo: Buffer, text: string): Buffer {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), latin1(text)])
  return Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2)])
}

const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share))

const HOSTILE: [what: string, code: string, bytes: Buffer][] = [
  ['a PNG of 60,000 × 60,000 px', 'photo_too_many_pixels', pngOf(60_000, 60_000)],
  ['a PNG of a pixel more than 50 megapixels', 'photo_too_many_pixels', pngOf(50_000_001, 1)],
  ['a JPEG of 65,000 × 65,000 px', 'photo_too_many_pixels', jpegOf(65_000, 65_000)],
  ['a PNG of 50 megapixels without the pixels', 'photo_unreadable', pngOf(10_000, 5_000)],
  ['an interlaced PNG of 49 megapixels and 16 bits', 'photo_too_heavy', heavy],
  ['a turned PNG of 49 megapixels and 16 bits', 'photo_too_heavy', heavyTurned],
  ['a progressive JPEG of more than 24 megapixels', 'photo_too_heavy', heavyProgressive],
  ['a WebP of more than 16 megapixels', 'photo_too_heavy', heavyWebp],
  ['a turned WebP of 13 megapixels', 'photo_too_heavy', heavyTurnedWebp],
  ['an animated PNG', 'photo_animated', animatedPng],
  ['an animated WebP', 'photo_animated', animatedWebp],
  ['a JPEG that is a page, too', 'photo_unreadable', withComment(jpeg, HTML)],
  ['a JPEG with a page behind it', 'photo_unreadable', Buffer.concat([jpeg, latin1(HTML)])],
  ['a JPEG that is an archive, too', 'photo_unreadable', Buffer.concat([jpeg, zip])],
  ['a PNG that is an archive, too', 'photo_unreadable', Buffer.concat([png, zip])],
  ['a WebP that is an archive, too', 'photo_unreadable', Buffer.concat([webp, zip])],
  ['a WebP with a page behind it', 'photo_unreadable', Buffer.concat([webp, latin1(HTML)])],
  ['a PDF that begins like a JPEG', 'photo_unreadable', Buffer.concat([jpeg.subarray(0, 300), aPdf(), jpeg])],
  ['a JPEG cut off in the middle', 'photo_unreadable', cut(jpeg, 0.5)],
  ['a JPEG with a thumbnail, cut off', 'photo_unreadable', cut(withComment(jpeg, JPEG_END), 0.9)],
  ['a progressive JPEG with a thumbnail, cut off', 'photo_unreadable', cut(withComment(progressive, JPEG_END), 0.9)],
  ['a PNG cut off', 'photo_unreadable', cut(png, 0.9)],
  ['a PNG without its middle', 'photo_unreadable', Buffer.concat([cut(png, 0.5), png.subarray(-12)])],
  [
    'an interlaced PNG without its middle',
    'photo_unreadable',
    Buffer.concat([cut(interlaced, 0.5), png.subarray(-12)]),
  ],
  ['a WebP cut off', 'photo_unreadable', cut(webp, 0.9)],
  ['a JPEG of its first bytes', 'photo_unreadable', jpeg.subarray(0, 20)],
  ['an SVG', 'photo_wrong_type', latin1(SVG)],
  ['a GIF', 'photo_wrong_type', await sharp(jpeg).gif().toBuffer()],
  ['a TIFF', 'photo_wrong_type', await sharp(jpeg).tiff().toBuffer()],
  ['a PDF', 'photo_wrong_type', aPdf()],
  ['a page', 'photo_wrong_type', latin1(HTML)],
]

for (const [what, code, bytes] of HOSTILE) {
  // PHO-3, V5.2.2, V5.2.6
  test(`${what} gets 400, and nothing of it is kept`, async () => {
    const before = await storedState(app)
    const reply = await sendPhoto(app, pet.id, bytes, owner)
    expect([reply.status, reply.error.code]).toEqual([400, code])
    expect(reply.error.message.length).toBeGreaterThan(10)
    expect(await storedState(app)).toEqual(before)
  })
}

// PHO-3
test('no file, an empty or misnamed one gets 400, and one above 10 MB gets 413', async () => {
  const before = await storedState(app)
  const large = Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024)])
  const send = async (parts: [name: string, bytes: Buffer][]) => {
    const body = new FormData()
    for (const [name, bytes] of parts) body.set(name, new File([new Uint8Array(bytes)], 'photo.jpg'))
    const headers = { authorization: `Bearer ${owner.token}` }
    const reply = await app.fetch(`/pets/${pet.id}/photos`, { method: 'POST', body, headers })
    const { code } = (await reply.json()) as { code: string }
    return [reply.status, code]
  }
  expect(await send([])).toEqual([400, expect.any(String)])
  expect(await send([['file', jpeg]])).toEqual([400, 'photo_missing'])
  expect(await send([['photo', Buffer.alloc(0)]])).toEqual([400, 'photo_unreadable'])
  expect(await send([['photo', large]])).toEqual([413, 'photo_too_large'])
  expect(await storedState(app)).toEqual(before)
})

// Red above blue above the turn: an upright picture has red at its top.
const halves = sharp({ create: { width: 900, height: 600, channels: 3, background: '#0000ff' } }).composite([
  { input: { create: { width: 900, height: 300, channels: 3, background: '#ff0000' } }, gravity: 'north' },
])

const SECRET = 'Nikon of Asha'

// PHO-2
test('no size of a photo has its place or camera, and all stand upright', async () => {
  const turned = await sharp(await halves.png().toBuffer())
    .rotate(-90)
    .withExif({
      IFD0: { Model: SECRET },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 12/1', GPSLongitude: '73/1 51/1 24/1' },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>${SECRET}</rdf></x:xmpmeta>`)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const sent = await sharp(turned).metadata()
  expect([sent.width, sent.orientation]).toEqual([600, 6])
  expect(turned.includes(SECRET)).toBe(true)

  const { status, body } = await sendPhoto(app, pet.id, turned, owner)

  expect([status, body.width, body.height]).toEqual([201, 900, 600])
  for (const url of [...Object.values(body.urls), previewUrlOf(body)]) {
    const bytes = Buffer.from(await (await app.fetch(url)).arrayBuffer())
    const metadata = await sharp(bytes).metadata()
    const { exif, xmp, iptc, icc, orientation } = metadata
    expect([exif, xmp, iptc, icc, orientation], url).toEqual([undefined, undefined, undefined, undefined, undefined])
    for (const trace of [SECRET, 'Exif', 'GPS', 'xmpmeta'])
      expect(bytes.includes(trace), `${trace} in ${url}`).toBe(false)
    const strip = await sharp(bytes).resize(1, 8, { fit: 'fill' }).removeAlpha().raw().toBuffer()
    expect([strip.readUInt8(0) > 200, strip.readUInt8(23) > 200], url).toEqual([true, true])
  }
})

// PHO-3
test('photos of eight people at once are rendered two at a time', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => aUser(app.db)))
  const pictures = await Promise.all(people.map(() => aPhoto({ width: 3_000 })))
  let atOnce = 0
  const watching = setInterval(() => {
    atOnce = Math.max(atOnce, sharp.counters().process)
  }, 1)
  const send = async (person: (typeof people)[number], bytes: Buffer) =>
    sendPhoto(app, (await aPet(app.db, person)).id, bytes, person)
  const sent = await Promise.all(people.map((person, index) => send(person, pictures[index] ?? jpeg)))
  clearInterval(watching)
  expect(sent.map(({ status }) => status)).toEqual(Array(8).fill(201))
  expect(atOnce).toBe(2)
})
