import type { Locator } from '@playwright/test'
import { aPhoto } from '../server/test/a-photo.ts'
import { addPhoto } from './helpers/add-photo.ts'
import { addPet, expect, openAs, signUp, test } from './helpers/fixtures.ts'

const PHONE = { width: 360, height: 740 }
test.use({ viewport: PHONE })

// A slow machine needs longer than the page does.
const OTHER_SIDE = { timeout: 30_000 }

/** It is there when one looks: all of it, without scrolling. */
async function expectOnScreen(element: Locator): Promise<void> {
  await expect(element).toBeInViewport({ ratio: 1 })
}

// JRN-1
test('found, told, answered, home: both sides on a phone, nobody reloads', { tag: '@journey' }, async ({
  page,
  browser,
  site,
}) => {
  test.slow()
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  await addPhoto(site, owner.token, pet.id, await aPhoto({ width: 600, height: 800 }))
  const street = await browser.newContext({ viewport: PHONE, baseURL: site.url })
  const finder = await street.newPage()
  await finder.goto(`/pet-detail/${pet.petId}/found`)
  await finder.getByLabel('Message').fill('Moti is at the temple')
  await finder.getByRole('button', { name: 'Send to the owner' }).click()

  await test.step('the finder is told at once how to come back', async () => {
    const link = finder.getByRole('button', { name: 'Send me this link' })
    await expectOnScreen(link)
    await finder.evaluate(() => {
      Object.assign(navigator, { share: (sent: { url: string }) => Promise.resolve(Object.assign(window, { sent })) })
    })
    await link.click()
    const sent = () => finder.evaluate(() => (window as unknown as { sent?: { url: string } }).sent?.url)
    await expect.poll(sent).toBe(finder.url())
  })

  await openAs(page, site, owner, '/user')
  await test.step('the owner’s first screen says who was found, and each page how much is unread', async () => {
    const found = page.getByRole('region', { name: 'Somebody has found Moti' })
    await expectOnScreen(found.getByRole('heading', { name: 'Somebody has found Moti' }))
    await expectOnScreen(found.getByRole('img', { name: 'Photo of Moti' }))
    await expectOnScreen(found.getByRole('time'))
    await expectOnScreen(found.getByText('Moti is at the temple'))
    await expectOnScreen(found.getByRole('link', { name: 'Read and answer' }))
    const menu = page.getByRole('navigation', { name: 'Your pages' })
    for (const name of ['Membership', 'Account']) {
      await menu.getByRole('link', { name }).click()
      await expectOnScreen(menu.getByRole('link', { name: 'Messages 1 new message' }))
    }
    await menu.getByRole('link', { name: 'My Pets' }).click()
    await found.getByRole('link', { name: 'Read and answer' }).click()
    await expect(page.getByRole('log')).toContainText('Moti is at the temple')
    await expect(menu.getByRole('link', { name: 'Messages' })).toHaveAccessibleName('Messages')
  })

  await test.step('each side sees what the other writes, above a composer that stays at the bottom', async () => {
    for (let turn = 1; turn <= 2; turn++) {
      await page
        .getByLabel('Your answer')
        .fill(`Answer ${turn}, on several lines\n\n\n\n\n\n\n\n\nof which this is the last`)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(finder.getByRole('log')).toContainText(`Answer ${turn}`, OTHER_SIDE)
      await finder.getByLabel('Your message').fill(`Message ${turn}`)
      await finder.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(page.getByRole('log')).toContainText(`Message ${turn}`, OTHER_SIDE)
    }
    await expectOnScreen(page.getByText('Message 2'))
    await expectOnScreen(page.getByLabel('Your answer'))
    await page.evaluate(() => scrollTo(0, 0))
    await expectOnScreen(page.getByLabel('Your answer'))
    await expectOnScreen(page.getByRole('button', { name: 'Send', exact: true }))
    await finder.evaluate(() => scrollTo(0, 0))
    await expectOnScreen(finder.getByLabel('Your message'))
    await expectOnScreen(finder.getByRole('button', { name: 'Send', exact: true }))
  })

  await page.getByRole('button', { name: 'Is home' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Home again' }).click()
  await expect(page.getByText('Moti is home. This conversation is closed')).toBeVisible()
  await expect(page.getByLabel('Your answer')).toHaveCount(0)
  await expect(finder.getByText('Moti is home again')).toBeVisible(OTHER_SIDE)
  await expect(finder.getByLabel('Your message')).toHaveCount(0)
  await street.close()
})

// JRN-2
test('a lost pet’s photo and call are on the first screen, and stay in reach', async ({ browser, site }) => {
  test.slow()
  const owner = await signUp(site)
  const petName = 'Chandrashekharendra Narsimha V'
  const note = 'Wears a red collar with a bell. Shy: please do not run after her. She knows her name and likes rice.'
  expect([petName.length, note.length]).toEqual([30, 100])
  const pet = await addPet(site, owner.token, { petName, contactDetails: '98765 43210' })
  await addPhoto(site, owner.token, pet.id, await aPhoto({ width: 600, height: 800 }))
  const lost = { since: '2026-01-31', area: 'Kothrud', note, reward: null, listed: false }
  await site.call('PUT', `/pets/${pet.id}/lost`, lost, owner.token)
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ viewport: PHONE, baseURL: site.url, javaScriptEnabled })
    const page = await context.newPage()
    for (const [language, word, call] of [
      ['en', 'Lost', 'Call the owner'],
      ['mr', 'हरवला आहे', 'मालकाला फोन करा'],
    ] as const) {
      await page.goto(`/pet-detail/${pet.petId}?lang=${language}`)
      const main = page.getByRole('main')
      await expectOnScreen(main.getByText(word, { exact: true }))
      await expectOnScreen(main.getByRole('img').first())
      await expect(main.getByRole('link', { name: call })).toHaveAttribute('href', 'tel:+919876543210')
      const ways = [call, 'WhatsApp', /I have this pet|माझ्याजवळ/].map((name) => main.getByRole('link', { name }))
      for (const seen of [main.getByRole('heading', { level: 1 }), main.getByText(note), page.getByText('©')]) {
        await seen.scrollIntoViewIfNeeded()
        await expectOnScreen(seen)
        for (const way of ways) await expectOnScreen(way)
        const [bar, text] = [await ways[0]?.boundingBox(), await seen.boundingBox()]
        expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    }
    await context.close()
  }
})
