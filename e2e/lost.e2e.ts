import type { Browser, Page } from '@playwright/test'
import { expectAccessible, STATE_LOOKS } from './axe.ts'
import { addPet, expect, logIn, type Site, signUp, test } from './fixtures.ts'

/** What somebody without JavaScript sees. */
async function asFinder(browser: Browser, site: Site, look: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  await look(await context.newPage())
  await context.close()
}

// Also shows FND-5.
test('FND-4 an owner marks a pet as lost, everybody reads it first, and then it is home again', async ({
  page,
  site,
  browser,
}) => {
  const owner = await signUp(site)
  const petName = `Lost ${owner.username}`
  const pet = await addPet(site, owner.token, { petName })
  const area = `Area of ${owner.username}`
  await logIn(page, owner)
  await page.getByRole('link', { name: `Mark as lost ${petName}` }).click()
  await expect(page.getByRole('heading', { name: `Is ${petName} lost?` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Poster, A4' })).toBeHidden()

  await page.getByLabel('Area').fill('')
  await page.getByLabel('Reward in rupees').fill('much')
  await page.getByRole('button', { name: 'Mark as lost' }).click()
  await expect(page.getByText('Area is required')).toBeVisible()
  await expect(page.getByText('Reward must be a whole number from 1 to 1000000')).toBeVisible()
  await expect(page.getByLabel('Area')).toBeFocused()
  await expectAccessible(page, STATE_LOOKS)

  await page.getByLabel('Lost since').fill('2026-01-31')
  await page.getByLabel('Area').fill(area)
  await page.getByLabel('Marks, collar, habits').fill('White left forepaw\nShy')
  await page.getByLabel('Reward in rupees').fill('₹2,000')
  await page.getByLabel('Show on the public list of lost pets').check()
  await page.getByRole('button', { name: 'Mark as lost' }).click()
  await expect(page.getByRole('heading', { name: `${petName} is marked as lost` })).toBeVisible()
  await expect(page.getByText(`Lost since 31 January 2026 in ${area}.`)).toBeVisible()
  await expectAccessible(page, STATE_LOOKS)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Poster, A4' }).click()
  expect((await downloading).suggestedFilename()).toBe('petsetu-poster.pdf')

  await asFinder(browser, site, async (finder) => {
    await finder.goto(`/pet-detail/${pet.petId}`)
    await expect(finder).toHaveTitle(`Lost: ${petName} – Dog · PetSetu`)
    const first = finder.locator('main > :first-child')
    await expect(first).toHaveAccessibleName(`${petName} is lost`)
    for (const told of [`Since 31 January 2026, ${area}`, 'White left forepaw', 'Reward: ₹2,000'])
      await expect(first).toContainText(told)
    await finder.goto('/')
    await finder.getByRole('contentinfo').getByRole('link', { name: 'Lost pets' }).click()
    await finder.getByLabel('Area or town').fill(area.toUpperCase())
    await finder.getByRole('button', { name: 'Show' }).click()
    await finder.getByRole('link', { name: petName, exact: true }).click()
    await expect(finder.getByRole('heading', { level: 1 })).toHaveText(petName)
  })

  await page.getByRole('button', { name: 'Home again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Home again' }).click()
  await expect(page.getByRole('heading', { name: `Is ${petName} lost?` })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('link', { name: `Mark as lost ${petName}` })).toBeVisible()
  await asFinder(browser, site, async (finder) => {
    await finder.goto(`/pet-detail/${pet.petId}`)
    await expect(finder).toHaveTitle(`${petName} – Dog · PetSetu`)
    await finder.goto(`/lost?area=${encodeURIComponent(area)}`)
    await expect(finder.getByText('No lost pet on the list is from this area.')).toBeVisible()
  })
})

test('FND-5 the page of a pet is shared by WhatsApp, and by the share sheet where the device has one', async ({
  page,
  site,
}) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  await page.addInitScript(() => {
    // The browser of the tests has no share sheet.
    navigator.share = async ({ text = '' } = {}) => {
      document.title = text
    }
  })
  await logIn(page, owner)
  await page.getByRole('link', { name: 'Poster, card and share Moti' }).click()
  const address = `${site.url}/pet-detail/${pet.petId}`
  const link = page.getByRole('link', { name: 'Share by WhatsApp' })
  await expect(link).toHaveAttribute(
    'href',
    `https://wa.me/?text=${encodeURIComponent(`This is the page of Moti’s tag: ${address}`)}`,
  )
  await page.getByRole('button', { name: 'Share in another way' }).click()
  await expect(page).toHaveTitle(`This is the page of Moti’s tag: ${address}`)

  await site.call(
    'PUT',
    `/pets/${pet.petId}/lost`,
    { since: '2026-01-31', area: 'Kothrud', listed: false },
    owner.token,
  )
  await page.reload()
  const message = `Lost: Moti (Dog), since 31 January 2026 in Kothrud. Have you seen it? This page tells how to reach the owner: ${address}`
  await expect(link).toHaveAttribute('href', `https://wa.me/?text=${encodeURIComponent(message)}`)
})
