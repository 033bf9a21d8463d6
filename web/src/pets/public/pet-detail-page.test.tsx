import type { Photo } from '@petsetu/contract/pets/pet-schemas.ts'
import type { TagView } from '@petsetu/contract/site/public-pages.ts'
import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { MOTI } from '../../../test/examples.ts'
import { SITE } from '../../../test/open-page.tsx'
import { showAlone } from '../../../test/show-alone.tsx'
import { catalogues } from './pet-detail-entry.tsx'
import { PetDetailPage } from './pet-detail-page.tsx'

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=='
const PHOTO: Photo = {
  id: 1,
  width: 800,
  height: 600,
  color: '#888',
  urls: { small: PIXEL, medium: PIXEL, large: PIXEL },
}

const KNOWN = { ownerName: 'Asha', doctorName: 'Dr. Kulkarni' }

type PetOnTag = Extract<TagView, { kind: 'pet' }>

/** Shows the page behind this tag, with the styles that it has as a page of its own. */
function showTag(tag: TagView, width: number): Promise<void> {
  return showAlone(<PetDetailPage tag={tag} site={SITE} />, catalogues, width)
}

function showPet(width: number, pet: Partial<PetOnTag['pet']>, rabies: PetOnTag['rabies'] = null): Promise<void> {
  return showTag({ kind: 'pet', pet: { ...MOTI, lost: null, ...pet }, species: 'dog', rabies }, width)
}

for (const width of [360, 1280]) {
  // PHO-4, PET-15
  test(`at ${width} px the second photo keeps its distance to what is above it`, async () => {
    await showPet(width, { photos: [PHOTO, { ...PHOTO, id: 2 }] })
    const second = page.getByRole('img', { name: 'Photo 2 of Moti' })
    await expect.element(second).toBeVisible()
    const above = second.element().parentElement?.previousElementSibling?.getBoundingClientRect()
    expect(second.element().getBoundingClientRect().top - (above?.bottom ?? Infinity)).toBeGreaterThanOrEqual(16)
  })
}

function factOf(name: string): DOMRect {
  const heading = page.getByRole('heading', { name, exact: true }).element()
  return heading.closest('section')?.getBoundingClientRect() ?? new DOMRect()
}

// COM-4, PET-13
test('an animal that was adopted without an age has no empty place for it', async () => {
  await showPet(360, { petAge: '' })
  const facts = page.getByRole('list', { name: 'In short' }).getByRole('listitem')
  await expect.element(facts.first()).toBeVisible()
  expect(facts.elements().map(({ textContent }) => textContent)).toEqual(['Dog', 'Male'])
})

// PET-13
test('on a laptop care is the right column, as high as the other facts together', async () => {
  await showPet(1280, { ...KNOWN, dewormingDate: '2026-01-31' }, { state: 'unknown' })
  await expect.element(page.getByRole('heading', { name: 'Care', exact: true })).toBeVisible()
  const [care, owner, doctor] = [factOf('Care'), factOf('Owner'), factOf('Doctor')]
  for (const fact of [owner, factOf('Where it lives'), doctor]) expect(fact.right).toBeCloseTo(care.left, 0)
  expect(care.top).toBeCloseTo(owner.top, 0)
  expect(care.bottom).toBeCloseTo(doctor.bottom, 0)
})

// PET-13
test('on a laptop the advice ends with the photo, and the name has the rest', async () => {
  await showPet(1280, { photos: [PHOTO] })
  const helpline = page.getByRole('link', { name: /Call the helpline/ })
  await expect.element(helpline).toBeVisible()
  const photo = page.getByRole('img', { name: 'Photo of Moti', exact: true })
  const bottomOf = (part: Locator) => part.element().getBoundingClientRect().bottom
  expect(bottomOf(photo) - bottomOf(helpline)).toBeCloseTo(20, 0)
})

// FND-1
test('on a laptop the buttons of a blank tag are as wide as their words', async () => {
  await showTag({ kind: 'blank', petId: 'ABCDEFGHJKLM' }, 1280)
  const register = page.getByRole('link', { name: 'Register your pet' })
  await expect.element(register).toBeVisible()
  const widthOf = (part: Locator) => part.element().getBoundingClientRect().width
  const whole = widthOf(page.getByRole('link', { name: /Call the helpline/ }))
  for (const button of [register, page.getByRole('link', { name: /^Contact / })])
    expect(widthOf(button)).toBeLessThan(whole / 2)
})

// PET-13, PRV-1
test('on a laptop the facts fill one row if the care is hidden', async () => {
  await showPet(1280, KNOWN)
  await expect.element(page.getByRole('heading', { name: 'Doctor', exact: true })).toBeVisible()
  const [owner, home, doctor] = [factOf('Owner'), factOf('Where it lives'), factOf('Doctor')]
  expect([home.top, doctor.top]).toEqual([owner.top, owner.top])
  expect(owner.right).toBeCloseTo(home.left, 0)
  expect(home.right).toBeCloseTo(doctor.left, 0)
})

// FND-1
test('a blank tag names the helpline before the way to write, below a low heading', async () => {
  await showTag({ kind: 'blank', petId: 'ABCDEFGHJKLM' }, 360)
  const helpline = page.getByRole('link', { name: /Call the helpline/ })
  await expect.element(helpline).toBeVisible()
  const contact = page
    .getByRole('link', { name: /^Contact / })
    .element()
    .getBoundingClientRect()
  expect(helpline.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(contact.top)
  expect(getComputedStyle(page.getByRole('heading', { level: 1 }).element()).fontSize).toBe('24px')
})

// FND-1
test('a blank tag speaks to its owner and to a finder, each below a heading', async () => {
  await showTag({ kind: 'blank', petId: 'ABCDEFGHJKLM' }, 360)
  const [yours, found] = ['Is it yours?', 'Found an animal with this tag?'].map((name) =>
    page.getByRole('heading', { level: 2, name, exact: true }),
  )
  if (!yours || !found) throw new Error('No headings')
  await expect.element(yours).toBeVisible()
  const topOf = (part: Locator) => part.element().getBoundingClientRect().top
  const order = [
    yours,
    page.getByRole('link', { name: 'Register your pet' }),
    found,
    page.getByText('Its owner has not registered it yet.', { exact: true }),
    page.getByRole('link', { name: /Call the helpline/ }),
  ].map(topOf)
  expect(order).toEqual(order.toSorted((one, other) => one - other))
})

// PET-13
test('what to do comes before its day, below the heading, in the colour of text', async () => {
  await showPet(360, { treatmentDetail: 'Tablets with food', treatmentDate: '2026-09-17' })
  const told = page.getByText('Tablets with food', { exact: true })
  await expect.element(told).toBeVisible()
  const heading = page.getByRole('heading', { name: 'Health: please note' })
  const day = page.getByText('Treatment 17 September 2026', { exact: true })
  const topOf = (part: Locator) => part.element().getBoundingClientRect().top
  expect([heading, told, day].map(topOf)).toEqual([heading, told, day].map(topOf).toSorted((one, other) => one - other))
  const colourOf = (part: Element) => getComputedStyle(part).color
  expect(colourOf(told.element())).toBe(colourOf(document.body))
  expect(colourOf(heading.element())).not.toBe(colourOf(document.body))
})

// PET-14
test('the facts that are not provided share one line, below those that are', async () => {
  await showPet(360, { doctorName: 'Dr. Kulkarni', dewormingDate: '2026-01-31' }, { state: 'unknown' })
  const absent = page.getByText('Not provided: Owner, Treatment, Vaccination, Sterilisation', { exact: true })
  await expect.element(absent).toBeVisible()
  expect(page.getByText(/Not provided/).elements()).toHaveLength(1)
  expect(page.getByRole('heading', { name: 'Owner', exact: true }).query()).toBeNull()
  expect(absent.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(factOf('Doctor').bottom)
})

// PET-14, PRV-1
test('a pet whose health is hidden has no line for the care that is not provided', async () => {
  await showPet(360, { doctorName: 'Dr. Kulkarni' })
  await expect.element(page.getByText('Not provided: Owner', { exact: true })).toBeVisible()
})

// CAR-2
test('below a vaccination of unknown kind stands that rabies is not known', async () => {
  await showPet(360, { vaccinationDate: '2026-01-20', vaccinationDetail: 'Yearly' }, { state: 'unknown' })
  const unknown = page.getByText('Rabies vaccination: not known', { exact: true })
  await expect.element(unknown).toBeVisible()
  const vaccination = page.getByRole('listitem').filter({ hasText: 'Yearly' })
  await expect.element(vaccination).toMatchTextContent(/20 January 2026 ?Yearly ?Rabies vaccination: not known$/)
  // A line of its own, in the colour of text: it begins at the icon of the vaccination.
  const edgeOf = (part: Element | null) => part?.getBoundingClientRect().left
  expect(edgeOf(unknown.element())).toBe(edgeOf(vaccination.element().querySelector('i')))
  expect(getComputedStyle(unknown.element()).color).toBe(getComputedStyle(document.body).color)
})

// CAR-2
test('without a vaccination care begins with the line that rabies is not known', async () => {
  await showPet(360, { dewormingDate: '2026-01-31' }, { state: 'unknown' })
  const unknown = page.getByText('Rabies vaccination: not known', { exact: true })
  await expect.element(unknown).toBeVisible()
  const deworming = page.getByRole('heading', { name: 'Deworming', exact: true }).element().getBoundingClientRect()
  expect(unknown.element().getBoundingClientRect().bottom).toBeLessThan(deworming.top)
})

// PET-13
test('on a laptop a tag’s heading begins below the name, also if that is long', async () => {
  const petName = 'Shrimantmaharajkumarchandrasen'
  await showPet(1280, { petName })
  const leftOf = (name: string) =>
    page.getByRole('heading', { name, exact: true }).element().getBoundingClientRect().left
  await expect.element(page.getByRole('heading', { name: `${petName}’s tag`, exact: true })).toBeVisible()
  expect(Math.abs(leftOf(`${petName}’s tag`) - leftOf(petName))).toBeLessThanOrEqual(1)
})

// PET-13
test('a word of more than 22 letters has smaller letters in both headings of a phone', async () => {
  const sizesOf = async (petName: string) => {
    await showPet(360, { petName })
    const tag = page.getByRole('heading', { name: `${petName}’s tag`, exact: true })
    await expect.element(tag).toBeVisible()
    const title = page.getByRole('heading', { name: petName, exact: true })
    return [title, tag].map((heading) => getComputedStyle(heading.element()).fontSize)
  }
  expect(await sizesOf('Shrimant Maharajkumar Chandrasen')).toEqual(['24px', '20px'])
  expect(await sizesOf('Shrimantmaharajkumarchandrasen')).toEqual(['17px', '16px'])
})

// FND-1
test('on a laptop the way from an unknown tag to the lost pets is as wide as its words', async () => {
  await showTag({ kind: 'missing' }, 1280)
  const lost = page.getByRole('link', { name: 'Lost pets', exact: true })
  await expect.element(lost).toBeVisible()
  const find = page.getByRole('button', { name: 'Find the pet' }).element().getBoundingClientRect()
  expect(lost.element().getBoundingClientRect().width).toBeLessThanOrEqual(find.width)
})

// FND-1
test('an unknown tag says where the ID is before its field, as on home', async () => {
  await showTag({ kind: 'missing' }, 360)
  const hint = page.getByText('You will find it below the QR code.', { exact: true })
  await expect.element(hint).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Found a tag? Type its ID' }).element()
  expect(hint.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(field.getBoundingClientRect().top)
})

// FND-1
test('the helpline stands above the way from an unknown tag to the lost pets', async () => {
  await showTag({ kind: 'missing' }, 360)
  const lost = page.getByRole('link', { name: 'Lost pets', exact: true })
  await expect.element(lost).toBeVisible()
  const helpline = page
    .getByRole('link', { name: /Call the helpline/ })
    .element()
    .getBoundingClientRect()
  expect(helpline.bottom).toBeLessThanOrEqual(lost.element().getBoundingClientRect().top)
})

// FND-1
test('the helpline has the border of a button', async () => {
  await showTag({ kind: 'blank', petId: 'ABCDEFGHJKLM' }, 360)
  const helpline = page.getByRole('link', { name: /Call the helpline/ })
  await expect.element(helpline).toBeVisible()
  const borderOf = (part: Locator) => getComputedStyle(part.element()).borderTopColor
  expect(borderOf(helpline)).toBe(borderOf(page.getByRole('link', { name: /^Contact / })))
})
