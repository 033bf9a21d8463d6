import { allCalls } from '@petsetu/contract/calls.ts'
import type { ShellPage } from '@petsetu/contract/paths.ts'
import { careCalls } from '@petsetu/contract/pets/care.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { serverOfAccount } from '../../../../test/account-server.ts'
import { type FakeServer, rejected } from '../../../../test/fake-server.ts'
import { ADMIN, OWNER, openPage } from '../../../../test/open-page.tsx'
import { shownCompletely } from '../../../../test/page-checks.ts'
import { sampleAddress, viewerOf } from '../../../../test/sample-replies.ts'
import { currentQueries } from '../../../app/query-provider.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** The headings, fields and columns of the page. Charts may still be on their way. */
const parts = () => [...document.querySelectorAll('main :is(h1, h2, h3, label, th)')].map((part) => part.textContent)

/** Comes back to the window after a minute, while the server refuses to answer. */
async function returnWithoutAnswer(server: FakeServer): Promise<void> {
  const before = server.arrived.length
  for (const call of allCalls) {
    if (call.method === 'GET') server.on(call, rejected(503, 'busy', 'Please try again in a moment.'))
  }
  vi.setSystemTime(Date.now() + 60_000)
  dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => server.arrived.length).toBeGreaterThan(before)
  await expect.poll(() => currentQueries().isFetching()).toBe(0)
  // The page shows it a moment later.
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
}

// APP-13
test.each<ShellPage>([
  'care',
  'lostPet',
  'account',
  'found',
  'foundThread',
  'myMembership',
  'memberCard',
  'myPets',
  'myComplaints',
  'admin',
  'complaintDetail',
  'complaints',
  'users',
  'membershipReport',
  'paymentReport',
  'desk',
  'importDetail',
])('a reload of %s in the background that fails takes nothing away', async (name) => {
  const server = serverOfAccount()
  await openPage(sampleAddress(name), { ...viewerOf(name), server })
  await shownCompletely()
  const before = parts()
  await returnWithoutAnswer(server)
  await expect.element(page.getByRole('button', { name: 'Try Again' })).not.toBeInTheDocument()
  expect(parts()).toEqual(expect.arrayContaining(before))
})

// CAR-1, APP-13
test('an open care record stays while a reload in the background fails', async () => {
  const server = serverOfAccount().on(careCalls.list, [])
  await openPage(sampleAddress('care'), { as: OWNER, server })
  await page.getByRole('button', { name: 'Add a record' }).click()
  await page.getByLabelText('Vet').fill('Dr. Rao')
  await returnWithoutAnswer(server)
  await expect.element(page.getByLabelText('Vet')).toHaveValue('Dr. Rao')
})

// APP-13, ACC-6
test('the secret for the app stays while a reload in the background fails', async () => {
  const server = serverOfAccount()
  await openPage('/account#second-factor', { as: ADMIN, server })
  await page
    .getByRole('region', { name: 'Two-step login' })
    .getByLabelText(/^Password/)
    .fill('marigold-7')
  await page.getByRole('button', { name: 'Set up two-step login' }).click()
  await expect.element(page.getByRole('button', { name: 'Switch on' })).toBeVisible()
  await returnWithoutAnswer(server)
  await expect.element(page.getByRole('button', { name: 'Switch on' })).toBeVisible()
})

const LINKS_FAILED = page.getByText('The pay links could not be loaded.')
const aLink = page.getByRole('list', { name: 'Pay links that were made' }).getByRole('listitem').first()

// LNK-2, APP-13
test.each<ShellPage>(['complaintDetail', 'donations'])(
  'pay links of %s that are there are not said to be missing',
  async (name) => {
    const server = serverOfAccount()
    await openPage(sampleAddress(name), { ...viewerOf(name), server })
    await expect.element(aLink).toBeVisible()
    await returnWithoutAnswer(server)
    await expect.element(aLink).toBeVisible()
    await expect.element(LINKS_FAILED).not.toBeInTheDocument()
  },
)

// LNK-2, APP-13
test('the pay links of a membership stay while a reload in the background fails', async () => {
  const server = serverOfAccount()
  await openPage(sampleAddress('membershipReport'), { ...viewerOf('membershipReport'), server })
  await page
    .getByRole('button', { name: /^Actions/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /^Pay links/ }).click()
  await expect.element(aLink).toBeVisible()
  await returnWithoutAnswer(server)
  await expect.element(aLink).toBeVisible()
  await expect.element(LINKS_FAILED).not.toBeInTheDocument()
})

// APP-13
test.each<ShellPage>(['editPet', 'communityAnimal'])(
  'what %s does not find is not offered to be tried again',
  async (name) => {
    const server = serverOfAccount()
    for (const call of allCalls) {
      if (call.method === 'GET' && call.path.includes('{'))
        server.on(call, rejected(404, 'pet_not_found', 'Pet not found'))
    }
    await openPage(sampleAddress(name), { ...viewerOf(name), server })
    await expect.element(page.getByText('Pet not found')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Try Again' })).not.toBeInTheDocument()
  },
)
