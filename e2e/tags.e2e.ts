import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { ADMIN, expect, hydrated, logIn, test } from './fixtures.ts'
import { readQrPng } from './read-qr.ts'

test('TAG-1 TAG-2 the number of codes is 1 to 100, says so, and starts at 1', async ({ page }) => {
  await logIn(page, ADMIN)
  await page.goto('/generate-qr')
  const field = page.getByLabel('Number of QR codes')
  await expect(field).toHaveValue('1')
  await expect(field).toHaveAttribute('min', '1')
  await expect(field).toHaveAttribute('max', '100')
  await expect(field).toHaveAccessibleDescription(/1 to 100/)
  for (const wrong of ['0', '101', '1.5', '']) {
    await field.fill(wrong)
    await page.getByRole('button', { name: 'Generate QR Codes' }).click()
    await expect(page.getByText('Enter a whole number from 1 to 100')).toBeVisible()
    await expect(page.locator('canvas')).toHaveCount(0)
  }
  await field.fill('100')
  await page.getByRole('button', { name: 'Generate QR Codes' }).click()
  await expect(page.locator('canvas')).toHaveCount(100)
})

// Also shows TAG-3, TAG-4.
test('TAG-1 every code can be saved as a PNG under its ID, one by one or all, half a second apart', async ({
  page,
  site,
}) => {
  await logIn(page, ADMIN)
  await page.goto('/generate-qr')
  await page.getByLabel('Number of QR codes').fill('3')
  await page.getByRole('button', { name: 'Generate QR Codes' }).click()
  await expect(page.locator('canvas')).toHaveCount(3)
  expect(
    await page
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => canvas.getBoundingClientRect().width),
  ).toBe(300)

  const [one] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /^Download(?! All)/ })
      .first()
      .click(),
  ])
  const id = /^pet-id-([2-9A-HJ-NP-Z]{12})\.png$/.exec(one.suggestedFilename())?.[1]
  expect(readQrPng(await readFile(await one.path()))).toBe(`${site.url}/pet-detail/${id}`)

  const all: Download[] = []
  page.on('download', (file) => all.push(file))
  const clickedAt = await page.evaluateHandle(() => {
    const times: number[] = []
    const click = HTMLAnchorElement.prototype.click
    HTMLAnchorElement.prototype.click = function () {
      times.push(performance.now())
      click.call(this)
    }
    return times
  })
  await page.getByRole('button', { name: 'Download All QR Codes' }).click()
  await expect.poll(() => all.length).toBe(3)
  expect(new Set(all.map((file) => file.suggestedFilename())).size).toBe(3)
  // A busy machine only makes the pauses longer, where they are measured in the page.
  const [first = 0, , third = 0] = await clickedAt.jsonValue()
  expect(third - first).toBeGreaterThan(700)
})

test('TAG-5 a failure says so, and the next try works', async ({ page }) => {
  await logIn(page, ADMIN)
  await page.goto('/generate-qr')
  await page.route('**/admin/generate-pet-id*', (route) =>
    route.fulfill({
      status: 500,
      json: { status: 'error', code: 'unexpected', message: 'Something went wrong. Please try again.' },
    }),
  )
  await page.getByRole('button', { name: 'Generate QR Codes' }).click()
  await expect(page.getByText('Failed to generate pet IDs. Please try again.')).toBeVisible()
  await page.unroute('**/admin/generate-pet-id*')
  await page.getByRole('button', { name: 'Generate QR Codes' }).click()
  await expect(page.locator('canvas')).toHaveCount(1)
})

test('APP-8 a tag’s ID can be typed on the home page, with or without dashes and in any case', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await page.getByLabel('Found a tag? Type its ID').fill('nonsense')
  await page.getByRole('button', { name: 'Find the pet' }).click()
  await expect(page.getByText('A tag ID has 12 letters and digits')).toBeVisible()
  await page.getByLabel('Found a tag? Type its ID').fill('abcd efgh-jklm')
  await page.getByRole('button', { name: 'Find the pet' }).click()
  await page.waitForURL('/pet-detail/ABCDEFGHJKLM')
})
