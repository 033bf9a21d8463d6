import { type Carer, type CommunityAnimal, communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FakeServer } from '../../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../../test/open-page.tsx'
import { sampleOf } from '../../../../test/sample-replies.ts'
import { setWindow } from '../../../../test/set-window.ts'

const PAGINATION = { page: 1, limit: 20, total: 0, last_page: 1 }

const KALU = { ...sampleOf(communityCalls.listAll).data[0], status: 'here', petName: 'Kalu' } as CommunityAnimal

function open(path = '/admin/community', animals: CommunityAnimal[] = [], carers: Carer[] = []) {
  const wards = [
    { ward: 'Kasba Peth', animals: 8, vaccinated: 6, sterilised: 2, certified: 1, nextDue: '2999-03-01', overdue: 2 },
    { ward: 'Sadashiv Peth', animals: 0, vaccinated: 0, sterilised: 0, certified: 0, nextDue: null, overdue: 0 },
  ]
  const server = new FakeServer()
    .byDefault(communityCalls.wards, succeed(wards))
    .byDefault(communityCalls.listAll, { ...succeed(animals), pagination: PAGINATION })
    .byDefault(communityCalls.listCarers, succeed(carers))
  return openPage(path, { as: ADMIN, server })
}

// COM-4
test('on a laptop the file of all animals stands beside the title', async () => {
  await setWindow(1280, 800)
  await open()
  const csv = page.getByRole('button', { name: 'Download CSV' })
  await expect.element(csv).toBeVisible()
  const register = page.getByRole('link', { name: 'Register an animal' })
  expect(csv.element().getBoundingClientRect().top).toBe(register.element().getBoundingClientRect().top)
})

// COM-4
test('each ward has its shares with the number that they are of', async () => {
  await open()
  // Animals that have moved or died are in the list below, but not in these figures.
  await expect.element(page.getByRole('columnheader', { name: 'Living here' })).toBeVisible()
  await expect.element(page.getByText('75% (6 of 8)')).toBeVisible()
  await expect.element(page.getByText('25% (2 of 8)')).toBeVisible()
  await expect.element(page.getByText('with certificate: 1 of 2')).toBeVisible()
  await expect.element(page.getByText('1 Mar 2999')).toBeVisible()
})

// COM-4
test('an animal without a valid vaccination against rabies is due now', async () => {
  const names = ['2999-01-01', '2020-01-01', null, null]
  const animals = names.map((rabiesValidUntil, id) => ({ ...KALU, id, petName: `Animal ${id}`, rabiesValidUntil }))
  await open('/admin/community', [...animals.slice(0, 3), { ...KALU, id: 3, petName: 'Animal 3', status: 'moved' }])
  const rowOf = (id: number) => page.getByRole('row', { name: new RegExp(`Animal ${id}`) })
  await expect.element(rowOf(0)).not.toMatchTextContent('Due now')
  await expect.element(rowOf(1)).toMatchTextContent('Due now')
  await expect.element(rowOf(2)).toMatchTextContent('Due now')
  await expect.element(rowOf(3)).not.toMatchTextContent('Due now')
})

// COM-4
test('an animal without a record of its sterilisation says so in words', async () => {
  const days = ['2025-12-24', null]
  const animals = days.map((sterilisedOn, id) => ({ ...KALU, id, petName: `Animal ${id}`, sterilisedOn }))
  await open('/admin/community', animals)
  await expect.element(page.getByRole('cell', { name: '24 Dec 2025', exact: true })).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'Not recorded', exact: true })).toHaveLength(1)
})

// COM-4
test('a ward leads to its animals', async () => {
  const server = await open()
  await page.getByRole('link', { name: 'Kasba Peth' }).click()
  await expect
    .poll(() => server.requests(communityCalls.listAll).map(({ query }) => query.ward))
    .toContain('Kasba Peth')
  expect(location.search).toBe('?ward=Kasba+Peth')
})

// COM-4
test('the figures of a ward lead to its animals that still need something', async () => {
  const server = await open()
  const asked = () => server.requests(communityCalls.listAll).at(-1)?.query
  await page.getByRole('link', { name: '2 · Vaccination due now' }).click()
  await expect.poll(asked).toMatchObject({ ward: 'Kasba Peth', due: 'vaccination' })
  await expect.element(page.getByLabelText('Still to do')).toHaveValue('vaccination')
  await page.getByRole('link', { name: '25% (2 of 8) · Not sterilised' }).click()
  await expect.poll(asked).toMatchObject({ ward: 'Kasba Peth', due: 'sterilisation' })
  expect(location.search).toBe('?ward=Kasba+Peth&due=sterilisation')
})

// COM-4
test('a filter chooses the animals that still need something', async () => {
  const server = await open()
  await page.getByLabelText('Still to do').selectOptions('Vaccination due now')
  await expect.poll(() => server.requests(communityCalls.listAll).at(-1)?.query).toMatchObject({ due: 'vaccination' })
  expect(location.search).toBe('?due=vaccination')
})

// COM-4, DSK-3
test('the keys of the page move over the animals and not over the wards', async () => {
  await open('/admin/community', [KALU])
  const animal = page.getByRole('row', { name: /Kalu/ })
  await expect.element(animal).toBeVisible()
  await expect.element(page.getByRole('row', { name: /75% \(6 of 8\)/ })).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(animal).toHaveFocus()
  expect(page.getByRole('button', { name: 'Keyboard shortcuts' }).elements()).toHaveLength(1)
})

// COM-4
test('the button that ends the work of a carer says that it removes a carer', async () => {
  const carer = { id: 7, username: 'asha', email: 'owner@example.org', isEmailConfirmed: true, animals: 1 }
  await open('/admin/community', [], [carer])
  await page.getByRole('button', { name: 'Remove carer asha' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Remove asha as a carer?' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
})
