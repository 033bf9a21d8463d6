import { ADMIN, addPet, confirmDeletion, expect, fillPet, logIn, PET, signUp, test, tokenOf } from './fixtures.ts'
import { readQr } from './read-qr.ts'

// Also shows PET-6, PET-8.
test('PET-4 a new owner adds a first pet: the form starts afresh and the card is there', async ({ page, site }) => {
  await logIn(page, await signUp(site))
  await expect(page.getByRole('heading', { name: 'My Pets' })).toBeVisible()
  await expect(page.getByText("You haven't added any pets yet...")).toBeVisible()
  await page.getByRole('link', { name: 'Add New Pet' }).click()
  await page.waitForURL('/user/pet-form')

  await expect(page.getByRole('heading', { name: 'Fill The Pet Details' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Male', exact: true })).toBeChecked()
  await fillPet(page, 'Rani')
  await page.getByRole('radio', { name: 'Female' }).check()
  await page.getByLabel('Vaccination', { exact: true }).fill('Anti-rabies')
  await page.getByLabel('Vaccination date').fill('2026-03-31')
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect(page.getByText('Pet information saved successfully!')).toBeVisible()
  await expect(page.getByLabel('Pet name')).toHaveValue('')
  await expect(page.getByRole('radio', { name: 'Male', exact: true })).toBeChecked()

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Rani' })).toBeVisible()
})

// Also shows PET-3, PET-6.
test('PET-2 the form names each missing field beside it, and Cancel resets it', async ({ page, site }) => {
  await logIn(page, await signUp(site))
  await page.goto('/user/pet-form')
  await expect(page.getByLabel('Pet type')).toHaveAttribute('placeholder', 'Dog / Cat / etc')
  await page.getByRole('button', { name: 'Add Pet' }).click()
  for (const label of ['Pet name', 'Pet type', 'Pet age', 'Location', 'Address']) {
    await expect(page.getByText(`${label} is required`)).toBeVisible()
    await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(page.getByLabel('Pet name')).toBeFocused()
  await page.getByLabel('Pet name').fill('Moti')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Pet name')).toHaveValue('')
  await expect(page.getByText('Pet type is required')).toBeHidden()
})

// Also shows PET-6, PET-9.
test('PET-5 both addresses of the edit form show the pet, save it and keep what was saved', async ({ page, site }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token, { doctorName: 'Dr. Rao' })
  await logIn(page, owner)
  await expect(page.getByRole('link', { name: /^Edit/ })).toHaveAttribute('href', `/user/pet-form?id=${pet.id}`)
  await expect(page.locator(`a[href="/pet-detail/${pet.petId}"]`)).toBeVisible()

  for (const [address, name] of [
    [`/user/pet-form?id=${pet.id}`, 'Moti the first'],
    [`/user/pet-form/${pet.petId}`, 'Moti the second'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByLabel('Doctor’s name')).toHaveValue('Dr. Rao')
    await page.getByLabel('Pet name').fill(name)
    await page.getByRole('button', { name: 'Update Pet' }).click()
    await expect(page.getByText('Pet information updated successfully!')).toBeVisible()
    await expect(page.getByLabel('Pet name')).toHaveValue(name)
    await page.getByLabel('Pet name').fill('never saved')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByLabel('Pet name')).toHaveValue(name)
  }
})

test('PET-7 a card is deleted after a confirmation, and only then', async ({ page, site }) => {
  const owner = await signUp(site)
  await addPet(site, owner.token)
  await logIn(page, owner)
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Moti', exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Delete/ }).click()
  await confirmDeletion(page)
  await expect(page.getByText("You haven't added any pets yet...")).toBeVisible()
})

// Also shows PET-7, PET-10, APP-13.
test('PET-4 each failure has its own words, can be tried again, and loses nothing', async ({ page, site }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  await logIn(page, owner)
  const card = page.getByRole('heading', { name: 'Moti', exact: true })
  await expect(card).toBeVisible()

  await test.step('deleting', async () => {
    await page.route('**/pets/*', (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()))
    await page.getByRole('button', { name: /^Delete/ }).click()
    await confirmDeletion(page)
    const failure = page.getByRole('alert').getByText('Failed to delete pet. Please try again.')
    await expect(failure).toBeVisible()
    await page.getByRole('button', { name: 'Close this message' }).click()
    await expect(failure).toBeHidden()
    await expect(card).toBeVisible()
    await page.unroute('**/pets/*')
  })

  await test.step('listing', async () => {
    await page.route(/\/pets\?/, (route) => route.abort())
    await page.goto('/user')
    await expect(page.getByText('Failed to fetch pets. Please try again later.')).toBeVisible()
    await page.unroute(/\/pets\?/)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(card).toBeVisible()
  })

  await test.step('opening the form', async () => {
    await page.route(`**/pets/${pet.id}`, (route) => route.abort())
    await page.goto(`/user/pet-form?id=${pet.id}`)
    await expect(page.getByText('Failed to fetch pet details. Please try again.')).toBeVisible()
    await page.unroute(`**/pets/${pet.id}`)
    await page.goto('/user/pet-form?id=999999')
    await expect(page.getByText('Pet not found')).toBeVisible()
  })

  await test.step('saving', async () => {
    await page.goto('/user/pet-form')
    await fillPet(page, 'Sheru')
    await page.route('**/pets', (route) => route.abort())
    await page.getByRole('button', { name: 'Add Pet' }).click()
    await expect(page.getByText('Failed to save pet information. Please try again.')).toBeVisible()
    await expect(page.getByLabel('Pet name')).toHaveValue('Sheru')
    await page.reload()
    await expect(page.getByLabel('Pet name')).toHaveValue('Sheru')
  })
  expect(logged.filter((line) => line.includes('failed:')).length).toBeGreaterThanOrEqual(5)
})

// Also shows PET-14, TAG-3.
test('PET-13 the public page shows every field, the contact first, and a code of its own address', async ({
  page,
  site,
}) => {
  const owner = await signUp(site)
  const care = {
    ownerName: 'Meera',
    doctorName: 'Dr. Rao',
    treatmentDetail: 'Skin cream',
    treatmentDate: '2026-01-02',
    vaccinationDetail: 'Anti-rabies',
    vaccinationDate: '2026-02-03',
    sterilizationDetail: 'Camp',
    sterilizationDate: '2025-03-04',
    dewormingDetail: 'Tablet',
    dewormingDate: '2026-05-06',
  }
  const pet = await addPet(site, owner.token, care)
  await page.goto(`/pet-detail/${pet.petId}`)
  const { petGender: _, contactDetails, ...words } = PET
  const details = Object.entries(care).flatMap(([field, text]) => (field.endsWith('Date') ? [] : [text]))
  const days = ['2 January 2026', '3 February 2026', '4 March 2025', '6 May 2026']
  for (const text of [...Object.values(words), contactDetails, ...details, ...days]) {
    await expect(page.getByText(text).first()).toBeVisible()
  }
  const call = await page.getByRole('link', { name: /call the owner/i }).boundingBox()
  const address = await page.getByText(PET.address).boundingBox()
  expect(call?.y).toBeLessThan(address?.y ?? 0)
  await page.locator('canvas').scrollIntoViewIfNeeded()
  expect(await readQr(page.locator('canvas'))).toBe(`${site.url}/pet-detail/${pet.petId}`)
})

test('PET-13 PET-14 a pet with nothing optional shows no gaps, and an unknown ID its own message', async ({
  page,
  site,
}) => {
  const owner = await signUp(site)
  const bare = await addPet(site, owner.token)
  await page.goto(`/pet-detail/${bare.petId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Moti')
  await expect(page.getByRole('main')).not.toContainText(/undefined|null/)

  const answer = await page.goto('/pet-detail/ABCD-EFGH-JKLM')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('Pet not found or an error occurred.')).toBeVisible()
})

// Also shows PET-18, PET-20.
test('PET-17 an admin adds, searches, views and deletes pets', async ({ page, site }) => {
  const token = await tokenOf(site, ADMIN)
  // More than one page of pets; the searched one is the oldest, so that it is not on the first page.
  await addPet(site, token, { petName: 'Zarina 100%' })
  for (let index = 0; index < 30; index++) await addPet(site, token, { petName: `Office dog ${index}` })
  await logIn(page, ADMIN)
  const officeCat = page.getByRole('heading', { name: 'Office cat', exact: true })

  await test.step('adding', async () => {
    await page.goto('/admin/pets/add')
    await expect(page.getByRole('heading', { name: 'Fill The Pet Details' })).toBeVisible()
    await fillPet(page, 'Office cat')
    await page.getByRole('button', { name: 'Add Pet' }).click()
    await expect(page.getByText('Pet information saved successfully!')).toBeVisible()
  })

  await test.step('viewing', async () => {
    await page.goto('/admin/pets')
    await expect(page.getByRole('heading', { name: 'Pet List' })).toBeVisible()
    await expect(officeCat).toBeVisible()
    const view = page.getByRole('link', { name: /^View/ }).first()
    await expect(view).toHaveAttribute('target', '_blank')
    await expect(view).toHaveAttribute('href', /^\/pet-detail\/[2-9A-HJ-NP-Z]{12}$/)
  })

  await test.step('searching, in any case, also what is not loaded', async () => {
    await page.getByLabel(/search/i).fill('zARINA 100%')
    await expect(page.getByRole('heading', { name: 'Zarina 100%' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1)
    await page.getByLabel(/search/i).fill('no such pet')
    await expect(page.getByText('No pets found.')).toBeVisible()
    await page.getByLabel(/search/i).fill('')
    await expect(officeCat).toBeVisible()
  })

  await test.step('deleting, at the second try', async () => {
    await page.route('**/admin/pets/*', (route) => route.abort())
    await page.getByRole('button', { name: /^Delete\s+Office cat/ }).click()
    await confirmDeletion(page)
    await expect(page.getByText('Failed to delete pet. Please try again.')).toBeVisible()
    await page.unroute('**/admin/pets/*')
    await page.getByRole('button', { name: /^Delete\s+Office cat/ }).click()
    await confirmDeletion(page)
    await expect(officeCat).toBeHidden()
  })

  await test.step('without an answer from the server', async () => {
    await page.route(/\/admin\/pets\?/, (route) => route.abort())
    await page.goto('/admin')
    await page.getByRole('link', { name: 'All Pets', exact: true }).click()
    await expect(page.getByText('Failed to fetch pets. Please try again.')).toBeVisible()
  })
})
