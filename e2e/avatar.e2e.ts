import type { Locator } from '@playwright/test'
import { ADMIN, expect, listOfUsersWith, logIn, signUp, test } from './fixtures.ts'

/** A picture that has loaded and has an empty alt text, because the name is next to it. */
async function expectAvatar(place: Locator): Promise<void> {
  const picture = place.locator('img[src="/default-avatar.svg"]').first()
  await expect(picture).toBeVisible()
  await expect(picture).toHaveAttribute('alt', '')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}

test('APP-10 APP-12 an account has a picture: in the header of an admin, in the list of users, and where the browser keeps the user', async ({
  page,
  site,
}) => {
  const user = await signUp(site)
  await logIn(page, ADMIN)
  await expectAvatar(page.getByRole('banner'))
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'))
  expect(stored.avatar).toBe('/default-avatar.svg')
  await page.goto(await listOfUsersWith(site, user.username))
  await expectAvatar(page.getByRole('row', { name: user.username }))
})

test('APP-9 APP-12 a user has a picture in the top bar', async ({ page, site }) => {
  await logIn(page, await signUp(site))
  await expectAvatar(page.getByRole('banner'))
})

test('APP-14 PET-20 the form for a pet has a document title of its own for an admin', async ({ page }) => {
  await logIn(page, ADMIN)
  await page.goto('/admin/pets/add')
  await expect(page).toHaveTitle('Add a pet · PetSetu')
  await expect(page.getByRole('heading', { level: 1, name: 'Fill The Pet Details' })).toBeVisible()
})
