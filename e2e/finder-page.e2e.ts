import type { Locator } from '@playwright/test'
import { aPhoto } from '../server/test/a-photo.ts'
import { addPhoto } from './helpers/add-photo.ts'
import { addPet, expect, type Site, signUp, test } from './helpers/fixtures.ts'

// Somebody stands in the street with a small phone.
const SCREEN = { width: 360, height: 640 }
test.use({ viewport: SCREEN })

const PHOTO = await aPhoto({ width: 600, height: 800 })

/** All of it is on the screen, without scrolling. */
async function expectOnFirstScreen(element: Locator, what: string): Promise<void> {
  await expect(element, what).toBeVisible()
  const box = await element.boundingBox()
  expect(box?.y, what).toBeGreaterThanOrEqual(0)
  expect((box?.y ?? 0) + (box?.height ?? 0), what).toBeLessThanOrEqual(SCREEN.height)
}

async function aPhotographedPet(site: Site): Promise<{ id: number; petId: string }> {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token, { contactDetails: '98765 43210, 020 2553 1234, family@example.org' })
  await addPhoto(site, owner.token, pet.id, PHOTO)
  return pet
}

// FND-1
test('a finder scans a tag and sees whom to call', { tag: '@journey' }, async ({ browser, site }) => {
  const { petId } = await aPhotographedPet(site)
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ baseURL: site.url, viewport: SCREEN, javaScriptEnabled })
    const page = await context.newPage()
    for (const language of ['en', 'hi']) {
      await test.step(`${javaScriptEnabled ? 'with' : 'without'} JavaScript in ${language}`, async () => {
        await page.goto(`/pet-detail/${petId}?lang=${language}`)
        const links = page.getByRole('main').getByRole('link')
        await expectOnFirstScreen(page.getByRole('heading', { level: 1 }), 'name')
        await expectOnFirstScreen(links.nth(0), 'call')
        await expectOnFirstScreen(links.nth(1), 'WhatsApp')
        await expectOnFirstScreen(links.nth(2), 'report')
        await expect(links.nth(0)).toHaveAttribute('href', 'tel:+919876543210')
        await expect(links.nth(1)).toHaveAttribute('href', /^https:\/\/wa\.me\/919876543210\?text=/)
        await expect(links.nth(2)).toHaveAttribute('href', `/pet-detail/${petId}/found`)
      })
    }
    await context.close()
  }
})

// FND-1
test('on a laptop call, WhatsApp and the report are on the first screen as well', async ({ page, site }) => {
  const { petId } = await aPhotographedPet(site)
  await page.setViewportSize({ width: 1366, height: SCREEN.height })
  await page.goto(`/pet-detail/${petId}`)
  for (const name of ['Call the owner', 'WhatsApp', 'I have this pet'])
    await expectOnFirstScreen(page.getByRole('link', { name }), name)
})

// FND-1
test('home shows on the first screen of a small phone what people come for', async ({ page }) => {
  for (const language of ['en', 'hi']) {
    await page.goto(`/?lang=${language}`)
    const main = page.getByRole('main')
    await expectOnFirstScreen(main.getByRole('heading', { level: 1 }), `headline in ${language}`)
    await expectOnFirstScreen(main.getByRole('textbox'), `field in ${language}`)
    for (const href of [
      '/register?next=%2Fuser%2Fpet-form',
      '/complaint',
      '/regular-membership',
      '/premium-membership',
      'tel:+912055501234',
    ])
      await expectOnFirstScreen(main.locator(`[href="${href}"]`), `${href} in ${language}`)
  }
})

// FND-2
test('what a finder has typed is still there after a look at the terms', async ({ page, site }) => {
  const { petId } = await aPhotographedPet(site)
  await page.goto(`/pet-detail/${petId}/found`)
  const typed = { Message: 'Moti is at the temple', 'Where is it now?': 'Kothrud depot' }
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await page.waitForURL(/\/terms/)
  await page.goBack()
  for (const [label, text] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(text)
})
