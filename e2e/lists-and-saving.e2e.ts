import type { Page, Route } from '@playwright/test'
import { fileComplaint } from './complaints.ts'
import { ADMIN, addPet, confirmDeletion, expect, logIn, PET, signUp, test, tokenOf } from './fixtures.ts'

/** Delays the answers to a call until they are released. */
async function hold(page: Page, url: RegExp, method = 'GET'): Promise<() => Promise<void>> {
  const held: Route[] = []
  let isHolding = true
  await page.route(url, (route) => {
    if (isHolding && route.request().method() === method) held.push(route)
    else void route.fallback()
  })
  return async () => {
    isHolding = false
    for (const route of held) await route.continue()
  }
}

test('APP-13 while another page of a list is loading, the rows on screen are marked as busy and the pager shows their page', async ({
  page,
  site,
}) => {
  const owner = await signUp(site)
  for (let index = 0; index < 25; index++) await addPet(site, owner.token, { petName: `Puppy ${index}` })
  await logIn(page, owner)
  await expect(page.getByText('Showing page 1 of 2')).toBeVisible()
  const rows = page.locator('[aria-busy]', { has: page.getByRole('heading', { level: 2 }) })
  await expect(rows).toHaveAttribute('aria-busy', 'false')

  const letGo = await hold(page, /\/pets\?/)
  await page.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL(/page=2/)
  await expect(rows).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByText('Showing page 1 of 2')).toBeVisible()
  await letGo()
  await expect(page.getByText('Showing page 2 of 2')).toBeVisible()
  await expect(rows).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByText('Showing page 2 of 2')).toBeFocused()
})

test('PET-7 each card that is being deleted shows it, and a late answer does not move the focus', async ({
  page,
  site,
}) => {
  const owner = await signUp(site)
  for (const petName of ['Moti', 'Rani', 'Sheru']) await addPet(site, owner.token, { petName })
  await logIn(page, owner)
  const letGo = await hold(page, /\/pets\/\d+$/, 'DELETE')
  for (const name of ['Moti', 'Rani']) {
    await page.getByRole('button', { name: new RegExp(`^Delete\\s+${name}`) }).click()
    await confirmDeletion(page)
  }
  for (const name of ['Moti', 'Rani']) {
    await expect(page.getByRole('button', { name: new RegExp(`^Delete\\s+${name}`) })).toHaveAttribute('data-loading')
  }
  const elsewhere = page.getByRole('link', { name: 'Edit Sheru' })
  await elsewhere.focus()
  await letGo()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Sheru'])
  await expect(elsewhere).toBeFocused()
})

test('APP-14 after the row that had the focus is gone, the focus is on the page’s title', async ({ page, site }) => {
  const owner = await signUp(site)
  for (const petName of ['Moti', 'Rani']) await addPet(site, owner.token, { petName })
  await logIn(page, owner)
  await expect(page.getByRole('heading', { name: 'My Pets' })).toBeFocused()
  await page.getByRole('button', { name: /^Delete\s+Moti/ }).click()
  await confirmDeletion(page)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Rani'])
  await expect(page.getByRole('heading', { name: 'My Pets' })).toBeFocused()
})

test('PET-7 a question that is open when somebody goes back is closed', async ({ page, site }) => {
  const owner = await signUp(site)
  await addPet(site, owner.token)
  await logIn(page, owner)
  await page.getByRole('link', { name: 'Membership' }).click()
  await expect(page.getByRole('heading', { name: 'Membership', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('button', { name: /^Delete/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Membership', exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('PET-7 a question that is asked right after a search was typed stays open', async ({ page, site }) => {
  const owner = await signUp(site)
  await addPet(site, owner.token)
  await logIn(page, ADMIN)
  await page.goto('/admin/pets')
  await page.getByLabel(/search/i).fill(PET.petName)
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('CMP-16 a reload that began before a change of status does not bring the old one back', async ({ page, site }) => {
  const id = await fileComplaint(site, { phone: '98765 43210 / 91234 56789' })
  await page.clock.install()
  await logIn(page, ADMIN)
  await page.goto(`/admin/complaints/${id}`)
  const status = page.getByRole('heading', { name: 'Update Status' }).locator('..')
  await expect(status).toContainText('Pending')

  await test.step('two numbers are two links', async () => {
    const phones = page.locator('a[href^="tel:"]')
    await expect(phones).toHaveText(['98765 43210', '91234 56789'])
    await expect(phones.first()).toHaveAttribute('href', 'tel:+919876543210')
  })

  // The reload returns the state from before the change, although it answers after it.
  const url = `/api/admin/complaints/${id}`
  const old = await site.call<object>('GET', url, null, await tokenOf(site, ADMIN))
  let answerReload = () => {}
  await page.route(
    `**${url}`,
    async (route) => {
      await new Promise<void>((resolve) => {
        answerReload = resolve
      })
      await route.fulfill({ json: old }).catch(() => {})
    },
    { times: 1 },
  )
  const reload = page.waitForRequest(`**${url}`)
  await page.clock.fastForward(125_000)
  await reload
  await page.getByRole('button', { name: 'Resolved' }).click()
  await expect(page.getByText('Complaint status updated to resolved successfully.')).toBeVisible()
  answerReload()
  await page.waitForTimeout(500)
  await expect(status).toContainText('Resolved')
})

test('ADM-1 figures that could not be loaded can be loaded again', async ({ page }) => {
  await page.route('**/api/admin/dashboard', (route) => route.abort())
  await logIn(page, ADMIN)
  await expect(page.getByText('The figures could not be loaded.')).toBeVisible()
  await page.unroute('**/api/admin/dashboard')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('The figures could not be loaded.')).toBeHidden()
  await expect(page.locator('div', { has: page.getByRole('heading', { name: 'Total Users' }) }).last()).toContainText(
    /[1-9]/,
  )
})

test('CMP-1 PLN-5 the mouse wheel changes neither the fee nor a price', async ({ page }) => {
  async function turnWheelOver(label: string | RegExp, value: string) {
    const field = page.getByLabel(label)
    await field.click()
    await page.mouse.wheel(0, -300)
    await page.waitForTimeout(200)
    await expect(field).toHaveValue(value)
  }
  await page.goto('/complaint')
  await turnWheelOver(/Filing Fee/i, '100')
  await logIn(page, ADMIN)
  await page.goto('/admin/memberships/plans/add')
  await turnWheelOver('Price (₹)', '0')
  await turnWheelOver('Duration (month)', '30')
})

test('PET-13 a QR code that cannot be saved as a picture is reported on the page', async ({ page, site }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.toBlob = (callback) => callback(null)
  })
  await page.goto(`/pet-detail/${pet.petId}`)
  await page.getByRole('button', { name: 'Save picture' }).click()
  await expect(page.getByRole('alert')).toContainText('The picture could not be made.')
})

test('RPT-9 a download that takes long can be cancelled', async ({ page }) => {
  await logIn(page, ADMIN)
  await page.goto('/admin/users')
  await hold(page, /users\.csv/)
  await page.getByRole('button', { name: 'Download CSV' }).click()
  await page.getByRole('button', { name: /^Cancel/ }).click()
  await expect(page.getByRole('button', { name: /^Cancel/ })).toBeHidden()
  await expect(page.getByText('Failed to download')).toBeHidden()
})

test.describe('with a browser whose calendar is another', () => {
  test.use({ locale: 'fa-IR', timezoneId: 'America/Los_Angeles' })

  test('RPT-4 dates are those of the Gregorian calendar in India, in the page’s language', async ({ page, site }) => {
    const ids = await site.call<string[]>(
      'GET',
      '/admin/generate-pet-id?numberOfIds=1',
      null,
      await tokenOf(site, ADMIN),
    )
    expect(ids).toHaveLength(1)
    await logIn(page, ADMIN)
    await page.goto('/generate-qr')
    const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' }).format(new Date())
    await expect(page.getByRole('row').nth(1)).toContainText(day)
  })
})
