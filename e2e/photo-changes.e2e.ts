import { aPhoto } from '../server/test/a-photo.ts'
import { addPet, expect, logIn, signUp, test } from './fixtures.ts'

const PHOTOS = await Promise.all(
  ['front.jpg', 'side.jpg', 'tail.jpg'].map(async (name) => ({ name, mimeType: 'image/jpeg', buffer: await aPhoto() })),
)

test('PHO-4 of three photos, two that are removed at the same time both disappear', async ({ page, site }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  await logIn(page, owner)
  await page.goto(`/user/pet-form?id=${pet.id}`)
  await page.locator('input[type=file]:not([capture])').setInputFiles(PHOTOS)
  const photos = page.getByRole('img', { name: /^Photo \d of Moti$/ })
  await expect(photos).toHaveCount(PHOTOS.length)
  const last = await photos.last().getAttribute('src')

  // Neither is answered before both are asked for.
  let asked = 0
  const bothAsked = Promise.withResolvers<void>()
  await page.route('**/pets/*/photos/*', async (route) => {
    asked++
    if (asked === 2) bothAsked.resolve()
    await bothAsked.promise
    await route.continue()
  })
  for (const number of [1, 2]) {
    await page.getByRole('button', { name: `Remove photo ${number}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove photo' }).click()
  }
  await expect(photos).toHaveCount(1)
  await expect(photos).toHaveAttribute('src', last ?? '')
})

test('PHO-4 photos can be added on a site without TLS, where the browser has no randomUUID', async ({ page, site }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'))
  await logIn(page, owner)
  await page.goto(`/user/pet-form?id=${pet.id}`)
  await page.locator('input[type=file]:not([capture])').setInputFiles(PHOTOS)
  await expect(page.getByRole('img', { name: /^Photo \d of Moti$/ })).toHaveCount(PHOTOS.length)
})
