import { allTextsIn } from '@petsetu/languages/all-texts.ts'
import type { Page } from '@playwright/test'
import { ADMIN, expect, logIn, signUp, test } from './fixtures.ts'

const hindi = allTextsIn('hi')
const marathi = allTextsIn('mr')

const languageOf = (page: Page) => page.locator('html').getAttribute('lang')

test('LNG-2 LNG-4 a person chooses Hindi for the account: pages and messages come in it, in a new browser after the login, too', async ({
  page,
  browser,
  site,
}) => {
  const owner = await signUp(site)
  await logIn(page, owner)
  await page.goto('/account?lang=en#main')
  await page.getByRole('radio', { name: 'हिन्दी' }).check()
  await page.getByRole('button', { name: 'Save language' }).click()
  await expect(page.getByRole('heading', { level: 1, name: hindi('titles.account') })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'हिन्दी' })).toBeChecked()
  await expect(page).toHaveURL('/account')
  await expect(page).toHaveTitle(`${hindi('titles.account')} · PetSetu`)

  await page.getByLabel(hindi('labels.currentPassword')).fill('not this one')
  await page.getByLabel(hindi('labels.newPassword'), { exact: true }).fill('jasmine-garland-9')
  await page.getByLabel(hindi('password.confirmNew')).fill('another-garland-9')
  await page.getByRole('button', { name: hindi('password.change') }).click()
  await expect(page.getByText(hindi('problems.passwordsDiffer'))).toBeVisible()
  await page.getByRole('link', { name: hindi('menu.dashboard') }).click()
  await expect(page.getByRole('heading', { level: 1, name: hindi('titles.myPets') })).toBeVisible()

  const another = await browser.newContext({ baseURL: site.url })
  const elsewhere = await another.newPage()
  await logIn(elsewhere, owner)
  await expect(elsewhere.getByRole('heading', { level: 1, name: hindi('titles.myPets') })).toBeVisible()
  expect(await languageOf(elsewhere)).toBe('hi')
  await another.close()
})

test('LNG-2 a language chosen in the browser stays when a person with another one logs in', async ({ page, site }) => {
  const owner = await signUp(site)
  await site.call('PUT', '/api/account/language', { language: 'hi' }, owner.token)
  await page.goto('/login?lang=mr')
  await page.getByLabel(marathi('labels.username')).fill(owner.username)
  await page.getByLabel(marathi('labels.password'), { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: marathi('signIn.submit') }).click()
  await expect(page.getByRole('heading', { level: 1, name: marathi('titles.myPets') })).toBeVisible()
  expect(await languageOf(page)).toBe('mr')
})

test('LNG-2 a page that the login leads back to comes in the language of the account', async ({ page, site }) => {
  const owner = await signUp(site)
  await site.call('PUT', '/api/account/language', { language: 'mr' }, owner.token)
  await page.goto('/user/pet-form')
  await page.getByLabel('Username').fill(owner.username)
  await page.getByLabel(/^Password/).fill(owner.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1, name: marathi('titles.petForm') })).toBeVisible()
  await expect(page).toHaveURL('/user/pet-form')
})

test('LNG-2 a language that cannot be saved leaves the page as it is, with a message', async ({ page, site }) => {
  await logIn(page, await signUp(site))
  await page.route('**/api/account/language', (route) => route.abort())
  await page.goto('/account')
  await page.getByRole('radio', { name: 'मराठी' }).check()
  await page.getByRole('button', { name: 'Save language' }).click()
  await expect(page.getByText('Failed to save the language. Please try again.')).toBeVisible()
  expect(await page.context().cookies()).toEqual([])
})

test('LNG-2 the switch in the footer of signed-in pages keeps what the address says', async ({ page, site }) => {
  await logIn(page, await signUp(site))
  await page.goto('/user/pet-form?tag=ABCD-EFGH-JKLM')
  await page.getByRole('contentinfo').getByRole('link', { name: 'मराठी' }).click()
  await expect(page).toHaveURL('/user/pet-form?tag=ABCD-EFGH-JKLM&lang=mr')
  await expect(page.getByRole('heading', { level: 1, name: marathi('titles.petForm') })).toBeVisible()
  await expect(page.getByText('ABCD-EFGH-JKLM')).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  await logIn(page, ADMIN)
  await page.goto('/admin/pets?search=moti')
  await page.getByRole('contentinfo').getByRole('link', { name: 'हिन्दी' }).click()
  await expect(page).toHaveURL('/admin/pets?search=moti&lang=hi')
  await expect(page.getByLabel(hindi('petList.search'))).toHaveValue('moti')
})
