import { type PageFacts, paths } from '@petsetu/contract/paths.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { arriveHome, expect, openAs, signUp, test } from './helpers/fixtures.ts'

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

// APP-6, APP-7
test('the home page has the public menu in order, and a footer', async ({ page }) => {
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.locator('ul a')).toHaveText(MENU)
  await expect(menu.locator('summary')).toHaveText(['ABOUT', 'MEMBERSHIP PLANS'])
  for (const link of await menu.locator('ul a').all()) {
    const isOwn = ['HOME', 'Regular', 'Premium'].includes((await link.textContent()) ?? '')
    await expect(link).toHaveAttribute('href', isOwn ? /^\// : /^https:\/\/www\.karuna-foundation\.example\//)
    if (isOwn) await expect(link).not.toHaveAttribute('target')
    else await expect(link).toHaveAttribute('target', '_blank')
    if (!isOwn) await expect(link).toHaveAttribute('rel', /noopener/)
  }
  await expect(menu.getByRole('link', { name: 'Login' })).toBeVisible()
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(today().slice(0, 4))
  await expect(footer).toContainText('Karuna Animal Welfare Foundation')
  await expect(footer).toContainText('Built with care by the PetSetu team')
})

// APP-6
test('a signed-in person finds the way home and Logout in the public header', async ({ page, site }) => {
  const owner = await signUp(site)
  await openAs(page, site, owner, '/')
  await expect(page.getByRole('link', { name: owner.username })).toHaveAttribute('href', '/user')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.length).catch(String)).toBe(0)
})

// APP-6
test('on a phone the menu is a drawer that opens without a script, too', async ({ browser, site }) => {
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

// APP-8
test('the home page shows the three steps and leads to everything a visitor can do', async ({ page }) => {
  await page.goto('/')
  const steps = page.getByRole('list').filter({ has: page.getByRole('heading', { name: 'Scan the QR code' }) })
  await expect(steps.getByRole('heading')).toHaveText([
    'Scan the QR code',
    'Fill in the pet registration form',
    'Submit it',
  ])
  await expect(page.getByRole('link', { name: 'Register a pet' })).toHaveAttribute(
    'href',
    '/register?next=%2Fuser%2Fpet-form',
  )
  await expect(page.getByRole('link', { name: 'File a complaint' })).toHaveAttribute('href', '/complaint')
  await expect(page.getByText('₹100')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Regular' })).toHaveAttribute('href', '/regular-membership')
  await expect(main.getByRole('link', { name: 'Premium' })).toHaveAttribute('href', '/premium-membership')
})

// APP-2
test('an address that is no page leads to the home page', async ({ page, site }) => {
  await page.goto('/no-such-page?with=query')
  await arriveHome(page)
  await openAs(page, site, await signUp(site), '/user/no-such-page')
  await arriveHome(page)
})

// APP-1, APP-14
test('each page is sent with a title of its own', async ({ site }) => {
  // The pages that the browser renders keep this title; every-page-languages.test.tsx opens them.
  const pages = Object.values(paths).filter(({ area, pattern }: PageFacts & { pattern: string }) => {
    return area && !pattern.includes('{')
  })
  const addresses = [...pages.map(({ pattern }) => pattern), '/pet-detail/ABCDEFGHJKLM']
  const pageOf = new Map<string | undefined, string>()
  for (const address of addresses) {
    const html = await (await fetch(site.url + address, { headers: { accept: 'text/html' } })).text()
    const title = /<title>(.*?)<\/title>/.exec(html)?.[1]
    expect(title).toContain('PetSetu')
    expect(pageOf.get(title), `the other page with the title of ${address}`).toBeUndefined()
    pageOf.set(title, address)
  }
})
