import { userCalls } from '@petsetu/contract/people/users.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MOTI } from '../../../test/examples.ts'
import { FakeServer, listed, NO_ANSWER } from '../../../test/fake-server.ts'
import { ADMIN, failedCalls, openPage } from '../../../test/open-page.tsx'
import { sampleOf } from '../../../test/sample-replies.ts'

afterEach(() => page.viewport(1280, 800))

const OFFICE_CAT = { ...MOTI, id: 50, petId: 'MNPQRSTUVWXY', petName: 'Office cat' }
const ZARINA = { ...MOTI, id: 3, petId: 'Z23456789ABC', petName: 'Zarina 100%' }

const officeCat = page.getByRole('heading', { name: 'Office cat', exact: true })
const search = page.getByLabelText(/search/i)

/** A server with two pages of pets, of which the second holds Zarina. */
function withTwoPages(): FakeServer {
  return new FakeServer().on(petCalls.listAll, ({ query }) => {
    if (!query.search) return listed([OFFICE_CAT, MOTI], 31)
    return query.search.toLowerCase() === 'zarina 100%' ? listed([ZARINA], 1) : listed([], 0)
  })
}

// PET-18, APP-5
test('on a phone the search of pets takes the room of its row', async () => {
  await page.viewport(360, 740)
  await openPage('/admin/pets', { as: ADMIN, server: withTwoPages() })
  await expect.element(officeCat).toBeVisible()
  expect(search.element().getBoundingClientRect().width).toBeGreaterThan(150)
})

async function confirmDeletionOfOfficeCat(): Promise<void> {
  await page.getByRole('button', { name: /^Delete\s+Office cat/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
}

// PET-18
test('an admin opens the page of any pet in a new tab', async () => {
  await openPage('/admin/pets', { as: ADMIN, server: withTwoPages() })
  await expect.element(page.getByRole('heading', { name: 'Pet List' })).toBeVisible()
  await expect.element(officeCat).toBeVisible()
  const view = page.getByRole('link', { name: /^View/ }).first()
  await expect.element(view).toHaveAttribute('target', '_blank')
  await expect.element(view).toHaveAttribute('href', `/pet-detail/${OFFICE_CAT.petId}`)
})

// PET-18
test('the search finds what is not loaded, and says where it finds nothing', async () => {
  await openPage('/admin/pets', { as: ADMIN, server: withTwoPages() })
  await expect.element(officeCat).toBeVisible()
  await search.fill('zARINA 100%')
  await expect.element(page.getByRole('heading', { name: 'Zarina 100%' })).toBeVisible()
  expect(page.getByRole('heading', { level: 2 }).elements()).toHaveLength(1)
  await search.fill('no such pet')
  await expect.element(page.getByText('No pets found.')).toBeVisible()
  await search.fill('')
  await expect.element(officeCat).toBeVisible()
})

// PET-18, DSK-3
test('All Pets says whose pets an address selects, and leads back to all', async () => {
  const server = withTwoPages().on(userCalls.read, { ...sampleOf(userCalls.read), username: 'meera' })
  await openPage('/admin/pets?owner_id=7', { as: ADMIN, server })
  await expect.element(page.getByText('Only the pets of meera')).toBeVisible()
  await page.getByRole('button', { name: 'Show all pets' }).click()
  await expect.element(page.getByText('Only the pets of meera')).not.toBeInTheDocument()
  expect(location.search).toBe('')
  await expect.poll(() => server.requests(petCalls.listAll).map(({ query }) => query.owner_id)).toEqual([7, undefined])
})

// PET-18, DSK-5
test('an admin who may not see accounts gets the pets of one without its name', async () => {
  const as = { ...ADMIN, duties: ['pets' as const] }
  const server = await openPage('/admin/pets?owner_id=7', { as, server: withTwoPages() })
  await expect.element(page.getByText('Only the pets of one account')).toBeVisible()
  await expect.element(officeCat).toBeVisible()
  expect(server.requests(userCalls.read)).toEqual([])
})

// PHO-4
test('All Pets shows the main photo of a pet', async () => {
  const urls = { small: 'data:image/gif,small', medium: 'data:image/gif,medium', large: 'data:image/gif,large' }
  const photographed = { ...OFFICE_CAT, photos: [{ id: 1, width: 600, height: 800, color: '#888888', urls }] }
  const server = new FakeServer().on(petCalls.listAll, listed([photographed], 1))
  await openPage('/admin/pets', { as: ADMIN, server })
  await expect.element(page.getByRole('img', { name: 'Photo of Office cat' })).toHaveAttribute('src', urls.small)
})

// PET-17, DSK-3
test('All Pets draws the species of a pet without a photo, on a card and in the table', async () => {
  const kiki = { ...OFFICE_CAT, petName: 'Kiki', petType: 'Parrot', photos: [] }
  await openPage('/admin/pets', { as: ADMIN, server: new FakeServer().on(petCalls.listAll, listed([kiki], 1)) })
  await expect.element(page.getByRole('heading', { level: 2, name: 'Kiki' })).toBeVisible()
  const drawings = () => [...document.querySelectorAll('main img')].map((image) => image.getAttribute('src'))
  expect(drawings()).toEqual(['/species-parrot.svg'])
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await expect.element(page.getByRole('row', { name: /Kiki/ })).toBeVisible()
  expect(drawings()).toEqual(['/species-parrot.svg'])
})

// PET-20, APP-13
test('an admin deletes a pet, at the second try', async () => {
  const server = withTwoPages().on(petCalls.deleteAny, NO_ANSWER)
  await openPage('/admin/pets', { as: ADMIN, server })
  await confirmDeletionOfOfficeCat()
  await expect.element(page.getByText('Failed to delete pet. Please try again.')).toBeVisible()
  expect(failedCalls).toEqual([expect.stringContaining('DELETE /admin/pets/{id} failed:')])
  await expect.element(officeCat).toBeVisible()
  server.on(petCalls.deleteAny, () => {
    server.on(petCalls.listAll, listed([MOTI], 30))
  })
  await confirmDeletionOfOfficeCat()
  await expect.element(officeCat).not.toBeInTheDocument()
})

/** A colour of the theme as the browser computes it. */
function themeColor(name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(--${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

// PET-17, APP-14
test('Delete is in red only under the pointer and with the focus of the keyboard', async () => {
  await openPage('/admin/pets', { as: ADMIN, server: withTwoPages() })
  await search.hover()
  const button = page.getByRole('button', { name: /^Delete\s+Office cat/ })
  await expect.element(button).toBeVisible()
  const color = () => getComputedStyle(button.element()).color
  expect(color()).toBe(themeColor('ink'))
  await button.hover()
  await expect.poll(color).toBe(themeColor('heart'))
  await search.hover()
  await expect.poll(color).toBe(themeColor('ink'))
  const edit = page.getByRole('link', { name: /^Edit\s+Office cat/ })
  edit.element().focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(button).toHaveFocus()
  await expect.poll(color).toBe(themeColor('heart'))
})

// JRN-8, PET-17
test('on a phone the file of all pets stands below them', async () => {
  await page.viewport(360, 740)
  await openPage('/admin/pets', { as: ADMIN, server: withTwoPages() })
  await expect.element(officeCat).toBeVisible()
  const csv = page.getByRole('button', { name: 'Download CSV' }).element().getBoundingClientRect()
  expect(csv.top).toBeGreaterThan(page.getByRole('heading', { name: 'Moti' }).element().getBoundingClientRect().bottom)
  const streetAnimals = page.getByRole('main').getByRole('link', { name: 'Street animals' })
  const title = page.getByRole('heading', { level: 1 }).element().getBoundingClientRect()
  expect(streetAnimals.element().getBoundingClientRect().left).toBeGreaterThan(title.left + 80)
})

// PET-18, APP-13
test('All Pets says that the pets could not be loaded', async () => {
  await openPage('/admin/pets', { as: ADMIN, server: new FakeServer().on(petCalls.listAll, NO_ANSWER) })
  await expect.element(page.getByText('Failed to fetch pets. Please try again.')).toBeVisible()
  expect(failedCalls).toContainEqual(expect.stringContaining('GET /admin/pets failed:'))
})

// PET-17, FND-4
test('a card of All Pets names the owner, and says in one line that a pet is lost', async () => {
  const since = `${today().slice(0, 4)}-01-09`
  const lost = { since, area: 'Kothrud', note: null, reward: null, listed: true }
  const server = new FakeServer().on(petCalls.listAll, listed([{ ...MOTI, ownerName: 'Asha Kulkarni', lost }], 1))
  await openPage('/admin/pets', { as: ADMIN, server })
  const card = page.getByRole('listitem').filter({ hasText: 'Asha Kulkarni' })
  const state = card.getByText('Lost since 9 Jan', { exact: true })
  await expect.element(state).toBeVisible()
  expect(getComputedStyle(state.element()).color).toBe(themeColor('cancelled'))
  expect(state.element().getBoundingClientRect().height).toBeLessThan(40)
})

// PET-17, FND-4
test('the table of All Pets says that a pet is lost, and breaks no name within a word', async () => {
  const lost = { since: '2020-11-09', area: 'Kothrud', note: null, reward: null, listed: true }
  const petName = 'Shrimantmaharajkumarchandrasen'
  const server = new FakeServer().on(petCalls.listAll, listed([OFFICE_CAT, { ...MOTI, petName, lost }], 2))
  await openPage('/admin/pets?view=table', { as: ADMIN, server })
  const row = page.getByRole('row', { name: new RegExp(petName) })
  await expect.element(row.getByText('Lost since 9 Nov 2020', { exact: true })).toBeVisible()
  expect(page.getByText(/^Lost since/).elements()).toHaveLength(1)
  const link = row.getByRole('link', { name: new RegExp(`^${petName}`) })
  await expect.element(link).toHaveAttribute('title', petName)
  for (const width of [1280, 1024]) {
    await page.viewport(width, 800)
    expect(link.element().getBoundingClientRect().height, `${width}`).toBeLessThan(24)
    expect(row.element().getBoundingClientRect().height, `${width}`).toBeLessThanOrEqual(44.5)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  }
})

// PET-17
test('All Pets shows the lost pets alone', async () => {
  const lost = { since: '2020-11-09', area: 'Kothrud', note: null, reward: null, listed: true }
  const server = new FakeServer().on(petCalls.listAll, ({ query }) =>
    query.lost ? listed([{ ...MOTI, lost }], 1) : listed([OFFICE_CAT, { ...MOTI, lost }], 2),
  )
  await openPage('/admin/pets', { as: ADMIN, server })
  await expect.element(officeCat).toBeVisible()
  await page.getByRole('button', { name: 'Lost', exact: true }).click()
  await expect.element(page.getByText('1 pet', { exact: true })).toBeVisible()
  await expect.element(officeCat).not.toBeInTheDocument()
  await expect.element(page.getByText('Lost since 9 Nov 2020', { exact: true })).toBeVisible()
  expect(location.search).toBe('?lost=yes')
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect.element(officeCat).toBeVisible()
  expect(location.search).toBe('')
})

// COM-4, PET-17
test('All Pets says the kind alone of an animal whose age nobody knows', async () => {
  const adopted = { ...OFFICE_CAT, petAge: '', location: '' }
  const server = new FakeServer().on(petCalls.listAll, listed([adopted], 1))
  await openPage('/admin/pets', { as: ADMIN, server })
  await expect.element(page.getByText('Dog · Male', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await expect.element(page.getByRole('cell', { name: 'Dog', exact: true })).toBeVisible()
})

// PET-17
test('a long name of one word does not break on a card of All Pets', async () => {
  const long = { ...MOTI, petName: 'Maharajkumarchandrasen' }
  await openPage('/admin/pets', { as: ADMIN, server: new FakeServer().on(petCalls.listAll, listed([long], 1)) })
  const name = page.getByRole('heading', { level: 2, name: long.petName })
  for (const width of [1280, 360]) {
    await page.viewport(width, 740)
    await expect.element(name).toBeVisible()
    const words = new Range()
    words.selectNodeContents(name.element())
    expect([...words.getClientRects()], `${width}`).toHaveLength(1)
    const kind = page.getByText('Dog · Male · 3 years', { exact: true }).element().getBoundingClientRect()
    expect(kind.top).toBeGreaterThan(words.getBoundingClientRect().bottom - 1)
    expect(kind.left).toBeGreaterThan(words.getBoundingClientRect().left + 72)
    const picture = name.element().closest('li')?.querySelector('img')?.parentElement
    const space = (picture?.getBoundingClientRect().top ?? 0) - name.element().getBoundingClientRect().bottom
    expect(space, `${width}`).toBeCloseTo(5, 0)
  }
})

// PET-17, DSK-3
test('cards or the table are chosen by two icons at the end of the row', async () => {
  await openPage('/admin/pets', { as: ADMIN, server: withTwoPages() })
  const table = page.getByRole('button', { name: 'Table', exact: true })
  await expect.element(table).toHaveAttribute('title', 'Table')
  expect(table.element().textContent).toBe('')
  const rightOf = (element: Element) => element.getBoundingClientRect().right
  expect(rightOf(table.element())).toBeCloseTo(rightOf(page.getByRole('button', { name: 'Download CSV' }).element()), 0)
  await expect.element(page.getByRole('button', { name: 'Cards' })).toHaveAttribute('aria-pressed', 'true')
})

// PET-17
test('a card of All Pets ends close below its buttons', async () => {
  await openPage('/admin/pets', { as: ADMIN, server: withTwoPages() })
  await expect.element(officeCat).toBeVisible()
  const button = page.getByRole('button', { name: /^Delete\s+Office cat/ }).element()
  const end = button.closest('li')?.getBoundingClientRect().bottom ?? 0
  expect(end - button.getBoundingClientRect().bottom).toBeLessThanOrEqual(12)
})

// JRN-9, PET-17
test('on a phone All Pets shows cards below one row of controls and the count', async () => {
  await page.viewport(360, 740)
  await openPage('/admin/pets', { as: ADMIN, server: withTwoPages() })
  await expect.element(officeCat).toBeVisible()
  const topOf = (name: string) => page.getByRole('button', { name, exact: true }).element().getBoundingClientRect().top
  expect(topOf('Lost')).toBe(topOf('All'))
  const count = page.getByText('31 pets', { exact: true }).element().getBoundingClientRect()
  const searchBottom = search.element().getBoundingClientRect().bottom
  expect(count.top).toBeGreaterThanOrEqual(searchBottom)
  expect(officeCat.element().closest('li')?.getBoundingClientRect().top).toBeLessThan(searchBottom + 60)
  await expect.element(page.getByRole('button', { name: 'Cards' })).not.toBeInTheDocument()
  expect(Math.abs(search.element().getBoundingClientRect().top - topOf('All'))).toBeLessThanOrEqual(4)
  expect(document.documentElement.scrollWidth).toBe(360)
})

// PET-18, APP-13
test('a link that is pressed while a search is typed leads to its page', async () => {
  const server = withTwoPages().on(userCalls.listAll, listed([], 0))
  await openPage('/admin/pets', { as: ADMIN, server })
  await expect.element(officeCat).toBeVisible()
  const users = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Users' })
  await expect.element(users).toBeInTheDocument()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await search.fill('mo')
  await expect.element(search).toHaveValue('mo')
  users.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  vi.advanceTimersByTime(1_000)
  vi.useRealTimers()
  await expect.element(page.getByRole('heading', { level: 1, name: 'User List' })).toBeVisible()
  expect(location.pathname + location.search).toBe('/admin/users')
})
