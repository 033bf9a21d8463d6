import { chooseInCheckout } from './checkout.ts'
import { fileComplaint } from './complaints.ts'
import { ADMIN, expect, openAs, type Site, test, tokenOf } from './fixtures.ts'
import { readQr, readQrPng } from './read-qr.ts'

type Made = { data: { url: string; link: { id: number } } }

async function makeLink(site: Site, complaintId: number): Promise<Made['data']> {
  const path = `/api/admin/complaints/${complaintId}/pay-links`
  return (await site.call<Made>('POST', path, { amount: 100 }, await tokenOf(site, ADMIN))).data
}

// LNK-1, LNK-2
test('a caller pays by the link that an admin sends', { tag: '@journey' }, async ({ page, site, browser }) => {
  const name = `Caller by link ${process.pid}`
  await openAs(page, site, ADMIN, '/admin/complaints/work/new')
  await page.getByLabel('Full name').fill(name)
  await page.getByRole('radio', { name: 'Cruelty' }).check()
  await page.getByLabel('Location of incident').fill('Kothrud, Pune')
  await page.getByRole('button', { name: 'Today' }).click()
  await page.getByLabel('Description').fill('A dog is chained in the sun without water.')
  await page.getByRole('combobox', { name: 'Filing fee' }).selectOption('Send a pay link')
  await page.getByLabel('Filing fee for the link (₹)').fill('150')
  await page.getByLabel(/^They know what we store/).check()
  await page.getByRole('button', { name: 'Enter the complaint' }).click()
  await expect(page.getByText(/^Complaint \d+ · PS-/)).toBeVisible()
  const links = page.getByRole('region', { name: 'Pay links' })
  const url = await links.getByLabel('The new pay link').inputValue()
  expect(await readQr(links.getByRole('img', { name: 'QR code of the pay link' }))).toBe(url)
  const whatsApp = await links.getByRole('link', { name: 'Send it by WhatsApp' }).getAttribute('href')
  expect(new URL(whatsApp ?? '').host).toBe('wa.me')
  expect(new URL(whatsApp ?? '').searchParams.get('text')).toContain(url)

  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 360, height: 740 } })
  const payer = await context.newPage()
  const loaded: string[] = []
  payer.on('request', (request) => loaded.push(new URL(request.url()).origin))
  await payer.goto(url)
  const pay = payer.getByRole('button', { name: 'Pay ₹150' })
  await expect(pay).toBeInViewport()
  await expect(payer.getByText(/^Filing fee for complaint \d+$/)).toBeVisible()
  await payer.waitForLoadState('networkidle')
  // Nothing of the provider before the button is pressed.
  expect(new Set(loaded)).toEqual(new Set([site.url]))
  await pay.click()
  await chooseInCheckout(payer, 'Pay successfully')
  await expect(payer.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible()
  await payer.getByRole('link', { name: 'Show the receipt' }).click()
  await expect(payer.getByText('₹150').first()).toBeVisible()
  await payer.goto(url)
  await expect(payer.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible()
  await expect(payer.getByText(/^R-TEST-/)).toBeVisible()
  await context.close()

  await page.reload()
  const story = links.getByRole('listitem')
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
  await expect(page.getByText('To pay here, switch on JavaScript in your browser. Or call us.')).toBeVisible()
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
  const path = `/api/admin/complaints/pay-links/${link.id}/revoke`
  await site.call('POST', path, {}, await tokenOf(site, ADMIN))
  await page.getByRole('button', { name: 'Pay ₹100' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This link was withdrawn' })).toBeVisible()
})

// LNK-1
test('a phone reads the code from a screen a metre away', async ({ page, site }) => {
  const id = await fileComplaint(site)
  await openAs(page, site, ADMIN, `/admin/complaints/${id}`)
  const links = page.getByRole('region', { name: 'Pay links' })
  await links.getByRole('button', { name: 'Make a pay link' }).click()
  const code = links.getByRole('img', { name: 'QR code of the pay link' })
  await expect(code).toBeVisible()
  // A camera of 1920 points across 70 degrees sees 111 mm from a metre away in this many points.
  const seen = await code.evaluate((canvas, points) => {
    const small = document.createElement('canvas')
    small.width = points
    small.height = points
    small.getContext('2d')?.drawImage(canvas as HTMLCanvasElement, 0, 0, points, points)
    return small.toDataURL('image/png')
  }, 152)
  const url = await links.getByLabel('The new pay link').inputValue()
  expect(readQrPng(Buffer.from(seen.split(',')[1] ?? '', 'base64'))).toBe(url)
})
