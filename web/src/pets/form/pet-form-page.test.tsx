import { careCalls } from '@petsetu/contract/pets/care.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { NOTICE_VERSION } from '@petsetu/languages/notice-version.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { MOTI } from '../../../test/examples.ts'
import { FakeServer, listed, NO_ANSWER, rejected } from '../../../test/fake-server.ts'
import { keptTexts } from '../../../test/kept-texts.ts'
import { ADMIN, failedCalls, OWNER, openPage } from '../../../test/open-page.tsx'
import { setWindow } from '../../../test/set-window.ts'

const name = page.getByLabelText('Pet name')
const male = page.getByRole('radio', { name: 'Male', exact: true })
const preview = page.getByRole('complementary', { name: 'What a finder sees' })

function choice(label: string | RegExp) {
  return page.getByRole('checkbox', { name: label })
}

/** A server that stores new pets, and then lists the last one. */
function storingOne(): FakeServer {
  const server = new FakeServer().on(careCalls.listDue, [])
  let id = MOTI.id
  return server.on(petCalls.create, ({ body: { petName } }) => {
    const stored = { ...MOTI, id: id++, petName }
    server.on(petCalls.listOwn, listed([stored], 1)).on(petCalls.listAll, listed([stored], 1))
    return stored
  })
}

function withMoti(pet: object = {}): FakeServer {
  return new FakeServer().on(petCalls.read, { ...MOTI, ...pet }).on(careCalls.list, [])
}

async function fillPet(petName: string): Promise<void> {
  await name.fill(petName)
  await page.getByLabelText('Pet type').fill(MOTI.petType)
  await page.getByLabelText('Pet age').fill(MOTI.petAge)
  await page.getByLabelText('Location').fill(MOTI.location)
  await page.getByLabelText('Address').fill(MOTI.address)
  await page.getByLabelText('Contact details').fill(MOTI.contactDetails)
}

/** Fields that are rarely filled in are folded away. */
const unfold = (heading: 'Health' | 'Choose what a finder sees') =>
  page.getByRole('heading', { name: heading, exact: true }).click()

async function fillLast(label: string): Promise<void> {
  if (label !== 'Contact details') await unfold('Health')
  const field = page.getByLabelText(label)
  await field.click()
  await field.fill(label.endsWith('date') ? '2026-03-31' : '+91 55500 12345')
}

/** The browser scrolls to a field some frames after it changed. */
async function isStill(): Promise<void> {
  for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame)
}

// PET-4, PET-6, PET-8
test('the form starts afresh after a first pet, whose card is then there', async () => {
  const server = await openPage('/user/pet-form', { as: OWNER, server: storingOne() })
  await expect.element(page.getByRole('heading', { name: 'Fill The Pet Details' })).toBeVisible()
  await expect.element(male).toBeChecked()
  await fillPet('Rani')
  await page.getByRole('radio', { name: 'Female' }).click()
  await unfold('Health')
  await page.getByLabelText('Vaccination', { exact: true }).fill('Anti-rabies')
  await page.getByLabelText('Vaccination date').fill('2026-03-31')
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect.element(page.getByText(/^Pet information saved successfully!/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'See the page' }))
    .toHaveAttribute('href', `/pet-detail/${MOTI.petId}`)
  await expect.element(name).toHaveValue('')
  await expect.element(male).toBeChecked()
  expect(server.requests(petCalls.create).map(({ body }) => body)).toMatchObject([
    { petName: 'Rani', petGender: 'female', vaccinationDetail: 'Anti-rabies', vaccinationDate: '2026-03-31' },
  ])
  expect(server.requests(petCalls.create)[0]?.headers.get('notice-version')).toBe(NOTICE_VERSION)

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect.element(page.getByRole('heading', { name: 'Rani' })).toBeVisible()
})

// PET-2, PET-3
test('the form names each missing field beside it', async () => {
  await openPage('/user/pet-form', { as: OWNER })
  await expect.element(page.getByLabelText('Pet type')).toHaveAttribute('placeholder', 'Dog / Cat / etc')
  await page.getByRole('button', { name: 'Add Pet' }).click()
  for (const label of ['Pet name', 'Pet type', 'Pet age', 'Location', 'Address']) {
    await expect.element(page.getByText(`${label} is required`)).toBeVisible()
    await expect.element(page.getByLabelText(label)).toHaveAttribute('aria-invalid', 'true')
  }
  await expect.element(name).toHaveFocus()
})

// PET-2
test('a wrong field that is folded away is unfolded and has the focus', async () => {
  await openPage('/user/pet-form?id=42', { as: OWNER, server: withMoti({ vaccinationDate: '2026-03-31' }) })
  await unfold('Health')
  await page.getByLabelText('Vaccination valid until').fill('2026-03-30')
  await unfold('Health')
  await expect.element(page.getByLabelText('Vaccination valid until')).not.toBeVisible()
  await page.getByRole('button', { name: 'Update Pet' }).click()
  await expect.element(page.getByLabelText('Vaccination valid until')).toBeVisible()
  await expect.element(page.getByLabelText('Vaccination valid until')).toHaveFocus()
})

// PET-1
test('the folded health of a pet says what is filled in', async () => {
  const filled = { treatmentDetail: '', vaccinationDetail: 'Anti-rabies', sterilizationDetail: '', dewormingDetail: '' }
  await openPage('/user/pet-form?id=42', { as: OWNER, server: withMoti({ ...filled, doctorName: 'Dr. Rao' }) })
  await expect.element(page.getByText('Vaccination, Doctor’s name', { exact: true })).toBeVisible()
  await expect.element(page.getByLabelText('Doctor’s name')).not.toBeVisible()
})

// PET-4, APP-4
test('a draft of what is folded away is unfolded', async () => {
  const server = storingOne().on(petCalls.listOwn, listed([], 0))
  await openPage('/user/pet-form', { as: OWNER, server })
  await unfold('Health')
  await page.getByLabelText('Doctor’s name').fill('Dr. Rao')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('link', { name: 'Add New Pet' }).click()
  await expect.element(page.getByLabelText('Doctor’s name')).toBeVisible()
  await expect.element(page.getByLabelText('Doctor’s name')).toHaveValue('Dr. Rao')
})

// PET-6
test('Cancel empties the form of a new pet and takes away what was wrong', async () => {
  await openPage('/user/pet-form', { as: OWNER })
  await name.fill('Moti')
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect.element(page.getByText('Pet type is required')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(name).toHaveValue('')
  await expect.element(page.getByText('Pet type is required')).not.toBeInTheDocument()
})

for (const [key, address, as] of [
  ['number', '/user/pet-form?id=42', OWNER],
  ['tag', `/user/pet-form/${MOTI.petId}`, OWNER],
  ['admin’s page', '/admin/pets/edit/42', ADMIN],
] as const) {
  // PET-5, PET-6, PET-9, ADM-4
  test(`the form at the ${key} of a pet saves it and keeps what was saved`, async () => {
    const server = withMoti({ doctorName: 'Dr. Rao' }).on(petCalls.update, ({ body }) => {
      return { ...MOTI, ...body, shown: MOTI.shown, version: 2 } as typeof MOTI
    })
    await openPage(address, { as, server })
    await expect.element(page.getByLabelText('Doctor’s name')).toHaveValue('Dr. Rao')
    await expect.element(page.getByLabelText('Doctor’s name')).not.toBeVisible()
    await name.fill('Moti the second')
    await page.getByRole('button', { name: 'Update Pet' }).click()
    await expect.element(page.getByText('Pet information updated successfully!')).toBeVisible()
    await expect.element(name).toHaveValue('Moti the second')
    await name.fill('never saved')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(name).toHaveValue('Moti the second')
    expect(server.requests(petCalls.update).map(({ body }) => body)).toMatchObject([
      { petName: 'Moti the second', doctorName: 'Dr. Rao', version: 1 },
    ])
    expect(server.requests(petCalls.update)[0]?.headers.get('notice-version')).toBe(NOTICE_VERSION)
  })
}

// PET-6, PHO-4
test('a pet is edited in one form, with its photos below its name as when it is added', async () => {
  await openPage('/user/pet-form?id=42', { as: OWNER, server: withMoti() })
  await expect.element(page.getByText('You are editing Moti')).toBeVisible()
  const form = name.element().closest('form')
  const photos = page.getByRole('heading', { name: 'Photos' }).element()
  expect(form?.contains(photos)).toBe(true)
  const boxOf = (part: Element | null) => part?.getBoundingClientRect() ?? new DOMRect()
  expect(boxOf(photos).top).toBeGreaterThan(boxOf(name.element()).bottom)
  expect(boxOf(photos).bottom).toBeLessThan(boxOf(page.getByLabelText('Location').element()).top)
  const button = page.getByRole('button', { name: 'Update Pet' }).element()
  expect(boxOf(button).bottom).toBeLessThan(boxOf(form).bottom)
  expect(boxOf(preview.element()).top).toBe(boxOf(form).top)
})

// PET-9
test('on a phone a change can be saved from anywhere in the form, above the menu', async () => {
  await setWindow(360, 740)
  await openPage('/user/pet-form?id=42', { as: OWNER, server: withMoti() })
  const save = page.getByRole('button', { name: 'Update Pet' })
  await expect.element(name).toHaveValue('Moti')
  await expect.element(save).not.toBeInViewport()
  await name.fill('Moti Rao')
  await expect.element(save).toBeInViewport()
  const menu = page.getByRole('navigation', { name: 'Your pages' }).element().getBoundingClientRect()
  expect(save.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(menu.top)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(save).not.toBeInViewport()
})

// PET-6
test('on a phone Cancel and Add Pet stand in place of the menu at the bottom edge', async () => {
  await setWindow(360, 740)
  await openPage('/user/pet-form', { as: OWNER })
  const save = page.getByRole('button', { name: 'Add Pet' })
  await expect.element(save).toBeInViewport({ ratio: 1 })
  expect(save.element().getBoundingClientRect().bottom).toBeGreaterThan(720)
  await expect.element(page.getByRole('navigation', { name: 'Your pages' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('main').getByRole('link', { name: 'My Pets' })).toHaveAttribute('href', '/user')
})

// PET-5, PET-6
test.each([
  ['a new pet on a phone', 360, '/user/pet-form', 'Add Pet'],
  ['a new pet on a laptop', 1280, '/user/pet-form', 'Add Pet'],
  ['a known pet on a laptop', 1280, '/user/pet-form?id=42', 'Update Pet'],
])('%s can be saved from the start of its form', async (_, width, address, label) => {
  await setWindow(width, 740)
  await openPage(address, { as: OWNER, server: withMoti() })
  await expect.element(name).toBeVisible()
  await expect.element(page.getByRole('button', { name: label })).toBeInViewport({ ratio: 1 })
})

// PET-6
test('a longer text shows all its lines while it is typed', async () => {
  await openPage('/user/pet-form', { as: OWNER })
  await unfold('Health')
  for (const label of ['Contact details', 'Address', 'Vaccination']) {
    const field = page.getByLabelText(label, { exact: true })
    await field.fill('one\ntwo\nthree\nfour\nfive')
    const { scrollHeight, clientHeight } = field.element()
    expect(scrollHeight, label).toBeLessThanOrEqual(clientHeight)
  }
})

// PET-10, APP-13
test('a pet that could not be loaded for the form has its own message', async () => {
  await openPage('/user/pet-form?id=42', { as: OWNER, server: new FakeServer().on(petCalls.read, NO_ANSWER) })
  await expect.element(page.getByText('Failed to fetch pet details. Please try again.')).toBeVisible()
  expect(failedCalls).toContainEqual(expect.stringContaining('GET /pets/{id} failed:'))
})

// PET-10
test('the form of a pet that does not exist says so', async () => {
  const server = new FakeServer().on(petCalls.read, rejected(404, 'pet_not_found', 'Pet not found'))
  await openPage('/user/pet-form?id=999999', { as: OWNER, server })
  await expect.element(page.getByText('Pet not found')).toBeVisible()
})

// PET-4, PET-10, APP-13
test('a pet that could not be saved stays in the form, also for who comes back', async () => {
  const server = new FakeServer().on(petCalls.create, NO_ANSWER).on(petCalls.listOwn, listed([], 0))
  await openPage('/user/pet-form', { as: OWNER, server: server.on(careCalls.listDue, []) })
  await fillPet('Sheru')
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect.element(page.getByText('Failed to save pet information. Please try again.')).toBeVisible()
  await expect.element(name).toHaveValue('Sheru')
  expect(failedCalls).toEqual([expect.stringContaining('POST /pets failed:')])
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('link', { name: 'Add New Pet' }).click()
  await expect.element(name).toHaveValue('Sheru')
})

// PET-17
test('an admin adds a pet', async () => {
  await openPage('/admin/pets/add', { as: ADMIN, server: storingOne() })
  await expect.element(page.getByRole('heading', { name: 'Fill The Pet Details' })).toBeVisible()
  await fillPet('Office cat')
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect.element(page.getByText(/^Pet information saved successfully!/)).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Add a photo of Office cat' })).toBeVisible()
})

// Fields of each kind, because the browser scrolls to some of them when they are emptied.
const LAST_FIELDS = ['Contact details', 'Vaccination date', 'Deworming date', 'Doctor’s name']

for (const last of LAST_FIELDS) {
  // PET-8, PHO-4
  test(`on a phone a pet saved from ‘${last}’ is told, and its photo is offered`, async () => {
    await setWindow(360, 740)
    await openPage('/user/pet-form', { as: OWNER, server: storingOne() })
    await fillPet('Tommy')
    await fillLast(last)
    await page.getByRole('button', { name: 'Add Pet' }).click()
    await expect.element(page.getByText('Pet information saved successfully!')).toBeInViewport()
    await expect.element(page.getByRole('heading', { name: 'Add a photo of Tommy' })).toBeInViewport()
    await isStill()
    await expect.element(page.getByText('Pet information saved successfully!')).toBeInViewport()
  })

  // PET-9
  test(`on a phone a pet changed at ‘${last}’ is told`, async () => {
    await setWindow(360, 740)
    const server = withMoti().on(petCalls.update, { ...MOTI, version: 2 })
    await openPage('/user/pet-form?id=42', { as: OWNER, server })
    await expect.element(name).toHaveValue('Moti')
    await fillLast(last)
    await page.getByRole('button', { name: 'Update Pet' }).click()
    await expect.element(page.getByText('Pet information updated successfully!')).toBeInViewport()
    await isStill()
    await expect.element(page.getByText('Pet information updated successfully!')).toBeInViewport()
  })
}

// PET-8
test('after a pet one can add another one', async () => {
  await openPage('/user/pet-form', { as: OWNER, server: storingOne() })
  await fillPet('Tommy')
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await page.getByRole('button', { name: 'Add another pet' }).click()
  await expect.element(name).toHaveFocus()
  await expect.element(page.getByText('Pet information saved successfully!')).not.toBeInTheDocument()
})

// PET-16, PHO-4
test('a scanned tag gets its pet once, whose photo and page are then offered', async () => {
  const server = await openPage(`/user/pet-form?tag=${MOTI.petId}`, { as: OWNER, server: storingOne() })
  await fillPet('Tommy')
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect.element(page.getByText('Pet information saved successfully!')).toBeInViewport()
  await expect.element(page.getByRole('heading', { name: 'Add a photo of Tommy' })).toBeInViewport()
  const link = page.getByRole('link', { name: 'See the page' })
  await expect.element(link).toHaveAttribute('href', `/pet-detail/${MOTI.petId}`)
  expect(location.search).toBe('')
  const empty = name.element()
  await isStill()
  expect(name.element(), 'the form that is there with the message').toBe(empty)
  await fillPet('Second')
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect.element(page.getByRole('heading', { name: 'Add a photo of Second' })).toBeInViewport()
  expect(server.requests(petCalls.create).map(({ body }) => body.petId)).toEqual([MOTI.petId, undefined])
})

// PET-4, APP-4
test('what is typed of the next pet while one is being saved stays', async () => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const server = storingOne().on(petCalls.create, async () => {
    await held
    return { ...MOTI, petName: 'Rani' }
  })
  await openPage('/user/pet-form', { as: OWNER, server })
  await fillPet('Rani')
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect.poll(() => server.requests(petCalls.create)).toHaveLength(1)
  await name.fill('Sheru')
  answer()
  await expect.element(page.getByText('Pet information saved successfully!')).toBeVisible()
  await expect.element(page.getByLabelText('Pet type')).toHaveValue('')
  await expect.element(name).toHaveValue('Sheru')
})

// PET-8, APP-12
test('the draft of a new pet is deleted before the page says that it is saved', async () => {
  const saved = page.getByText('Pet information saved successfully!')
  const { delete: remove } = IDBObjectStore.prototype
  const wasShown: boolean[] = []
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, key) {
    wasShown.push(saved.query() !== null)
    return remove.call(this, key)
  })
  await openPage('/user/pet-form', { as: OWNER, server: storingOne() })
  await fillPet('Rani')
  await expect.poll(keptTexts).toContain('Rani')
  wasShown.length = 0
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect.element(saved).toBeVisible()
  expect(wasShown[0]).toBe(false)
  expect(await keptTexts()).not.toContain('Rani')
})

// TRU-5
test.each([
  ['an owner', 1],
  ['an admin', 0],
])('the form of a pet says what is kept, to %s %i times', async (who, times) => {
  const isAdmin = who === 'an admin'
  await openPage(isAdmin ? '/admin/pets/add' : '/user/pet-form', { as: isAdmin ? ADMIN : OWNER })
  await expect.element(page.getByRole('button', { name: 'Add Pet' })).toBeVisible()
  expect(page.getByText(/^We keep this for your pet’s tag until you delete the pet\./).elements()).toHaveLength(times)
})

// PRV-1
test('the form of a new pet proposes to show all but the address', async () => {
  await openPage('/user/pet-form', { as: OWNER })
  await expect.element(page.getByText('Hidden: House and street', { exact: true })).toBeVisible()
  await unfold('Choose what a finder sees')
  for (const label of ['Name of the owner', /^Phone and email/, 'Area', /^Health/, 'Vet'])
    await expect.element(choice(label)).toBeChecked()
  await expect.element(choice(/^House and street/)).not.toBeChecked()
})

// PRV-1
test('beside the address stands whether a finder sees it', async () => {
  await openPage('/user/pet-form?id=42', { as: OWNER, server: withMoti() })
  const asProposed = page.getByText(/^A finder sees phone, email and area, but not house and street\./)
  await expect.element(asProposed).toBeVisible()
  await expect.element(page.getByText('House and street. Hidden from finders.')).toBeVisible()
  await unfold('Choose what a finder sees')
  await choice(/^House and street/).click()
  await expect.element(page.getByText('House and street. Shown to finders.')).toBeVisible()
  await expect.element(page.getByText('You choose below what a finder sees of this.')).toBeVisible()
  await expect.element(asProposed).not.toBeInTheDocument()
})

// PRV-1
test('the form shows beside it what a finder sees while it is filled in', async () => {
  await openPage('/user/pet-form', { as: OWNER })
  await expect.element(preview).toMatchTextContent('Pet name')
  await expect.element(preview).not.toMatchTextContent('Not provided')
  await fillPet('Rani')
  await expect.element(preview).toMatchTextContent('Not provided')
  await expect.element(preview).toMatchTextContent('Rani')
  await expect.element(preview).toMatchTextContent('Call the owner')
  await expect.element(preview).toMatchTextContent(MOTI.contactDetails)
  await expect.element(preview).toMatchTextContent(MOTI.location)
  await expect.element(preview).not.toMatchTextContent(MOTI.address)
})

// PRV-1
test('what is no longer chosen goes away from what a finder sees', async () => {
  await openPage('/user/pet-form?id=42', { as: OWNER, server: withMoti() })
  await unfold('Choose what a finder sees')
  await choice(/^House and street/).click()
  await expect.element(preview).toMatchTextContent(MOTI.address)
  await choice(/^House and street/).click()
  await expect.element(preview).not.toMatchTextContent(MOTI.address)
  await expect.element(preview).toMatchTextContent(MOTI.contactDetails)
  await choice(/^Phone and email/).click()
  await expect.element(preview).not.toMatchTextContent(MOTI.contactDetails)
  await expect.element(preview).toMatchTextContent('Your message reaches the owner.')
})

// PRV-1
test('a link to what a finder sees unfolds the choices and scrolls to them', async () => {
  await setWindow(360, 740)
  await openPage('/user/pet-form?id=42#shown', { as: OWNER, server: withMoti() })
  await expect.element(choice(/^House and street/)).toBeInViewport()
})

// PRV-1
test('the form begins anew with what it proposes to show', async () => {
  const server = await openPage('/user/pet-form', { as: OWNER, server: storingOne() })
  await fillPet('Rani')
  await unfold('Choose what a finder sees')
  await choice(/^Phone and email/).click()
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect
    .element(page.getByRole('link', { name: 'See the page' }))
    .toHaveAttribute('href', `/pet-detail/${MOTI.petId}`)
  await expect.element(choice(/^Phone and email/)).toBeChecked()
  expect(server.requests(petCalls.create).map(({ body }) => body.shown)).toEqual([
    { ownerName: true, contact: false, area: true, address: false, medical: true, vet: true },
  ])
})

// PRV-1
test('on a phone what a finder sees stands below the form, closed at first', async () => {
  await setWindow(360, 740)
  const server = withMoti({ petName: 'Tara', shown: { ...MOTI.shown, vet: false }, doctorName: 'Dr. Rao' })
  await openPage('/user/pet-form?id=42', { as: OWNER, server })
  await expect.element(name).toHaveValue('Tara')
  await unfold('Choose what a finder sees')
  await expect.element(choice('Vet')).not.toBeChecked()
  const below = page.getByRole('group').filter({ hasText: 'What a finder sees' }).last()
  await expect.element(below).not.toMatchTextContent('Where it lives')
  await page.getByText('What a finder sees', { exact: true }).click()
  await expect.element(below).toMatchTextContent('Where it lives')
  await expect.element(below).not.toMatchTextContent('Doctor')
  await name.fill('Tara Bai')
  await expect.element(below).toMatchTextContent('Tara Bai')
})
