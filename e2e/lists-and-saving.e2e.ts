import { ADMIN, addPet, expect, openAs, signUp, test, tokenOf } from './helpers/fixtures.ts'

// CMP-1, PLN-5
test('the mouse wheel changes neither the fee nor a price', async ({ page, site }) => {
  async function turnWheelOver(label: string | RegExp, value: string) {
    const field = page.getByLabel(label)
    await field.click()
    await field.evaluate((input) => {
      input.addEventListener('wheel', () => input.setAttribute('data-turned', ''), { once: true })
    })
    await page.mouse.wheel(0, -300)
    await expect(field).toHaveAttribute('data-turned')
    // A changed value would be there with the next frame but one.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await expect(field).toHaveValue(value)
  }
  await page.goto('/complaint')
  await turnWheelOver(/Filing Fee/i, '100')
  await openAs(page, site, ADMIN, '/admin/memberships/plans/add')
  await turnWheelOver('Price (₹)', '0')
  await turnWheelOver('Duration (month)', '30')
})

// PET-13
test('a QR code that cannot be saved as a picture is reported on the page', async ({ page, site }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.toBlob = (callback) => callback(null)
  })
  await page.goto(`/pet-detail/${pet.petId}`)
  await page.getByRole('button', { name: 'Save picture' }).click()
  await expect(page.getByRole('alert')).toContainText('The picture could not be made.')
})

test.describe('with another calendar', () => {
  test.use({ locale: 'fa-IR', timezoneId: 'America/Los_Angeles' })

  // RPT-4
  test('dates are Gregorian and Indian, in the language of the page', async ({ page, site }) => {
    const path = '/admin/generate-pet-id?numberOfIds=1'
    const [id] = await site.call<string[]>('GET', path, null, await tokenOf(site, ADMIN))
    await openAs(page, site, ADMIN, `/generate-qr?tag=${id}`)
    const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' }).format(new Date())
    await expect(page.getByRole('row').nth(1)).toContainText(day)
  })
})
