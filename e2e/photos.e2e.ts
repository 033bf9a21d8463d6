import { aPhoto } from '../server/test/a-photo.ts'
import { addPhoto } from './add-photo.ts'
import { expectAccessible, STATE_LOOKS } from './axe.ts'
import { ADMIN, addPet, expect, logIn, signUp, test } from './fixtures.ts'

// Noise does not compress: this photo is larger than the server takes.
const LARGE = {
  name: 'moti.png',
  mimeType: 'image/png',
  buffer: await aPhoto({ width: 2_600, height: 1_950, kind: 'png', isNoise: true }),
}
const SECOND = { name: 'side.jpg', mimeType: 'image/jpeg', buffer: await aPhoto({ width: 600, height: 800 }) }
const NO_PICTURE = { name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Dear Moti') }

// Also shows PHO-1, PHO-2, PHO-3.
test('PHO-4 an owner adds photos from the pet form, orders and removes them, and everybody sees them', async ({
  page,
  site,
  browser,
}) => {
  expect(LARGE.buffer.length).toBeGreaterThan(11_000_000)
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  await logIn(page, owner)
  await page.goto(`/user/pet-form?id=${pet.id}`)
  await expect(page.getByRole('heading', { name: 'Photos' })).toBeVisible()
  const choose = page.locator('input[type=file]:not([capture])')
  const photos = page.getByRole('img', { name: /^Photo \d of Moti$/ })

  // The browser shrinks it, or the server would refuse it.
  await choose.setInputFiles([LARGE, SECOND])
  await expect(photos).toHaveCount(2, { timeout: 60_000 })
  await expect(page.getByText('Main photo')).toHaveCount(1)
  const [first = '', second = ''] = await photos.evaluateAll((all) => all.map((each) => (each as HTMLImageElement).src))

  await page.getByRole('button', { name: 'Move photo 2 forward' }).focus()
  await page.keyboard.press('Enter')
  await expect(photos.first()).toHaveAttribute('src', new URL(second).pathname)
  await expect(page.getByRole('button', { name: 'Move photo 1 back' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(photos.first()).toHaveAttribute('src', new URL(first).pathname)

  await choose.setInputFiles(NO_PICTURE)
  await expect(page.getByText('letter.jpg: Only JPEG, PNG or WebP photos are allowed.')).toBeVisible()
  await expectAccessible(page, STATE_LOOKS)
  await page.getByRole('button', { name: 'Leave it out' }).click()
  await expect(page.getByText(/letter.jpg/)).toBeHidden()

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

test('PHO-4 the page with a photo does not shift while it loads, and its photo keeps 4:3', async ({ page, site }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  await addPhoto(site, owner.token, pet.id, SECOND.buffer)
  await page.setViewportSize({ width: 360, height: 640 })
  // The photo arrives long after the text.
  await page.route('**/photos/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.addInitScript(() => {
    const shown = window as unknown as { shift: number }
    shown.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shown.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`/pet-detail/${pet.petId}`)
  const photo = page.getByRole('img', { name: 'Photo of Moti' })
  await expect.poll(() => photo.evaluate((each) => (each as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  await expect(page.getByRole('button', { name: 'Save picture' })).toBeEnabled()
  const box = await photo.boundingBox()
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(4 / 3, 1)
  await expect(page.getByRole('link', { name: /^Call the owner/ })).toBeInViewport()
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.01)
})

test('PHO-4 an admin adds photos to a pet that was just registered, and All Pets shows them', async ({ page }) => {
  await logIn(page, ADMIN)
  await page.goto('/admin/pets/add')
  const petName = `Photographed ${Date.now()}`
  await page.getByLabel('Pet name').fill(petName)
  for (const label of ['Pet type', 'Pet age', 'Location', 'Address', 'Contact details'])
    await page.getByLabel(label).fill('98765 43210')
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect(page.getByRole('heading', { name: 'Photos' })).toBeVisible()
  await page.locator('input[type=file]:not([capture])').setInputFiles(SECOND)
  await expect(page.getByRole('img', { name: `Photo 1 of ${petName}` })).toBeVisible()
  await page.goto(`/admin/pets?search=${encodeURIComponent(petName)}`)
  await expect(page.getByRole('img', { name: `Photo of ${petName}` })).toBeVisible()
})
