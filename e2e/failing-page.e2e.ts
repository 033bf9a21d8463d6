import { paths } from '@petsetu/contract/paths.ts'
import type { Page } from '@playwright/test'
import { ADMIN, expect, openAs, signUp, test } from './helpers/fixtures.ts'

// A failed page logs to the console, so these tests open pages of their own, which have no console check.

const ERROR = 'This page could not be loaded. Please try again.'

type Area = {
  menu: string
  address: string
  heading: string
  call: RegExp
  /** An answer that no page expects: showing it throws. */
  broken: object
  elsewhere: { link: string; heading: string }
}

const OWN: Area = {
  menu: 'Your pages',
  address: paths.myPets.to({}),
  heading: 'My Pets',
  call: /\/pets\?/,
  broken: [null],
  elsewhere: { link: 'Membership', heading: 'Membership' },
}
const ADMINISTRATION: Area = {
  menu: 'Administration',
  address: paths.users.to({}),
  heading: 'User List',
  call: /\/admin\/users\?/,
  broken: [null],
  elsewhere: { link: 'Complaints', heading: 'Complaint Management' },
}

async function expectToKeepTheMenu(
  page: Page,
  { menu, address, heading, call, broken, elsewhere }: Area,
): Promise<void> {
  const title = (name: string) => page.getByRole('heading', { level: 1, name })
  await page.route(call, (route) => route.fulfill({ json: broken }))
  await page.goto(address)
  await expect(page.getByText(ERROR)).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('main')).toHaveCount(1)
  await expect(title(heading)).toBeHidden()

  await page.getByRole('navigation', { name: menu }).getByRole('link', { name: elsewhere.link, exact: true }).click()
  await expect(title(elsewhere.heading)).toBeVisible()
  await expect(page.getByText(ERROR)).toBeHidden()

  await page.goto(address)
  await expect(page.getByText(ERROR)).toBeVisible()
  await page.unroute(call)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(title(heading)).toBeVisible()
  await expect(page.getByText(ERROR)).toBeHidden()
}

for (const [whose, area, signIn] of [
  ['an owner’s page', OWN, signUp],
  ['an admin’s page', ADMINISTRATION, async () => ADMIN],
] as const) {
  // APP-13
  test(`${whose} that breaks keeps the menu, and can be tried again`, async ({ browser, site }) => {
    const page = await browser.newPage({ baseURL: site.url })
    await openAs(page, site, await signIn(site), '/robots.txt')
    await expectToKeepTheMenu(page, area)
    await page.close()
  })
}

// APP-13
test('a page whose code does not arrive keeps the menu, and can be tried again', async ({ browser, site }) => {
  const page = await browser.newPage({ baseURL: site.url })
  await openAs(page, site, ADMIN, '/admin')
  await page.route(/users-page-.*\.js/, (route) => route.abort())
  // It is loaded anew once by itself, which does not help here.
  await Promise.all([page.waitForEvent('load'), page.getByRole('link', { name: 'Users', exact: true }).click()])
  await expect(page.getByText(ERROR)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Administration' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await page.unroute(/users-page-.*\.js/)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'User List' })).toBeVisible()
  await page.close()
})

// APP-13
test('a page whose code is gone after an update is loaded anew by itself', async ({ browser, site }) => {
  const page = await browser.newPage({ baseURL: site.url })
  await openAs(page, site, ADMIN, '/admin')
  let isGone = true
  // Asked before it is loaded anew.
  page.on('request', (request) => {
    if (request.method() === 'HEAD') isGone = false
  })
  await page.route(/users-page-.*\.js/, (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()))
  await Promise.all([page.waitForEvent('load'), page.getByRole('link', { name: 'Users', exact: true }).click()])
  await expect(page.getByRole('heading', { level: 1, name: 'User List' })).toBeVisible()
  await page.close()
})

// APP-13
test('a part whose code is gone loads the page anew once, and then says so', async ({ browser, site }) => {
  const page = await browser.newPage({ baseURL: site.url })
  await openAs(page, site, ADMIN, paths.users.to({}))
  await page.route(/keys-help-.*\.js/, (route) => route.fulfill({ status: 404 }))
  const keys = page.getByRole('button', { name: 'Keyboard shortcuts' })
  await Promise.all([page.waitForEvent('load'), keys.click()])
  await expect(page.getByRole('table')).toBeVisible()
  await keys.click()
  await expect(page.getByText('This part could not be loaded. Please try again.')).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  await page.close()
})
