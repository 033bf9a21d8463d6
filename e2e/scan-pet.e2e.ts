import type { Page } from '@playwright/test'
import { ADMIN, addPet, confirmDeletion, expect, fillPet, openAs, PET, signUp, test } from './helpers/fixtures.ts'
import { readQr } from './helpers/read-qr.ts'

async function register(page: Page, account: { username: string; email: string; password: string }): Promise<void> {
  await page.getByLabel('Username').fill(account.username)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel(/^Password/).fill(account.password)
  await page.getByLabel('Confirm password').fill(account.password)
  await page.getByRole('button', { name: 'Register' }).click()
}

// PET-16, TAG-3, PET-15
test('a blank tag leads through sign-up to a registered pet', { tag: '@journey' }, async ({ page, browser, site }) => {
  const username = `tara-${Date.now()}`
  const owner = { username, email: `${username}@example.org`, password: 'marigold-7' }
  let address = ''

  await test.step('an admin generates tags; the code on screen reads as the address of its page', async () => {
    await openAs(page, site, ADMIN, '/generate-qr')
    await page.getByLabel('Number of QR codes').fill('2')
    await page.getByRole('button', { name: 'Generate QR Codes' }).click()
    const code = page.locator('canvas').first()
    await expect(code).toBeVisible()
    await expect(page.locator('canvas')).toHaveCount(2)
    const read = async () => {
      address = (await readQr(code)) ?? ''
      return address
    }
    // Parts of the page that still load may move it while its picture is taken.
    await expect.poll(read).toMatch(new RegExp(`^${site.url}/pet-detail/[2-9A-HJ-NP-Z]{12}$`))
  })

  const finder = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const street = await finder.newPage()
  await test.step('somebody scans it: it is blank, and leads to the sign-up and then to the form for that very tag', async () => {
    await street.goto(address)
    await street
      .getByRole('link', { name: /register/i })
      .first()
      .click()
    await street.waitForURL(/\/register\?/)
    await expect(street.getByRole('heading', { level: 1, name: 'Register' })).toBeVisible()
    await register(street, owner)
    await expect(street.getByText('Registration successful! Please login.')).toBeVisible()
    await street.getByLabel('Username').fill(owner.username)
    await street.getByLabel(/^Password/).fill(owner.password)
    await street.getByRole('button', { name: 'Login' }).click()
    await street.waitForURL(/\/user\/pet-form\?tag=/)
    const petId = address.split('/').at(-1) ?? ''
    await expect(street.getByText(petId.match(/.{4}/g)?.join('-') ?? '')).toBeVisible()
  })

  await test.step('the owner fills in the form, which says what is missing, and comes back to the tag', async () => {
    await street.getByLabel('Pet name').fill('Moti')
    await street.getByRole('button', { name: 'Add Pet' }).click()
    await expect(street.getByText('Pet type is required')).toBeVisible()
    await expect(street.getByLabel('Pet type')).toBeFocused()
    await fillPet(street, 'Moti')
    // The form does not propose to show it.
    await street.getByRole('heading', { name: 'Choose what a finder sees' }).click()
    await street.getByRole('checkbox', { name: 'House and street' }).check()
    await street.getByRole('button', { name: 'Add Pet' }).click()
    await expect(street.getByText('Pet information saved successfully!')).toBeInViewport()
    await expect(street.getByRole('heading', { name: 'Add a photo of Moti' })).toBeInViewport()
    await street.getByRole('link', { name: 'See the page' }).click()
    await street.waitForURL(address)
    await expect(street.getByRole('heading', { level: 1 })).toHaveText('Moti')
  })

  await test.step('whoever finds Moti reads on a phone, without JavaScript, whose he is and how to call', async () => {
    const withoutScripts = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
    const phone = await withoutScripts.newPage()
    await phone.goto(address)
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Moti')
    await expect(phone.getByRole('link', { name: /call/i }).first()).toHaveAttribute('href', 'tel:+919876543210')
    await expect(phone.getByText('12 Neem Road')).toBeVisible()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await withoutScripts.close()
  })
  await finder.close()
})

// PET-5, PET-20, PET-15
test('a pet that an admin finds and deletes is gone from the page of its tag', async ({ page, browser, site }) => {
  const owner = await signUp(site)
  const petName = `Moti of ${owner.username}`
  const pet = await addPet(site, owner.token)
  const other = await browser.newContext({ baseURL: site.url })
  const street = await other.newPage()
  await openAs(street, site, owner, '/user')
  await street.getByRole('link', { name: /^Edit/ }).click()
  await street.waitForURL(/\/user\/pet-form\?id=\d+$/)
  await expect(street.getByLabel('Pet name')).toHaveValue(PET.petName)
  await street.getByLabel('Pet name').fill(petName)
  await street.getByRole('button', { name: 'Update Pet' }).click()
  await expect(street.getByText('Pet information updated successfully!')).toBeVisible()
  await expect(street.getByLabel('Pet name')).toHaveValue(petName)

  await openAs(page, site, ADMIN, '/admin/pets')
  await page.getByLabel(/search/i).fill(petName.toUpperCase())
  await expect(page.getByRole('heading', { name: petName })).toBeVisible()
  await page.getByRole('button', { name: `Delete ${petName}` }).click()
  await confirmDeletion(page)
  await expect(page.getByText('No pets found.')).toBeVisible()

  await street.goto(`/pet-detail/${pet.petId}`)
  await expect(street.getByText('Pet not found or an error occurred.')).toBeVisible()
  await other.close()
})

// PET-15, APP-1
test('a broken QR code or a broken menu does not remove the text of the page', async ({ browser, site }) => {
  const pet = await addPet(site, (await signUp(site)).token)
  // Failed pages log to the console, so these contexts have no console check.
  for (const name of ['HTMLCanvasElement.prototype.getContext', 'document.addEventListener']) {
    const context = await browser.newContext({ baseURL: site.url })
    await context.addInitScript(`${name} = function (type) { if (!/DOM|load/.test(type)) throw new Error('broken') }`)
    const page = await context.newPage()
    const failure = page.waitForEvent('console', { predicate: (message) => message.type() === 'error' })
    await page.goto(`/pet-detail/${pet.petId}`)
    await failure
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(PET.petName)
    await expect(page.getByRole('link', { name: /Call the owner/ })).toBeVisible()
    await expect(page.getByText(PET.contactDetails).first()).toBeVisible()
    await context.close()
  }
})
