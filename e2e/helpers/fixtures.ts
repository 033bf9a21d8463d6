import { setTimeout } from 'node:timers/promises'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { WHEN_IT_FAILED } from '../../scripts/test-count.mjs'
import { PET } from './example-pet.ts'
import { ADMIN, type Site, startProgram } from './start-program.ts'

export { ADMIN, PET, type Site }

// Console messages of a failed call. Any other is a bug: an exception, a hydration mismatch, a CSP violation.
const A_CALL_FAILED = /^Failed to load resource|^(GET|POST|PUT|DELETE) \S+ failed:/

type Fixtures = {
  watched: undefined
}

/** The program behind the stories of a worker, and what it is started with. */
export type WorkerFixtures = { site: Site; ownProgram: string; isDemo: boolean; settings: Record<string, string> }

/** Each worker has its own running program. A test fails if a page logs anything but a failed call. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // A file that needs an empty database sets a value of its own, which gives it a separate program.
  ownProgram: ['', { option: true, scope: 'worker' }],
  // With demo data, and without background changes.
  isDemo: [false, { option: true, scope: 'worker' }],
  // Further settings of the program.
  settings: [{}, { option: true, scope: 'worker' }],
  site: [
    async ({ ownProgram: _, isDemo, settings }, use) => {
      const program = await startProgram(isDemo, settings)
      await use(program.site)
      await program.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  // The scripts of a rendered page come after it is loaded. A story opens a page as somebody does who takes a moment to read it.
  page: async ({ page, javaScriptEnabled }, use) => {
    const goto = page.goto.bind(page)
    if (javaScriptEnabled !== false)
      page.goto = async (...args) => {
        const reply = await goto(...args)
        await scriptsHaveCome(page)
        return reply
      }
    await use(page)
  },
  watched: [
    async ({ context }, use, testInfo) => {
      const messages: string[] = []
      const errors: string[] = []
      const note = (text: string) => {
        messages.push(text)
        if (!A_CALL_FAILED.test(text)) errors.push(text)
      }
      context.on('console', (message) => {
        if (message.type() === 'error') note(message.text())
        if (message.type() === 'warning') messages.push(message.text())
      })
      context.on('weberror', (failure) => note(String(failure.error())))
      await use(undefined)
      // A failure that comes once in a hundred runs has to be understood from the log of that run.
      if (testInfo.status !== testInfo.expectedStatus) {
        const shown = await Promise.all(context.pages().map(addressAndText))
        await testInfo.attach(WHEN_IT_FAILED, { body: [...messages.slice(-5), ...shown].join('\n') })
      }
      expect(errors, 'errors in the browser’s console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

const SHOWN_CHARACTERS = 600

/** The address of a page and the beginning of its text; a page that hangs does not answer. */
async function addressAndText(page: Page): Promise<string> {
  const text = page.evaluate(() => (document.querySelector('main') ?? document.body).innerText)
  const late = setTimeout(3_000, 'no answer')
  const shown = await Promise.race([text, late]).catch(String)
  return `${page.url()}: ${shown.slice(0, SHOWN_CHARACTERS)}`
}

let count = 0

/** A new account for one test. */
export async function signUp(
  site: Site,
): Promise<{ username: string; email: string; password: string; token: string }> {
  const username = `owner-${process.pid}-${++count}`
  const account = { username, email: `${username}@example.org`, password: 'marigold-7' }
  await site.call('POST', '/auth/signup', account)
  return { ...account, token: await tokenOf(site, account) }
}

export async function tokenOf(
  site: Site,
  { username, password }: { username: string; password: string },
): Promise<string> {
  const user = await site.call<{ accessToken: string }>('POST', '/auth/signin', { username, password })
  return user.accessToken
}

/** Opens the menu of a row of a list. */
export async function openRowMenu(row: Locator): Promise<void> {
  await row.getByRole('button', { name: /^Actions for/ }).click()
}

export function addPet(site: Site, token: string, fields: object = {}): Promise<{ id: number; petId: string }> {
  return site.call('POST', '/pets', { ...PET, ...fields }, token)
}

/** Waits until React has taken over a page that the server rendered. Until then links and forms work as they do without a script. */
export async function hydrated(page: Page): Promise<void> {
  const isHydrated = (main: Element) => Object.keys(main).some((key) => key.startsWith('__reactProps'))
  await expect.poll(() => page.getByRole('main').evaluate(isHydrated)).toBe(true)
}

// A story that holds the scripts back goes on after this time. In CI, scripts that nobody holds back may be as late.
const SCRIPTS_MS_MAX = process.env.CI ? 5_000 : 2_000

/** Waits until the scripts of a rendered page have taken it over, or were held back for a while. */
export async function scriptsHaveCome(page: Page): Promise<void> {
  const isTakenOver = () =>
    !document.querySelector('template') ||
    [...document.querySelectorAll('main')].some((main) =>
      Object.keys(main).some((key) => key.startsWith('__reactProps')),
    )
  const until = Date.now() + SCRIPTS_MS_MAX
  // A page that leads on at once is looked at anew by whoever waits for the next one.
  // To ask without a pause would keep the processor from the scripts.
  while (Date.now() < until && !(await page.evaluate(isTakenOver).catch(() => true))) await page.waitForTimeout(30)
}

/** Does `work` while the page has the line of a phone with one bar: 400 kbit/s, and 400 ms to and fro. */
export async function onSlowLine(page: Page, work: () => Promise<void>): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  const limit = (latency: number, bytesASecond: number) =>
    devTools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: bytesASecond,
      uploadThroughput: bytesASecond,
    })
  await limit(400, 400_000 / 8)
  try {
    await work()
  } finally {
    // Otherwise all pages that this browser opens later are slow, too.
    await limit(0, -1)
  }
}

/**
 * Does `work` while the page takes its visitor to be in another app: it leads on by itself only seconds after they have come back,
 * however late a busy machine looks at it. (Nothing can be read from a page whose next document is held back.)
 */
export async function whileAway(page: Page, work: () => Promise<void>): Promise<void> {
  const setHidden = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await setHidden(true)
  await work()
  await setHidden(false)
}

/** Waits until the home page has really loaded, because the address changes before. */
export async function arriveHome(page: Page): Promise<void> {
  await page.waitForURL('/')
  await expect(page.getByRole('heading', { name: 'Scan the QR code' })).toBeVisible()
}

/** Logs out on a public page and waits until the home page has loaded anew: it may be the page that one is on. */
export async function logOut(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Logout' }).click()
  await loaded
  await arriveHome(page)
}

/** Signs in through the form and waits for the next page. */
export async function logIn(
  page: Page,
  account: { username: string; password: string },
  home: RegExp = /\/(user|admin)$/,
): Promise<void> {
  await page.goto('/login')
  await hydrated(page)
  await page.getByLabel('Username').fill(account.username)
  await page.getByLabel(/^Password/).fill(account.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(home)
}

/** Opens a page signed in, without the login form: for stories that are not about signing in. */
export async function openAs(
  page: Page,
  site: Site,
  account: { username: string; password: string },
  address: string,
): Promise<void> {
  // The app stores what a sign-in answers but the language.
  const { language: _, ...user } = await site.call<{ language: string | null }>('POST', '/auth/signin', account)
  // An empty page of the same origin, where the session can be stored before the app reads it.
  await page.route('/empty-page-of-test', (route) =>
    route.fulfill({ body: '<!doctype html>', contentType: 'text/html' }),
  )
  await page.goto('/empty-page-of-test')
  await page.evaluate((text) => localStorage.setItem('user', text), JSON.stringify(user))
  await page.unroute('/empty-page-of-test')
  await page.goto(address)
}

/** Fills in the required fields of the pet form. */
export async function fillPet(page: Page, petName: string): Promise<void> {
  await page.getByLabel('Pet name').fill(petName)
  await page.getByLabel('Pet type').fill(PET.petType)
  await page.getByLabel('Pet age').fill(PET.petAge)
  await page.getByLabel('Location').fill(PET.location)
  await page.getByLabel('Address').fill(PET.address)
  await page.getByLabel('Contact details').fill(PET.contactDetails)
}

/** Confirms a deletion. */
export async function confirmDeletion(page: Page): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
}
