import path from 'node:path'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aPhoto } from '../../../test/a-photo.ts'
import { aPdf, attachmentFiles } from '../../../test/attachments.ts'
import { anAdmin, aPet, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { erasePerson, exportPerson } from '../../../test/rights.ts'
import { summaryOf, wrongFieldsOf } from '../../../test/wrong-fields.ts'
import { forgetOld } from '../../people/privacy/erasing/forget-old.ts'
import { loadSecretKey } from '../../platform/files/secret-key.ts'
import { isFoundPhotoFile, photoForOwner } from './found-photos.ts'

const app = await testApp()

const files = async () => (await attachmentFiles(app)).map((file) => path.basename(file))

/** Sends a form of a page, with a photo if there is one. */
function send(address: string, fields: Record<string, string>, photo: Buffer | null = null): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  // As a browser does where no file was chosen.
  body.set('photo', photo ? new File([new Uint8Array(photo)], 'IMG_1234.jpg') : new File([], ''))
  return app.fetch(address, { method: 'POST', headers: { accept: 'text/html' }, body })
}

const pathOf = (sent: Response) => sent.headers.get('location') ?? ''

async function anOwner() {
  const owner = await aUser(app.db)
  const pet = await aPet(app.db, owner)
  return { owner, pet, form: `/pet-detail/${pet.petId}/found` }
}

/** A thread that begins with a photo. */
async function aThreadWithPhoto(fields: Record<string, string> = {}) {
  const made = await anOwner()
  const sent = await send(made.form, fields, await aPhoto())
  expect(sent.status).toBe(303)
  const [thread] = (await app.call(foundCalls.listOwn, {}, made.owner)).body.data
  return { ...made, finderPath: pathOf(sent), id: thread?.id ?? 0 }
}

async function messagesOf({ id, owner }: { id: number; owner: { token: string } }) {
  return (await app.call(foundCalls.read, { params: { id: String(id) } }, owner)).body.data.messages
}

const picturesIn = (html: string) =>
  [...html.matchAll(/<img[^>]* src="(\/found\/[^"]+)"/g)].map(([, src = '']) => src.replaceAll('&amp;', '&'))

async function bytesOf(address: string): Promise<Buffer> {
  const reply = await app.fetch(address)
  expect([reply.status, reply.headers.get('content-type')], address).toEqual([200, 'image/webp'])
  expect(reply.headers.get('cache-control')).toMatch(/^private/)
  return Buffer.from(await reply.arrayBuffer())
}

// FND-2
test('a finder sends a photo without a script, and both sides see it upright', async () => {
  const secret = 'Redmi of Asha'
  const taken = await sharp({ create: { width: 1_200, height: 800, channels: 3, background: '#884422' } })
    .withExif({
      IFD0: { Make: secret, Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 12/1', GPSLongitude: '73/1 51/1 24/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(taken.toString('latin1')).toContain('Exif')
  const { owner, form } = await anOwner()
  const sent = await send(form, { message: 'It is here' }, taken)
  expect(sent.status).toBe(303)
  const finderPath = pathOf(sent)
  // A photo says enough.
  expect((await send(finderPath, { message: '' }, await aPhoto())).status).toBe(303)

  const shown = picturesIn(await (await app.fetch(finderPath)).text())
  expect(shown).toHaveLength(2)
  const [{ id } = { id: 0 }] = (await app.call(foundCalls.listOwn, {}, owner)).body.data
  const messages = await messagesOf({ id, owner })
  expect(messages.map(({ message, photo }) => [message, photo?.width])).toEqual([
    ['It is here', 800],
    [null, 400],
  ])
  const seen = [...shown, ...messages.map(({ photo }) => photo?.url ?? '')]
  for (const address of seen) {
    const bytes = await bytesOf(address)
    for (const trace of [secret, 'Exif', 'GPS', 'xmpmeta']) expect(bytes.toString('latin1')).not.toContain(trace)
  }
  expect(await sharp(await bytesOf(shown[0] ?? '')).metadata()).toMatchObject({
    format: 'webp',
    width: 533,
    height: 800,
  })
})

// FND-2
test('a photo is for the thread alone, and opens only by a signature valid now', async () => {
  const made = await aThreadWithPhoto({ message: 'First' })
  const [picture = ''] = picturesIn(await (await app.fetch(made.finderPath)).text())
  const messageId = picture.split('/').at(-1) ?? ''
  const [message] = await messagesOf(made)
  const signed = message?.photo?.url ?? ''
  await bytesOf(signed)

  const other = await aThreadWithPhoto()
  const sameThread = pathOf(await send(made.form, { message: 'Second' }))
  const size = { id: Number(messageId), photo: { width: 1, height: 1 } }
  const expired = photoForOwner(size, await loadSecretKey(app.config), Date.now() - 11 * 60_000)?.url ?? ''
  const foreign = (await messagesOf(other))[0]?.photo?.url.split('?')[1]
  const refused = [
    `${other.finderPath}/photos/${messageId}`,
    `${sameThread}/photos/${messageId}`,
    `/found/${'A'.repeat(43)}/photos/${messageId}`,
    `${made.finderPath}/photos/999999`,
    `${made.finderPath}/photos/x`,
    `/api/found/photos/${messageId}`,
    `/api/found/photos/${messageId}?${foreign}`,
    expired,
    signed.replace(/expires=\d/, 'expires=9'),
  ]
  const { rows } = await app.pool.query('select name from found_photos where message_id = $1', [messageId])
  for (const file of ['large.webp', 'medium.webp', 'preview.jpg']) refused.push(`/photos/${rows[0].name}-${file}`)
  for (const address of refused) expect((await app.fetch(address)).status, address).toBe(404)
})

// FND-2
test('the same photo within ten minutes adds nothing, and another photo does', async () => {
  const { owner, form } = await anOwner()
  const photo = await aPhoto()
  const first = await send(form, { message: 'Here' }, photo)
  const before = await files()
  for (const again of [await send(form, { message: 'Here' }, photo), await send(form, { message: 'Here' }, photo)])
    expect(pathOf(again)).toBe(pathOf(first))
  expect((await files()).sort()).toEqual(before.sort())
  const parallel = await aPhoto()
  const sent = await Promise.all([1, 2, 3].map(() => send(form, { message: 'Here' }, parallel)))
  expect(new Set(sent.map(pathOf)).size).toBe(1)
  expect(await files()).toHaveLength(before.length + 4)
  const [{ id } = { id: 0 }] = (await app.call(foundCalls.listOwn, {}, owner)).body.data
  expect(await messagesOf({ id, owner })).toHaveLength(2)
})

// FND-2, PHO-3, V5.2.2
test('a file that is no photo is refused in words beside what was typed', async () => {
  const { owner, form } = await anOwner()
  const jpeg = await aPhoto()
  const page = Buffer.from('<html><script>alert(1)</script></html>')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const hostile: [what: string, status: number, bytes: Buffer][] = [
    ['a PDF', 400, Buffer.from(aPdf())],
    ['a page', 400, page],
    ['an SVG', 400, svg],
    ['half a photo', 400, jpeg.subarray(0, jpeg.length / 2)],
    ['a photo that ends as a page', 400, Buffer.concat([jpeg.subarray(0, 200), page])],
    ['more than 10 MB', 413, Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024)])],
  ]
  const before = await files()
  for (const [what, status, bytes] of hostile) {
    const sent = await send(form, { message: 'At the temple', contact: '+91 90000 11111' }, bytes)
    const html = await sent.text()
    expect([what, sent.status]).toEqual([what, status])
    for (const typed of ['role="alert"', 'At the temple', '+91 90000 11111']) expect(html, what).toContain(typed)
  }
  expect((await files()).sort()).toEqual(before.sort())
  expect((await app.call(foundCalls.listOwn, {}, owner)).body.data).toEqual([])
})

// LIT-2
test('a wrong photo is marked in view, in a report and in a conversation', async () => {
  const { form, finderPath } = await aThreadWithPhoto()
  const large = Buffer.concat([await aPhoto(), Buffer.alloc(10 * 1024 * 1024)])
  for (const address of [form, finderPath])
    for (const [photo, said] of [
      [Buffer.from(aPdf()), 'Only JPEG, PNG or WebP photos are allowed.'],
      [large, 'The photo must be 10MB or smaller.'],
    ] as const) {
      const html = await (await send(address, { message: 'At the temple' }, photo)).text()
      expect(wrongFieldsOf(html), address).toEqual({ photo: said })
      expect(summaryOf(html), address).toBe('')
    }
})

// FND-2
test('nothing at all, also with an empty file, is refused, in a report and in a thread', async () => {
  const { form } = await anOwner()
  expect((await send(form, { message: ' ', place: '' })).status).toBe(400)
  const { finderPath } = await aThreadWithPhoto()
  expect((await send(finderPath, { message: '' })).status).toBe(400)
})

// FND-3
test('a photo for a thread that is closed is refused and leaves no file', async () => {
  const { owner, id, finderPath } = await aThreadWithPhoto()
  await app.call(foundCalls.close, { params: { id: String(id) } }, owner)
  const before = await files()
  expect((await send(finderPath, { message: 'x' }, await aPhoto())).status).toBe(409)
  expect((await files()).sort()).toEqual(before.sort())
})

const ENDS: Record<string, (made: Awaited<ReturnType<typeof aThreadWithPhoto>>) => Promise<unknown>> = {
  'its thread': async ({ id, owner }) => {
    const params = { id: String(id) }
    await app.call(foundCalls.reportAbuse, { params, body: { reason: 'Asks for money' } }, owner)
    await app.call(foundCalls.deleteAny, { params }, await anAdmin(app.db))
  },
  'its pet': ({ pet }) => app.db.deleteFrom('pets').where('id', '=', pet.id).execute(),
  'the owner’s account': ({ owner }) => app.db.deleteFrom('users').where('id', '=', owner.id).execute(),
  'the 30 days after closing': async ({ id }) => {
    const values = { closed_at: new Date(Date.now() - 31 * 86_400_000), outcome: 'home' as const }
    await app.db.updateTable('found_reports').set(values).where('id', '=', id).execute()
    await forgetOld(app)
  },
  'the finder’s data': () => erasePerson(app, { phone: '90000 22222' }),
}

// FND-2, V14.2.4
for (const [what, end] of Object.entries(ENDS))
  test(`a photo goes with ${what}, and its files with it`, async () => {
    const before = await files()
    const made = await aThreadWithPhoto({ contact: '+91 90000 22222' })
    const [address = ''] = picturesIn(await (await app.fetch(made.finderPath)).text())
    expect(await files()).toHaveLength(before.length + 4)
    await end(made)
    expect((await app.fetch(address)).status).toBe(404)
    await expect.poll(files).toEqual(expect.arrayContaining(before))
    await expect.poll(async () => (await files()).length).toBe(before.length)
  })

// FND-2, ACC-5
test('the exports of owner and finder hold the photo, and the sweep keeps its files', async () => {
  const { owner, finderPath } = await aThreadWithPhoto({ contact: 'asha.the.finder@example.org' })
  await send(finderPath, { message: 'And here' }, await aPhoto())
  for (const email of [owner.email, 'asha.the.finder@example.org']) {
    const { found_messages } = (await exportPerson(app, { email })) as { found_messages: { photo: string }[] }
    const photos = found_messages.map(({ photo }) => Buffer.from(photo, 'base64'))
    expect(photos).toHaveLength(2)
    for (const photo of photos) expect((await sharp(photo).metadata()).format).toBe('webp')
  }
  const { rows } = await app.pool.query('select name from found_photos order by message_id desc limit 1')
  expect(await isFoundPhotoFile(app.db, `${rows[0].name}-large.webp`)).toBe(true)
  expect(await isFoundPhotoFile(app.db, `${'0'.repeat(32)}-large.webp`)).toBe(false)
})

// JRN-1
test('the list of an owner says that a photo came without words', async () => {
  const { owner } = await aThreadWithPhoto()
  const { body } = await app.call(foundCalls.listOwn, {}, owner)
  expect(body.data).toMatchObject([{ last_by: 'finder', last_message: null, last_part: 'photo' }])
})
