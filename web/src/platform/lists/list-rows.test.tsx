import { type ListedUser, userCalls } from '@petsetu/contract/people/users.ts'
import { careCalls } from '@petsetu/contract/pets/care.ts'
import { type Pet, petCalls } from '@petsetu/contract/pets/pets.ts'
import { type Tag, tagCalls } from '@petsetu/contract/pets/tags.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { MOTI } from '../../../test/examples.ts'
import { FakeServer, listed } from '../../../test/fake-server.ts'
import { ADMIN, OWNER, openPage } from '../../../test/open-page.tsx'
import { shownCompletely } from '../../../test/page-checks.ts'
import { serverOfSamples } from '../../../test/sample-replies.ts'

const RANI: Pet = { ...MOTI, id: 43, petId: 'ABCDEFGHJKLN', petName: 'Rani' }
const SHERU: Pet = { ...MOTI, id: 44, petId: 'ABCDEFGHJKLP', petName: 'Sheru' }
const USERS: ListedUser[] = [
  { id: 7, username: 'meera', email: 'meera@example.org', role: 'user' },
  { id: ADMIN.id, username: ADMIN.username, email: ADMIN.email, role: 'admin' },
]

/** The server of an owner with these pets. A deletion is answered when `deleted` is. */
function ownerServer(pets: Pet[], deleted: Promise<void> = Promise.resolve()): FakeServer {
  let left = pets
  return new FakeServer()
    .on(petCalls.listOwn, () => listed(left, left.length))
    .on(careCalls.listDue, [])
    .on(petCalls.delete, async ({ params }) => {
      await deleted
      left = left.filter(({ id }) => 'id' in params.id && id !== params.id.id)
    })
}

const deleteButton = (name: string) => page.getByRole('button', { name: new RegExp(`^Delete\\s+${name}`) })
const confirmDeletion = () =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
const heading = page.getByRole('heading', { level: 1, name: 'My Pets' })
const petNames = () =>
  page
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent)

// APP-13
test('a placeholder keeps the space of a list that is loading', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const server = ownerServer([]).on(petCalls.listOwn, async () => {
    await promise
    return listed([], 0)
  })
  await openPage('/user', { as: OWNER, server })
  await expect.poll(() => document.querySelector('[aria-busy="true"]')?.checkVisibility()).toBe(true)
  resolve()
  await expect.element(page.getByText("You haven't added any pets yet...")).toBeVisible()
  expect(document.querySelector('[aria-busy="true"]')).toBeNull()
})

// APP-13
test('the placeholder of a table has lines as high as its rows', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const server = new FakeServer().on(userCalls.listAll, async () => {
    await promise
    return listed(USERS, 2)
  })
  await openPage('/admin/users', { as: ADMIN, server })
  const fromFirstToSecond = (elements: Element[]) => {
    const [first = 0, second = 0] = elements.map((element) => element.getBoundingClientRect().top)
    return second - first
  }
  const lines = () => [...document.querySelectorAll('[aria-busy="true"] .mantine-Skeleton-root')]
  await expect.poll(() => lines().length).toBe(8)
  const line = fromFirstToSecond(lines())
  resolve()
  await expect.element(page.getByRole('row', { name: /meera/ })).toBeVisible()
  const row = fromFirstToSecond(page.getByRole('row').elements().slice(1))
  expect(Math.abs(row - line), `a row of ${row} px, a line of ${line} px`).toBeLessThanOrEqual(2)
})

// APP-13
test('the rows on screen are busy while another page of them loads', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const server = ownerServer([]).on(petCalls.listOwn, async ({ query }) => {
    if (query.page === 2) await promise
    return listed(query.page === 2 ? [RANI] : [MOTI], 25)
  })
  await openPage('/user', { as: OWNER, server })
  const rows = () => document.querySelector('h2')?.closest('[aria-busy]')?.getAttribute('aria-busy')
  await expect.element(page.getByText('Showing page 1 of 2')).toBeVisible()
  expect(rows()).toBe('false')

  await page.getByRole('link', { name: 'Next' }).click()
  await expect.poll(() => location.search).toBe('?page=2')
  await expect.poll(rows).toBe('true')
  await expect.element(page.getByText('Showing page 1 of 2')).toBeVisible()
  resolve()
  await expect.element(page.getByText('Showing page 2 of 2')).toBeVisible()
  await expect.poll(rows).toBe('false')
  await expect.element(page.getByText('Showing page 2 of 2')).toHaveFocus()
})

// PET-7
test('each card shows that it is being deleted', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await openPage('/user', { as: OWNER, server: ownerServer([MOTI, RANI, SHERU], promise) })
  for (const name of ['Moti', 'Rani']) {
    await deleteButton(name).click()
    await confirmDeletion()
  }
  for (const name of ['Moti', 'Rani']) await expect.element(deleteButton(name)).toHaveAttribute('data-loading')
  resolve()
  await expect.poll(petNames).toEqual(['Sheru'])
})

// PET-7
test('a late answer to a deletion does not move the focus', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await openPage('/user', { as: OWNER, server: ownerServer([MOTI, SHERU], promise) })
  await deleteButton('Moti').click()
  await confirmDeletion()
  await expect.element(deleteButton('Moti')).toHaveAttribute('data-loading')
  const elsewhere = page.getByRole('link', { name: 'Edit Sheru' })
  elsewhere.element().focus()
  resolve()
  await expect.poll(petNames).toEqual(['Sheru'])
  await expect.element(elsewhere).toHaveFocus()
})

// APP-14
test('the title takes the focus of a row that is gone', async () => {
  await openPage('/user', { as: OWNER, server: ownerServer([MOTI, RANI]) })
  await deleteButton('Moti').click()
  await confirmDeletion()
  await expect.poll(petNames).toEqual(['Rani'])
  await expect.element(heading).toHaveFocus()
})

// PET-7
test('going back closes a question that is open', async () => {
  const server = serverOfSamples().on(petCalls.listOwn, listed([MOTI], 1))
  await openPage('/user/membership', { as: OWNER, server })
  await expect.element(page.getByRole('heading', { name: 'Membership', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await deleteButton('Moti').click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  history.back()
  await expect.element(page.getByRole('heading', { name: 'Membership', exact: true })).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await shownCompletely()
})

// PET-7
test('a question that is asked right after a search was typed stays open', async () => {
  const server = new FakeServer().on(petCalls.listAll, listed([MOTI], 1))
  await openPage('/admin/pets', { as: ADMIN, server })
  await expect.element(deleteButton('Moti')).toBeVisible()
  await page.getByLabelText(/search/i).fill('Moti')
  await deleteButton('Moti').click()
  await expect.poll(() => location.search).toBe('?search=Moti')
  await expect.element(page.getByRole('dialog')).toBeVisible()
})

// DSK-3
test('what cannot be undone is last in the menu of a row', async () => {
  const users = USERS.map((user) => ({ ...user, hasSecondFactor: true }))
  await openPage('/admin/users', { as: ADMIN, server: new FakeServer().on(userCalls.listAll, listed(users, 2)) })
  const row = page.getByRole('row', { name: /meera/ })
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await expect.element(row.getByRole('menuitem').last()).toHaveTextContent('End two-step login')
  const texts = (role: string) =>
    row
      .getByRole(role)
      .elements()
      .map(({ textContent }) => textContent)
  expect(texts('button')).toEqual(['Delete', ''])
  expect(texts('menuitem')).toEqual(['End sessions', 'End two-step login'])
})

// DSK-3, ADM-4
test('an admin cannot delete the own account in the menu of its row', async () => {
  await openPage('/admin/users', { as: ADMIN, server: new FakeServer().on(userCalls.listAll, listed(USERS, 2)) })
  const own = page.getByRole('row', { name: /admin@example.org/ })
  await own.getByRole('button', { name: /^Actions for/ }).click()
  await expect.element(own.getByRole('menuitem', { name: 'End sessions of admin' })).toBeVisible()
  expect(own.getByRole('button', { name: /^Delete/ }).elements()).toEqual([])
})

// ADM-2
test('the list of users has a column for each fact about them', async () => {
  await openPage('/admin/users', { as: ADMIN, server: new FakeServer().on(userCalls.listAll, listed(USERS, 2)) })
  await expect.element(page.getByRole('heading', { name: 'User List' })).toBeVisible()
  await expect
    .poll(() =>
      page
        .getByRole('columnheader')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['SrNo.', 'Username', 'Email', 'Role', 'Joined', 'Last seen', 'Pets', 'Membership', 'Actions'])
})

// ADM-4
test('the question before a user is deleted says what else is deleted', async () => {
  let left = USERS
  const server = new FakeServer()
    .on(userCalls.listAll, () => listed(left, left.length))
    .on(userCalls.delete, ({ params: { id } }) => {
      left = left.filter((user) => user.id !== id)
    })
  await openPage('/admin/users', { as: ADMIN, server })
  const row = page.getByRole('row', { name: /meera/ })
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await row.getByRole('button', { name: /^Delete/ }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent('pets')
  await expect.element(page.getByRole('dialog')).toMatchTextContent('payments')
  await confirmDeletion()
  await expect.element(row).not.toBeInTheDocument()
  expect(server.requests(userCalls.delete)[0]?.params).toEqual({ id: 7 })
})

const TAGS: Tag[] = Array.from({ length: 300 }, (_, number) => ({
  petId: `ABCDEFGH${String(number)
    .padStart(4, 'A')
    .replaceAll(/[01]/g, (digit) => (digit === '0' ? 'X' : 'Y'))}`,
  state: 'blank',
  petName: null,
  batch: null,
  createdAt: '2026-01-05T08:00:00.000Z',
}))

// DSK-3
test('all blank tags are printed at once, 240 a file', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const server = new FakeServer()
    .on(tagCalls.list, ({ query: { page: number = 1, limit = 20 } }) =>
      listed(TAGS.slice((number - 1) * limit, number * limit), TAGS.length),
    )
    .on(tagCalls.listBatches, [])
    .on(tagCalls.sheet, 'a PDF')
  await openPage('/generate-qr?state=blank', { as: ADMIN, server })
  await page.getByRole('button', { name: 'Print 300 blank' }).click()
  await expect.poll(() => saved.mock.contexts.length).toBe(2)
  const sheets = server.requests(tagCalls.sheet).map(({ query }) => query.petIds)
  expect(sheets.map(({ length }) => length)).toEqual([240, 60])
  expect(sheets.flat()).toEqual(TAGS.map(({ petId }) => petId))
  saved.mockRestore()
})

// DSK-3
test('no blank tag is left out of the print when others are registered meanwhile', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  let blank = TAGS
  const server = new FakeServer()
    .on(tagCalls.list, ({ query: { page: number = 1, limit = 20 } }) => {
      const [rows, total] = [blank.slice((number - 1) * limit, number * limit), blank.length]
      if (limit > 20) blank = blank.slice(1)
      return listed(rows, total)
    })
    .on(tagCalls.listBatches, [])
    .on(tagCalls.sheet, 'a PDF')
  await openPage('/generate-qr?state=blank', { as: ADMIN, server })
  await page.getByRole('button', { name: 'Print 300 blank' }).click()
  await expect.poll(() => saved.mock.contexts.length).toBe(2)
  const printed = server.requests(tagCalls.sheet).flatMap(({ query }) => query.petIds)
  expect(printed).toEqual(expect.arrayContaining(blank.map(({ petId }) => petId)))
  expect(new Set(printed).size).toBe(printed.length)
  saved.mockRestore()
})

// DSK-3
test('the list of tags says what a spent tag is', async () => {
  const spent: Tag[] = TAGS.slice(0, 1).map((tag) => ({ ...tag, state: 'spent' }))
  const server = new FakeServer().on(tagCalls.list, listed(spent, 1)).on(tagCalls.listBatches, [])
  await openPage('/generate-qr', { as: ADMIN, server })
  await expect.element(page.getByText(/Spent: the pet of this tag was deleted\./)).toBeVisible()
})

// RPT-9
test('a download that takes long can be cancelled', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const server = new FakeServer().on(userCalls.listAll, listed(USERS, 2)).on(userCalls.csv, () => promise)
  await openPage('/admin/users', { as: ADMIN, server })
  await page.getByRole('button', { name: 'Download CSV' }).click()
  await page.getByRole('button', { name: /^Cancel/ }).click()
  await expect.element(page.getByRole('button', { name: /^Cancel/ })).not.toBeInTheDocument()
  expect(page.getByText(/Failed to download/).elements()).toEqual([])
  resolve('')
})

// ADM-2
test('the row of a user says when they joined and were last seen, and what they have', async () => {
  const meera: ListedUser = {
    id: 7,
    username: 'meera',
    email: 'meera@example.org',
    role: 'user',
    joinedAt: '2026-01-05T08:00:00.000Z',
    lastSeenAt: '2026-03-09T08:00:00.000Z',
    pets: 3,
    membership: 'Friend',
  }
  await openPage('/admin/users', { as: ADMIN, server: new FakeServer().on(userCalls.listAll, listed([meera], 1)) })
  const row = page.getByRole('row', { name: /meera/ })
  await expect.element(row).toBeVisible()
  const cells = [...row.element().querySelectorAll<HTMLElement>('th, td')].map(({ innerText }) => innerText)
  const day = (text: string) => expect.stringContaining(text)
  expect(cells.slice(1, 8)).toEqual(['meera', meera.email, 'User', day('5 Jan'), day('9 Mar'), '3', 'Friend'])
})
