import { expect, logIn, signUp, test } from './fixtures.ts'
import { keptTexts } from './kept-texts.ts'
import { aPlan } from './pay-forms.ts'

const ADDRESS = '8 Tank Street, Chennai'

test('MEM-1 APP-4 a visitor’s started registration is restored after a reload and after signing in, and the menu’s Login leads back to it', async ({
  page,
  site,
}) => {
  await aPlan(site)
  const member = await signUp(site)
  await page.goto('/regular-membership')
  await page.getByLabel('Address').fill(ADDRESS)
  await expect.poll(() => keptTexts(page)).toContain(ADDRESS)
  await page.reload()
  await expect(page.getByText('What you had typed before is back.')).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue(ADDRESS)
  await page.getByRole('link', { name: 'Login' }).click()
  await page.getByLabel('Username').fill(member.username)
  await page.getByLabel(/^Password/).fill(member.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('/regular-membership')
  await expect(page.getByLabel('Address')).toHaveValue(ADDRESS)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(member.username)
})

// Also shows V14.3.3.
test('APP-12 CMP-1 what one person typed into a complaint is gone after signing out in another tab, on the page and from the browser', async ({
  page,
  context,
  site,
}) => {
  const member = await signUp(site)
  await logIn(page, member)
  await page.goto('/complaint')
  await page.getByLabel('Description').fill('A dog is chained in the sun.')
  await expect.poll(() => keptTexts(page)).toContain('chained in the sun')
  const other = await context.newPage()
  await other.goto('/user')
  await other.getByRole('button', { name: 'Logout' }).click()
  await other.waitForURL((url) => url.pathname !== '/user')
  await expect(page.getByLabel('Description')).toHaveValue('')
  await page.reload()
  await expect(page.getByLabel('Description')).toHaveValue('')
  await expect.poll(() => keptTexts(page)).not.toContain('chained in the sun')
})

test('APP-12 MEM-1 after an expired session only the same account gets its draft back', async ({ page, site }) => {
  await aPlan(site)
  const member = await signUp(site)
  await logIn(page, member)
  await page.goto('/regular-membership')
  await page.getByLabel('Address').fill(ADDRESS)
  await expect.poll(() => keptTexts(page)).toContain(ADDRESS)
  await site.call('POST', '/auth/signout', null, await page.evaluate(() => JSON.parse(localStorage.user).accessToken))
  await page.goto('/user')
  await page.waitForURL(/\/login/)
  await page.goto('/regular-membership')
  await expect(page.getByLabel('Address')).toHaveValue('')
  await logIn(page, member)
  await page.goto('/regular-membership')
  await expect(page.getByLabel('Address')).toHaveValue(ADDRESS)

  await page.evaluate(() => localStorage.clear())
  await logIn(page, await signUp(site))
  await page.goto('/regular-membership')
  await expect(page.getByLabel('Address')).toHaveValue('')
  await expect.poll(() => keptTexts(page)).not.toContain(ADDRESS)
})

test('APP-12 CMP-1 what was typed just before a reload is restored after it', async ({ page }) => {
  const text = 'A dog is chained in the sun without water, and nobody is at home.'
  await page.goto('/complaint')
  const description = page.getByLabel('Description')
  await description.fill('A dog')
  await expect.poll(() => keptTexts(page)).toContain('A dog')
  for (let time = 1; time <= 5; time++) {
    const loaded = page.waitForEvent('load')
    // Typed and left at once, so that no write to the database has finished in between.
    await description.evaluate((field: HTMLTextAreaElement, value) => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      location.reload()
    }, `${text} ${time}`)
    await loaded
    await expect(page.getByText('What you had typed before is back.')).toBeVisible()
    await expect(description).toHaveValue(`${text} ${time}`)
  }
})
