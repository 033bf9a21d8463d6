import type { Page } from '@playwright/test'
import { ADMIN, expect, listOfUsersWith, logIn, logOut, openRowMenu, signUp, test } from './fixtures.ts'
import { codeOf, section, setUp } from './set-up-second-factor.ts'

/** Types name and password, and waits for the second step. */
async function firstStep(page: Page, account: { username: string; password: string }) {
  await page.goto('/login')
  await page.getByLabel('Username').fill(account.username)
  await page.getByLabel(/^Password/).fill(account.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('textbox', { name: /^Code( \*)?$/ })).toBeFocused()
}

test('ACC-6 a person sets up a second factor, logs in with a code, and with a recovery code once the phone is lost', async ({
  page,
  site,
}) => {
  const owner = await signUp(site)
  await logIn(page, owner)
  await page.goto('/account')
  const { secret, recoveryCodes } = await setUp(page, owner)
  expect(recoveryCodes).toHaveLength(10)
  await expect(section(page).getByText('10 recovery codes are left.')).toBeVisible()

  await page.goto('/')
  await logOut(page)
  await firstStep(page, owner)
  await expect(page.getByRole('textbox', { name: /^Code( \*)?$/ })).toHaveAttribute('autocomplete', 'one-time-code')
  await page.getByRole('textbox', { name: /^Code( \*)?$/ }).fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is not right, or it was used already.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Code( \*)?$/ })).toBeFocused()
  await page.getByRole('textbox', { name: /^Code( \*)?$/ }).fill(await codeOf(secret, 1))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Pets' })).toBeVisible()

  await page.goto('/')
  await logOut(page)
  await firstStep(page, owner)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Pets' })).toBeVisible()

  await page.goto('/account')
  await expect(section(page).getByText('9 recovery codes are left.')).toBeVisible()
  await section(page).getByRole('button', { name: 'Switch off' }).click()
  await section(page)
    .getByLabel(/^Password/)
    .fill(owner.password)
  await section(page)
    .getByLabel('Code of the app, or a recovery code')
    .fill(recoveryCodes[1] ?? '')
  await section(page).getByRole('button', { name: 'Switch off' }).click()
  await expect(section(page).getByRole('button', { name: 'Set up two-step login' })).toBeVisible()
  await page.goto('/')
  await logOut(page)
  await logIn(page, owner)
})

test('ACC-6 a second step that took too long leads back to the first, with words and the name', async ({
  page,
  site,
}) => {
  const owner = await signUp(site)
  await logIn(page, owner)
  await page.goto('/account')
  const { secret } = await setUp(page, owner)
  await page.goto('/')
  await logOut(page)
  await firstStep(page, owner)
  // An old ticket, without waiting for five minutes.
  await page.route('**/auth/second-factor', async (route) => {
    const body = { ...route.request().postDataJSON(), ticket: `1.1.${'A'.repeat(43)}` }
    await route.continue({ postData: JSON.stringify(body) })
  })
  await page.getByRole('textbox', { name: /^Code( \*)?$/ }).fill(await codeOf(secret, 1))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'That took too long. Please log in again.' })).toBeFocused()
  await expect(page.getByLabel('Username')).toHaveValue(owner.username)
  await page.unroute('**/auth/second-factor')
  await page.getByLabel(/^Password/).fill(owner.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('textbox', { name: /^Code( \*)?$/ })).toBeFocused()
})

test('ACC-7 an admin ends the second factor of somebody who lost it, and gives a reason', async ({ page, site }) => {
  const owner = await signUp(site)
  await logIn(page, owner)
  await page.goto('/account')
  await setUp(page, owner)
  await page.goto('/')
  await logOut(page)
  await logIn(page, ADMIN)
  await page.goto(await listOfUsersWith(site, owner.username))
  const row = page.getByRole('row', { name: owner.username })
  await openRowMenu(row)
  await row.getByRole('button', { name: `End two-step login of ${owner.username}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'End two-step login' }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByLabel('Reason, for the log').fill('The phone is lost; known in person')
  await dialog.getByRole('button', { name: 'End two-step login' }).click()
  await expect(page.getByText(`Two-step login of ${owner.username} is off.`)).toBeVisible()
  await openRowMenu(row)
  await expect(row.getByRole('button', { name: /^End sessions/ })).toBeVisible()
  await expect(row.getByRole('button', { name: /^End two-step login/ })).toHaveCount(0)
  await page.goto('/')
  await logOut(page)
  await logIn(page, owner)
})
