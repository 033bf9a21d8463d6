import type { BrowserContext, Page, Request } from '@playwright/test'
import { chooseInCheckout } from './helpers/checkout.ts'
import { fileComplaint } from './helpers/complaints.ts'
import {
  ADMIN,
  addPet,
  arriveHome,
  expect,
  fillPet,
  logIn,
  logOut,
  openAs,
  type Site,
  signUp,
  test,
} from './helpers/fixtures.ts'
import { expectFiled, fillComplaint, submitButton } from './helpers/pay-forms.ts'

const EMAIL = 'canary.mail@example.org'
const PHONE = '+91 55500 98765'
const PASSWORD = 'canary-password-7'

const PAY_PAGES = /^\/(complaint|regular-membership|premium-membership)$/

type Asked = { url: URL; from: string; referrer: string | undefined }

/** Records every request of this browser with its page. */
function watchRequests(context: BrowserContext): Asked[] {
  const asked: Asked[] = []
  context.on('request', (request: Request) => {
    const url = new URL(request.url())
    if (!/^https?:$/.test(url.protocol)) return
    const page = request.isNavigationRequest() ? '' : pageOf(request)
    asked.push({ url, from: page, referrer: request.headers().referer })
  })
  return asked
}

function pageOf(request: Request): string {
  let frame = request.frame()
  for (let parent = frame.parentFrame(); parent; parent = frame.parentFrame()) frame = parent
  return new URL(frame.url()).pathname
}

/** The addresses hold none of these texts, and only pages that take payments asked the provider, without a referrer of ours. */
function expectPrivate(asked: Asked[], { url }: Site, secrets: string[]): void {
  const addresses = asked.map((request) => decodeURIComponent(request.url.href).replaceAll('+', ' '))
  for (const secret of secrets.map((text) => text.replaceAll('+', ' ').trim()))
    expect(addresses.filter((address) => address.includes(secret))).toEqual([])

  const ownOrigin = new URL(url).origin
  const foreign = asked.filter((request) => request.url.origin !== ownOrigin)
  expect(foreign.filter(({ from }) => from && !PAY_PAGES.test(from)).map((request) => request.url.href)).toEqual([])
  expect(foreign.filter(({ referrer }) => referrer?.startsWith(ownOrigin))).toEqual([])
}

const storedToken = (page: Page): Promise<string> => page.evaluate(() => JSON.parse(localStorage.user).accessToken)

// APP-12, API-3, V14.2.1, V14.2.3, V3.4.5
test('no address of a person’s session holds a token or personal data', async ({ page, context, site }) => {
  const asked = watchRequests(context)
  await page.goto('/register')
  await page.getByLabel('Username').fill('canary')
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel(/^Password/).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.waitForURL(/\/login/)
  await logIn(page, { username: 'canary', password: PASSWORD })
  const token = await storedToken(page)
  await page.goto('/user/pet-form')
  await fillPet(page, 'Moti')
  await page.getByLabel('Contact details').fill(PHONE)
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect(page.getByText('Pet information saved successfully!')).toBeVisible()
  for (const address of ['/user', '/user/membership', '/account', '/']) await page.goto(address)
  await logOut(page)
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()

  expect(asked.length).toBeGreaterThan(30)
  expectPrivate(asked, site, [EMAIL, PHONE, PASSWORD, token])
})

// APP-12, API-3, V14.2.1, V14.2.3, V3.4.5
test('no address holds what a payer types, and one provider alone is asked', async ({ page, context, site }) => {
  const asked = watchRequests(context)
  await fillComplaint(page, { name: 'Canary', email: EMAIL, phone: PHONE })
  await submitButton(page).click()
  await expectFiled(page, () => chooseInCheckout(page, 'Pay successfully'))
  await arriveHome(page)

  expectPrivate(asked, site, [EMAIL, PHONE])
  const foreign = asked.map(({ url }) => url.origin).filter((origin) => origin !== new URL(site.url).origin)
  expect(new Set(foreign).size, 'the provider').toBe(1)
})

// APP-12, API-3, V14.2.1, V14.2.3, V3.4.5
test('no address of an admin’s session holds a token or personal data', async ({ page, context, site }) => {
  await fileComplaint(site, { email: EMAIL, phone: PHONE })
  const asked = watchRequests(context)
  await logIn(page, ADMIN)
  const token = await storedToken(page)
  for (const address of ['/admin', '/admin/users', '/admin/complaints', '/admin/memberships/reports/payment']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }

  expectPrivate(asked, site, [EMAIL, PHONE, ADMIN.password, token])
})

// APP-6, V3.4.5
test('the menu’s links to the other site send no referrer', async ({ page, context, site }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  const referrers: (string | undefined)[] = []
  await context.route('https://www.karuna-foundation.example/**', (route) => {
    referrers.push(route.request().headers().referer)
    return route.fulfill({
      contentType: 'text/html',
      body: '<script>document.title = document.referrer + "|" + window.opener</script>',
    })
  })
  await page.goto(`/pet-detail/${pet.petId}`)
  const menu = page.getByRole('navigation', { name: 'Main' })
  for (const name of [
    'About Founder',
    'Core Team Members',
    'CAREER',
    'CAUSES',
    'VOLUNTEERS',
    'CONTACT',
    'DONATE NOW',
  ]) {
    await menu
      .locator('details')
      .first()
      .evaluate((about: HTMLDetailsElement) => about.setAttribute('open', ''))
    const opened = context.waitForEvent('page')
    await menu.getByRole('link', { name }).click()
    const other = await opened
    await expect(other).toHaveTitle('|null')
    await other.close()
  }
  expect(referrers).toEqual(Array(7).fill(undefined))
})

/** The page behind leads to the login at once, which Playwright may report as a way back that was broken off. */
async function goBack(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' }).catch(() => null)
}

// APP-12, V14.3.3, V14.3.1
test('the browser stores only the user, and nothing after a logout, even offline', async ({ page, context, site }) => {
  const owner = await signUp(site)
  await addPet(site, owner.token, { petName: 'Canary pet' })
  await logIn(page, owner)
  await page.goto('/user/pet-form')
  await page.getByLabel('Pet name').fill('A draft')
  await page.goto('/user')
  await expect(page.getByRole('heading', { name: 'Canary pet' })).toBeVisible()
  const kept = await page.evaluate(() => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    fields: Object.keys(JSON.parse(localStorage.user)),
  }))
  expect(kept.local).toEqual(['user'])
  expect(
    kept.fields.filter((field) => !['id', 'username', 'email', 'role', 'accessToken', 'avatar'].includes(field)),
  ).toEqual([])
  // Besides drafts, only scroll positions.
  expect(kept.session.filter((key) => !/^draft:|^react-router-scroll-positions$/.test(key))).toEqual([])
  expect(await context.cookies()).toEqual([])

  // Signing out needs no further downloads: it works without a network.
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Logout' }).click()
  const left = () =>
    page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }).filter((key) => /^(user|draft:)/.test(key)))
  // Without a network there is no page to lead to.
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
  await context.setOffline(false)
  // The page that could not be loaded is loaded again by itself, perhaps in the middle of this.
  await expect(async () => void (await page.goto('/'))).toPass()
  expect(await left()).toEqual([])
  await goBack(page)
  await page.goto('/user')
  await page.waitForURL(/\/login/)
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  await expect(page.getByText('Canary pet')).toHaveCount(0)
})

// APP-12, V14.3.1
test('after signing out, the back button does not show the previous page', async ({ page, site }) => {
  const owner = await signUp(site)
  await addPet(site, owner.token, { petName: 'Canary pet' })
  await openAs(page, site, owner, '/user')
  await expect(page.getByRole('heading', { name: 'Canary pet' })).toBeVisible()
  await page.goto('/user/membership')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => page.evaluate(() => localStorage.length).catch(String)).toBe(0)
  await page.waitForURL((url) => !url.pathname.startsWith('/user'))
  await goBack(page)
  await page.waitForURL(/\/login/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Canary pet')).toHaveCount(0)
})
