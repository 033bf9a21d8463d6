import { ADMIN, expect, openAs, test } from '../helpers/fixtures.ts'

// CASE-6
test('ten complaints and all filters fit a screen of 1280 × 800', async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAs(page, site, ADMIN, '/admin/complaints')
  await expect(page.getByRole('row')).toHaveCount(11)
  // Texts have other widths until their font has come.
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  const last = await page.getByRole('row').last().boundingBox()
  expect((last?.y ?? 800) + (last?.height ?? 0)).toBeLessThanOrEqual(800)
  // Nothing runs off the side.
  const [wide, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect(wide).toBeLessThanOrEqual(inner ?? 0)
})

// CASE-6, DSK-3
test('the list of complaints shows each place whole on a screen of 1280 px', async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAs(page, site, ADMIN, '/admin/complaints')
  await expect(page.getByRole('row')).toHaveCount(11)
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  const cut = await page.locator('tbody td [title]:has(> small)').evaluateAll((places) =>
    // A line that is cut off is higher than the ink of letters below the last one.
    places.filter((place) => place.scrollHeight > place.clientHeight + 8).map((place) => place.textContent),
  )
  expect(cut).toEqual([])
})
