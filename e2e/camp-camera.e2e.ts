import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { create } from 'qrcode'
import { aCamp, vaccinate } from './helpers/camps.ts'
import { expect, openAs, type Site, test } from './helpers/fixtures.ts'

// Chromium's camera shows this film. It is read when a page opens the camera.
const FILM = path.join(tmpdir(), `petsetu-camera-${process.pid}.y4m`)

test.use({
  ...{ serviceWorkers: 'allow', viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  launchOptions: async ({ launchOptions }, use) => {
    const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${FILM}`]
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] })
  },
})
test.afterAll(() => rm(FILM, { force: true }))

const WIDTH = 640
const HEIGHT = 480

/** One picture of the camera with the code of a tag, in the luminance of YUV. */
function pictureOf(code: string): Buffer {
  const { modules } = create(code)
  const luma = Buffer.alloc(WIDTH * HEIGHT, 235)
  const scale = 8
  const [left, top] = [(WIDTH - modules.size * scale) / 2, (HEIGHT - modules.size * scale) / 2]
  for (let y = 0; y < modules.size * scale; y++)
    for (let x = 0; x < modules.size * scale; x++)
      if (modules.get(Math.floor(y / scale), Math.floor(x / scale))) luma[(top + y) * WIDTH + left + x] = 16
  return Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)])
}

/** Shows each tag for a second, one after the other, again and again. */
async function filmTags(site: Site, tags: string[]): Promise<void> {
  const pictures = tags.map((tag) => pictureOf(`${site.url}/pet-detail/${tag}`))
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F5:1 Ip A1:1 C420\n`)
  await writeFile(FILM, Buffer.concat([head, ...pictures.flatMap((picture) => Array<Buffer>(5).fill(picture))]))
}

// COM-3
test('offline the camera reads tag after tag where the browser has no reader', async ({ page, context, site }) => {
  const { id, helper, tags } = await aCamp(site)
  await filmTags(site, tags.slice(0, 2))
  await context.grantPermissions(['camera'], { origin: site.url })
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'BarcodeDetector'))
  await openAs(page, site, helper, `/user/camps/${id}`)
  await expect(page.getByText('This page opens on this phone without a connection, too.')).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('button', { name: 'Scan' }).click()
  await expect(page.getByRole('heading', { name: 'Kalu 0' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Kalu 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop scanning' }).click()
  await page.getByRole('button', { name: /^Rabies vaccination Raksharab/ }).click()
  await expect(page.getByText('1 not sent')).toBeVisible()
})

// COM-3
test('a helper who refuses the camera is told, and types the tag', async ({ page, context, site }) => {
  const { id, helper, tags } = await aCamp(site)
  await filmTags(site, tags)
  const devTools = await context.newCDPSession(page)
  await devTools.send('Browser.setPermission', { permission: { name: 'camera' }, setting: 'denied' })
  await openAs(page, site, helper, `/user/camps/${id}`)
  await page.getByRole('button', { name: 'Scan' }).click()
  await expect(page.getByText('The camera cannot be used. Allow it for this site, or type the ID')).toBeVisible()
  await vaccinate(page, tags[0] ?? '')
  await expect(page.getByText('1 animal', { exact: true })).toBeVisible()
})
