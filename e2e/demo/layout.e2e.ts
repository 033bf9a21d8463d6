import { LANGUAGES } from '@petsetu/languages/languages.ts'
import type { Locator, Page } from '@playwright/test'
import { type Demo, findDemo, openPage, pageNamed } from '../helpers/every-page.ts'
import { expect, test } from '../helpers/fixtures.ts'
import { expectFocusInView } from '../helpers/focus-in-view.ts'

// Layout: nothing is cut off, covered or broken at the widths of phones and laptops.

const LAPTOPS = [1024, 1120, 1280, 1366]

let demo: Demo

test.beforeAll(async ({ site }) => {
  demo = await findDemo(site)
})

async function open(page: Page, name: string, width: number): Promise<void> {
  await widen(page, width)
  await openPage(page, demo, pageNamed(name))
  await settle(page)
}

/** Gives the page that is open another width. */
async function resize(page: Page, width: number): Promise<void> {
  await widen(page, width)
  await settle(page)
}

const widen = (page: Page, width: number) => page.setViewportSize({ width, height: 800 })

/** Another width may show a part that is still to be loaded, or use another font. */
async function settle(page: Page): Promise<void> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    await document.fonts.ready
  })
}

async function boxOf(element: Locator): Promise<{ left: number; right: number; top: number; height: number }> {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not on the screen')
  return { left: box.x, right: box.x + box.width, top: box.y, height: box.height }
}

// APP-8
test('the three steps carry their numbers in view, on a phone too', async ({ page }) => {
  await open(page, 'home', 360)
  for (const width of [360, 1280]) {
    await resize(page, width)
    const steps = page.locator('ol > li')
    await expect(steps).toHaveCount(3)
    for (const step of await steps.all()) {
      await step.scrollIntoViewIfNeeded()
      const isNumberOnTop = await step.evaluate((item) => {
        const box = item.getBoundingClientRect()
        const { left, top, width } = getComputedStyle(item, '::before')
        const radius = Number.parseFloat(width) / 2
        const x = box.left + Number.parseFloat(left) + radius
        return document.elementFromPoint(x, box.top + Number.parseFloat(top) + radius) === item
      })
      expect(isNumberOnTop, `at ${width} px nothing covers the number`).toBe(true)
    }
  }
})

for (const language of LANGUAGES) {
  // JRN-9, APP-8
  test(`the three steps are on the first screen of a laptop (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/?lang=${language}`)
    await settle(page)
    for (const step of await page.locator('ol > li').all()) {
      const { top, height } = await boxOf(step)
      expect(top + height).toBeLessThanOrEqual(800)
    }
  })

  // APP-8
  test(`the three doors are on the first screen of a laptop (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/?lang=${language}`)
    await settle(page)
    const doors = page.locator('main section li', { has: page.locator('img') })
    await expect(doors).toHaveCount(3)
    for (const door of await doors.all()) {
      const { top, height } = await boxOf(door)
      expect(top + height).toBeLessThanOrEqual(800)
    }
  })
}

// APP-8
test('the picture on the home page ends where the cards end', async ({ page }) => {
  await open(page, 'home', 360)
  for (const width of [360, ...LAPTOPS]) {
    await resize(page, width)
    const picture = await boxOf(page.locator('main section').first().locator('svg').last())
    const cards = await boxOf(page.locator('ol'))
    expect(Math.abs(picture.right - cards.right), `at ${width} px`).toBeLessThanOrEqual(1)
  }
})

// APP-8
test('the links to both memberships say what they lead to', async ({ page }) => {
  await open(page, 'home', 360)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Regular membership', exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Premium membership', exact: true })).toBeVisible()
})

// APP-8, APP-14
test('the first two doors of the home page stand in one row where their words fit', async ({ page }) => {
  const main = page.getByRole('main')
  const inOneRow = async () => {
    const register = await boxOf(main.getByRole('link', { name: 'Register a pet', exact: true }))
    const file = await boxOf(main.getByRole('link', { name: 'File a complaint', exact: true }))
    return file.left > register.right
  }
  await open(page, 'home', 360)
  expect(await inOneRow(), 'at 360 px').toBe(true)
  await resize(page, 320)
  expect(await inOneRow(), 'at 320 px').toBe(false)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await resize(page, 360)
  expect(await inOneRow(), 'with letters twice as large').toBe(false)
})

// CASE-2, APP-14
test('the steps of a complaint are a row, and in large letters a column', async ({ page }) => {
  await open(page, 'follow-complaint', 320)
  const received = page.getByText('Received', { exact: true })
  const current = page.locator('[aria-current="step"]')
  expect((await boxOf(current)).top).toBe((await boxOf(received)).top)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const { top, height } = await boxOf(received)
  expect((await boxOf(current)).top).toBeGreaterThanOrEqual(top + height)
})

// PET-13
test('a headline does not run over the paw or the drawing beside it', async ({ page }) => {
  for (const name of ['unknown-tag', 'blank-tag', 'pet']) {
    await open(page, name, 320)
    for (const width of [320, 360, 1280]) {
      await resize(page, width)
      const drawingLeft = await page.locator('article > header').evaluate((head) => {
        const paw = head.querySelector('svg')?.getBoundingClientRect()
        if (paw?.width) return paw.left
        const { right, width } = getComputedStyle(head, '::after')
        return head.getBoundingClientRect().right - Number.parseFloat(right) - Number.parseFloat(width)
      })
      const text = await page.locator('h1').evaluate((heading) => {
        const range = document.createRange()
        range.selectNodeContents(heading)
        return range.getBoundingClientRect().right
      })
      expect(text, `${name} at ${width} px`).toBeLessThanOrEqual(drawingLeft)
    }
  }
})

// RPT-4, RPT-7
test('nothing of the reports is cut or off the screen of a laptop', async ({ page }) => {
  for (const [name, columns] of [
    ['payment-report', ['Transaction ID', 'Status', 'Date', 'Actions']],
    ['membership-report', ['ID', 'Status', 'Amount Paid', 'Actions']],
  ] as const) {
    await open(page, name, 1024)
    for (const width of LAPTOPS) {
      await resize(page, width)
      for (const column of columns) {
        const head = await boxOf(page.getByRole('columnheader', { name: column, exact: true }))
        expect(head.left, `${column} at ${width} px`).toBeGreaterThanOrEqual(0)
        expect(head.right, `${column} at ${width} px`).toBeLessThanOrEqual(width)
      }
      const button = await boxOf(page.getByRole('button', { name: /^(Refund|Cancel) / }).first())
      expect(button.right, `the button at ${width} px`).toBeLessThanOrEqual(width)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide, `${name} at ${width} px`).toBeLessThanOrEqual(width)
      const cut = await page
        .locator('table :is(th, td)')
        .evaluateAll((cells) =>
          cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((c) => c.textContent),
        )
      expect(cut, `cut off in ${name} at ${width} px`).toEqual([])
    }
  }
})

// RPT-3
test('the words beside a chart are not broken', async ({ page }) => {
  await open(page, 'membership-report', 320)
  for (const width of [320, 360, 768, ...LAPTOPS]) {
    await resize(page, width)
    for (const label of ['Active', 'Expired', 'Cancelled', 'Pending', 'Regular', 'Premium']) {
      const lines = await page
        .getByRole('listitem')
        .getByText(label, { exact: true })
        .evaluate((element) => {
          const range = document.createRange()
          range.selectNodeContents(element)
          return range.getClientRects().length
        })
      expect(lines, `${label} at ${width} px`).toBe(1)
    }
  }
})

// APP-13
test('a row of a table is as high with a button as without, at most 44 px', async ({ page }) => {
  for (const name of ['membership-report', 'complaints', 'users', 'plans']) {
    await open(page, name, 1366)
    const tables = await page
      .locator('table')
      .evaluateAll((all) =>
        all.map((table) => Array.from(table.querySelectorAll('tbody tr'), (row) => row.getBoundingClientRect().height)),
      )
    expect(tables.length, name).toBeGreaterThan(0)
    for (const heights of tables) {
      expect(Math.max(...heights) - Math.min(...heights), name).toBeLessThanOrEqual(1)
      expect(Math.max(...heights), name).toBeLessThanOrEqual(44.5)
    }
  }
})

// PET-2
test('the pet form marks every required field, the gender too', async ({ page }) => {
  await open(page, 'add-pet', 360)
  for (const label of ['Pet name', 'Pet type', 'Pet age', 'Gender', 'Location', 'Address', 'Contact details']) {
    const mark = await page
      .getByText(label, { exact: true })
      .evaluate((element) => getComputedStyle(element, '::after').content)
    expect(mark, label).toContain('*')
  }
  for (const radio of await page.getByRole('radio').all()) await expect(radio).toHaveAttribute('required')
})

// PET-6
test('the pet form names the pet that is edited, and its owner to an admin', async ({ page }) => {
  await open(page, 'edit-pet', 360)
  await expect(page.getByRole('main').getByText('You are editing Moti')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Where it lives and how to reach you' })).toBeVisible()
  await open(page, 'add-pet-as-admin', 360)
  await expect(page.getByRole('heading', { name: 'Where it lives and how to reach the owner' })).toBeVisible()
  await expect(page.getByText('A finder sees phone, email and area')).toBeVisible()
})

// APP-14
test('an example in an empty field is lighter than what is typed, and still readable', async ({ page }) => {
  for (const [name, label] of [
    ['add-pet', 'Pet type'],
    ['home', 'Found a tag? Type its ID'],
  ] as const) {
    await open(page, name, 360)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const [example, typed, soft] = await page.getByLabel(label).evaluate((input) => {
        const ground = getComputedStyle(input).backgroundColor
        const probe = document.createElement('span')
        probe.style.color = 'var(--soft-ink)'
        document.body.append(probe)
        return [
          contrast(getComputedStyle(input, '::placeholder').color, ground),
          contrast(getComputedStyle(input).color, ground),
          contrast(getComputedStyle(probe).color, ground),
        ]

        function contrast(a: string, b: string): number {
          const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
          return (light + 0.05) / (dark + 0.05)
        }
        function luminance(colour: string): number {
          const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((text) => {
            const part = Number(text) / 255
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
          })
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue
        }
      })
      expect(example, `${label}, ${colorScheme}`).toBeGreaterThanOrEqual(4.5)
      expect(example, `${label}, ${colorScheme}`).toBeLessThan((typed ?? 0) / 2)
      expect(example, `${label}, ${colorScheme}: lighter than a hint`).toBeLessThan(soft ?? 0)
    }
  }
})

// APP-6
test('the header carries the foundation’s name before and after signing in', async ({ page }) => {
  for (const name of ['home', 'login', 'my-pets', 'account', 'dashboard']) {
    await open(page, name, 360)
    for (const width of [360, 1280]) {
      await resize(page, width)
      const brand = page.locator('header').first().getByRole('link', { name: 'Karuna Animal Welfare Foundation' })
      await expect(brand, `${name} at ${width} px`).toBeVisible()
      await expect(brand).toHaveAttribute('href', '/')
    }
  }
})

// ADM-1
test('the dashboard uses the singular for one payment and the plural for several', async ({ page }) => {
  await page.route('**/api/admin/dashboard*', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    await route.fulfill({ json: { ...body, data: { ...body.data, unmatched_payments: 1, waiting_complaints: 1 } } })
  })
  await open(page, 'dashboard', 1280)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /^1 payment not matched/ })).toContainText('Look into it')
  await expect(main.getByRole('link', { name: /^1 complaint waiting/ })).toContainText('New, overdue, or with news')
})

// APP-14, RPT-7
test('with letters twice as large a card of a payment fits a phone', async ({ page }) => {
  await open(page, 'payment-report', 360)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expect(page.getByText(/^Surplus: back/)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  const parts = page.locator('tbody').first().locator('td, td span, td button').filter({ visible: true })
  const wide = await parts.evaluateAll((all) =>
    all
      .filter((part) => {
        const card = part.closest('tr')?.getBoundingClientRect()
        return card && part.getBoundingClientRect().right > card.right
      })
      .map((part) => part.textContent),
  )
  expect(wide).toEqual([])
})

// APP-14, JRN-6
test('a long number or address breaks where a phone has no room for it', async ({ page }) => {
  const longest = { 'complaint-detail': 'dd', user: 'dd', grievance: 'dd', breach: 'dd', receipt: 'main p span' }
  for (const [name, part] of Object.entries(longest)) {
    await open(page, name, 360)
    await page
      .locator(part)
      .filter({ hasNot: page.locator('button, summary'), visible: true })
      .last()
      .evaluate((value) => {
        const text = document.createTreeWalker(value, NodeFilter.SHOW_TEXT).nextNode()
        if (text) text.textContent = 'W'.repeat(40)
      })
    for (const size of ['100%', '200%']) {
      await page.evaluate((large) => {
        document.documentElement.style.fontSize = large
      }, size)
      for (const width of [360, 320]) {
        await resize(page, width)
        const shown = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(shown, `${name} at ${width} px with letters of ${size}`).toBeLessThanOrEqual(width)
      }
    }
  }
})

// RPT-3
test('the amount above the bar of the last month is not cut', async ({ page }) => {
  await open(page, 'payment-report', 360)
  for (const width of [360, ...LAPTOPS]) {
    await resize(page, width)
    const chart = page.getByRole('toolbar', { name: 'Revenue by month' })
    const ends = await chart.evaluate((bars) => {
      const amounts = [...bars.querySelectorAll('button [aria-hidden]')].filter((amount) => amount.checkVisibility())
      return amounts.map((amount) => bars.getBoundingClientRect().right - amount.getBoundingClientRect().right)
    })
    expect(ends.length, `at ${width} px`).toBeGreaterThan(0)
    expect(Math.min(...ends), `at ${width} px`).toBeGreaterThanOrEqual(0)
  }
})

// APP-14
test('with letters twice as large the bar of a phone covers nothing that has the focus', async ({ page }) => {
  await open(page, 'my-complaints', 360)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expectFocusInView(page)
})

// APP-14
test('a composer that has grown covers nothing that has the focus', async ({ page }) => {
  const text = 'It is with me.\n'.repeat(30)
  await open(page, 'finder-thread', 360)
  await page.getByText('Add a photo').click()
  await page.getByLabel('Your message').fill(text)
  await expectFocusInView(page)
  await open(page, 'found-thread', 360)
  await page.getByLabel('Your answer').fill(text)
  await expectFocusInView(page)
})

// APP-14
test('the bar of the chosen complaints covers nothing that has the focus', async ({ page }) => {
  await open(page, 'complaints', 1280)
  await page.getByRole('row').getByRole('checkbox').last().check()
  await expect(page.getByRole('region', { name: 'Chosen complaints' })).toBeVisible()
  await expectFocusInView(page)
})

// APP-14
test('a message that stays until it is closed covers nothing that has the focus', async ({ page }) => {
  await open(page, 'my-pets', 360)
  await page.route('**/pets/*', (route) => (route.request().method() === 'DELETE' ? route.abort() : route.fallback()))
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Close this message' })).toBeVisible()
  await expectFocusInView(page)
})

// APP-14, APP-12
test('the request to log in again covers nothing that has the focus', async ({ page }) => {
  await page.clock.install()
  await open(page, 'add-pet', 360)
  await page.getByLabel('Pet name').fill('Moti')
  await page.route('**/api/found', (route) => route.fulfill({ status: 401, json: {} }))
  await page.clock.fastForward(120_000)
  await expect(page.getByText('You have been logged out.')).toBeVisible()
  await expectFocusInView(page)
})
