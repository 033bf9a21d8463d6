import { expectAccessible, STATE_LOOKS } from './axe.ts'
import { addPet, expect, fillPet, logIn, PET, signUp, test } from './fixtures.ts'

const CHOICES = ['Name of the owner', 'Phone and e-mail', 'Area', 'House and street', /^Health/, 'Vet']

test('PRV-1 the form of a new pet proposes all but the address, shows it live, and hides what is not chosen', async ({
  page,
  site,
  browser,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await logIn(page, await signUp(site))
  await page.goto('/user/pet-form')
  for (const name of CHOICES)
    await expect(page.getByRole('checkbox', { name })).toBeChecked({ checked: name !== 'House and street' })

  const preview = page.getByRole('complementary', { name: 'What a finder sees' })
  await expect(preview).toContainText('Pet name')
  await fillPet(page, 'Rani')
  await expect(preview).toContainText('Rani')
  await expect(preview).toContainText('Call the owner')
  await expect(preview).toContainText(PET.contactDetails)
  await expect(preview).toContainText(PET.location)
  await expect(preview).not.toContainText(PET.address)

  await page.getByRole('checkbox', { name: 'House and street' }).check()
  await expect(preview).toContainText(PET.address)
  await page.getByRole('checkbox', { name: 'House and street' }).uncheck()
  await expect(preview).not.toContainText(PET.address)
  await page.getByRole('checkbox', { name: 'Phone and e-mail' }).uncheck()
  await expect(preview).not.toContainText(PET.contactDetails)
  await expect(preview).toContainText('Your message reaches the owner at once.')

  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect(page.getByText('Pet information saved successfully!')).toBeVisible()
  // The form begins anew with what it proposes.
  await expect(page.getByRole('checkbox', { name: 'Phone and e-mail' })).toBeChecked()
  const address = await page.getByRole('link', { name: 'Open Rani’s page' }).getAttribute('href')

  const finder = await browser.newContext({ javaScriptEnabled: false })
  const phone = await finder.newPage()
  await phone.goto(site.url + address)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Rani')
  await expect(phone.getByText(PET.location, { exact: true })).toBeVisible()
  const html = await phone.content()
  for (const hidden of [PET.address, PET.contactDetails, '9876543210']) expect(html).not.toContain(hidden)
  await phone.getByRole('link', { name: 'I have this pet' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('I have Rani')
  expect(await phone.content()).not.toContain('98765')
  await finder.close()
})

test('PRV-1 on a phone what a finder sees stands below the form, closed at first', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token, { petName: 'Tara', shown: { vet: false } })
  await logIn(page, owner)
  await page.goto(`/user/pet-form?id=${pet.id}`)
  await expect(page.getByLabel('Pet name')).toHaveValue('Tara')
  await expect(page.getByRole('checkbox', { name: 'Vet' })).not.toBeChecked()
  const preview = page.locator('details', { hasText: 'What a finder sees' })
  await expect(preview).not.toContainText('Where it lives')
  await page.getByText('What a finder sees', { exact: true }).click()
  await expect(preview).toContainText('Where it lives')
  await expect(preview).not.toContainText('Doctor')
  await page.getByLabel('Pet name').fill('Tara Bai')
  await expect(preview).toContainText('Tara Bai')
  await expectAccessible(page, STATE_LOOKS)
})

test('PRV-1 the owner of a pet from before is asked once, on whatever device', async ({ page, site, browser }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token, { petName: 'Gauri' })
  await site.sql('update pets set is_shown_due = true where id = $1', [pet.id])
  const other = await browser.newContext()
  const phone = await other.newPage()
  const questionOn = (device: typeof page) => device.getByRole('region', { name: 'Choose what a finder sees' })
  await logIn(page, owner)
  await page.goto(`${site.url}/user`)
  await expect(questionOn(page)).toBeVisible()
  await phone.goto(`${site.url}/login`)
  await phone.getByLabel('Username').fill(owner.username)
  await phone.getByLabel(/^Password/).fill(owner.password)
  await phone.getByRole('button', { name: 'Login' }).click()
  await expect(questionOn(phone)).toBeVisible()

  await questionOn(page).getByRole('link', { name: 'Choose for Gauri' }).click()
  await expect(page.getByRole('checkbox', { name: 'House and street' })).toBeInViewport()
  await page.goBack()
  await expect(questionOn(page)).toBeVisible()
  await expectAccessible(page, STATE_LOOKS)
  await questionOn(page).getByRole('button', { name: 'Hide house and street' }).click()
  await expect(page.getByText('House and street are no longer shown.')).toBeVisible()
  await expect(questionOn(page)).toBeHidden()

  await phone.reload()
  await expect(phone.getByRole('heading', { name: 'Gauri' })).toBeVisible()
  await expect(questionOn(phone)).toBeHidden()
  await phone.goto(`${site.url}/pet-detail/${pet.petId}`)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Gauri')
  expect(await phone.content()).not.toContain(PET.address)
  await other.close()
})
