import { type ListedUser, userCalls } from '@petsetu/contract/people/users.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MOTI } from '../../../test/examples.ts'
import { FakeServer, listed } from '../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../test/open-page.tsx'
import { shownCompletely } from '../../../test/page-checks.ts'
import { sampleOf } from '../../../test/sample-replies.ts'

const USERS: ListedUser[] = ['meera', 'rohan'].map((username, index) => ({
  id: index + 7,
  username,
  email: `${username}@example.org`,
  role: 'user',
  pets: 1,
}))
const SHERU = { ...MOTI, id: 43, petId: 'ABCDEFGHJKLN', petName: 'Sheru' }

/** Finds by a part of the username, and sorts as it is asked to. */
function userServer(): FakeServer {
  return new FakeServer()
    .on(userCalls.listAll, ({ query: { search, sort } }) => {
      const found = USERS.filter(({ username }) => username.includes(search ?? ''))
      return listed(sort === 'username-desc' ? found.toReversed() : found, found.length)
    })
    .on(userCalls.read, { ...sampleOf(userCalls.read), username: 'meera' })
    .on(petCalls.listAll, listed([MOTI], 1))
}

function petServer(): FakeServer {
  return new FakeServer().on(petCalls.listAll, ({ query: { search } }) => {
    const found = [MOTI, SHERU].filter(({ petId }) => petId.includes(search ?? ''))
    return listed(found, found.length)
  })
}

const names = () => [...document.querySelectorAll('tbody tr strong')].map(({ textContent }) => textContent)
const head = (name: string) => page.getByRole('columnheader', { name })
const sortBy = (name: string) => head(name).getByRole('button').click()
const search = page.getByLabelText(/^Search/)
const table = page.getByRole('button', { name: 'Table', exact: true })

// DSK-3
test('the order of the users stands in the address', async () => {
  const server = userServer()
  await openPage('/admin/users', { as: ADMIN, server })
  await sortBy('Username')
  await expect.poll(() => location.search).toBe('?sort=username')
  // The address changes a moment before the head, from whose order the next click goes on.
  await expect.element(head('Username')).toHaveAttribute('aria-sort', 'ascending')
  await sortBy('Username')
  await expect.poll(() => location.search).toBe('?sort=username-desc')
  await expect.element(head('Username')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(names).toEqual(['rohan', 'meera'])
})

// DSK-3
test('users are sorted by when they were last seen', async () => {
  const server = userServer()
  await openPage('/admin/users', { as: ADMIN, server })
  await sortBy('Last seen')
  await expect.poll(() => location.search).toBe('?sort=seen')
  await expect.element(head('Last seen')).toHaveAttribute('aria-sort', 'ascending')
  await sortBy('Last seen')
  await expect.poll(() => location.search).toBe('?sort=seen-desc')
  await expect.element(head('Last seen')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => server.requests(userCalls.listAll).at(-1)?.query).toMatchObject({ sort: 'seen-desc' })
  expect(server.requests(userCalls.listAll).map(({ query }) => query.sort)).toEqual(['oldest', 'seen', 'seen-desc'])
})

// DSK-3
test('the search of the users stands in the address', async () => {
  await openPage('/admin/users?sort=username-desc', { as: ADMIN, server: userServer() })
  await search.fill('meera')
  await expect.poll(() => location.search).toBe('?sort=username-desc&search=meera')
  await expect.poll(names).toEqual(['meera'])
})

// DSK-3
test('an address brings back the order and the search of the users', async () => {
  await openPage('/admin/users?sort=username-desc&search=meera', { as: ADMIN, server: userServer() })
  await expect.poll(names).toEqual(['meera'])
  await expect.element(search).toHaveValue('meera')
  await expect.element(head('Username')).toHaveAttribute('aria-sort', 'descending')
})

// DSK-3
test('a user leads to her pets, and Back to the search', async () => {
  const server = await openPage('/admin/users?search=meera', { as: ADMIN, server: userServer() })
  await page.getByRole('link', { name: /^Pets of meera/ }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Pet List' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Moti/ })).toBeVisible()
  expect(location.search).toBe('?owner_id=7&view=table')
  await expect.element(page.getByText('Only the pets of meera')).toBeVisible()
  history.back()
  await expect.poll(names).toEqual(['meera'])
  await expect.poll(() => server.requests(userCalls.listAll).length).toBe(2)
  await shownCompletely()
})

// DSK-3
test('pets are cards until the table is chosen', async () => {
  await openPage('/admin/pets', { as: ADMIN, server: petServer() })
  await expect.element(page.getByRole('heading', { level: 2, name: 'Moti' })).toBeVisible()
  await table.click()
  await expect.poll(() => location.search).toBe('?view=table')
  await expect.element(page.getByRole('row').nth(2)).toBeVisible()
  await page.getByRole('button', { name: 'Pet', exact: true }).click()
  await expect.poll(() => location.search).toBe('?view=table&sort=name')
})

// DSK-3
test('a pet is found by its tag', async () => {
  await openPage('/admin/pets?view=table', { as: ADMIN, server: petServer() })
  await search.fill(SHERU.petId)
  await expect.poll(() => location.search).toBe(`?view=table&search=${SHERU.petId}`)
  await expect.poll(() => document.querySelectorAll('tbody tr').length).toBe(1)
})

// DSK-3
test('an address brings back the table of pets and its search', async () => {
  await openPage(`/admin/pets?view=table&search=${SHERU.petId}`, { as: ADMIN, server: petServer() })
  await expect.poll(() => document.querySelectorAll('tbody tr').length).toBe(1)
  await expect.element(table).toHaveAttribute('aria-pressed', 'true')
})
