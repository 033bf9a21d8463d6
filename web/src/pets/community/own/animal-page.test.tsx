import { pushCalls } from '@petsetu/contract/people/push.ts'
import { type CareRecord, careCalls } from '@petsetu/contract/pets/care.ts'
import { type CommunityAnimal, communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { photoCalls } from '@petsetu/contract/pets/photos.ts'
import { scanCalls } from '@petsetu/contract/pets/tags.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MOTI } from '../../../../test/examples.ts'
import { FakeServer, listed, rejected } from '../../../../test/fake-server.ts'
import { ADMIN, OWNER, openPage } from '../../../../test/open-page.tsx'
import { aPushBrowser, SERVER_KEY } from '../../../../test/push-browser.ts'
import { setWindow } from '../../../../test/set-window.ts'

const KALU: CommunityAnimal = {
  id: 7,
  version: 3,
  petId: 'ABCDEFGHJKLM',
  petName: 'Kalu',
  petType: 'Dog',
  petAge: '',
  petGender: 'male',
  photos: [],
  ward: 'Kasba Peth',
  landmark: 'Behind the vegetable market',
  earNotch: 'left',
  status: 'here',
  sterilisedOn: null,
  sterilisedBy: null,
  recognitionNo: null,
  certificateNo: null,
  hasCertificateFile: false,
  note: null,
  rabiesOn: null,
  rabiesValidUntil: null,
}

const name = page.getByLabelText('Name')

const asCarer = ({ mayRegister = true, isEmailConfirmed = true } = {}) =>
  succeed({ animals: [KALU], mayRegister, isEmailConfirmed, wards: ['Kasba Peth'] })

function serverOf(carer: Parameters<typeof asCarer>[0] = {}): FakeServer {
  return new FakeServer()
    .on(communityCalls.listOwn, asCarer(carer))
    .byDefault(communityCalls.read, succeed(KALU))
    .byDefault(communityCalls.sightings, succeed([]))
}

/** Chooses a file for the certificate, whose field is hidden behind its button. */
function chooseCertificate(name: string): void {
  const field = document.querySelector<HTMLInputElement>('section[aria-labelledby="certificate-file"] input[type=file]')
  const chosen = new DataTransfer()
  chosen.items.add(new File(['%PDF-'], name, { type: 'application/pdf' }))
  if (field) field.files = chosen.files
  field?.dispatchEvent(new Event('change', { bubbles: true }))
}

// COM-1
test.each([360, 1280])('at %i px an animal can be registered from the start of its form', async (width) => {
  await setWindow(width, 740)
  await openPage('/user/community/new', { as: OWNER, server: serverOf() })
  await expect.element(name).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Register', exact: true })).toBeInViewport({ ratio: 1 })
})

// COM-1
test('Cancel leads from a new animal to its carer’s pets, and forgets what was typed', async () => {
  const server = serverOf().byDefault(petCalls.listOwn, listed([], 0)).byDefault(careCalls.listDue, [])
  await openPage('/user/community/new', { as: OWNER, server })
  await name.fill('Kalu')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Pets' })).toBeVisible()
  history.back()
  await expect.element(name).toBeVisible()
  await expect.element(page.getByText('What you had typed before is back. Cancel clears it.')).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('')
})

// COM-1
test('Cancel takes back what was typed about a known animal', async () => {
  await openPage('/user/community/ABCDEFGHJKLM', { as: OWNER, server: serverOf() })
  await expect.element(name).toHaveValue('Kalu')
  await name.fill('Kalia')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(name).toHaveValue('Kalu')
})

// COM-1
test.each(['new', 'ABCDEFGHJKLM'])('the page of an animal leads back to those of its carer (%s)', async (petId) => {
  await openPage(`/user/community/${petId}`, { as: OWNER, server: serverOf() })
  await expect.element(page.getByRole('main').getByRole('link', { name: 'My Pets' })).toHaveAttribute('href', '/user')
})

// COM-1
test('a carer registers an animal on the tag that was scanned', async () => {
  const server = serverOf().on(communityCalls.register, succeed(KALU))
  await openPage('/user/community/new?tag=ABCDEFGHJKLM', { as: OWNER, server })
  await fillNewAnimal()
  await register()
  await expect.poll(() => server.requests(communityCalls.register).length).toBe(1)
  expect(server.requests(communityCalls.register).map(({ body }) => body)).toMatchObject([
    {
      petName: 'Kalu',
      petType: 'Dog',
      petGender: 'female',
      ward: 'Kasba Peth',
      petId: 'ABCDEFGHJKLM',
      earNotch: 'none',
    },
  ])
})

// COM-1
test('nothing about a new animal is chosen beforehand, and a gap takes the focus', async () => {
  const server = serverOf().on(communityCalls.register, succeed(KALU))
  await openPage('/user/community/new', { as: OWNER, server })
  await expect.element(page.getByLabelText('Kind of animal')).toHaveValue('')
  expect(page.getByRole('radio', { checked: true }).elements()).toEqual([])
  await name.fill('Kalu')
  await page.getByLabelText('Kind of animal').fill('Dog')
  await register()
  await expect.element(page.getByText('Gender must be male or female')).toBeVisible()
  await expect.element(page.getByText('Ear notch is required')).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Male', exact: true })).toHaveFocus()
  expect(server.requests(communityCalls.register)).toEqual([])
})

// COM-1
test('on a phone a finger hits each choice about an animal', async () => {
  await setWindow(360, 740)
  await openPage('/user/community/new', { as: OWNER, server: serverOf() })
  for (const words of ['Male', 'Female', 'Left ear', 'Right ear', 'None']) {
    const choice = page.getByText(words, { exact: true })
    await expect.element(choice).toBeVisible()
    expect(choice.element().getBoundingClientRect().height, words).toBeGreaterThanOrEqual(44)
  }
})

// COM-1
test('the form asks name, kind and age one below the other, and choices by one tap', async () => {
  await openPage('/user/community/new', { as: OWNER, server: serverOf() })
  const placeOf = (label: string) => page.getByLabelText(label).element().getBoundingClientRect()
  await expect.element(name).toBeVisible()
  const places = ['Name', 'Kind of animal', 'Age', 'Ward'].map(placeOf)
  expect(new Set(places.map(({ left }) => left)).size).toBe(1)
  const tops = places.map(({ top }) => top)
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  for (const group of [/^Gender/, /^Ear notch/])
    await expect.element(page.getByRole('radiogroup', { name: group })).toBeVisible()
  const gender = page
    .getByRole('radiogroup', { name: /^Gender/ })
    .element()
    .getBoundingClientRect()
  expect(gender.left).toBeGreaterThan(placeOf('Age').right)
  expect(document.querySelector('form select')).toBeNull()
})

// COM-1
test('the photos and the button of a street animal are in the card of its fields', async () => {
  await openPage('/user/community/ABCDEFGHJKLM', { as: OWNER, server: serverOf() })
  const form = page.getByRole('form', { name: 'Details' })
  await expect.element(form.getByRole('heading', { name: 'Photos' })).toBeVisible()
  const { bottom } = form.getByRole('button', { name: 'Save', exact: true }).element().getBoundingClientRect()
  expect(bottom).toBeLessThan(form.element().getBoundingClientRect().bottom)
  expect(getComputedStyle(form.element()).backgroundColor).not.toBe('rgba(0, 0, 0, 0)')
})

// COM-1, PET-6
test('a status that another carer has changed meanwhile is named in words', async () => {
  const current = { ...KALU, version: 4, status: 'died' as const }
  const why = 'Somebody changed this animal meanwhile.'
  const server = serverOf().on(communityCalls.change, rejected(409, 'changed_meanwhile', why, { current }))
  await openPage('/user/community/ABCDEFGHJKLM', { as: OWNER, server })
  await page.getByRole('radio', { name: 'Has moved' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(page.getByRole('radio', { name: 'Saved meanwhile: Has died' })).toBeVisible()
})

// COM-2
test('its carer reads where it was seen, by week and area', async () => {
  const seen = { week: '2026-11-16', count: 3 }
  const server = serverOf().on(
    communityCalls.sightings,
    succeed([
      { ...seen, area: 'Kasba Peth' },
      { ...seen, area: '-', count: 1 },
    ]),
  )
  await openPage('/user/community/ABCDEFGHJKLM', { as: OWNER, server })
  const card = page.getByRole('region', { name: 'Seen in the last twelve weeks' })
  await expect
    .element(card)
    .toHaveTextContent('Seen in the last twelve weeksWeek from 16 November 2026Kasba Peth: 3Somewhere else: 1')
})

// COM-1
test('a landmark with a house number is refused beside its field', async () => {
  const server = serverOf()
  await openPage('/user/community/new', { as: OWNER, server })
  await page.getByLabelText('Landmark').fill('House 12, Neem Road')
  await page.getByLabelText('Ward').click()
  await expect.element(page.getByText(/Landmark: name an area only/)).toBeVisible()
})

// COM-1
test('somebody who is no carer reads whom to ask', async () => {
  await openPage('/user/community/new', { as: OWNER, server: serverOf({ mayRegister: false }) })
  await expect.element(page.getByText('Ask the foundation to name you as a carer.')).toBeVisible()
})

// COM-1
test('a change is saved with its version, and the form goes on from there', async () => {
  const server = serverOf().on(communityCalls.change, succeed({ ...KALU, status: 'moved', version: 4 }))
  await openPage('/user/community/ABCDEFGHJKLM', { as: OWNER, server })
  await page.getByRole('radio', { name: 'Has moved' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(page.getByText('The animal has been saved.')).toBeVisible()
  expect(server.requests(communityCalls.change).map(({ body }) => body)).toMatchObject([
    { status: 'moved', version: 3, landmark: KALU.landmark },
  ])
  await expect.element(page.getByRole('heading', { name: 'Carers' })).not.toBeInTheDocument()
})

// COM-1, CAR-1
test('after its care was entered, an animal is saved from its new version', async () => {
  const { promise: slowAnswer, resolve: answer } = Promise.withResolvers<void>()
  const server = serverOf()
    .on(petCalls.read, MOTI)
    .on(careCalls.list, [])
    .on(careCalls.feedState, { created_at: null })
    .on(scanCalls.list, [])
    .on(careCalls.create, ({ body }) => {
      server.on(communityCalls.read, async () => {
        await slowAnswer
        return succeed({ ...KALU, version: 4 })
      })
      return { ...body, id: 5, version: 1 } as CareRecord
    })
    .on(communityCalls.change, succeed({ ...KALU, version: 5 }))
  await openPage('/user/community/ABCDEFGHJKLM', { as: OWNER, server })
  await page.getByRole('main').getByRole('link', { name: 'Care', exact: true }).click()
  await page.getByRole('button', { name: 'Add a record' }).click()
  await page.getByLabelText('Kind').selectOptions('Deworming')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(page.getByText('The record has been saved.')).toBeVisible()
  history.back()
  await expect.element(page.getByRole('heading', { level: 1, name: /care$/ })).not.toBeInTheDocument()
  answer()
  await page.getByLabelText('Landmark').fill('Near the temple')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(() => server.requests(communityCalls.change).map(({ body }) => body))
    .toMatchObject([{ version: 4, landmark: 'Near the temple' }])
})

// COM-4
test('an admin sees who looks after it, and adds a carer', async () => {
  const carer = { id: 9, username: 'asha', email: 'asha@example.org', isEmailConfirmed: true, animals: 1 }
  const server = serverOf()
    .byDefault(communityCalls.listCarersOf, succeed([]))
    .on(communityCalls.addCarer, () => {
      server.on(communityCalls.listCarersOf, succeed([carer]))
      return succeed(carer)
    })
  await openPage('/user/community/ABCDEFGHJKLM', { as: ADMIN, server })
  await expect.element(page.getByText('No carers yet.')).toBeVisible()
  await page.getByLabelText('Username or email').first().fill('asha')
  await page.getByRole('button', { name: 'Add carer' }).click()
  await expect.element(page.getByText('asha@example.org')).toBeVisible()
})

// COM-4
test('an admin hands an animal over to who adopts it, after a question', async () => {
  const server = serverOf()
    .byDefault(communityCalls.listCarersOf, succeed([]))
    .on(communityCalls.adopt, undefined)
    // The page of all animals comes after it.
    .on(communityCalls.wards, succeed([]))
    .on(communityCalls.listAll, { ...succeed([]), pagination: { page: 1, limit: 20, total: 0, last_page: 1 } })
    .on(communityCalls.listCarers, succeed([]))
  await openPage('/user/community/ABCDEFGHJKLM', { as: ADMIN, server })
  const adoption = page.getByRole('region', { name: 'Adoption' })
  await adoption.getByLabelText('Username or email').fill('meera')
  await adoption.getByRole('button', { name: 'Hand over' }).click()
  const question = page.getByRole('dialog')
  await expect.element(question).toMatchTextContent('meera')
  expect(server.requests(communityCalls.adopt)).toEqual([])
  await question.getByRole('button', { name: 'Hand over' }).click()
  await expect.poll(() => server.requests(communityCalls.adopt)).toMatchObject([{ body: { login: 'meera' } }])
  await expect.element(page.getByRole('heading', { level: 1, name: 'Street animals' })).toBeVisible()
})

// COM-1, COM-4
test('an admin takes back a registration that was a mistake, after a question', async () => {
  const server = serverOf()
    .byDefault(communityCalls.listCarersOf, succeed([]))
    .on(petCalls.deleteAny, undefined)
    .on(communityCalls.wards, succeed([]))
    .on(communityCalls.listAll, { ...succeed([]), pagination: { page: 1, limit: 20, total: 0, last_page: 1 } })
    .on(communityCalls.listCarers, succeed([]))
  await openPage('/user/community/ABCDEFGHJKLM', { as: ADMIN, server })
  const mistake = page.getByRole('region', { name: 'Registered by mistake' })
  await mistake.getByRole('button', { name: /^Delete / }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/its tag cannot be used again/)).toBeVisible()
  expect(server.requests(petCalls.deleteAny)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Street animals' })).toBeVisible()
  expect(server.requests(petCalls.deleteAny)).toHaveLength(1)
})

// COM-1
test('an animal that has died is not offered for adoption', async () => {
  const server = serverOf()
    .on(communityCalls.read, succeed({ ...KALU, status: 'died' as const }))
    .byDefault(communityCalls.listCarersOf, succeed([]))
  await openPage('/user/community/ABCDEFGHJKLM', { as: ADMIN, server })
  await expect.element(page.getByText('No carers yet.')).toBeVisible()
  expect(page.getByRole('region', { name: 'Adoption' }).query()).toBeNull()
})

// COM-4
test('an animal is handed over to nobody without a name, and a refused name stays', async () => {
  const why = 'There is no such account.'
  const server = serverOf()
    .byDefault(communityCalls.listCarersOf, succeed([]))
    .on(communityCalls.adopt, rejected(404, 'account_unknown', why))
  await openPage('/user/community/ABCDEFGHJKLM', { as: ADMIN, server })
  const adoption = page.getByRole('region', { name: 'Adoption' })
  const login = adoption.getByLabelText('Username or email')
  await adoption.getByRole('button', { name: 'Hand over' }).click()
  await expect.element(login).toHaveAccessibleDescription('Username or email is required')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await login.fill('mera')
  await adoption.getByRole('button', { name: 'Hand over' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click()
  await expect.element(page.getByText(why)).toBeVisible()
  await expect.element(login).toHaveValue('mera')
})

// COM-4, PSH-1
test('a carer is offered notices of care on the page of the animal', async () => {
  aPushBrowser()
  const offer = page.getByRole('region', { name: 'Shall we tell you at once?' })
  const server = serverOf()
    .on(pushCalls.key, succeed({ public_key: SERVER_KEY }))
    .on(pushCalls.save, undefined)
  await openPage('/user/community/ABCDEFGHJKLM', { as: OWNER, server })
  await expect.element(offer).toMatchTextContent('When care of an animal that you look after is due')
  await offer.getByRole('button', { name: 'Yes, tell me' }).click()
  await expect.element(offer).not.toBeInTheDocument()
  expect(server.requests(pushCalls.save)).toMatchObject([{ body: { kinds: ['care-due'] } }])
})

// COM-4
test('an admin sees which carer no reminder reaches', async () => {
  const asha = { id: 9, username: 'asha', email: 'asha@example.org', isEmailConfirmed: true, animals: 1 }
  const ravi = { id: 10, username: 'ravi', email: 'ravi@example.org', isEmailConfirmed: false, animals: 1 }
  const server = serverOf({ isEmailConfirmed: false }).byDefault(communityCalls.listCarersOf, succeed([asha, ravi]))
  await openPage('/user/community/ABCDEFGHJKLM', { as: ADMIN, server })
  const row = (email: string) => page.getByRole('listitem').filter({ hasText: email })
  await expect.element(row('ravi@example.org')).toMatchTextContent('No emails about its care')
  await expect.element(row('asha@example.org')).not.toMatchTextContent('No emails about its care')
  await expect.element(page.getByText(/^We cannot remind you/)).not.toBeInTheDocument()
})

// COM-4
test('a carer whose address is not confirmed reads why no reminder comes', async () => {
  await openPage('/user/community/ABCDEFGHJKLM', { as: OWNER, server: serverOf({ isEmailConfirmed: false }) })
  await expect.element(page.getByText(/^We cannot remind you by email of care that is due/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Confirm it on your account page' }))
    .toHaveAttribute('href', '/account')
})

// COM-1
test('the certificate of the sterilisation is added, and removed after a question', async () => {
  const server = serverOf().on(communityCalls.putCertificateFile, succeed({ ...KALU, hasCertificateFile: true }))
  await openPage('/user/community/ABCDEFGHJKLM', { as: OWNER, server })
  const part = page.getByRole('region', { name: 'Sterilisation certificate' })
  await expect.element(part.getByText('No certificate is stored yet.')).toBeVisible()
  chooseCertificate('paper.pdf')
  await expect.element(part.getByRole('button', { name: 'Open the certificate' })).toBeVisible()
  expect(server.requests(communityCalls.putCertificateFile).map(({ files }) => files[0]?.name)).toEqual(['paper.pdf'])

  server.on(communityCalls.deleteCertificateFile, succeed(KALU))
  await part.getByRole('button', { name: 'Remove it' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
  await expect.element(part.getByText('No certificate is stored yet.')).toBeVisible()
})

// COM-1
test('a certificate that is gone already leaves the page when it is removed', async () => {
  const server = serverOf().on(communityCalls.read, succeed({ ...KALU, hasCertificateFile: true }))
  server.on(communityCalls.deleteCertificateFile, () => {
    server.on(communityCalls.read, succeed(KALU))
    return rejected(404, 'attachment_not_found', 'Attachment not found')
  })
  await openPage('/user/community/ABCDEFGHJKLM', { as: OWNER, server })
  const part = page.getByRole('region', { name: 'Sterilisation certificate' })
  await part.getByRole('button', { name: 'Remove it' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
  await expect.element(part.getByText('No certificate is stored yet.')).toBeVisible()
  await expect.element(page.getByText('Attachment not found')).not.toBeInTheDocument()
})

// COM-1
test('a certificate that the server does not take says why', async () => {
  const reason = 'Only PDF, JPEG and PNG files are allowed.'
  const server = serverOf().on(communityCalls.putCertificateFile, rejected(415, 'wrong_file_type', reason))
  await openPage('/user/community/ABCDEFGHJKLM', { as: OWNER, server })
  await expect.element(page.getByText('No certificate is stored yet.')).toBeVisible()
  chooseCertificate('letter.pdf')
  await expect.element(page.getByText(reason)).toBeVisible()
})

/** Chooses photos from the gallery, whose field is hidden behind its button. */
function choosePhotos(...names: string[]): void {
  const field = document.querySelector<HTMLInputElement>('input[type=file][multiple]')
  const chosen = new DataTransfer()
  for (const name of names) chosen.items.add(new File([name], name, { type: 'image/jpeg' }))
  if (field) field.files = chosen.files
  field?.dispatchEvent(new Event('change', { bubbles: true }))
}

async function fillNewAnimal(): Promise<void> {
  await name.fill('Kalu')
  await page.getByLabelText('Kind of animal').fill('Dog')
  await page.getByRole('radio', { name: 'Female' }).click()
  await page.getByRole('radio', { name: 'None' }).click()
  await page.getByLabelText('Ward').fill('Kasba Peth')
  await page.getByLabelText('Landmark').fill('Behind the vegetable market')
}

const register = () => page.getByRole('button', { name: 'Register', exact: true }).click()
const PHOTO = {
  id: 1,
  width: 4,
  height: 4,
  color: '#888888',
  urls: { small: '/a.jpg', medium: '/a.jpg', large: '/a.jpg' },
}

// COM-1
test('photos chosen in the form are sent in their order after the registration', async () => {
  const server = serverOf().on(communityCalls.register, succeed(KALU)).on(photoCalls.add, PHOTO)
  await openPage('/user/community/new', { as: OWNER, server })
  await fillNewAnimal()
  choosePhotos('front.jpg', 'side.jpg', 'paw.jpg')
  await page.getByRole('button', { name: 'Remove photo 2' }).click()
  await expect.element(page.getByText('side.jpg')).not.toBeInTheDocument()
  expect(server.requests(photoCalls.add)).toEqual([])
  await register()
  await expect.element(page.getByText('Kalu is registered with its photos.')).toBeVisible()
  expect(server.requests(photoCalls.add).map(({ params, files }) => [params.id, files[0]?.name])).toEqual([
    [{ id: KALU.id }, 'front.jpg'],
    [{ id: KALU.id }, 'paw.jpg'],
  ])
  expect(server.requests(communityCalls.register)).toHaveLength(1)
})

// COM-1
test('a photo that is taken out during the registration is not sent', async () => {
  const registered = Promise.withResolvers<{ status: 'success'; data: CommunityAnimal }>()
  const server = serverOf().on(photoCalls.add, PHOTO)
  server.on(communityCalls.register, () => registered.promise)
  await openPage('/user/community/new', { as: OWNER, server })
  await fillNewAnimal()
  choosePhotos('front.jpg', 'side.jpg')
  await register()
  await expect.poll(() => server.requests(communityCalls.register).length).toBe(1)
  await page.getByRole('button', { name: 'Remove photo 1' }).click()
  await expect.element(page.getByText('front.jpg')).not.toBeInTheDocument()
  registered.resolve(succeed(KALU))
  await expect.element(page.getByText('Kalu is registered with its photos.')).toBeVisible()
  expect(server.requests(photoCalls.add).map(({ files }) => files[0]?.name)).toEqual(['side.jpg'])
})

// COM-1
test('photos beyond the most that an animal can have are said to be left out', async () => {
  await openPage('/user/community/new', { as: OWNER, server: serverOf() })
  await expect.element(page.getByRole('button', { name: 'Choose photos' })).toBeVisible()
  choosePhotos('1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg', '6.jpg', '7.jpg')
  await expect.element(page.getByText('A pet can have at most 4 photos. The others were left out.')).toBeVisible()
  await expect.element(page.getByText('4.jpg')).toBeVisible()
  await expect.element(page.getByText('5.jpg')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Remove photo 4' }).click()
  await expect.element(page.getByText(/were left out/)).not.toBeInTheDocument()
})

// COM-1
test('an animal whose photo is refused is registered once, and its page takes another', async () => {
  const reason = 'Only JPEG, PNG or WebP photos are allowed.'
  const server = serverOf()
    .on(communityCalls.register, succeed(KALU))
    .on(photoCalls.add, rejected(400, 'photo_wrong_type', reason))
  await openPage('/user/community/new', { as: OWNER, server })
  await fillNewAnimal()
  choosePhotos('letter.jpg')
  await register()
  await expect.element(page.getByText(/^Kalu is registered, but not all photos were sent.*Only JPEG/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Choose photos' })).toBeVisible()
  await expect.poll(() => location.pathname).toBe(`/user/community/${KALU.petId}`)
  expect(server.requests(communityCalls.register)).toHaveLength(1)
})
