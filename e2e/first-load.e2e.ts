import type { Locator } from '@playwright/test'
import { expect, hydrated, test } from './helpers/fixtures.ts'

// APP-13
test('until its script has loaded, the page says so, and after a while what to do', async ({ page }) => {
  await page.route('**/*.js', () => {})
  await page.goto('/account', { waitUntil: 'commit' })
  await expect(page.getByText('Loading…')).toBeVisible()
  const late = page.getByText('This is taking long.')
  await expectAfterSeconds(late, 8)
})

// APP-13, LIT-1
test('a form whose script does not come says that it cannot be sent, and what to do', async ({ page }) => {
  const late = page.getByText('This form cannot be sent yet')
  for (const path of ['/complaint', '/complaint/pay', '/regular-membership', '/donate']) {
    await page.goto(path)
    await hydrated(page)
    await expect(late).toBeHidden()
  }
  await page.route('**/*.js', (route) => route.abort())
  for (const path of ['/complaint', '/complaint/pay', '/regular-membership', '/donate']) {
    await page.goto(path)
    await expectAfterSeconds(late, 8)
    await expect(late).toBeInViewport()
    await expect(late.getByRole('link', { name: 'contact us' })).toHaveAttribute('href', '/contact')
  }
})

// APP-13
test('without JavaScript a page says that it needs it, and links to the contact page', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${site.url}/account`)
  await expect(page.getByRole('heading', { name: 'This page needs JavaScript' })).toBeVisible()
  await expect(page.getByText('Loading…')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Contact Karuna Animal Welfare Foundation' })).toHaveAttribute(
    'href',
    'https://www.karuna-foundation.example/contact',
  )
  await expect(page.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/')
  await context.close()
})

/** Expects a text that appears so many seconds after the page. */
async function expectAfterSeconds(late: Locator, expected: number): Promise<void> {
  // From its start, however late that is looked at.
  await late.evaluate((element) => {
    for (const appearing of element.getAnimations()) {
      appearing.pause()
      appearing.currentTime = 0
    }
  })
  await expect(late).toBeHidden()
  const seconds = await late.evaluate((element) => {
    const [appearing] = element.getAnimations()
    appearing?.finish()
    return Number(appearing?.effect?.getComputedTiming().delay) / 1_000
  })
  await expect(late).toBeVisible()
  expect(seconds).toBe(expected)
}
