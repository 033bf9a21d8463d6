import type { Page } from '@playwright/test'
import { fileComplaint } from './helpers/complaints.ts'
import { ADMIN, addPet, expect, fillPet, hydrated, logIn, PET, signUp, test } from './helpers/fixtures.ts'

test.beforeEach(async ({ page }) => blockStorage(page))

/** Simulates a browser that blocks storage: any access throws, and it gives no locks either. */
async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const deny = () => Promise.reject(new DOMException('Access is denied for this document.', 'SecurityError'))
    Object.defineProperty(navigator, 'locks', { value: { request: deny, query: deny } })
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

// APP-12, PET-2
test('with storage blocked an owner logs in, adds a pet and logs out', async ({ page, site }) => {
  await logIn(page, await signUp(site))
  await expect(page.getByText("You haven't added any pets yet...")).toBeVisible()
  await page.getByRole('link', { name: 'Add Pet' }).first().click()
  await fillPet(page, 'Moti')
  await page.getByRole('radio', { name: 'Female' }).check()
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect(page.getByText('Pet information saved successfully!')).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Moti' })).toBeVisible()
  await leave(page)
})

// APP-12, CASE-4
test('with storage blocked an admin opens a case, answers it and logs out', async ({ page, site }) => {
  const id = await fileComplaint(site, { email: `blocked-${process.pid}@example.org` })
  await logIn(page, ADMIN)
  await expect(page.getByText('Total Users')).toBeVisible()
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Complaints' }).click()
  await page.getByRole('link', { name: `View complaint ${id}`, exact: true }).click()
  await page.getByLabel('The complainant sees this').fill('Our team comes today.')
  await page.getByRole('button', { name: 'Send to the complainant' }).click()
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history.filter({ hasText: 'Our team comes today.' })).not.toContainText('internal')
  await leave(page)
})

/** Logs out in the area of the person who is logged in: the login follows, and nothing leads back. */
async function leave(page: Page): Promise<void> {
  const { pathname } = new URL(page.url())
  await page.getByRole('button', { name: 'Logout' }).click()
  const login = page.getByRole('heading', { level: 1, name: 'Login' })
  await expect(login).toBeVisible()
  await page.goto(pathname)
  await expect(page.getByText('Please log in to see this page.')).toBeVisible()
}

// CMP-1, MEM-1
test('with storage blocked the forms of the pages that take payments work', async ({ page }) => {
  await page.goto('/complaint')
  await page.getByLabel('Full Name').fill('Asha Rao')
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao')
  await page.goto('/regular-membership')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Regular Membership')
})
