import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { ADMIN, expect, hydrated, openAs, test } from './helpers/fixtures.ts'
import { readQrPng } from './helpers/read-qr.ts'

// TAG-3, TAG-4, TAG-6, DSK-3
test('new tags are saved as pictures, found by their batch and printed', async ({ page, site }) => {
  const batch = `Camp of ${Date.now()}`
  const rows = page.locator('tbody tr')
  await openAs(page, site, ADMIN, '/generate-qr')
  await page.getByLabel('Number of QR codes').fill('3')
  await page.getByLabel('Batch name').fill(batch)
  await page.getByRole('button', { name: 'Generate QR Codes' }).click()
  await expect(page.locator('canvas')).toHaveCount(3)

  await test.step('one code is saved under the ID of its tag', async () => {
    const [one] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /^Download(?! All)/ })
        .first()
        .click(),
    ])
    const id = /^pet-id-([2-9A-HJ-NP-Z]{12})\.png$/.exec(one.suggestedFilename())?.[1]
    expect(readQrPng(await readFile(await one.path()))).toBe(`${site.url}/pet-detail/${id}`)
  })
  await test.step('all are saved, half a second apart', async () => {
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
  await test.step('the list shows the batch that is chosen, also after a reload', async () => {
    await page.getByLabel('Batch', { exact: true }).selectOption(`${batch}: 3 blank, 0 registered, 0 spent`)
    await expect(page).toHaveURL(/\?batch=\d+$/)
    await expect(rows).toHaveCount(3)
    await page.reload()
    await expect(rows).toHaveCount(3)
  })
  await test.step('its blank tags are printed, and no others', async () => {
    const sheet = page.waitForRequest(/sheet\.pdf/)
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Print 3 blank of this batch' }).click()
    expect(new URL((await sheet).url()).searchParams.get('petIds')?.split(',')).toHaveLength(3)
    await file
  })
})

// APP-8
test('the ID of a tag can be typed on the home page with or without dashes', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await page.getByLabel('Found a tag? Type its ID').fill('nonsense')
  await page.getByRole('button', { name: 'Find the pet' }).click()
  await expect(page.getByText('A tag ID has 12 letters and digits')).toBeVisible()
  await page.getByLabel('Found a tag? Type its ID').fill('abcd efgh-jklm')
  await page.getByRole('button', { name: 'Find the pet' }).click()
  await page.waitForURL('/pet-detail/ABCDEFGHJKLM')
})
