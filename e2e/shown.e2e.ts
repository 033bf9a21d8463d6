import { expectAccessible, STATE_LOOKS } from './axe.ts'
import { addPet, expect, fillPet, openAs, PET, signUp, test } from './fixtures.ts'

// PRV-1
test('what an owner hides is nowhere in the pages of a finder', async ({ page, site, browser }) => {
  await openAs(page, site, await signUp(site), '/user/pet-form')
  await fillPet(page, 'Rani')
  await page.getByRole('heading', { name: 'Choose what a finder sees' }).click()
  await page.getByRole('checkbox', { name: 'Phone and email' }).uncheck()
  await page.getByRole('button', { name: 'Add Pet' }).click()
  const address = await page.getByRole('link', { name: 'See the page' }).getAttribute('href')

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

// PRV-1
test('what a finder sees can be opened below the form of a phone by everybody', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  await openAs(page, site, owner, `/user/pet-form?id=${pet.id}`)
  await page.getByText('What a finder sees', { exact: true }).click()
  await expect(page.locator('details', { hasText: 'What a finder sees' }).last()).toContainText('Where it lives')
  await expectAccessible(page, STATE_LOOKS)
})

// PRV-1
test('the owner of a pet from before is asked once, on whatever device', async ({ page, site, browser }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token, { petName: 'Gauri' })
  await site.sql('update pets set is_shown_due = true where id = $1', [pet.id])
  const other = await browser.newContext({ baseURL: site.url })
  const phone = await other.newPage()
  const questionOn = (device: typeof page) => device.getByRole('region', { name: 'Choose what a finder sees' })
  await openAs(page, site, owner, '/user')
  await expect(questionOn(page)).toBeVisible()
  await openAs(phone, site, owner, '/user')
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
  await phone.goto(`/pet-detail/${pet.petId}`)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Gauri')
  expect(await phone.content()).not.toContain(PET.address)
  await other.close()
})
