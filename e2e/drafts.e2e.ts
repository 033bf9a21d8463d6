import { expect, openAs, signUp, test } from './helpers/fixtures.ts'
import { keptTexts } from './helpers/kept-texts.ts'
import { aPlan, fillComplaint } from './helpers/pay-forms.ts'

const ADDRESS = '8 Tank Street, Chennai'

// MEM-1, APP-4
test('a started registration is back after a reload, and after signing in by the menu', async ({ page, site }) => {
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

// MEM-1, APP-4, LIT-2
test('a login sent before its script has come leads back as the person who logged in', async ({ page, site }) => {
  await aPlan(site)
  const member = await signUp(site)
  await page.goto('/regular-membership')
  const line = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await line.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Login' }).click()
  await page.getByLabel('Username').fill(member.username)
  await page.getByLabel(/^Password/).fill(member.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText(`You are logged in as ${member.username}.`)).toBeVisible()
  line.resolve()
  await page.waitForURL('/regular-membership')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(member.username)
})

// APP-12, CMP-1, V14.3.3, CASE-1, OFF-1
test('signing out in another tab removes what was typed, and keeps what was not sent', async ({
  page,
  context,
  site,
}) => {
  const member = await signUp(site)
  await page.route('**/api/complaints/submit', (route) => route.abort())
  await openAs(page, site, member, '/complaint')
  await fillComplaint(page, { name: member.username, email: member.email, phone: '+91 55500 12345' })
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Keep it and send it later' }).click()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Send now' })).toBeEnabled()
  const description = page.getByLabel('Description')
  await description.fill('A cow stands in the traffic.')
  await expect
    .poll(() => keptTexts(page))
    .toMatch(/chained in the sun.*in the traffic|in the traffic.*chained in the sun/)

  const other = await context.newPage()
  await other.goto('/user')
  other.on('dialog', (question) => void question.accept())
  await other.getByRole('button', { name: 'Logout' }).click()
  await other.waitForURL((url) => url.pathname !== '/user')
  await expect(page.getByText('1 complaint from somebody else is waiting on this device.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open in the form' })).toBeHidden()
  await expect(description).toHaveValue('')
  await page.reload()
  await expect(description).toHaveValue('')
  await expect.poll(() => keptTexts(page)).not.toContain('in the traffic')
  expect(await keptTexts(page)).toContain('chained in the sun')
})

// APP-12, CMP-1
test('what was typed just before a reload is restored after it', async ({ page }) => {
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

// APP-12, CMP-1
test('a duplicated tab has a form of its own, and a reload keeps each', async ({ page }) => {
  await page.goto('/complaint')
  const description = (tab: typeof page) => tab.getByLabel('Description')
  await description(page).fill('A dog is chained in the sun.')
  await expect.poll(() => keptTexts(page)).toContain('A dog is chained in the sun.')
  const opened = page.waitForEvent('popup')
  // Like a duplicated tab, it begins with a copy of this one's session storage.
  await page.evaluate(() => void window.open('/complaint'))
  const copy = await opened
  await expect(description(copy)).toHaveValue('')
  await description(copy).fill('A cow stands in the traffic.')
  await expect.poll(() => keptTexts(copy)).toContain('A cow stands in the traffic.')
  for (const tab of [page, copy, page]) await tab.reload()
  await expect(description(page)).toHaveValue('A dog is chained in the sun.')
  await expect(description(copy)).toHaveValue('A cow stands in the traffic.')
})

// APP-4, APP-12
test('what is typed while the store of drafts does not arrive is back after a reload', async ({ page }) => {
  await page.route(/\/assets\/drafts-[^/]+\.js$/, (route) => route.abort())
  await page.goto('/privacy/request', { waitUntil: 'networkidle' })
  await page.getByLabel('Email').fill('typed@example.org')
  await page.unroute(/\/assets\/drafts-[^/]+\.js$/)
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue('typed@example.org')
})
