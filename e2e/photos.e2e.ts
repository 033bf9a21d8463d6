import { aPhoto } from '../server/test/a-photo.ts'
import { addPhoto } from './helpers/add-photo.ts'
import { addPet, expect, openAs, signUp, test } from './helpers/fixtures.ts'

const LARGE = { name: 'moti.jpg', mimeType: 'image/jpeg', buffer: await aPhoto({ width: 2_100, height: 1_575 }) }
const SECOND = { name: 'side.jpg', mimeType: 'image/jpeg', buffer: await aPhoto({ width: 600, height: 800 }) }

// PHO-4, PHO-1, PHO-2, PHO-3
test('an owner adds photos, everybody sees them, and a removed one is gone', async ({ page, site, browser }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  await openAs(page, site, owner, `/user/pet-form?id=${pet.id}`)
  const choose = page.locator('input[type=file]:not([capture])')
  const photos = page.getByRole('img', { name: /^Photo \d of Moti$/ })

  // The browser makes the first smaller before it sends it.
  await choose.setInputFiles(LARGE)
  await expect(photos).toHaveCount(1)
  await choose.setInputFiles(SECOND)
  await expect(photos).toHaveCount(2)
  const [first = '', second = ''] = await photos.evaluateAll((all) => all.map((each) => (each as HTMLImageElement).src))

  const withoutScript = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  const finder = await withoutScript.newPage()
  await finder.goto(`/pet-detail/${pet.petId}`)
  const main = finder.getByRole('img', { name: 'Photo of Moti' })
  await expect(main).toHaveAttribute('fetchpriority', 'high')
  await expect(main).toHaveAttribute('srcset', /-small\.webp 320w, .*-medium\.webp 800w, .*-large\.webp 1600w/)
  await expect(finder.getByRole('img', { name: 'Photo 2 of Moti' })).toHaveAttribute('loading', 'lazy')
  const preview = await finder.locator('meta[property="og:image"]').getAttribute('content')
  expect(preview).toMatch(new RegExp(`^${site.url}/photos/[0-9a-f]{32}-preview\\.jpg$`))
  expect((await fetch(preview ?? '')).headers.get('content-type')).toBe('image/jpeg')
  await expect(finder.locator('meta[name="twitter:card"]')).toHaveAttribute('content', 'summary_large_image')
  await withoutScript.close()

  // A page behind another one is drawn late, or not at all.
  await page.bringToFront()
  await page.goto('/user')
  const thumbnail = page.getByRole('img', { name: 'Photo of Moti' })
  await expect(thumbnail).toHaveAttribute('src', new URL(first).pathname)
  await page.getByRole('link', { name: 'Edit Moti' }).click()
  await page.getByRole('button', { name: 'Remove photo 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove photo' }).click()
  await expect(photos).toHaveCount(1)
  await expect(photos.first()).toHaveAttribute('src', new URL(second).pathname)
  expect((await fetch(first)).status).toBe(404)
})

// PHO-4, PET-15
test('the page behind the tag shows the second photo too, with scripts or without', async ({ site, browser }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  await addPhoto(site, owner.token, pet.id, LARGE.buffer)
  await addPhoto(site, owner.token, pet.id, SECOND.buffer)
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled, baseURL: site.url })
    const finder = await context.newPage()
    await finder.goto(`/pet-detail/${pet.petId}`)
    const second = finder.getByRole('img', { name: 'Photo 2 of Moti' })
    await second.scrollIntoViewIfNeeded()
    await expect(second).toBeVisible()
    // The first is wider than high.
    await expect
      .poll(() => second.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => naturalHeight - naturalWidth))
      .toBeGreaterThan(0)
    await expect(finder.getByRole('img', { name: /^Photo (\d )?of Moti$/ })).toHaveCount(2)
    await context.close()
  }
})

// PHO-4
test('the page of a pet does not shift when its photo arrives, which keeps 4:3', async ({ page, site }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  await addPhoto(site, owner.token, pet.id, SECOND.buffer)
  await page.setViewportSize({ width: 360, height: 640 })
  // The photo arrives after the text.
  const textIsShown = Promise.withResolvers<void>()
  await page.route('**/photos/*', async (route) => {
    await textIsShown.promise
    await route.continue()
  })
  await page.addInitScript(() => {
    const shown = window as unknown as { shift: number }
    shown.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shown.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // The page has not loaded before its photo has.
  await page.goto(`/pet-detail/${pet.petId}`, { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Save picture' })).toBeEnabled()
  textIsShown.resolve()
  const photo = page.getByRole('img', { name: 'Photo of Moti' })
  await expect.poll(() => photo.evaluate((each) => (each as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  const box = await photo.boundingBox()
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(4 / 3, 1)
  await expect(page.getByRole('link', { name: /^Call the owner/ })).toBeInViewport()
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.01)
})
