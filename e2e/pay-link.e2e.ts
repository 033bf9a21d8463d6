import type { Page } from '@playwright/test'
import { create } from 'qrcode'
import { readPdf } from '../server/test/read-pdf.ts'
import { chooseInCheckout } from './helpers/checkout.ts'
import { fileComplaint } from './helpers/complaints.ts'
import { drawPdf, openPdfCanvas } from './helpers/draw-pdf.ts'
import { ADMIN, expect, hydrated, openAs, type Site, test, tokenOf } from './helpers/fixtures.ts'
import { readQr, readQrPng } from './helpers/read-qr.ts'

type Made = { data: { url: string; link: { id: number } } }

async function makeLink(site: Site, complaintId: number): Promise<Made['data']> {
  const path = `/api/admin/complaints/${complaintId}/pay-links`
  return (await site.call<Made>('POST', path, { amount: 100 }, await tokenOf(site, ADMIN))).data
}

// LNK-2
test('a caller’s complaint is written down with a pay link to hand over', async ({ page, site }) => {
  await openAs(page, site, ADMIN, '/admin/complaints/work/new')
  await page.getByLabel('Full name').fill(`Caller by link ${process.pid}`)
  await page.getByRole('radio', { name: 'Cruelty' }).check()
  await page.getByLabel('Location of incident').fill('Kothrud, Pune')
  await page.getByRole('button', { name: 'Today' }).click()
  await page.getByLabel('Description').fill('A dog is chained in the sun without water.')
  await page.getByRole('combobox', { name: 'How it is paid' }).selectOption('Send a pay link')
  await page.getByLabel('Filing fee for the link (₹)').fill('150')
  await page.getByLabel(/^They know what we store/).check()
  await page.getByRole('button', { name: 'Enter the complaint' }).click()
  const links = page.getByRole('region', { name: 'Pay links' })
  const made = links.getByLabel('The new pay link')
  await expect(made).toBeVisible()
  const url = await made.inputValue()
  // Parts of the page that still load may move it while its picture is taken.
  await expect.poll(() => readQr(links.getByRole('img', { name: 'QR code of the pay link' }))).toBe(url)
  const whatsApp = new URL((await links.getByRole('link', { name: 'Send it by WhatsApp' }).getAttribute('href')) ?? '')
  expect(whatsApp.host).toBe('wa.me')
  expect(whatsApp.searchParams.get('text')).toContain(url)
})

// LNK-1, LNK-2, JRN-3
test('a caller pays by a link, and the case shows it', { tag: '@journey' }, async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const complaintId = await fileComplaint(site)
  const { url } = await makeLink(site, complaintId)
  const loaded = new Set<string>()
  page.on('request', (request) => loaded.add(new URL(request.url()).origin))
  await page.goto(url)
  const pay = page.getByRole('button', { name: 'Pay ₹100' })
  await expect(pay).toBeInViewport()
  await expect(page.getByText(`Filing fee for complaint ${complaintId}`)).toBeVisible()
  await hydrated(page)
  // Nothing of the provider before the button is pressed.
  expect([...loaded]).toEqual([site.url])
  await pay.click()
  await chooseInCheckout(page, 'Pay successfully')
  const paid = page.getByRole('heading', { level: 1, name: 'Paid' })
  await expect(paid).toBeVisible()
  const receipt = page.getByRole('link', { name: 'Show the receipt' })
  await expect(receipt).toHaveAttribute('href', /^\/receipt\//)
  await page.reload()
  await expect(paid).toBeVisible()
  const follow = page.getByRole('link', { name: 'Follow your complaint' })
  await expect(follow).toHaveAttribute('href', /^\/complaint\/track\?reference=PS-/)
  await expect(page.getByText(/^R-TEST-/)).toBeVisible()

  await openAs(page, site, ADMIN, `/admin/complaints/${complaintId}`)
  const story = page.getByRole('region', { name: 'Pay links' }).getByRole('listitem')
  await expect(story).toContainText(/Opened: .*Paid: /s)
})

// LNK-1
test('the page of a link is whole without a script, in three languages', async ({ browser, site }) => {
  const { url } = await makeLink(site, await fileComplaint(site))
  const context = await browser.newContext({ viewport: { width: 320, height: 740 }, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(url)
  const shown = [/Karuna|PetSetu|Trust|Foundation/, /^Filing fee for complaint \d+$/, '₹100', /Please read our terms/]
  for (const text of shown) await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay ₹100' })).toBeVisible()
  await expect(page.locator('noscript p')).toHaveText('To pay here, switch on JavaScript in your browser. Or call us.')
  await expect(page.getByText('This form cannot be sent yet')).toHaveCount(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.goto(`${url}?lang=hi`)
  await expect(page.getByRole('heading', { level: 1, name: 'आपका भुगतान' })).toBeVisible()
  await page.goto(`${url}?lang=mr`)
  await expect(page.getByRole('button', { name: '₹100 भरा' })).toBeVisible()
  await context.close()
})

// LNK-1
test('a link that was withdrawn while its page was open says so at the press', async ({ page, site }) => {
  const { url, link } = await makeLink(site, await fileComplaint(site))
  await page.goto(url)
  await hydrated(page)
  const path = `/api/admin/complaints/pay-links/${link.id}/revoke`
  await site.call('POST', path, {}, await tokenOf(site, ADMIN))
  await page.getByRole('button', { name: 'Pay ₹100' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This link was withdrawn' })).toBeVisible()
})

// A phone's camera takes 1,920 points across 70 degrees.
const CAMERA_POINTS = 1_920
const CAMERA_DEGREES = 70
const SCREEN_MM = 1_000
const PAPER_MM = 300
const MM_AN_INCH = 25.4
const MM_A_CSS_PIXEL = MM_AN_INCH / 96

/** In how many points of its picture a camera at this distance sees a millimetre. */
const pointsAMm = (distanceMm: number) =>
  CAMERA_POINTS / (2 * distanceMm * Math.tan((CAMERA_DEGREES / 2) * (Math.PI / 180)))

/** A decoder has to see a module in more than two points, or its dark and light ones run into each other. */
const POINTS_A_MODULE_MIN = 3
const QUIET_ZONE_MODULES = 8

/** Opens a case and makes its pay link there. */
async function openMadeLink(page: Page, site: Site) {
  await openAs(page, site, ADMIN, `/admin/complaints/${await fileComplaint(site)}`)
  const links = page.getByRole('region', { name: 'Pay links' })
  await links.getByRole('button', { name: 'Make a pay link' }).click()
  const code = links.getByRole('img', { name: 'QR code of the pay link' })
  await expect(code).toBeVisible()
  return { links, code, url: await links.getByLabel('The new pay link').inputValue() }
}

// LNK-1
test('a phone reads the code from a screen a metre away', async ({ page, site }) => {
  const { code, url } = await openMadeLink(page, site)
  const widthMm = ((await code.boundingBox())?.width ?? 0) * MM_A_CSS_PIXEL
  const points = Math.round(widthMm * pointsAMm(SCREEN_MM))
  const seen = await code.evaluate((canvas, points) => {
    const small = document.createElement('canvas')
    small.width = points
    small.height = points
    small.getContext('2d')?.drawImage(canvas as HTMLCanvasElement, 0, 0, points, points)
    return small.toDataURL('image/png')
  }, points)
  expect(readQrPng(Buffer.from(seen.split(',')[1] ?? '', 'base64'))).toBe(url)

  // With the address of a real site, which is longer and makes smaller modules.
  const longest = `https://pets.karuna-animal-welfare.example.org${new URL(url).pathname}`
  const modules = create(longest, { errorCorrectionLevel: 'M' }).modules.size + QUIET_ZONE_MODULES
  expect(points / modules).toBeGreaterThanOrEqual(POINTS_A_MODULE_MIN)
})

// LNK-1
test('a phone reads the code of the printed sheet, which says who is paid for what', async ({ page, site }) => {
  await page.addInitScript(() => {
    window.print = () => {}
  })
  const { links, url } = await openMadeLink(page, site)
  await links.getByRole('button', { name: 'Print it' }).click()
  await expect(links.getByText(/^Printed: /)).toBeVisible()
  const pdf = await page.pdf({ format: 'A4', margin: { top: '10mm', right: '10mm', bottom: '10mm', left: '10mm' } })
  const { pages, pieces } = await readPdf(pdf)
  expect(pages).toBe(1)
  const printed = pieces.map(({ text }) => text).join(' ')
  expect(printed).toMatch(/: please pay +₹ ?100 here\. Filing fee for complaint \d+\. The link works until/)

  await openPdfCanvas(page)
  // The sheet in as many points as the camera sees of it.
  await drawPdf(page, pdf, { scale: (pointsAMm(PAPER_MM) * MM_AN_INCH) / 72 })
  expect(await readQr(page.locator('canvas'))).toBe(url)
})
