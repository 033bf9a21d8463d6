import { ADMIN, addPet, expect, fillPet, logIn, PET, signUp, test, tokenOf } from './fixtures.ts'
import { loseAnswer } from './lose-answer.ts'
import { aPlan, PLANS } from './pay-forms.ts'

test('PET-8 a pet whose answer was lost is registered once, also when the page is loaded again', async ({
  page,
  site,
}) => {
  const owner = await signUp(site)
  await logIn(page, owner)
  for (const [name, isReloaded] of [
    ['Sheru', false],
    ['Kalu', true],
  ] as const) {
    await page.goto('/user/pet-form')
    await fillPet(page, name)
    await loseAnswer(page, '**/pets', 'POST')
    await page.getByRole('button', { name: 'Add Pet' }).click()
    await expect(page.getByText('Failed to save pet information. Please try again.')).toBeVisible()
    if (isReloaded) await page.reload()
    await expect(page.getByLabel('Pet name')).toHaveValue(name)
    await page.getByRole('button', { name: 'Add Pet' }).click()
    await expect(page.getByText('Pet information saved successfully!')).toBeVisible()
    await page.unroute('**/pets')
  }
  const pets = await site.call<{ petName: string }[]>('GET', '/pets', null, owner.token)
  expect(pets.map(({ petName }) => petName)).toEqual(['Kalu', 'Sheru'])

  await test.step('the next pet is another one', async () => {
    await fillPet(page, 'Kalu')
    await page.getByRole('button', { name: 'Add Pet' }).click()
    await expect(page.getByText('Pet information saved successfully!')).toBeVisible()
    expect(await site.call('GET', '/pets', null, owner.token)).toHaveLength(3)
  })
})

test('TAG-1 PLN-9 tags and a plan whose answer was lost are made once', async ({ page, site }) => {
  const token = await tokenOf(site, ADMIN)
  const count = async (target: string) => (await site.call<unknown[]>('GET', target, null, token)).length
  await logIn(page, ADMIN)
  await page.goto('/generate-qr')
  // The list has pages, and most tags of other tests belong to a pet.
  const before = await count('/admin/tags?state=blank')
  await loseAnswer(page, /generate-pet-id/, 'GET')
  await page.getByRole('button', { name: 'Generate QR Codes' }).click()
  await expect(page.getByText('Failed to generate pet IDs. Please try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Generate QR Codes' }).click()
  await expect(page.getByRole('heading', { name: '1 new code' })).toBeVisible()
  expect(await count('/admin/tags?state=blank')).toBe(before + 1)

  await page.goto('/admin/memberships/plans/add')
  await page.getByLabel('Plan Name').fill('Made once')
  await page.getByLabel('Description').fill('For everybody.')
  await page.getByLabel('Features').fill('A badge')
  await loseAnswer(page, '**/api/admin/memberships/plans', 'POST')
  await page.getByRole('button', { name: 'Save Plan' }).click()
  await expect(page.getByText('Failed to save membership plan. Please try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Save Plan' }).click()
  await page.waitForURL('/admin/memberships/plans')
  await expect(page.getByRole('row', { name: /Made once/ })).toHaveCount(1)
})

test('PET-9 an edit does not overwrite what was saved meanwhile: the form shows both versions to choose from', async ({
  page,
  site,
}) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  const stored = () => site.call<{ petAge: string }>('GET', `/pets/${pet.id}`, null, owner.token)
  await logIn(page, owner)
  await page.goto(`/user/pet-form?id=${pet.id}`)
  await page.getByLabel('Pet age').fill('4 years')
  await page.getByLabel('Location').fill('Kothrud, Pune')
  // The input is kept as a draft; meanwhile another device saves.
  const elsewhere = { ...PET, petAge: '5 years', contactDetails: '+91 91234 56789' }
  await site.call('PUT', `/pets/${pet.id}`, elsewhere, owner.token)
  await page.reload()
  await expect(page.getByLabel('Pet age')).toHaveValue('4 years')
  await expect(page.getByLabel('Contact details')).toHaveValue('+91 91234 56789')

  await page.getByRole('button', { name: 'Update Pet' }).click()
  const conflict = page.getByRole('alert')
  await expect(conflict).toContainText('Somebody changed this pet meanwhile.')
  await expect(conflict).toBeFocused()
  await expect(conflict).toBeInViewport()
  const age = conflict.getByRole('radiogroup', { name: 'Pet age' })
  await expect(age.getByRole('radio', { name: 'Yours: 4 years' })).toBeChecked()
  await age.getByRole('radio', { name: 'Saved meanwhile: 5 years' }).check()
  await expect(page.getByRole('textbox', { name: 'Pet age' })).toHaveValue('5 years')
  expect(await stored()).toMatchObject(elsewhere)

  await page.getByRole('button', { name: 'Update Pet' }).click()
  await expect(page.getByText('Pet information updated successfully!')).toBeVisible()
  expect(await stored()).toMatchObject({ ...elsewhere, location: 'Kothrud, Pune' })
  await page.getByRole('button', { name: 'Update Pet' }).click()
  await expect(conflict).toBeHidden()
})

test('PLN-6 an edit of a plan does not overwrite what was saved meanwhile', async ({ page, site }) => {
  const token = await tokenOf(site, ADMIN)
  const plan = await aPlan(site, { name: 'Changed twice' })
  const address = `${PLANS}/${plan.id}`
  await logIn(page, ADMIN)
  await page.goto(`/admin/memberships/plans/edit/${plan.id}`)
  await page.getByLabel('Price (₹)').fill('600')
  await site.call('PUT', address, { ...plan, price: 700, description: 'For everybody' }, token)
  await page.getByRole('button', { name: 'Save Plan' }).click()
  const conflict = page.getByRole('alert')
  await expect(conflict).toContainText('Somebody changed this plan meanwhile.')
  await expect(page.getByRole('spinbutton', { name: 'Price (₹)' })).toHaveValue('600')
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('For everybody')
  await page.getByRole('button', { name: 'Save Plan' }).click()
  await page.waitForURL('/admin/memberships/plans')
  expect(await site.call('GET', address, null, token)).toMatchObject({
    data: { plan: { price: 600, description: 'For everybody' } },
  })
})
