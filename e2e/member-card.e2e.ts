import { aPhoto } from '../server/test/a-photo.ts'
import { drawPdf, openPdfCanvas } from './helpers/draw-pdf.ts'
import { ADMIN, expect, openAs, type Site, signUp, test, tokenOf } from './helpers/fixtures.ts'
import { aPlan } from './helpers/pay-forms.ts'
import { readQr } from './helpers/read-qr.ts'

// As a phone's camera sees a card from a step away.
const PIXELS_AN_INCH = 150

test.use({ viewport: { width: 1280, height: 1800 } })

/** Somebody with a free membership. */
async function aMember(site: Site) {
  const member = await signUp(site)
  const plan = await aPlan(site, { price: 0, name: `Guardian ${member.username}` })
  const { email } = member
  const form = { name: 'Asha Rao', email, phone: '+91 55500 12345', address: '12 Neem Road', why_join: 'To help' }
  await site.call('POST', '/api/memberships/register', { ...form, plan_id: plan.id }, member.token)
  return { ...member, plan }
}

const pathOf = async (site: Site, token: string) =>
  (await site.call<{ data: { path: string } }>('GET', '/api/memberships/card', null, token)).data.path

// MBR-2
test('the code of a card leads to a page that says that it is valid', async ({ page, browser, site }) => {
  const member = await aMember(site)
  const path = await pathOf(site, member.token)
  const told = ['Valid', 'Asha R.', member.plan.name]
  await openAs(page, site, member, '/user/membership/card')
  const code = page.getByRole('region', { name: 'Membership card' }).getByRole('img', { name: 'QR code of this card' })
  await expect(code).toBeVisible()
  await expect.poll(() => readQr(code)).toBe(site.url + path)
  await page.goto(path)
  const main = page.getByRole('main')
  for (const text of told) await expect(main.getByText(text, { exact: true })).toBeVisible()
  await expect(main.getByText('Rao')).toHaveCount(0)

  await test.step('without JavaScript the page says the same', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-IN' })
    const plain = await context.newPage()
    await plain.goto(site.url + path)
    for (const text of told) await expect(plain.getByRole('main').getByText(text, { exact: true })).toBeVisible()
    await context.close()
  })

  await test.step('the code of the printed card is read at print size', async () => {
    const headers = { authorization: `Bearer ${member.token}` }
    const pdf = Buffer.from(await (await fetch(`${site.url}/api/memberships/card.pdf`, { headers })).arrayBuffer())
    await openPdfCanvas(page)
    await drawPdf(page, pdf, { scale: PIXELS_AN_INCH / 72 })
    await expect.poll(() => readQr(page.locator('canvas'))).toBe(site.url + path)
  })
})

// DSK-8
test('the membership and its card show the logo of the foundation', async ({ page, site }) => {
  const member = await aMember(site)
  const headers = { authorization: `Bearer ${await tokenOf(site, ADMIN)}` }
  const body = new FormData()
  const picture = await aPhoto({ width: 640, height: 160, kind: 'png' })
  body.set('logo', new File([new Uint8Array(picture)], 'logo.png', { type: 'image/png' }))
  const logo = `${site.url}/api/admin/settings/logo`
  expect((await fetch(logo, { method: 'PUT', headers, body })).status).toBe(200)
  await openAs(page, site, member, '/user/membership')
  const shown = page.getByRole('main').locator('img[src^="/logo.png"]')
  await expect(shown).toBeVisible()
  await page.goto('/user/membership/card')
  const card = page.getByRole('region', { name: 'Membership card' })
  await expect(card).toBeVisible()
  await expect(shown).toBeVisible()
  expect((await fetch(logo, { method: 'DELETE', headers })).status).toBe(200)
  await page.reload()
  await expect(card).toBeVisible()
  await expect(shown).toHaveCount(0)
})

// MBR-2
test('after a question, a new code replaces the old one', async ({ page, site }) => {
  const member = await aMember(site)
  const old = await pathOf(site, member.token)
  await openAs(page, site, member, '/user/membership/card')
  await page.getByRole('button', { name: 'New code' }).click()
  await page.getByRole('dialog', { name: 'Make a new code?' }).getByRole('button', { name: 'New code' }).click()
  await expect(page.getByText('Your card has a new code. The old one no longer works.')).toBeVisible()
  const renewed = await pathOf(site, member.token)
  expect(renewed).not.toBe(old)
  await expect(page.getByRole('link', { name: 'What others see' })).toHaveAttribute('href', renewed)
  const code = page.getByRole('img', { name: 'QR code of this card' })
  await expect.poll(() => readQr(code)).toBe(site.url + renewed)
  await page.goto(old)
  await expect(page.getByText('Not found', { exact: true })).toBeVisible()
})
