import { today } from '@petsetu/contract/dates.ts'
import { type PageFacts, paths } from '@petsetu/contract/paths.ts'
import { ADMIN, arriveHome, expect, logIn, signUp, test } from './fixtures.ts'

const MENU = [
  'HOME',
  'About Founder',
  'Core Team Members',
  'CAREER',
  'CAUSES',
  'VOLUNTEERS',
  'Regular',
  'Premium',
  'CONTACT',
  'DONATE NOW',
]

test('APP-6 APP-7 the public header and footer: every entry in order, the external ones in a new tab', async ({
  page,
}) => {
  for (const address of ['/', '/login', '/complaint']) {
    await page.goto(address)
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu.locator('ul a')).toHaveText(MENU)
    await expect(menu.locator('summary')).toHaveText(['ABOUT', 'MEMBERSHIP PLANS'])
    for (const summary of await menu.locator('summary').all()) await summary.click({ force: true })
    const links = await menu.locator('ul a').evaluateAll((all) =>
      all.map((link) => ({
        text: link.textContent,
        href: link.getAttribute('href'),
        target: link.getAttribute('target'),
        rel: link.getAttribute('rel'),
      })),
    )
    for (const { text, href, target, rel } of links) {
      const isOwn = ['HOME', 'Regular', 'Premium'].includes(text ?? '')
      expect(href).toMatch(isOwn ? /^\// : /^https:\/\/www\.karuna-foundation\.example\//)
      expect(target).toBe(isOwn ? null : '_blank')
      if (!isOwn) expect(rel).toContain('noopener')
    }
    await expect(menu.getByRole('link', { name: 'Login' })).toBeVisible()
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText(today().slice(0, 4))
    await expect(footer).toContainText('Karuna Animal Welfare Foundation')
    await expect(footer).toContainText('Built with care by the PetSetu team')
  }
})

test('APP-6 a signed-in person finds the way home and Logout in the public header', async ({ page, site }) => {
  const owner = await signUp(site)
  await logIn(page, owner)
  await page.goto('/')
  await expect(page.getByRole('link', { name: owner.username })).toHaveAttribute('href', '/user')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.length).catch(String)).toBe(0)
})

test('APP-6 on a phone the menu is a drawer that opens without a script, too', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  await page.goto(site.url)
  await expect(page.getByRole('link', { name: 'CAREER' })).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('link', { name: 'CAREER' })).toBeVisible()
  await page.getByText('ABOUT', { exact: true }).click()
  await expect(page.getByRole('link', { name: 'About Founder' })).toBeVisible()
  await context.close()
})

test('APP-8 the home page shows the three steps and leads to everything a visitor can do', async ({ page }) => {
  await page.goto('/')
  const steps = page.getByRole('list').filter({ has: page.getByRole('heading', { name: 'Scan the QR code' }) })
  await expect(steps.getByRole('heading')).toHaveText([
    'Scan the QR code',
    'Fill in the pet registration form',
    'Submit it',
  ])
  await expect(page.getByRole('link', { name: 'Register a pet' })).toHaveAttribute('href', '/user/pet-form')
  await expect(page.getByRole('link', { name: 'File a complaint' })).toHaveAttribute('href', '/complaint')
  await expect(page.getByText('₹100')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Regular' })).toHaveAttribute('href', '/regular-membership')
  await expect(main.getByRole('link', { name: 'Premium' })).toHaveAttribute('href', '/premium-membership')
})

test('APP-2 an address that is no page leads to the home page, in the browser’s own navigation too', async ({
  page,
  site,
}) => {
  await page.goto('/no-such-page?with=query')
  await arriveHome(page)
  await logIn(page, await signUp(site))
  await page.goto('/user/no-such-page')
  await arriveHome(page)
})

test('APP-13 while a list is loading, a placeholder reserves its space and is announced as busy', async ({
  page,
  site,
}) => {
  const owner = await signUp(site)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/pets\?/, async (route) => {
    await released
    await route.continue()
  })
  await logIn(page, owner)
  await expect(page.locator('[aria-busy="true"]')).toBeVisible()
  release()
  await expect(page.getByText("You haven't added any pets yet...")).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
})

test('APP-14 the main tasks can be done with the keyboard alone', async ({ page, site }) => {
  const owner = await signUp(site)
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /skip to/i })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.type(owner.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(owner.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('/user')
  await expect(page).toHaveTitle(/My Pets/)

  await page.goto('/user/pet-form')
  await page.getByLabel('Pet name').focus()
  for (const text of ['Moti', 'Dog', '3 years']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Female' })).toBeChecked()
})

test('APP-1 APP-14 each page sets a document title of its own', async ({ page, site }) => {
  test.setTimeout(300_000)
  const titles = new Map<string, string>()
  const visit = async (address: string) => {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    titles.set(address, await page.title())
  }
  const seenBy = (who: PageFacts['who']) =>
    Object.values(paths).filter((page) => page.who === who && page.area && !page.pattern.includes('{'))
  for (const { pattern } of seenBy('anyone')) await visit(pattern)
  await visit('/pet-detail/ABCDEFGHJKLM')
  await logIn(page, await signUp(site))
  for (const { pattern } of [...seenBy('user'), ...seenBy('signed-in')]) await visit(pattern)
  await page.evaluate(() => localStorage.clear())
  await logIn(page, ADMIN)
  for (const { pattern } of seenBy('admin')) await visit(pattern)
  expect(new Set(titles.values()).size).toBe(titles.size)
  for (const title of titles.values()) expect(title).toContain('PetSetu')
})
