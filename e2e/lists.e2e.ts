import type { Page } from '@playwright/test'
import { type Demo, findDemo, openPage, pageNamed } from './every-page.ts'
import { ADMIN, expect, openRowMenu, test, tokenOf } from './fixtures.ts'

test.use({ ownProgram: 'lists', isDemo: true })

const LAPTOPS = [1024, 1120, 1280, 1366]

let demo: Demo

test.beforeAll(async ({ site }) => {
  demo = await findDemo(site)
})

async function open(page: Page, name: string, search = ''): Promise<void> {
  const entry = pageNamed(name)
  await openPage(page, demo, { ...entry, address: (of) => entry.address(of) + search })
}

// Also shows APP-14.
test('DSK-3 the keys of a list move over its rows, open and choose one, and show what they do', async ({ page }) => {
  await open(page, 'complaints')
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(10)
  await page.keyboard.press('j')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('x')
  await expect(rows.nth(1).getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('x')
  await expect(rows.nth(1).getByRole('checkbox')).not.toBeChecked()

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keys of this list' })
  await expect(help).toContainText('Next row')
  await page.keyboard.press('j')
  await expect(help).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()

  await rows.nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/complaints\/\d+/)
})

test('DSK-3 the keys are off in a field, and where they are switched off', async ({ page }) => {
  await open(page, 'users')
  const search = page.getByLabel(/^Search/)
  await search.focus()
  await page.keyboard.type('jkx?')
  await expect(search).toHaveValue('jkx?')
  await expect(search).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await search.fill('')
  await expect(page.getByRole('row', { name: 'meera' })).toBeVisible()

  await page.getByRole('button', { name: 'Keys of this list' }).click()
  await page.getByLabel('Keys are on in this browser').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('tbody tr:focus')).toHaveCount(0)

  await page.getByRole('button', { name: 'Keys of this list' }).click()
  await page.getByLabel('Keys are on in this browser').check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(page.locator('tbody tr').first()).toBeFocused()
})

test('DSK-3 order, search and page of the users are in the address, and come back with a reload and with Back', async ({
  page,
}) => {
  await open(page, 'users')
  const names = page.locator('tbody tr strong')
  const sorted = async () => {
    const shown = await names.allTextContents()
    return shown.join() === shown.toSorted().toReversed().join()
  }
  await page.getByRole('button', { name: 'Username' }).click()
  await expect(page).toHaveURL(/sort=username$/)
  await page.getByRole('button', { name: 'Username' }).click()
  await expect(page).toHaveURL(/sort=username-desc$/)
  await expect(page.getByRole('columnheader', { name: 'Username' })).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(sorted).toBe(true)
  await page.getByLabel(/^Search/).fill('meera')
  await expect(page).toHaveURL(/search=meera/)
  await expect(names).toHaveText(['meera'])
  await page.reload()
  await expect(names).toHaveText(['meera'])
  await expect(page.getByLabel(/^Search/)).toHaveValue('meera')
  await expect(page.getByRole('columnheader', { name: 'Username' })).toHaveAttribute('aria-sort', 'descending')

  await page.getByRole('link', { name: /^Pets of meera/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pet List' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Moti/ })).toBeVisible()
  await page.goBack()
  await expect(names).toHaveText(['meera'])
})

test('DSK-3 users are sorted by when they were last seen', async ({ page }) => {
  await open(page, 'users')
  const head = page.getByRole('columnheader', { name: 'Last seen' })
  await head.getByRole('button').click()
  await expect(page).toHaveURL(/sort=seen$/)
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.locator('tbody tr').last()).toContainText(ADMIN.username)
  await head.getByRole('button').click()
  await expect(page).toHaveURL(/sort=seen-desc$/)
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(page.locator('tbody tr').first()).toContainText(ADMIN.username)
})

test('DSK-3 pets are cards or a table, as the address says, and are found by tag and phone', async ({ page }) => {
  await open(page, 'all-pets')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await expect(page).toHaveURL(/view=table/)
  await page.getByLabel(/^Search/).fill(demo.pet.petId)
  await expect(page).toHaveURL(/search=/)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.reload()
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Table', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Pet', exact: true }).click()
  await expect(page).toHaveURL(/sort=name/)
})

test('DSK-3 what cannot be undone is last in the menu of a row, and not in one’s own', async ({ page }) => {
  await open(page, 'users')
  const row = page.getByRole('row', { name: 'meera' })
  await openRowMenu(row)
  await expect(row.getByRole('button').last()).toHaveText('Delete')
  await page.keyboard.press('Escape')
  const own = page.getByRole('row', { name: 'admin@example.org' })
  await openRowMenu(own)
  await expect(own.getByRole('button', { name: /^End sessions/ })).toBeVisible()
  await expect(own.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
})

test('DSK-3 all blank tags are printed at once, and the page says what a spent tag is', async ({ page, site }) => {
  const token = await tokenOf(site, ADMIN)
  for (let time = 0; time < 3; time++) await site.call('GET', '/admin/generate-pet-id?numberOfIds=100', null, token)
  const sheets: number[] = []
  page.on('request', (request) => {
    const petIds = new URL(request.url()).searchParams.get('petIds')
    if (petIds) sheets.push(petIds.split(',').length)
  })
  await open(page, 'generate-qr')
  await expect(page.getByText('Spent: the pet of this tag was deleted.')).toBeVisible()
  let files = 0
  page.on('download', () => {
    files += 1
  })
  await page.getByRole('button', { name: 'Print all blank' }).click()
  await expect.poll(() => files).toBe(2)
  const blank = (await site.call<{ state: string }[]>('GET', '/admin/tags?state=blank&page=1&limit=100', null, token))
    .length
  expect(blank).toBe(100)
  expect(sheets[0]).toBe(240)
  expect(sheets[1]).toBeGreaterThanOrEqual(60)
})

// Every list of the admin area that has rows in the demo; the pets as a table.
const LISTS: [name: string, search?: string][] = [
  ['users'],
  ['all-pets', '?view=table'],
  ['complaints'],
  ['membership-report'],
  ['payment-report'],
  ['donations'],
  ['generate-qr'],
  ['mails'],
  ['plans'],
]

for (const language of ['en', 'hi']) {
  test(`DSK-3 at 1024, 1120, 1280 and 1366 px no list is cut or off the screen, and its rows are at most 44 px high, in ${language}`, async ({
    page,
    context,
    site,
  }) => {
    await context.addCookies([{ name: 'lang', value: language, url: site.url }])
    for (const [name, search = ''] of LISTS) {
      await open(page, name, search)
      for (const width of LAPTOPS) {
        await page.setViewportSize({ width, height: 800 })
        const at = `${name} at ${width} px`
        // The table behind a chart is closed.
        await expect(page.locator('tbody tr').filter({ visible: true }).first(), at).toBeVisible()
        expect(await page.evaluate(() => document.documentElement.scrollWidth), at).toBeLessThanOrEqual(width)
        expect(await cutTexts(page), `cut off in ${at}`).toEqual([])
        expect(await highRows(page), `high rows in ${at}`).toEqual([])
      }
    }
  })
}

/** The cells that are wider than their column or lie off the screen. */
function cutTexts(page: Page): Promise<(string | null)[]> {
  return page
    .locator('table :is(th, td)')
    .evaluateAll((cells) =>
      cells
        .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 || cell.getBoundingClientRect().right > innerWidth)
        .map((cell) => cell.textContent),
    )
}

/** The rows higher than 44 px; a payment that could not be matched has a warning and two actions. */
function highRows(page: Page): Promise<(string | null)[]> {
  return page
    .locator('tbody tr:not(:has([data-warning]))')
    .evaluateAll((rows) =>
      rows.filter((row) => row.getBoundingClientRect().height > 44.5).map((row) => row.textContent),
    )
}
