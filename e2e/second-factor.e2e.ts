import { expect, logOut, openAs, signUp, test } from './helpers/fixtures.ts'
import { codeOf, section, setUp } from './helpers/set-up-second-factor.ts'

// ACC-6
test('a person sets up a second factor and logs in with a code', { tag: '@journey' }, async ({ page, site }) => {
  const owner = await signUp(site)
  await openAs(page, site, owner, '/account#second-factor')
  const { secret, recoveryCodes } = await setUp(page, owner)
  expect(recoveryCodes).toHaveLength(10)
  await expect(section(page).getByText('10 recovery codes are left.')).toBeVisible()
  await page.goto('/')
  await logOut(page)

  await page.goto('/login')
  await page.getByLabel('Username').fill(owner.username)
  await page.getByLabel(/^Password/).fill(owner.password)
  await page.getByRole('button', { name: 'Login' }).click()
  const code = page.getByRole('textbox', { name: /^Code( \*)?$/ })
  await expect(code).toBeFocused()
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is not right, or it was used already.')).toBeVisible()
  await expect(code).toBeFocused()
  await code.fill(await codeOf(secret, 1))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Pets' })).toBeVisible()
})
