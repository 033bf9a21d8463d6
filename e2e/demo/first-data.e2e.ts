import { type PageName, paths } from '@petsetu/contract/paths.ts'
import { accountCalls } from '@petsetu/contract/people/account.ts'
import { factorCalls } from '@petsetu/contract/people/factors.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import type { Page } from '@playwright/test'
import { type Demo, EVERY_PAGE, findDemo, openPage, pageNamed } from '../helpers/every-page.ts'
import { ADMIN, expect, onSlowLine, openAs, signUp, test } from '../helpers/fixtures.ts'

// A page requests its first data at navigation, before it is rendered, and only once; first-data.test.tsx opens every page.

let demo: Demo

test.beforeAll(async ({ site }) => {
  demo = await findDemo(site)
})

/** The addresses of the calls that a page makes, as they are made. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType())) calls.push(request.url())
  })
  return calls
}

/** However slow the machine is, nothing becomes stale before it is rendered: the time stands still, but timers run. */
function stopClock(page: Page): Promise<void> {
  return page.clock.setFixedTime(new Date())
}

/** The code of the layouts. */
const LAYOUT = /\/assets\/(public|own|admin)-(area|layout)-[^/]*\.js/

const ASKING: PageName[] = ['myPets', 'users', 'complaintDetail', 'paymentReport']

for (const name of ASKING) {
  // APP-13
  test(`${name} asks for its data while its layout loads, and only once`, async ({ page }) => {
    const entry = EVERY_PAGE.find((one) => one.page === name)
    if (!entry) throw new Error(`There is no page ${name}`)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(LAYOUT, async (route) => {
      await released
      await route.continue()
    })
    const calls = callsOf(page)
    await stopClock(page)
    await page.route(
      (url) => /^\/(api|pets|admin)(\/|$)/.test(url.pathname),
      (route) =>
        route.request().resourceType() === 'document' ? route.fallback() : route.fulfill({ status: 403, json: {} }),
    )
    const opened = openPage(page, demo, entry)
    await expect.poll(() => calls.length).toBeGreaterThan(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
    const early = [...calls]
    release()
    await opened
    await expect(page.getByText(/^Failed to/).first()).toBeVisible()
    for (const call of early) expect(calls.filter((one) => one === call)).toHaveLength(1)
  })
}

// APP-13
test('the account is requested once, though its parts are rendered one after the other', async ({ page, site }) => {
  await page.route(/\/assets\/confirm-email-banner-[^/]*\.js/, async (route) => {
    await page.getByText('not confirmed yet').waitFor()
    await route.continue()
  })
  const calls = callsOf(page)
  await stopClock(page)
  await openAs(page, site, await signUp(site), paths.account.to({}))
  await expect(page.getByText('Please confirm your email address')).toBeVisible()
  expect(calls.filter((call) => new URL(call).pathname === accountCalls.read.path)).toHaveLength(1)
})

// APP-13
test('the second factor is requested once, though the other parts come after it', async ({ page, site }) => {
  const calls = callsOf(page)
  await stopClock(page)
  await openAs(page, site, ADMIN, paths.account.to({}))
  await expect(page.getByRole('heading', { name: 'Your data', exact: true })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  expect(calls.filter((call) => new URL(call).pathname === factorCalls.read.path)).toHaveLength(1)
})

// APP-13
test('the code of a page is there once somebody points at a link to it, or focuses one', async ({ page }) => {
  await openPage(page, demo, pageNamed('dashboard'))
  const link = (name: string) => page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name })
  const [users, mail] = [page.waitForResponse(/\/users-page-.*\.js/), page.waitForResponse(/\/mails-page-.*\.js/)]
  await link('Users').hover()
  await users
  await link('Mail').focus()
  await mail
  await page.route(/\/(users|mails)-page-.*\.js/, (route) => route.abort())
  await link('Users').click()
  await expect(page.getByRole('heading', { level: 1, name: 'User List' })).toBeVisible()
})

// APP-13
test('a click on the menu shows the frame of the next page before its data has come', async ({ page }) => {
  await openPage(page, demo, pageNamed('dashboard'))
  const link = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Users' })
  await Promise.all([page.waitForResponse(/\/users-page-.*\.js/), link.hover()])
  const calls = callsOf(page)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const { path } = userCalls.listAll
  const isList = (address: string) => new URL(address).pathname === path
  await page.route(
    (url) => isList(url.href),
    async (route) => {
      if (route.request().resourceType() === 'document') return route.fallback()
      await released
      await route.continue()
    },
  )
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'User List' })).toBeVisible()
  await expect(page.getByRole('row', { name: /meera/ })).toHaveCount(0)
  release()
  await expect(page.getByRole('row', { name: /meera/ })).toBeVisible()
  expect(calls.filter(isList)).toHaveLength(1)
})

// APP-13
test('on a slow line the list of complaints shows its frame, then its rows', async ({ page }) => {
  await openPage(page, demo, pageNamed('dashboard'))
  await onSlowLine(page, async () => {
    await page
      .getByRole('navigation', { name: 'Administration' })
      .getByRole('link', { name: /Complaints/ })
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complaint Management')
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})
