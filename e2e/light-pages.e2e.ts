import { gzipSync } from 'node:zlib'
import { paths } from '@petsetu/contract/paths.ts'
import { languages } from '@petsetu/languages/languages.ts'
import { type Browser, devices, type Page, type Response } from '@playwright/test'
import { fileComplaint, referenceOf, tryWrongCode } from './helpers/complaints.ts'
import { type Demo, type DemoPage, EVERY_PAGE, findDemo } from './helpers/every-page.ts'
import {
  ADMIN,
  expect,
  hydrated,
  logIn,
  logOut,
  onSlowLine,
  openAs,
  scriptsHaveCome,
  signUp,
  test,
} from './helpers/fixtures.ts'
import { launchKeepingBrowser } from './helpers/keeping-browser.ts'
import { mailedCode, mailedLink } from './helpers/mails.ts'
import { codeOf, protect } from './helpers/set-up-second-factor.ts'

// Pages before sign-in: where their script does not run, what they load, and where the browser keeps them as they were left.

test.use({ ownProgram: 'demo', isDemo: true })

let demo: Demo

const LIGHT_PAGES = EVERY_PAGE.filter(({ page }) => paths[page].rendered === 'whole')

test.beforeAll(async ({ site }) => {
  demo = await findDemo(site)
})

/** Opens a page on which no script of ours runs, because the browser runs none or because none arrives. */
async function withoutScripts(browser: Browser, baseURL: string | undefined, runsScripts: boolean): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: runsScripts, ...(baseURL && { baseURL }) })
  if (runsScripts) await context.route('**/*.js', (route) => route.abort())
  return context.newPage()
}

const SCRIPTLESS: [when: string, runsScripts: boolean][] = [
  ['without JavaScript', false],
  ['with scripts that fail to load', true],
]

// LIT-2, LIT-3
test('without JavaScript another language keeps the secret of the address', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const language = (name: string) => page.getByRole('banner').getByRole('link', { name })
  await page.goto(`${baseURL}/reset-password?token=secret`)
  await language(languages.hi.name).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(page.getByRole('main').locator('input[name=token]')).toHaveValue('secret')
  await page.goto(`${baseURL}/complaint/pay#secret`)
  await language(languages.mr.name).click()
  await expect(page).toHaveURL(/\/complaint\/pay\?lang=mr#secret$/)
  await context.close()
})

for (const [when, runsScripts] of SCRIPTLESS) {
  // LIT-2
  test(`${when} one registers, logs in and out, and asks for a new password`, async ({ browser, baseURL }) => {
    const page = await withoutScripts(browser, baseURL, runsScripts)
    const main = page.getByRole('main')
    const username = `no-script-${process.pid}-${runsScripts}`
    await page.goto('/login')
    await main.getByRole('link', { name: 'Register' }).click()
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Email', { exact: true }).fill(`${username}@example.org`)
    await page.getByLabel('Password', { exact: true }).fill('rain on a tin roof')
    await page.getByLabel('Confirm password').fill('rain on a tin floor')
    await main.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByLabel('Username')).toHaveValue(username)
    await page.getByLabel('Password', { exact: true }).fill('rain on a tin roof')
    await page.getByLabel('Confirm password').fill('rain on a tin roof')
    await main.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText('Registration successful! Please login.')).toBeVisible()
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill('rain on a tin roof')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText(`You are logged in as ${username}.`)).toBeVisible()
    await main.getByRole('button', { name: 'Logout' }).click()
    await page.goto('/login')
    await main.getByRole('link', { name: 'Forgot' }).click()
    await main.getByRole('textbox').fill(username)
    await main.getByRole('button').click()
    await expect(main.getByRole('status')).toBeVisible()
    await page.context().close()
  })

  // LIT-2
  test(`${when} a complaint is tracked and followed, and data asked for`, async ({ browser, baseURL }) => {
    const page = await withoutScripts(browser, baseURL, runsScripts)
    await page.goto(paths.followComplaint.to({ token: demo.followToken }))
    await page.getByLabel('Write to us about this complaint').fill('The dog has water now.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'The dog has water now.' })).toBeVisible()
    const reference = await page.getByText(/^PS-\d{4}-\d{5}-[A-Z]$/).innerText()
    await page.goto('/complaint/track')
    await page.getByLabel('Reference').fill(reference)
    await page.getByLabel('Email').fill('nobody@example.org')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await expect(page.getByLabel('Code')).toBeVisible()
    await page.goto('/privacy/request')
    await page.getByLabel('Email').fill('nobody@example.org')
    await page.getByRole('button', { name: 'Send the code' }).click()
    await expect(page.getByLabel('Code')).toBeVisible()
    await page.context().close()
  })

  // LIT-2, ACC-6
  test(`${when} the login’s second step takes a code of the app or a saved one`, async ({ browser, baseURL, site }) => {
    const page = await withoutScripts(browser, baseURL, runsScripts)
    const owner = await signUp(site)
    const { secret, recoveryCodes } = await protect(site, owner)
    const signInWith = async (...codes: string[]) => {
      await page.goto('/login')
      await page.getByLabel('Username').fill(owner.username)
      await page.getByLabel('Password', { exact: true }).fill(owner.password)
      await page.getByRole('button', { name: 'Login' }).click()
      for (const code of codes) {
        await page.getByLabel('Code').fill(code)
        await page.getByRole('button', { name: 'Confirm' }).click()
      }
      await expect(page.getByText(`You are logged in as ${owner.username}.`)).toBeVisible()
      await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
    }
    const code = await codeOf(secret, 1)
    await signInWith(code)
    // The code of the app is spent.
    await signInWith(code, recoveryCodes[0] ?? '')
    await page.context().close()
  })

  // LIT-2, CASE-2, PRV-4
  test(`${when} the code of a mail opens a complaint, and asks for data`, async ({ browser, baseURL, site }) => {
    const page = await withoutScripts(browser, baseURL, runsScripts)
    const email = `codes-${process.pid}-${runsScripts}@example.org`
    const reference = await referenceOf(site, await fileComplaint(site, { email }))
    await page.goto('/complaint/track')
    await tryWrongCode(page, { reference, email })
    await page.getByLabel('Code').fill(await mailedCode(site, email))
    await page.getByRole('button', { name: 'Open the complaint' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Complaint ${reference}` })).toBeVisible()

    await page.goto('/privacy/request')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send the code' }).click()
    const code = await mailedCode(site, email, 'Your code for a request about your data')
    await page.getByLabel('Code').fill(code)
    const nominee = page.getByLabel('Nominee’s name')
    await expect(nominee).toBeHidden()
    await page.getByRole('radio', { name: 'Name a nominee' }).check()
    await expect(nominee).toBeVisible()
    await expect(page.getByLabel('How we can reach them')).toBeVisible()
    await page.getByLabel('Note').fill('My brother.')
    await page.getByRole('button', { name: 'Send the request' }).click()
    await expect(page.getByLabel('Note')).toHaveValue('My brother.')
    // No page sends a code back.
    await page.getByLabel('Code').fill(code)
    await page.getByLabel('Nominee’s name').fill('Ravi Kulkarni')
    await page.getByLabel('How we can reach them').fill('+91 55500 12345')
    await page.getByRole('button', { name: 'Send the request' }).click()
    await expect(page.getByText('We have received your request.')).toBeVisible()
    await page.context().close()
  })

  // LIT-2, ACC-1, ACC-3, ACC-5
  test(`${when} the links of mails confirm, put back and choose a password`, async ({ browser, baseURL, site }) => {
    const page = await withoutScripts(browser, baseURL, runsScripts)
    const person = await signUp(site)
    const email = `new-${person.email}`
    const confirm = async (link: string) => {
      await page.goto(link)
      await page.getByRole('button', { name: 'Confirm email address' }).click()
      await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
    }
    await confirm(await mailedLink(site, person.email, 'Confirm your email address'))
    await site.call('PUT', '/api/account/email', { email, current_password: person.password }, person.token)
    await confirm(await mailedLink(site, email, 'Confirm your new email address'))
    await page.goto(await mailedLink(site, person.email, 'Your email address was changed'))
    await page.getByRole('button', { name: 'This wasn’t me' }).click()
    await expect(page.getByText('Your old email address is back')).toBeVisible()
    await page.getByRole('link', { name: 'Choose a new password' }).click()
    await page.getByLabel('New password', { exact: true }).fill('rain on a tin roof')
    await page.getByLabel('Confirm new password').fill('rain on a tin roof')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText('Your password has been changed. Please log in.')).toBeVisible()
    await page.getByLabel('Username').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill('rain on a tin roof')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText(`You are logged in as ${person.username}.`)).toBeVisible()
    await page.context().close()
  })
}

// LIT-1, LIT-2
test('on a slow line what is typed at once into a complaint stays', async ({ context, baseURL }) => {
  // The page of the fixtures would wait for the scripts.
  const page = await context.newPage()
  await onSlowLine(page, async () => {
    await page.goto(`${baseURL}/complaint`, { waitUntil: 'commit' })
    const description = page.getByLabel('Description')
    await description.fill('A cow lies beside the road.')
    await hydrated(page)
    await expect(description).toHaveValue('A cow lies beside the road.')
  })
})

// LIT-2
test('a page whose script does not arrive reads and posts', async ({ page, site }) => {
  const account = await signUp(site)
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/login')
  await page.getByLabel('Username').fill(account.username)
  await page.getByLabel(/^Password/).fill('wrong-password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue(account.username)
  await page.getByLabel(/^Password/).fill(account.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText(`You are logged in as ${account.username}`)).toBeVisible()
})

// LIT-4
test('a page before sign-in loads little script by itself', async ({ browser, baseURL }) => {
  test.slow()
  const context = await browser.newContext({
    ...devices['Pixel 7'],
    ...(baseURL && { baseURL }),
    serviceWorkers: 'block',
  })
  await sideBySide(LIGHT_PAGES, async ({ name, page: pageName, address }) => {
    const page = await context.newPage()
    const scripts: Response[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response)
    })
    await page.goto(`${address(demo).split('#')[0]}${address(demo).includes('?') ? '&' : '?'}lang=mr`)
    // The page asks for its scripts once it is painted, which may be long after it has loaded.
    await scriptsHaveCome(page)
    await page.waitForLoadState('networkidle')
    const bodies = await Promise.all(scripts.map((script) => script.body()))
    const sizes = bodies.map((body) => gzipSync(body, { level: 9 }).length)
    const weight = sizes.reduce((sum, size) => sum + size, 0)
    expect(weight, name).toBeGreaterThan(50_000)
    expect(weight, name).toBeLessThan(paths[pageName].pays || pageName === 'pay' ? 120_000 : 90_000)
    await page.close()
  })
  await context.close()
})

// LIT-4
test('a page asks for its scripts once the first, which waits for the paint, has come', async ({ page }) => {
  await page.goto('/complaint', { waitUntil: 'networkidle' })
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .sort((one, other) => one.startTime - other.startTime)
      .map(({ name, startTime, responseEnd }) => ({ name: name.replace(/.*\//, ''), startTime, responseEnd })),
  )
  const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
  const [first, ...others] = scripts
  expect(first?.name).toMatch(/^first-\w/)
  expect(others.length).toBeGreaterThan(10)
  const earliest = Math.max(first?.responseEnd ?? Number.NaN, painted ?? Number.NaN)
  for (const { name, startTime } of others) expect(startTime, name).toBeGreaterThan(earliest)
})

// LIT-1
test('a tick that is set before the script has loaded stays', async ({ page }) => {
  const { promise: isTicked, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(/\/assets\/register-[^/]+\.js$/, async (route) => {
    await isTicked
    await route.continue()
  })
  await page.goto('/register', { waitUntil: 'commit' })
  const tick = page.getByRole('checkbox').first()
  await tick.check()
  goOn()
  // A button that only the script shows.
  await expect(page.getByRole('button', { name: 'Show what is typed' }).first()).toBeVisible()
  await expect(tick).toBeChecked()
})

// APP-14
test('in forced colours the chosen amount stands out from the others', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/donate')
  const amount = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(amount('₹1,000 Vaccinates five dogs against rabies')).toHaveCSS('outline-width', '3px')
  await expect(amount('₹500 Feeds one dog for a month')).toHaveCSS('outline-style', 'none')
})

// APP-14
test('in forced colours the button beside the ID of a tag has a border', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Find the pet' })).toHaveCSS('border-top-style', 'solid')
})

// Why the browser does not keep a page, of those that it loads anew.
const LOADED_ANEW: Record<string, string[]> = {
  'unknown-tag': ['HTTPStatusNotOK'],
  'mail-preferences': ['HTTPStatusNotOK'],
  'pay-link-unknown': ['HTTPStatusNotOK'],
  'member-unknown': ['HTTPStatusNotOK'],
}

test.describe('in a browser that keeps pages', () => {
  let keeping: Browser

  test.beforeAll(async () => {
    keeping = await launchKeepingBrowser()
  })
  test.afterAll(() => keeping.close())

  // LIT-1
  test('going back shows a page before sign-in as it was left, or there is a reason', async ({ site }) => {
    test.slow()
    const context = await keeping.newContext({ baseURL: site.url, serviceWorkers: 'block' })
    await sideBySide(LIGHT_PAGES, async ({ name, address }) => {
      const page = await context.newPage()
      const devTools = await context.newCDPSession(page)
      await devTools.send('Page.enable')
      let reasons: string[] = []
      devTools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
        reasons = notRestoredExplanations.map(({ reason }) => reason)
      })
      await page.goto(address(demo))
      await scriptsHaveCome(page)
      await page.waitForLoadState('networkidle')
      const expected = { reasons: LOADED_ANEW[name] ?? [], isKept: !(name in LOADED_ANEW) }
      // A busy machine may drop a page that it had kept; a page that cannot be kept is dropped each time.
      await expect(async () => {
        reasons = []
        await page.evaluate(() => Object.assign(window, { isKept: true }))
        await leaveAndGoBack(page)
        const seen = async () => ({ reasons, isKept: await page.evaluate(() => 'isKept' in window) })
        await expect.poll(seen, { message: `how ${name} came back` }).toEqual(expected)
      }).toPass()
      await page.close()
    })
  })

  // APP-12
  test('going back after a login shows who is logged in', async ({ site }) => {
    const page = await (await keeping.newContext({ baseURL: site.url, serviceWorkers: 'block' })).newPage()
    await page.goto('/terms')
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
    await logIn(page, ADMIN)
    await page.evaluate(() => void setTimeout(() => history.back()))
    await expect(page).toHaveURL('/terms')
    await expect(page.getByRole('banner').getByText(ADMIN.username)).toBeVisible()
  })

  // APP-12
  test('going back after a logout shows neither the name nor what was typed', async ({ site }) => {
    const page = await (await keeping.newContext({ baseURL: site.url, serviceWorkers: 'block' })).newPage()
    await openAs(page, site, ADMIN, '/complaint')
    await scriptsHaveCome(page)
    await page.getByLabel('Full Name').fill('Asha Rao')
    await page.goto('/lost')
    await logOut(page)
    // The page may be left before it has answered.
    await page.evaluate(() => void setTimeout(() => history.go(-2)))
    await expect(page).toHaveURL('/complaint')
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(page.getByLabel('Full Name')).toHaveValue('')
  })
})

/** Does `work` with each page, three at once, because each waits until the line is quiet. */
async function sideBySide(pages: DemoPage[], work: (page: DemoPage) => Promise<void>): Promise<void> {
  const waiting = pages.values()
  const workOff = async () => {
    for (const page of waiting) await work(page)
  }
  await Promise.all([workOff(), workOff(), workOff()])
}

/** Leads to a plain answer of the same site, and back again. */
async function leaveAndGoBack(page: Page): Promise<void> {
  await page.evaluate(() => location.assign('/healthz'))
  await page.waitForURL('/healthz')
  await page.goBack({ waitUntil: 'commit' })
}
