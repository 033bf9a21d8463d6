import type { Browser, Page } from '@playwright/test'
import { expectAccessible, STATE_LOOKS } from './helpers/axe.ts'
import { addPet, expect, openAs, type Site, signUp, test } from './helpers/fixtures.ts'

/** Looks at pages as somebody without JavaScript. */
async function asFinder(browser: Browser, site: Site, look: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  await look(await context.newPage())
  await context.close()
}

// FND-4, FND-5
test('a pet is marked as lost, everybody reads it first, and it is home again', async ({ page, site, browser }) => {
  const owner = await signUp(site)
  const petName = `Lost ${owner.username}`
  const pet = await addPet(site, owner.token, { petName })
  const area = `Area of ${owner.username}`
  await openAs(page, site, owner, '/user')
  const others = page.getByLabel(`More for ${petName}`)
  await others.click()
  await page.getByRole('link', { name: `Mark as lost ${petName}` }).click()
  await expect(page.getByRole('heading', { name: `Is ${petName} lost?` })).toBeVisible()

  await page.getByLabel('Lost since').fill('2026-01-31')
  await page.getByLabel('Area').fill(area)
  await page.getByText('Marks, reward, public list').click()
  await page.getByLabel('Marks, collar, habits').fill('White left forepaw\nShy')
  await page.getByLabel('Reward in rupees').fill('₹2,000')
  await page.getByLabel('Show on the public list of lost pets').check()
  await page.getByRole('button', { name: 'Mark as lost' }).click()
  await expect(page.getByRole('heading', { name: `${petName} is marked as lost` })).toBeVisible()
  await expect(page.getByText(`Lost since 31 January 2026 in ${area}.`)).toBeVisible()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Poster, A4' }).click()
  expect((await downloading).suggestedFilename()).toBe('petsetu-poster.pdf')

  await asFinder(browser, site, async (finder) => {
    await finder.goto(`/pet-detail/${pet.petId}`)
    await expect(finder).toHaveTitle(`Lost: ${petName} – Dog · PetSetu`)
    const first = finder.getByRole('main')
    await expect(first).toHaveText(/^Lost/)
    for (const told of [`Lost since 31 January 2026, ${area}`, 'White left forepaw', 'Reward: ₹2,000'])
      await expect(first).toContainText(told)
    await finder.goto('/')
    await finder.getByRole('contentinfo').getByRole('link', { name: 'Lost pets' }).click()
    await finder.getByLabel('Area or town').fill(area.toUpperCase())
    await finder.getByRole('button', { name: 'Show' }).click()
    await finder.getByRole('link', { name: petName, exact: true }).click()
    await expect(finder.getByRole('heading', { level: 1 })).toHaveText(petName)
  })

  // A page behind another one is drawn late, or not at all.
  await page.bringToFront()
  await page.getByRole('button', { name: 'Mark as found' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as found' }).click()
  await expect(page.getByRole('heading', { name: `Is ${petName} lost?` })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await others.click()
  await expect(page.getByRole('link', { name: `Mark as lost ${petName}` })).toBeVisible()
  await asFinder(browser, site, async (finder) => {
    await finder.goto(`/pet-detail/${pet.petId}`)
    await expect(finder).toHaveTitle(`${petName} – Dog · PetSetu`)
    await finder.goto(`/lost?area=${encodeURIComponent(area)}`)
    await expect(finder.getByText('No lost pet on the list is from this area.')).toBeVisible()
  })
})

// FND-4
test('the page that marks a pet as lost is for everybody, also with its messages', async ({ page, site }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  await openAs(page, site, owner, `/user/lost/${pet.petId}`)
  await page.getByLabel('Area').fill('')
  await page.getByText('Marks, reward, public list').click()
  await page.getByLabel('Reward in rupees').fill('much')
  await page.getByRole('button', { name: 'Mark as lost' }).click()
  await expect(page.getByLabel('Area')).toBeFocused()
  await expectAccessible(page, STATE_LOOKS)
  await page.getByLabel('Area').fill('Kothrud')
  await page.getByLabel('Reward in rupees').fill('2000')
  await page.getByRole('button', { name: 'Mark as lost' }).click()
  await expect(page.getByRole('heading', { name: 'Moti is marked as lost' })).toBeVisible()
  await expectAccessible(page, STATE_LOOKS)
})
