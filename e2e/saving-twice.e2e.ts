import { addPet, expect, fillPet, openAs, PET, signUp, test } from './helpers/fixtures.ts'
import { keptTexts } from './helpers/kept-texts.ts'
import { loseAnswer } from './helpers/lose-answer.ts'

// PET-8
test('a pet whose answer was lost is registered once, also after a reload', async ({ page, site }) => {
  const owner = await signUp(site)
  await openAs(page, site, owner, '/user/pet-form')
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
    // The message of the pet before may still stand there.
    const pets = async () => (await site.call<unknown[]>('GET', '/pets', null, owner.token)).length
    await expect.poll(pets).toBe(3)
  })
})

// PET-9
test('an edit of a pet shows what was saved meanwhile, and lets one choose', async ({ page, site }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  const stored = () => site.call<{ petAge: string }>('GET', `/pets/${pet.id}`, null, owner.token)
  await openAs(page, site, owner, `/user/pet-form?id=${pet.id}`)
  await page.getByLabel('Pet age').fill('4 years')
  await page.getByLabel('Location').fill('Kothrud, Pune')
  // The input is kept as a draft; meanwhile another device saves.
  await expect.poll(() => keptTexts(page)).toContain('Kothrud, Pune')
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
