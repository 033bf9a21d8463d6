import type { Browser, Page } from '@playwright/test'
import { ADMIN, expect, hydrated, logOut, openAs, scriptsHaveCome, signUp, test } from './helpers/fixtures.ts'
import { launchKeepingBrowser } from './helpers/keeping-browser.ts'

// Rendered pages in which somebody types before, or while, their scripts take over.

// All but the first, which the page itself names.
const SCRIPTS = /\/assets\/(?!first-)[^/]+\.js$/

/** Holds the scripts of the next page back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(SCRIPTS, async (route) => {
    await isLetGo
    await route.continue()
  })
  return letGo
}

const FORMS: { path: string; fields: [string | RegExp, string][] }[] = [
  {
    path: '/login',
    fields: [
      ['Username', 'asha.rao'],
      [/^Password/, 'a monsoon of marigolds'],
    ],
  },
  {
    path: '/register',
    fields: [
      ['Username', 'asha.rao'],
      ['Email', 'asha.rao@example.org'],
      [/^Password/, 'a monsoon of marigolds'],
    ],
  },
  {
    path: '/complaint',
    fields: [
      ['Full Name', 'Asha Rao'],
      ['Description', 'A dog is tied to a tree, without shade or water.'],
    ],
  },
]

for (const { path, fields } of FORMS) {
  for (const opening of ['opened', 'loaded again', 'gone back to'] as const) {
    // LIT-1, LIT-3
    test(`what is typed while the script takes over stays: ${path} ${opening}`, async ({ page }) => {
      if (opening !== 'opened') await page.goto(path)
      if (opening === 'gone back to') await page.goto('/lost')
      const letScriptsGo = await holdScripts(page)
      if (opening === 'opened') await page.goto(path, { waitUntil: 'commit' })
      else if (opening === 'loaded again') await page.reload({ waitUntil: 'commit' })
      else await page.goBack({ waitUntil: 'commit' })

      const whileTyping = fields.map(([label, typed], index) => ({
        field: page.getByLabel(label).first(),
        typed,
        index,
      }))
      for (const { field, typed, index } of whileTyping) {
        if (index === fields.length - 1) letScriptsGo()
        await field.pressSequentially(typed, { delay: 15 })
      }
      await hydrated(page)
      for (const { field, typed } of whileTyping) await expect(field).toHaveValue(typed)
      // The next key renders every field anew.
      await whileTyping[0]?.field.press('End')
      await whileTyping[0]?.field.press('s')
      for (const { field, typed, index } of whileTyping)
        await expect(field).toHaveValue(index === 0 ? `${typed}s` : typed)
    })
  }
}

// LIT-2
test('a name that the server has shown again is sent with the new password', async ({ page, site }) => {
  const account = await signUp(site)
  const letScriptsGo = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Username').fill(account.username)
  await page.getByLabel(/^Password/).fill('wrong-password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  letScriptsGo()
  await hydrated(page)
  await page.getByLabel(/^Password/).fill(account.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(/\/user$/)
})

// LIT-1
test('a kind of complaint and a file that are chosen before the script has loaded stay', async ({ page }) => {
  const letScriptsGo = await holdScripts(page)
  await page.goto('/complaint', { waitUntil: 'commit' })
  await page.getByLabel('Cruelty').check()
  await page.getByLabel(/^Supporting document/).setInputFiles({
    name: 'dog.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
  })
  letScriptsGo()
  await hydrated(page)
  await expect(page.getByLabel('Cruelty')).toBeChecked()
  await expect(page.getByText('dog.pdf').first()).toBeVisible()
  const chosen = page.getByLabel(/^Supporting document/)
  await expect.poll(() => chosen.evaluate((input: HTMLInputElement) => input.files?.[0]?.name)).toBe('dog.pdf')
})

test.describe('in a browser that keeps pages', () => {
  let keeping: Browser

  test.beforeAll(async () => {
    keeping = await launchKeepingBrowser()
  })
  test.afterAll(() => keeping.close())

  const PAGES: [path: string, label: string][] = [
    ['/login', 'Username'],
    ['/complaint', 'Full Name'],
    ['/contact', 'Name'],
  ]
  for (const [path, label] of PAGES) {
    for (const scripts of ['have not come', 'have come'] as const) {
      // APP-12
      test(`after a logout, going back shows nothing typed (scripts ${scripts}): ${path}`, async ({ site }) => {
        const page = await (await keeping.newContext({ baseURL: site.url, serviceWorkers: 'block' })).newPage()
        if (scripts === 'have not come') await page.route(SCRIPTS, (route) => route.abort())
        await page.goto(path)
        if (scripts === 'have come') await scriptsHaveCome(page)
        await page.getByLabel(label).fill('Asha Rao')
        await page.unroute(SCRIPTS)
        await openAs(page, site, ADMIN, '/lost')
        await scriptsHaveCome(page)
        await logOut(page)
        // Over the home page, the one before it and the empty one of `openAs`.
        await page.evaluate(() => setTimeout(() => history.go(-3)))
        await expect(page).toHaveURL(path)
        await expect(page.getByLabel(label)).toHaveValue('')
        await page.context().close()
      })
    }
  }
})
