import { expect, fillPet, openAs, PET, signUp, test } from './helpers/fixtures.ts'

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
