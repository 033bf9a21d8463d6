import { foundationCalls } from '@petsetu/contract/office/foundation.ts'
import { receiptCalls } from '@petsetu/contract/payments/receipts.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aPhoto } from '../../../test/a-photo.ts'
import { attachmentFiles } from '../../../test/attachments.ts'
import { anAdmin } from '../../../test/factories.ts'
import { aComplaint, initiate, payingApp, verify } from '../../../test/paying-app.ts'
import { plainRequest } from '../../../test/plain-request.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'

const app = await payingApp()
const admin = await anAdmin(app.db)

const send = (content: Buffer<ArrayBuffer> | string) =>
  app.call(foundationCalls.setLogo, { body: { logo: new Blob([content]) } } as never, admin)
const remove = () => app.call(foundationCalls.removeLogo, {}, admin)
const current = async () => (await app.call(foundationCalls.read, {}, admin)).body.data.logo
const fetchFile = (path: string) => fetch(app.url + path)
const pageOf = async (path: string) => (await plainRequest(app.url, { path, headers: { accept: 'text/html' } })).text

// DSK-8
test('a logo is a small PNG without metadata, on pages, receipts and mails', async () => {
  const large = await sharp(await aPhoto({ width: 2_000, height: 1_000, isNoise: true }))
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .jpeg()
    .toBuffer()
  const { status, body } = await send(Buffer.from(large))
  expect(status).toBe(200)
  const { logo } = body.data
  expect(logo).toEqual({ url: expect.stringMatching(/^\/logo\.png\?v=[\da-f]{16}$/), width: 320, height: 160 })

  const reply = await fetchFile(logo?.url ?? '')
  expect(reply.headers.get('content-type')).toBe('image/png')
  expect(reply.headers.get('cache-control')).toContain('immutable')
  const png = Buffer.from(await reply.arrayBuffer())
  expect(png.length).toBeLessThan(100_000)
  const shown = await sharp(png).metadata()
  expect(shown).toMatchObject({ format: 'png', width: 320, height: 160 })
  expect(shown).not.toHaveProperty('exif')

  for (const path of ['/', '/contact', '/pet-detail/ABCDEFGHJKLM', '/login'])
    expect(await pageOf(path), path).toContain(logo?.url)
  expect(await pageOf('/')).toMatch(/<img src="\/logo\.png\?v=\w+" height="36" width="72" [^>]*alt=""/)

  const complaintId = await aComplaint(app)
  const { order_id } = (await initiate(app, complaintId)).body.data
  await verify(app, complaintId, await app.sandbox.pay(order_id))
  const { rows } = await app.pool.query<{ token: string; html: string }>('select token, html from receipts, mails')
  expect(rows[0]?.html).toContain(`<img src="${app.config.publicUrl}${logo?.url}" width="112" height="56"`)
  const pdfPath = receiptCalls.pdf.path.replace('{token}', rows[0]?.token ?? '')
  const pdf = Buffer.from(await (await fetchFile(pdfPath)).arrayBuffer()).toString('latin1')
  expect(pdf).toContain('/Subtype /Image')
})

// MAIL-4
test('mail programs may show the logo, and show the name of the foundation without it', async () => {
  await send(await aPhoto())
  const policyOf = async (path: string) => (await fetchFile(path)).headers.get('cross-origin-resource-policy')
  expect(await policyOf((await current())?.url ?? '')).toBe('cross-origin')
  expect(await policyOf('/story.webp')).toBe('same-origin')

  const { publicUrl, foundationName } = app.config
  const sender = { publicUrl, foundationName, legalAddress: '', logo: await current() }
  const { html } = renderMail({ subject: 'News', paragraphs: ['News.'], why: 'You asked for it.' }, sender, 'en')
  expect(/<img [^>]*alt="([^"]*)"/.exec(html)?.[1]).toBe(foundationName)
})

// DSK-8, JRN-9
test('the photo of the settings is on home, small and without metadata, until removed', async () => {
  const large = await sharp(await aPhoto({ width: 2_400, height: 1_600, isNoise: true }))
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .jpeg()
    .toBuffer()
  const photo = new Blob([Buffer.from(large)])
  const { status, body } = await app.call(foundationCalls.setStoryPhoto, { body: { photo } } as never, admin)
  expect(status).toBe(200)
  const { storyPhoto, logo } = body.data
  expect(storyPhoto).toEqual({ url: expect.stringMatching(/^\/story\.webp\?v=[\da-f]{16}$/), width: 960, height: 640 })
  const url = storyPhoto?.url ?? ''

  const reply = await fetchFile(url)
  expect(reply.headers.get('content-type')).toBe('image/webp')
  expect(reply.headers.get('cache-control')).toContain('immutable')
  const shown = await sharp(Buffer.from(await reply.arrayBuffer())).metadata()
  expect(shown).toMatchObject({ format: 'webp', width: 960, height: 640 })
  expect(shown).not.toHaveProperty('exif')
  expect(await pageOf('/')).toContain(url)
  expect(await pageOf('/login')).not.toContain('story.webp')

  const removed = await app.call(foundationCalls.removeStoryPhoto, {}, admin)
  expect(removed.body.data).toMatchObject({ storyPhoto: null, logo })
  expect(await pageOf('/')).not.toContain('story.webp')
  expect((await fetchFile('/story.webp')).status).toBe(404)
})

// DSK-8
test('an older logo’s address answers with the present one, which is not kept there', async () => {
  const first = (await send(await aPhoto())).body.data.logo
  const second = (await send(await aPhoto())).body.data.logo
  expect(second?.url).not.toBe(first?.url)
  const [old, present] = await Promise.all([fetchFile(first?.url ?? ''), fetchFile(second?.url ?? '')])
  expect(old.headers.get('cache-control')).toBe('no-cache')
  expect(await old.arrayBuffer()).toEqual(await present.arrayBuffer())
})

// DSK-8
test('without a logo the pages show the paw print, and its address nothing', async () => {
  await send(await aPhoto())
  expect((await remove()).body.data.logo).toBeNull()
  expect(await pageOf('/')).not.toContain('logo.png')
  expect((await fetchFile('/logo.png')).status).toBe(404)
})

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'photo_wrong_type'],
  ['a picture that breaks off', 'cut', 'photo_unreadable'],
  ['no file', '', 'photo_missing'],
  // DSK-8
])('the server refuses %s as a logo and keeps the one it has', async (_, content, code) => {
  await send(await aPhoto())
  const before = await current()
  const whole = await aPhoto({ kind: 'png' })
  const refused = await send(content === 'cut' ? Buffer.from(whole.subarray(0, whole.length - 60)) : content)
  expect([refused.status, refused.error.code]).toEqual([400, code])
  expect((await attachmentFiles(app)).filter((file) => file.includes('incoming'))).toEqual([])
  expect(await current()).toEqual(before)
})
