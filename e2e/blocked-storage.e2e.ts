import type { Page } from '@playwright/test'
import { addPet, expect, hydrated, logIn, PET, signUp, test } from './fixtures.ts'

test.beforeEach(async ({ page }) => blockStorage(page))

/** Simulates a browser that blocks storage: any access throws. */
async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    }
  })
}

// PET-15, APP-8
test('with storage blocked a finder reads the phone number, and the home page works', async ({ page, site }) => {
  const pet = await addPet(site, (await signUp(site)).token)
  await page.goto(`/pet-detail/${pet.petId}`)
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(PET.petName)
  await expect(page.getByRole('link', { name: /Call the owner/ })).toBeVisible()
  await page.goto('/')
  await hydrated(page)
  await page.getByLabel('Found a tag? Type its ID').fill('nonsense')
  await page.getByRole('button', { name: 'Find the pet' }).click()
  await expect(page.getByText('A tag ID has 12 letters and digits')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
})

// APP-12
test('with storage blocked people sign in and stay so until they leave the page', async ({ page, site }) => {
  const owner = await signUp(site)
  await logIn(page, owner)
  await expect(page.getByText("You haven't added any pets yet...")).toBeVisible()
  await page.getByRole('link', { name: 'Add Pet' }).first().click()
  await page.getByLabel('Pet name').fill('Moti')
  await expect(page.getByLabel('Pet name')).toHaveValue('Moti')
})

// CMP-1, MEM-1
test('with storage blocked the forms of the pages that take payments work', async ({ page }) => {
  await page.goto('/complaint')
  await page.getByLabel('Full Name').fill('Asha Rao')
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao')
  await page.goto('/regular-membership')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Regular Membership')
})
