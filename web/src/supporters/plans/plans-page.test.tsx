import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { type ListedPlan, planCalls } from '@petsetu/contract/supporters/plans.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { FakeServer, NO_ANSWER, rejected } from '../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../test/open-page.tsx'

const LONG = 'A description that is a good deal longer than the fifty characters of the list.'
const GUARDIAN: ListedPlan = {
  id: 3,
  version: 1,
  created_at: '2026-01-05T08:00:00.000Z',
  name: 'Guardian',
  category: 'premium',
  duration_months: 6,
  price: 1200,
  description: LONG,
  features: 'One\nTwo',
  members: 12,
}
const LIST = '/admin/memberships/plans'
const NONE = 'No membership plans found. Click "Add New Plan" to create one.'

async function deletePlan() {
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
}

// PLN-2
test('an empty list of plans says how to add one', async () => {
  await openPage(LIST, { as: ADMIN, server: new FakeServer().on(planCalls.listAll, succeed([])) })
  await expect.element(page.getByText(NONE)).toBeVisible()
})

// PLN-2, PLN-4
test('the list leads to the form for a new plan', async () => {
  await openPage(LIST, { as: ADMIN, server: new FakeServer().on(planCalls.listAll, succeed([])) })
  await page.getByRole('link', { name: 'Add New Plan' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Add Membership Plan' })).toBeVisible()
  expect(location.pathname).toBe('/admin/memberships/plans/add')
})

// PLN-2, PLN-5
test('the list leads to the form of a plan', async () => {
  const server = new FakeServer()
    .on(planCalls.listAll, succeed([GUARDIAN]))
    .on(planCalls.read, succeed({ plan: GUARDIAN }))
  await openPage(LIST, { as: ADMIN, server })
  await page.getByRole('link', { name: /^Edit/ }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Edit Membership Plan' })).toBeVisible()
  expect(location.pathname).toBe('/admin/memberships/plans/edit/3')
})

// PLN-2
test('the list shortens a long description to fifty characters', async () => {
  await openPage(LIST, { as: ADMIN, server: new FakeServer().on(planCalls.listAll, succeed([GUARDIAN])) })
  await expect.element(page.getByRole('cell', { name: `${LONG.slice(0, 49)} ...` })).toBeVisible()
})

// PLN-2
test('the list counts the members of a plan', async () => {
  await openPage(LIST, { as: ADMIN, server: new FakeServer().on(planCalls.listAll, succeed([GUARDIAN])) })
  await expect.element(page.getByRole('columnheader', { name: 'Members' })).toBeVisible()
  await expect.element(page.getByRole('cell', { name: '12', exact: true })).toBeVisible()
})

// PLN-2, MBR-1
test('the list calls a plan without a price free', async () => {
  const server = new FakeServer().on(planCalls.listAll, succeed([{ ...GUARDIAN, price: 0 }]))
  await openPage(LIST, { as: ADMIN, server })
  await expect.element(page.getByRole('cell', { name: 'Free', exact: true })).toBeVisible()
})

// PLN-2
test('a list of plans that does not load says so', async () => {
  await openPage(LIST, { as: ADMIN, server: new FakeServer().on(planCalls.listAll, NO_ANSWER) })
  await expect.element(page.getByText('Failed to load membership plans. Please try again.')).toBeVisible()
})

for (const [reason, answer] of [
  [
    'the server refuses',
    rejected(409, 'plan_in_use', 'Failed to delete plan. It may be in use by active memberships.'),
  ],
  ['gets no answer', NO_ANSWER],
] as const) {
  // PLN-8
  test(`a deletion that ${reason} says that it failed and perhaps why`, async () => {
    const server = new FakeServer().on(planCalls.listAll, succeed([GUARDIAN])).on(planCalls.delete, answer)
    await openPage(LIST, { as: ADMIN, server })
    await deletePlan()
    await expect.element(page.getByText('Failed to delete plan. It may be in use by active memberships.')).toBeVisible()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(page.getByText('Guardian', { exact: true }).first()).toBeVisible()
  })
}

// PLN-8
test('a deleted plan leaves the list, and a notice says so for some seconds', async () => {
  const plans = [GUARDIAN]
  const server = new FakeServer()
    .on(planCalls.listAll, () => succeed([...plans]))
    .on(planCalls.delete, () => {
      plans.pop()
    })
  await openPage(LIST, { as: ADMIN, server })
  await page.getByRole('button', { name: /^Delete/ }).click()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
  const notice = page.getByText('Plan "Guardian" has been deleted successfully.')
  await expect.element(notice).toBeVisible()
  await expect.element(page.getByText(NONE)).toBeVisible()
  expect(server.requests(planCalls.delete)).toMatchObject([{ params: { id: 3 } }])
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  await expect.element(notice).not.toBeInTheDocument()
})
