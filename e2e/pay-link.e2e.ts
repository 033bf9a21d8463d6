import { chooseInCheckout } from './checkout.ts'
import { fileComplaint } from './complaints.ts'
import { ADMIN, expect, openAs, type Site, test, tokenOf } from './fixtures.ts'
import { readQr, readQrPng } from './read-qr.ts'

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
  await page.getByRole('combobox', { name: 'Filing fee' }).selectOption('Send a pay link')
  await page.getByLabel('Filing fee for the link (₹)').fill('150')
  await page.getByLabel(/^They know what we store/).check()
  await page.getByRole('button', { name: 'Enter the complaint' }).click()
  const links = page.getByRole('region', { name: 'Pay links' })
  const made = links.getByLabel('The new pay link')
  await expect(made).toBeVisible()
  const url = await made.inputValue()
  expect(await readQr(links.getByRole('img', { name: 'QR code of the pay link' }))).toBe(url)
  const whatsApp = new URL((await links.getByRole('link', { name: 'Send it by WhatsApp' }).getAttribute('href')) ?? '')
  expect(whatsApp.host).toBe('wa.me')
  expect(whatsApp.searchParams.get('text')).toContain(url)
})

// LNK-1, LNK-2
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
  await page.waitForLoadState('networkidle')
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
