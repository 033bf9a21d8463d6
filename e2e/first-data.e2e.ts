import { accountCalls } from '@petsetu/contract/account.ts'
import { factorCalls } from '@petsetu/contract/factors.ts'
import { type PageName, paths } from '@petsetu/contract/paths.ts'
import type { Page } from '@playwright/test'
import { type Demo, EVERY_PAGE, findDemo, openPage } from './every-page.ts'
import { ADMIN, expect, logIn, signUp, test } from './fixtures.ts'

// What a page shows first is requested at navigation, before the page is rendered, and only once.

test.use({ ownProgram: 'demo', isDemo: true, reuseContext: true })

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

const ASKING: PageName[] = ['myPets', 'users', 'regularMembership', 'complaintDetail', 'paymentReport']

for (const name of ASKING) {
  test(`APP-13 ${name} requests its data while its layout is still loading, and a failure is shown without a second try`, async ({
    page,
  }) => {
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
    await expect(page.getByText(/^(Failed to|Error connecting)/).first()).toBeVisible()
    for (const call of early) expect(calls.filter((one) => one === call)).toHaveLength(1)
  })
}

for (const entry of EVERY_PAGE.filter((one) => !paths[one.page].rendered)) {
  test(`APP-13 ${entry.name} requests nothing twice, though its data arrives before it is rendered`, async ({
    page,
  }) => {
    const calls = callsOf(page)
    await page.route(LAYOUT, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await stopClock(page)
    await openPage(page, demo, entry)
    expect(new Set(calls).size, calls.join(' ')).toBe(calls.length)
  })
}

test('APP-13 the account is requested once, though its parts are rendered one after the other', async ({
  page,
  site,
}) => {
  await logIn(page, await signUp(site))
  await page.route(/\/assets\/confirm-email-banner-[^/]*\.js/, async (route) => {
    await page.getByText('not confirmed yet').waitFor()
    await route.continue()
  })
  const calls = callsOf(page)
  await stopClock(page)
  await page.goto(paths.account.to({}))
  await expect(page.getByText('Please confirm your e-mail address')).toBeVisible()
  expect(calls.filter((call) => new URL(call).pathname === accountCalls.read.path)).toHaveLength(1)
})

test('APP-13 the second factor is requested once, though an admin sees the other parts only after it', async ({
  page,
}) => {
  await logIn(page, ADMIN)
  const calls = callsOf(page)
  await page.goto(paths.account.to({}))
  await expect(page.getByRole('heading', { name: 'Your data', exact: true })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  expect(calls.filter((call) => new URL(call).pathname === factorCalls.read.path)).toHaveLength(1)
})

test('APP-13 a page that is visited again by the menu requests its data again, once', async ({ page }) => {
  await logIn(page, ADMIN)
  const calls = callsOf(page)
  const menu = page.getByRole('navigation', { name: 'Administration' })
  for (const times of [1, 2]) {
    for (const [link, path] of [
      ['Users', '/admin/users'],
      ['Membership Plans', '/api/admin/memberships/plans'],
      ['All Pets', '/admin/pets'],
    ] as const) {
      await menu.getByRole('link', { name: link, exact: true }).click()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await expect.poll(() => calls.filter((call) => new URL(call).pathname === path).length, path).toBe(times)
    }
  }
})

test('APP-3 APP-4 a page that somebody may not see requests nothing', async ({ page }) => {
  const calls = callsOf(page)
  await page.goto(paths.myPets.to({}))
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  expect(calls).toEqual([])
})
