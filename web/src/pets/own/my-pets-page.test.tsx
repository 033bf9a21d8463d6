import { careCalls } from '@petsetu/contract/pets/care.ts'
import { communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { foundCalls, type OwnThread } from '@petsetu/contract/pets/found.ts'
import { type Pet, petCalls } from '@petsetu/contract/pets/pets.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MOTI } from '../../../test/examples.ts'
import { FakeServer, listed, NO_ANSWER, rejected } from '../../../test/fake-server.ts'
import { failedCalls, OWNER, openPage } from '../../../test/open-page.tsx'
import { sampleOf } from '../../../test/sample-replies.ts'
import { setWindow } from '../../../test/set-window.ts'
import { keepLastReceipt, paidFor } from '../../platform/lib/storage/last-receipt.ts'

const card = page.getByRole('heading', { name: 'Moti', exact: true })
const dialog = page.getByRole('dialog')
const remove = page.getByRole('button', { name: /^Delete/ })
const question = page.getByRole('region', { name: 'Choose what a finder sees' })
/** A pet from before there was a choice: finders see all of it. */
const WHOLE: Pet = { ...MOTI, shown: { ...MOTI.shown, address: true }, isShownDue: true }

function openMyPets(pets: Pet[], server = new FakeServer()): Promise<FakeServer> {
  server.byDefault(petCalls.listOwn, listed(pets, pets.length)).byDefault(careCalls.listDue, [])
  return openPage('/user', { as: OWNER, server })
}

// PET-4, PET-8
test('an owner without pets reads that there are none, and adds one', async () => {
  await openMyPets([])
  await expect.element(page.getByRole('heading', { name: 'My Pets' })).toBeVisible()
  await expect.element(page.getByText("You haven't added any pets yet...")).toBeVisible()
  await page.getByRole('link', { name: 'Add New Pet' }).click()
  await expect.element(page.getByRole('heading', { name: 'Fill The Pet Details' })).toBeVisible()
  expect(location.pathname).toBe('/user/pet-form')
})

// JRN-3, MEM-6
test('the own pets begin with the membership that was paid before the page led here', async () => {
  const paid = { id: 21, amountPaise: 50_000 }
  const path = '/receipt/aZ09_-aZ09_-aZ09_-aZ09'
  keepLastReceipt({ owner: String(OWNER.id), path, paidFor: paidFor('membership', paid) })
  await openMyPets([MOTI])
  await expect.element(page.getByText('Your membership is paid.')).toBeVisible()
  await expect.element(page.getByText('₹500')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Open your receipt' })).toHaveAttribute('href', path)
  await expect.element(card).toBeVisible()
})

// PET-4, JRN-9
test('on a phone the button that adds a pet stands beside the heading', async () => {
  await setWindow(360, 740)
  await openMyPets([MOTI])
  const heading = page.getByRole('heading', { name: 'My Pets' })
  const add = page.getByRole('link', { name: 'Add New Pet' })
  await expect.element(add).toBeVisible()
  const boxOf = (part: typeof heading) => part.element().getBoundingClientRect()
  expect(boxOf(add).left).toBeGreaterThanOrEqual(boxOf(heading).right)
  expect(boxOf(add).top).toBeLessThan(boxOf(heading).bottom)
})

// PET-5, PET-9
test('a card leads to the form and to the public page of its pet', async () => {
  await openMyPets([MOTI])
  await expect.element(page.getByRole('link', { name: /^Edit/ })).toHaveAttribute('href', '/user/pet-form?id=42')
  await expect
    .element(page.getByRole('link', { name: 'Public page Moti' }))
    .toHaveAttribute('href', `/pet-detail/${MOTI.petId}`)
})

// COM-4
test('a card of an animal whose age nobody knows ends with its gender', async () => {
  await openMyPets([{ ...MOTI, petAge: '' }])
  await expect.element(page.getByText('Dog · Male', { exact: true })).toBeVisible()
})

// JRN-9
test('a card leads with the pet’s page, Edit and Delete; all else follows', async () => {
  await openMyPets([MOTI])
  await expect.element(card).toBeVisible()
  const controls = [...(card.element().closest('li')?.querySelectorAll('a, button') ?? [])]
  expect(controls.slice(0, 3).map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim())).toEqual([
    'Public page Moti',
    'Edit Moti',
    'Delete Moti',
  ])
  await expect.element(page.getByRole('link', { name: /^Care/ })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Mark as lost/ })).not.toBeInTheDocument()
})

// JRN-9
test('on a phone a card is at most 200 px high, and its menu holds the rest', async () => {
  await setWindow(360, 740)
  const due = [{ pet_id: 42, kind: 'other' as const, day: '2999-09-25' }]
  await openMyPets([MOTI], new FakeServer().on(careCalls.listDue, due))
  await expect.element(page.getByRole('link', { name: /^Care due on 25 September 2999/ })).toBeVisible()
  expect(card.element().closest('li')?.getBoundingClientRect().height).toBeLessThanOrEqual(200)
  await expect.element(page.getByRole('link', { name: /^Mark as lost/ })).not.toBeInTheDocument()
  await page.getByLabelText('Lost? More for Moti', { exact: true }).click()
  await expect.element(page.getByRole('link', { name: /^Mark as lost/ })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Poster and card/ })).toBeVisible()
})

// JRN-9
test('on a phone a card with a name of 30 letters is at most 200 px high, too', async () => {
  await setWindow(360, 740)
  const petName = 'Shrimantmaharajkumarchandrasen'
  await openMyPets([{ ...MOTI, petName }])
  const long = page.getByRole('heading', { name: petName })
  await expect.element(long).toBeVisible()
  expect(long.element().closest('li')?.getBoundingClientRect().height).toBeLessThanOrEqual(200)
})

// FND-4, JRN-9
test('the menu of a card asks whether the pet is lost, unless it is', async () => {
  const lost = { since: '2026-01-31', area: 'Kothrud', note: null, reward: null, listed: false }
  await openMyPets([MOTI, { ...MOTI, id: 43, petId: 'MLKJHGFEDCBA', petName: 'Rani', lost }])
  const asked = page.getByLabelText('Lost? More for Moti', { exact: true })
  await expect.element(asked).toMatchTextContent('Lost?')
  expect(page.getByLabelText('More for Rani', { exact: true }).element().textContent).toBe('')
  // Words and arrow are one control.
  expect(getComputedStyle(asked.element()).borderTopWidth).toBe('1px')
  expect(asked.element().querySelector('svg')?.getBoundingClientRect().width).toBe(18)
  const right = page.getByRole('button', { name: 'Delete Moti' }).element().getBoundingClientRect().right
  expect(asked.element().getBoundingClientRect().left).toBeGreaterThanOrEqual(right)
})

// JRN-9
test('beside a higher card the last row stays at the foot, also while a menu is open', async () => {
  const long = 'Shrimantmaharajkumarchandrasen'
  await openMyPets([{ ...MOTI, id: 43, petId: 'MLKJHGFEDCBA', petName: long }, MOTI])
  const care = (name: string) => page.getByRole('link', { name: `Care: no date yet ${name}` })
  await expect.element(care('Moti')).toBeVisible()
  const boxOf = (part: Element | null) => part?.getBoundingClientRect() ?? new DOMRect()
  const footOf = (name: string) => boxOf(care(name).element()).bottom
  const foot = footOf('Moti')
  expect(footOf(long)).toBeCloseTo(foot, 1)
  expect(boxOf(care('Moti').element().closest('li')).bottom - foot).toBeCloseTo(1, 1)
  await page.getByLabelText(`Lost? More for ${long}`, { exact: true }).click()
  const share = page.getByRole('link', { name: `Poster and card ${long}` })
  await expect.element(share).toBeVisible()
  expect(footOf('Moti')).toBe(foot)
  care('Moti').element().focus()
  await expect.element(share).not.toBeInTheDocument()
})

// CAR-3
test('a card does not say that its pet has no date of care while nobody knows', async () => {
  await openMyPets([MOTI], new FakeServer().on(careCalls.listDue, NO_ANSWER))
  await expect.element(page.getByRole('link', { name: 'Care Moti', exact: true })).toBeVisible()
})

// PHO-4
test('a card shows the main photo of its pet', async () => {
  const urls = { small: 'data:image/gif,small', medium: 'data:image/gif,medium', large: 'data:image/gif,large' }
  await openMyPets([{ ...MOTI, photos: [{ id: 1, width: 600, height: 800, color: '#888888', urls }] }])
  await expect.element(page.getByRole('img', { name: 'Photo of Moti' })).toHaveAttribute('src', urls.small)
})

// CAR-3
test('a card says what is due next for the health of its pet', async () => {
  await openMyPets([MOTI], new FakeServer().on(careCalls.listDue, [{ pet_id: 42, kind: 'rabies', day: '2999-03-05' }]))
  const due = page.getByRole('link', { name: /^Rabies vaccination due on 5 March 2999/ })
  await expect.element(due).toBeVisible()
  // The day stays on one line.
  expect(due.element().textContent).toContain('5\u00a0March\u00a02999')
})

// CAR-3
test('what is due of no named kind is care that is due', async () => {
  await openMyPets([MOTI], new FakeServer().on(careCalls.listDue, [{ pet_id: 42, kind: 'other', day: '2999-03-05' }]))
  await expect.element(page.getByRole('link', { name: /^Care due on 5 March 2999/ })).toBeVisible()
})

// FND-4
test('from My Pets, too, a look at the public page of a lost pet is no scan', async () => {
  const lost = { since: '2026-01-31', area: 'Kothrud', note: null, reward: null, listed: false }
  await openMyPets([{ ...MOTI, lost }])
  const link = page.getByRole('link', { name: 'Public page Moti' })
  await expect.element(link).toBeVisible()
  link.element().addEventListener('click', (event) => event.preventDefault())
  await link.click()
  expect((link.element() as HTMLAnchorElement).search).toMatch(/^\?own=\d{13}$/)
})

// COM-4
test('of an animal of the street that has died no vaccination is asked for', async () => {
  const sample = { ...sampleOf(communityCalls.read).data, rabiesOn: null, rabiesValidUntil: null }
  const animals = [
    { ...sample, id: 1, petName: 'Kalu', status: 'here' as const },
    { ...sample, id: 2, petName: 'Rani', status: 'died' as const },
  ]
  const carer = { animals, mayRegister: true, isEmailConfirmed: true, wards: [] }
  await openMyPets([], new FakeServer().on(communityCalls.listOwn, succeed(carer)))
  const cardOf = (name: string) =>
    page.getByRole('region', { name: 'Animals that you look after' }).getByRole('listitem').filter({ hasText: name })
  const care = cardOf('Kalu').getByRole('link', { name: 'No rabies vaccination on record Kalu' })
  await expect.element(care).toHaveAttribute('href', `/user/care/${sample.petId}`)
  await expect.element(cardOf('Kalu').getByRole('link', { name: 'Edit Kalu' })).toBeVisible()
  await expect.element(cardOf('Rani')).not.toMatchTextContent('vaccination')
})

// COM-4, CAR-2
test('a vaccination of a street animal is on record without its last day, too', async () => {
  const sample = sampleOf(communityCalls.read).data
  const kalu = { ...sample, petName: 'Kalu', status: 'here' as const, rabiesOn: '2026-11-05', rabiesValidUntil: null }
  const carer = { animals: [kalu], mayRegister: true, isEmailConfirmed: true, wards: [] }
  await openMyPets([], new FakeServer().on(communityCalls.listOwn, succeed(carer)))
  const care = page.getByRole('link', { name: 'Vaccinated against rabies on 5 November 2026; expiry not given Kalu' })
  await expect.element(care).toHaveAttribute('data-due')
})

// COM-4, APP-13
test('a carer of very many animals reads them a page at a time, with their number', async () => {
  const sample = sampleOf(communityCalls.read).data
  const rights = { mayRegister: true, isEmailConfirmed: true, wards: [] }
  const server = new FakeServer().on(communityCalls.listOwn, ({ query: { page = 1, limit = 0 } }) => ({
    ...succeed({ ...rights, animals: [{ ...sample, petName: `Kalu ${page}` }] }),
    pagination: { page, limit, total: 4_000, last_page: 167 },
  }))
  await openMyPets([], server)
  const animals = page.getByRole('region', { name: 'Animals that you look after' })
  await expect.element(animals.getByText('4,000 animals')).toBeVisible()
  expect(server.requests(communityCalls.listOwn)[0]?.query).toEqual({ page: 1, limit: 24 })
  await animals.getByRole('link', { name: 'Next' }).click()
  await expect.element(animals.getByRole('heading', { name: 'Kalu 2' })).toBeVisible()
  expect(location.search).toBe('?animals=2')
})

// FND-3, JRN-1
test('My Pets says first who was found, and every page counts unread messages', async () => {
  const urls = { small: 'data:image/gif,small', medium: 'data:image/gif,medium', large: 'data:image/gif,large' }
  const sample = { ...sampleOf(foundCalls.listOwn).data[0], pet_id: MOTI.petId, pet_name: 'Moti', closed_at: null }
  const photo = { id: 1, width: 600, height: 800, color: '#888888', urls }
  const last = { last_by: 'finder', last_message: 'She is with me. '.repeat(20), last_part: null } as const
  const at = { last_message_at: '2026-01-05T02:35:00.000Z' }
  const unread = { ...sample, ...last, ...at, id: 9, pet_photo: photo } as OwnThread
  const threads = [
    { ...unread, is_new: true, unread: 2 },
    { ...unread, id: 8, is_new: true, unread: 1 },
    { ...unread, id: 7, pet_id: 'MLKJHGFEDCBA', pet_name: 'Rani', is_new: true, unread: 4, closed_at: '2026-01-05' },
  ]
  const server = new FakeServer()
    .on(foundCalls.listOwn, succeed(threads))
    .on(foundCalls.read, succeed({ ...sampleOf(foundCalls.read).data, id: 9, closed_at: null }))
    .on(foundCalls.markRead, () => {
      server.on(foundCalls.listOwn, succeed([{ ...unread, is_new: false, unread: 0 }]))
    })
  await openMyPets([MOTI], server)
  const messages = page.getByRole('banner').getByRole('link', { name: /^Messages/ })
  await expect.element(messages).toHaveAccessibleName('Messages 3 new messages')
  await expect.element(messages).toHaveAttribute('href', '/user/found')
  const found = page.getByRole('region', { name: 'Somebody has found Moti' })
  await expect.element(found).toMatchTextContent('5 January 2026 at 08:05')
  const said = found.getByText('She is with me.', { exact: false })
  await expect.element(said).toBeVisible()
  expect(said.element().getBoundingClientRect().height).toBeLessThan(40)
  await expect.element(found.getByRole('img', { name: 'Photo of Moti' })).toHaveAttribute('src', urls.small)
  await expect.element(page.getByText('Somebody has found Rani')).not.toBeInTheDocument()
  await found.getByRole('link', { name: 'Read and answer' }).click()
  await expect.poll(() => location.pathname).toBe('/user/found/9')
  await expect.element(messages).toHaveAccessibleName('Messages')
})

// FND-3, JRN-9
test('the pets wait until it is known whether somebody was found above them', async () => {
  const sample = { ...sampleOf(foundCalls.listOwn).data[0], pet_id: MOTI.petId, pet_name: 'Moti', closed_at: null }
  const unread = { ...sample, pet_photo: null, is_new: true, unread: 2 } as OwnThread
  const { promise: threads, resolve: answer } = Promise.withResolvers<{ status: 'success'; data: OwnThread[] }>()
  const server = await openMyPets(
    [MOTI],
    new FakeServer().on(foundCalls.listOwn, () => threads),
  )
  await expect.poll(() => server.requests(petCalls.listOwn)).toHaveLength(1)
  await expect.element(page.getByRole('heading', { name: 'My Pets' })).toBeVisible()
  await expect.element(page.getByRole('main').getByRole('status')).toBeInTheDocument()
  await expect.element(card).not.toBeInTheDocument()
  answer(succeed([unread]))
  await expect.element(card).toBeVisible()
  expect(page.getByRole('region', { name: 'Somebody has found Moti' }).elements()).toHaveLength(1)
})

// PET-7
test('a pet is deleted after a confirmation, and only then', async () => {
  const server = await openMyPets([MOTI])
  server.on(petCalls.delete, () => {
    server.on(petCalls.listOwn, listed([], 0))
  })
  await remove.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(card).toBeVisible()
  expect(server.requests(petCalls.delete)).toEqual([])

  await remove.click()
  await dialog.getByRole('button', { name: /^Delete/ }).click()
  await expect.element(page.getByText("You haven't added any pets yet...")).toBeVisible()
  await expect.element(page.getByText('Moti has been deleted.')).toBeVisible()
  expect(server.requests(petCalls.delete).map(({ params }) => params)).toEqual([{ id: { id: 42 } }])
})

// PET-7, FND-3
test('the messages about a pet go with it when it is deleted', async () => {
  const thread = { ...sampleOf(foundCalls.listOwn).data[0], pet_id: MOTI.petId, pet_name: 'Moti', closed_at: null }
  const unread = { ...thread, pet_photo: null, is_new: true, unread: 2 } as OwnThread
  const server = await openMyPets([MOTI], new FakeServer().on(foundCalls.listOwn, succeed([unread])))
  server.on(petCalls.delete, () => {
    server.on(petCalls.listOwn, listed([], 0)).on(foundCalls.listOwn, succeed([]))
  })
  const found = page.getByRole('region', { name: 'Somebody has found Moti' })
  await expect.element(found).toBeVisible()
  await remove.click()
  await dialog.getByRole('button', { name: /^Delete/ }).click()
  await expect.element(page.getByText('Moti has been deleted.')).toBeVisible()
  await expect.element(found).not.toBeInTheDocument()
  const messages = page.getByRole('banner').getByRole('link', { name: /^Messages/ })
  await expect.element(messages).toHaveAccessibleName('Messages')
})

// PET-7, APP-13
test('a pet that could not be deleted stays, and the page says so', async () => {
  await openMyPets([MOTI], new FakeServer().on(petCalls.delete, NO_ANSWER))
  await remove.click()
  await dialog.getByRole('button', { name: /^Delete/ }).click()
  const failure = page.getByRole('alert').getByText('Failed to delete pet. Please try again.')
  await expect.element(failure).toBeVisible()
  expect(failedCalls).toEqual([expect.stringContaining('DELETE /pets/{id} failed:')])
  await page.getByRole('button', { name: 'Close this message' }).click()
  await expect.element(failure).not.toBeInTheDocument()
  await expect.element(card).toBeVisible()
})

// PET-7, APP-13
test('a pet that was deleted in another tab meanwhile is said to be deleted', async () => {
  const server = await openMyPets([MOTI])
  server.on(petCalls.delete, () => {
    server.on(petCalls.listOwn, listed([], 0))
    return rejected(404, 'pet_not_found', 'Pet not found')
  })
  await remove.click()
  await dialog.getByRole('button', { name: /^Delete/ }).click()
  await expect.element(page.getByText('Moti has been deleted.')).toBeVisible()
  await expect.element(card).not.toBeInTheDocument()
  expect(failedCalls).toEqual([expect.stringContaining('DELETE /pets/{id} failed:')])
})

// PET-4, PET-10, APP-13
test('pets that could not be loaded are loaded at the next try', async () => {
  const server = await openMyPets([], new FakeServer().on(petCalls.listOwn, NO_ANSWER))
  await expect.element(page.getByText('Failed to fetch pets. Please try again later.')).toBeVisible()
  // A list is asked for once more before it says so.
  expect(failedCalls).toEqual(Array(2).fill(expect.stringContaining('GET /pets failed:')))
  server.on(petCalls.listOwn, listed([MOTI], 1))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(card).toBeVisible()
})

// PRV-1
test('the owner of a pet from before is asked what a finder sees', async () => {
  await openMyPets([WHOLE, { ...MOTI, id: 43, petId: 'MLKJHGFEDCBA', petName: 'Rani' }])
  await expect.element(question.getByRole('link', { name: 'Choose for Moti' })).toBeVisible()
  await expect.element(question.getByRole('link', { name: 'Choose for Rani' })).not.toBeInTheDocument()
})

// PRV-1
test('the question what a finder sees goes away with its answer', async () => {
  const server = await openMyPets([WHOLE])
  server.on(petCalls.chooseShown, () => {
    server.on(petCalls.listOwn, listed([MOTI], 1))
  })
  await question.getByRole('button', { name: 'Hide house and street' }).click()
  await expect.element(page.getByText('House and street are no longer shown.')).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  const answer = { shown: { address: false }, ids: [WHOLE.id] }
  expect(server.requests(petCalls.chooseShown).map(({ body }) => body)).toEqual([answer])
})

const NOTHING_SHOWN = { ownerName: false, contact: false, area: false, address: false, medical: false, vet: false }
/** An animal of the street that this owner has adopted; nobody has entered a number yet. */
const ADOPTED: Pet = {
  ...MOTI,
  ...{ id: 44, petId: 'NPQRSTUVWXYZ', petName: 'Kalu', location: '', address: '', contactDetails: '' },
  ...{ shown: { ...NOTHING_SHOWN, medical: true }, isShownDue: true },
}

// PRV-1, COM-4
test('whoever adopts an animal reads that finders see no number, and shows it', async () => {
  const server = await openMyPets([{ ...ADOPTED, contactDetails: '+91 98765 43210' }])
  await expect.element(question).toMatchTextContent('sees no phone number of yours')
  await expect.element(question.getByRole('link', { name: 'Choose for Kalu' })).toBeVisible()
  await expect.element(question.getByText(/everything/)).not.toBeInTheDocument()
  server.on(petCalls.chooseShown, undefined)
  await question.getByRole('button', { name: 'Show name, area and phone number' }).click()
  await expect.element(page.getByText('Name, area and phone number are now shown.')).toBeVisible()
  const shown = { contact: true, ownerName: true, area: true }
  expect(server.requests(petCalls.chooseShown).map(({ body }) => body)).toEqual([{ shown, ids: [ADOPTED.id] }])
})

// PRV-1, COM-4
test('no number is offered to be shown before one was entered', async () => {
  await openMyPets([ADOPTED])
  await expect.element(question.getByRole('link', { name: 'Choose for Kalu' })).toBeVisible()
  await expect.element(question.getByRole('button', { name: 'Keep it as it is' })).toBeVisible()
  await expect.element(question.getByRole('button', { name: /^Show/ })).not.toBeInTheDocument()
})

// PRV-1
test('of an imported pet, whose address is hidden, not everything is called shown', async () => {
  const server = await openMyPets([{ ...MOTI, isShownDue: true }])
  await expect.element(question).toMatchTextContent('but not all of it')
  await expect.element(question.getByRole('button', { name: 'Hide house and street' })).not.toBeInTheDocument()
  await expect.element(question.getByText(/everything/)).not.toBeInTheDocument()
  server.on(petCalls.chooseShown, undefined)
  await question.getByRole('button', { name: 'Keep it as it is' }).click()
  await expect.element(page.getByText('It stays as it is.')).toBeVisible()
  expect(server.requests(petCalls.chooseShown).map(({ body }) => body)).toEqual([{ shown: {}, ids: [MOTI.id] }])
})

// PRV-1
test('the answer for all pets is for those on this page alone', async () => {
  const rani = { ...WHOLE, id: 43, petId: 'MLKJHGFEDCBA', petName: 'Rani' }
  const server = await openMyPets([], new FakeServer().on(petCalls.listOwn, listed([WHOLE, rani], 25)))
  await expect.element(question).toBeVisible()
  server.on(petCalls.chooseShown, undefined)
  await question.getByRole('button', { name: 'Keep showing everything' }).click()
  await expect.element(page.getByText('Everything is still shown.')).toBeVisible()
  const answer = { shown: {}, ids: [WHOLE.id, rani.id] }
  expect(server.requests(petCalls.chooseShown).map(({ body }) => body)).toEqual([answer])
})

// PRV-1
test('of pets that show different things, each is chosen for', async () => {
  await openMyPets([WHOLE, ADOPTED])
  await expect.element(question.getByRole('link', { name: 'Choose for Kalu' })).toBeVisible()
  await expect.element(question.getByRole('link', { name: 'Choose for Moti' })).not.toBeInTheDocument()
  expect(question.getByRole('button').elements()).toEqual([])
})
