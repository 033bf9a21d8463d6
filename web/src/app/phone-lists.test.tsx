import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { memberImportCalls, petImportCalls } from '@petsetu/contract/office/imports.ts'
import { breachCalls, type ListedBreach } from '@petsetu/contract/people/breaches.ts'
import { consentCalls, type ListedConsent } from '@petsetu/contract/people/consents.ts'
import { grievanceCalls, type ListedGrievance } from '@petsetu/contract/people/grievances.ts'
import { type ListedPrivacyRequest, privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { type ListedUser, userCalls } from '@petsetu/contract/people/users.ts'
import { campAdminCalls } from '@petsetu/contract/pets/camps/camps.ts'
import { type CommunityAnimal, communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { type Tag, tagCalls } from '@petsetu/contract/pets/tags.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { A_PET_FILE, LISTED_PRIVACY_REQUEST } from '../../test/examples.ts'
import { type FakeServer, listed } from '../../test/fake-server.ts'
import { ADMIN, closePage, openPage } from '../../test/open-page.tsx'
import { sampleOf, serverOfSamples } from '../../test/sample-replies.ts'

beforeEach(() => page.viewport(360, 740))
afterEach(() => page.viewport(1280, 800))

const SUMMARY = { summary: { open: 1, overdue: 0 }, pagination: { page: 1, limit: 20, total: 1, last_page: 1 } }

const USER: ListedUser = {
  ...{ id: 8, username: 'kavita', email: 'kavita@example.org', role: 'user', hasSecondFactor: true },
  ...{ joinedAt: '2026-01-05T08:00:00.000Z', lastSeenAt: '2026-11-16T08:00:00.000Z', pets: 3, membership: 'Guardian' },
}

const ANIMAL = {
  ...sampleOf(communityCalls.listAll).data[0],
  ...{ petId: 'ABCDEFGHJKLM', petName: 'Moni', ward: 'Kothrud', landmark: 'Behind the vegetable market' },
  ...{ status: 'here', rabiesValidUntil: '2999-11-09', sterilisedOn: null },
} as CommunityAnimal

const REQUEST: ListedPrivacyRequest = {
  ...LISTED_PRIVACY_REQUEST,
  kind: 'correct',
  note: 'My address on the receipt of my membership is the old one.',
  created_at: '2026-11-16T08:00:00.000Z',
  due_on: '2999-02-14',
}

const GRIEVANCE: ListedGrievance = {
  ...sampleOf(grievanceCalls.list).data[0],
  ...{ id: 2, number: 'G-2', kind: 'other', name: 'Shankar Kale', text: 'The ambulance came only after three calls.' },
  ...{ received_at: '2026-11-15T10:30:00.000Z', acknowledged_at: null, acknowledge_by: '2026-11-16T10:30:00.000Z' },
  ...{ due_on: '2999-12-16', is_overdue: false, answered_at: null, answer: null },
} as ListedGrievance

const CLOCK = { due_at: '2026-11-16T08:30:00.000Z', told_at: '2026-11-16T05:30:00.000Z', is_late: false }
const BREACH: ListedBreach = {
  ...{ id: 1, title: 'A phone of the camp was lost', noticed_at: '2026-11-16T02:30:00.000Z' },
  ...{ team: CLOCK, board: CLOCK, letters_at: null, closed_at: null },
}

const CONSENT = {
  ...sampleOf(consentCalls.list).data[0],
  ...{ at: '2026-11-08T06:30:00.000Z', purpose: 'signup', subject_id: 9, is_given: true, withdrawn_at: null },
  ...{ subject_name: null, reminder_kind: null, read_by: null },
} as ListedConsent

const CAMP = {
  ...{ id: 7, name: 'Rabies day in Kothrud', day: '2026-11-09', ward: 'Kothrud', place: 'Near the vegetable market' },
  works: 17,
  animals: 9,
}

const TAG: Tag = {
  ...{ petId: 'ABCDEFGHJKLM', state: 'blank', petName: null, createdAt: '2026-11-09T08:00:00.000Z' },
  batch: { id: 4, name: 'Pune camp' },
}

type Example = {
  list: string
  address: string
  answer: (server: FakeServer) => FakeServer
  card: RegExp
  below: string[]
}

const LISTS: Example[] = [
  {
    list: 'street animals',
    address: '/admin/community',
    answer: (server) => server.on(communityCalls.listAll, { ...succeed([ANIMAL]), pagination: SUMMARY.pagination }),
    card: /^Moni ABCD-EFGH-JKLM, Lives here, Behind the vegetable market, Kothrud, 9 Nov 2999 Sterilised Not recorded$/,
    below: ['Our camps', 'Download CSV'],
  },
  {
    list: 'users',
    address: '/admin/users',
    answer: (server) => server.on(userCalls.listAll, listed([USER], 1)),
    card: /^kavita, kavita@example.org, User · Guardian, 5 Jan 2026, 16 Nov 2026, 3$/,
    below: ['Download CSV'],
  },
  {
    list: 'privacy requests',
    address: '/admin/privacy',
    answer: (server) => server.on(privacyCalls.listAll, { ...succeed([REQUEST]), ...SUMMARY }),
    card: /^meera@example.org, Correct something · Account meera My address .* old one\., 16 Nov 2026, 14 Feb 2999$/,
    below: ['Download CSV', 'Consents and notices', 'Enter a nominee’s request'],
  },
  {
    list: 'grievances',
    address: '/admin/grievances',
    answer: (server) =>
      server
        .on(grievanceCalls.list, { ...succeed([GRIEVANCE]), ...SUMMARY })
        .on(dashboardCalls.waiting, succeed({ grievances: 1 })),
    card: /^G-2, 16 Dec 2999, Shankar Kale · Something else The ambulance .* calls\., Overdue: acknowledge$/,
    below: ['Download CSV', 'Breach book'],
  },
  {
    list: 'grievances that are acknowledged',
    address: '/admin/grievances',
    answer: (server) =>
      server.on(grievanceCalls.list, {
        ...succeed([{ ...GRIEVANCE, acknowledged_at: '2026-11-15T11:30:00.000Z' }]),
        ...SUMMARY,
      }),
    card: /^G-2, 16 Dec 2999, Shankar Kale · .* calls\., Received 15 Nov 2026, 16:00$/,
    below: [],
  },
  {
    list: 'consents',
    address: '/admin/consents?purpose=signup',
    answer: (server) => server.on(consentCalls.list, { ...succeed([CONSENT]), pagination: SUMMARY.pagination }),
    card: /^User 9, Given, Making an account · 8 Nov 2026, 12:00, Details$/,
    below: ['Download CSV'],
  },
  {
    list: 'breaches',
    address: '/admin/breaches',
    answer: (server) => server.on(breachCalls.list, succeed([BREACH])),
    card: /^A phone of the camp was lost, Letters .*, 16 Nov 2026, 08:00, Details$/,
    below: [],
  },
  {
    list: 'imports',
    address: '/admin/import',
    answer: (server) => server.on(petImportCalls.list, succeed([{ ...A_PET_FILE, state: 'checked' }])),
    card: /^Import 7: Pets, Checked, 2, .*, \d+ \w+ 2026/,
    below: [],
  },
  {
    list: 'camps',
    address: '/admin/camps',
    answer: (server) => server.on(campAdminCalls.listAll, [CAMP]),
    card: /^Rabies day in Kothrud, 17 tasks done, Near the vegetable market, 9 Nov 2026$/,
    below: [],
  },
  {
    list: 'tags',
    address: '/generate-qr',
    answer: (server) => server.on(tagCalls.list, listed([TAG], 1)),
    card: /^ABCD-EFGH-JKLM, Blank, Pune camp, 9 Nov 2026$/,
    below: ['Download CSV'],
  },
]

const firstCard = () => page.getByRole('table').first().getByRole('row').nth(1)

// APP-14, JRN-8
test.each(LISTS)(
  'on a phone $list begin on the first screen, as low cards',
  async ({ address, answer, card, below }) => {
    await openPage(address, { as: ADMIN, server: answer(serverOfSamples()) })
    await expect.element(firstCard()).toBeVisible()
    await document.fonts.ready
    expect(partsOf(firstCard().element())).toMatch(card)
    const { top, bottom, height } = firstCard().element().getBoundingClientRect()
    expect(height).toBeLessThanOrEqual(140)
    expect(bottom).toBeLessThanOrEqual(740)
    for (const name of below) {
      const button = page.getByRole('main').getByText(name, { exact: true }).first()
      expect(button.element().getBoundingClientRect().top, name).toBeGreaterThan(top)
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  },
)

/** The texts of a card that are shown, in the order in which an eye reads them: line by line. */
function partsOf(card: Element): string {
  const cells = [...card.querySelectorAll<HTMLElement>('td')].filter(
    (cell) => cell.innerText.trim() && cell.offsetHeight,
  )
  const places = cells.map((cell) => ({ cell, ...cell.getBoundingClientRect().toJSON() }))
  places.sort((one, other) => (Math.abs(one.top - other.top) < 12 ? one.left - other.left : one.top - other.top))
  return places.map(({ cell }) => cell.innerText.trim().replaceAll(/\s+/g, ' ')).join(', ')
}

// APP-14, DSK-3
test('on a phone one select sorts a list, beside its filters', async () => {
  const server = serverOfSamples()
  await openPage('/admin/community', { as: ADMIN, server })
  const sort = page.getByLabelText('Sort by')
  await expect.element(sort).toHaveDisplayValue('Newest first')
  const filters = page.getByRole('button', { name: 'Filters', exact: true }).element().getBoundingClientRect()
  expect(sort.element().getBoundingClientRect().top).toBe(filters.top)
  await sort.selectOptions('Pet name, Z to A')
  await expect.poll(() => server.requests(communityCalls.listAll).at(-1)?.query).toMatchObject({ sort: 'name-desc' })
  expect(page.getByRole('columnheader').getByRole('button').elements()).toEqual([])
  await sort.selectOptions('Newest first')
  await expect.poll(() => location.search).toBe('')
})

// APP-14, DSK-3
test.each([
  ['tags', '/generate-qr', 'Tag ID, Z to A', 'tag-desc'],
  ['plans', '/admin/memberships/plans', 'Price, smallest first', 'price'],
  ['desk', '/admin/desk?view=all', 'Smallest first', 'amount'],
  ['settlements', '/admin/settlements?month=2026-01', 'Matched first', 'status-desc'],
  ['audit', '/admin/audit', 'Oldest first', 'when'],
  ['users', '/admin/users', 'Joined, latest first', 'newest'],
  ['privacy requests', '/admin/privacy', 'Due soonest', 'due'],
  ['mails', '/admin/mail', 'Waiting first', 'status-desc'],
])('on a phone one select sorts the %s, and no button above the cards', async (_, address, order, sort) => {
  await openPage(address, { as: ADMIN, server: serverOfSamples() })
  await expect.element(firstCard()).toBeVisible()
  await page.getByLabelText('Sort by').selectOptions(order)
  await expect.poll(() => new URLSearchParams(location.search).get('sort')).toBe(sort)
  await expect.element(page.getByLabelText('Sort by')).toHaveDisplayValue(order)
  expect(page.getByRole('columnheader').getByRole('button').elements()).toEqual([])
})

// APP-14, JRN-8
test('on a phone a search of users and an order of requests say a short word', async () => {
  await openPage('/admin/users', { as: ADMIN, server: serverOfSamples() })
  const search = page.getByLabelText('Search by username, name, email or phone')
  await expect.element(search).toHaveAttribute('placeholder', 'Search')
  await closePage()
  await openPage('/admin/privacy', { as: ADMIN, server: serverOfSamples() })
  await expect.element(page.getByLabelText('Sort by')).toHaveDisplayValue('Oldest first')
})

// APP-14, DSK-3
test.each([
  ['breaches', '/admin/breaches', (server: FakeServer) => server.on(breachCalls.list, succeed([BREACH]))],
  ['camps', '/admin/camps', (server: FakeServer) => server.on(campAdminCalls.listAll, [CAMP])],
  [
    'imports',
    '/admin/import',
    (server: FakeServer) =>
      server.on(petImportCalls.list, succeed([A_PET_FILE])).on(memberImportCalls.list, succeed([])),
  ],
])('on a phone one row of %s has no order to choose', async (_, address, answer) => {
  await openPage(address, { as: ADMIN, server: answer(serverOfSamples()) })
  await expect.element(firstCard()).toBeVisible()
  expect(page.getByLabelText('Sort by').elements()).toEqual([])
})

// ADM-2, ADM-4
test('on a phone the deletion of a user is last in the menu of the card', async () => {
  await openPage('/admin/users', { as: ADMIN, server: serverOfSamples().on(userCalls.listAll, listed([USER], 1)) })
  await firstCard().getByRole('button', { name: 'Actions for kavita' }).click()
  await expect.element(firstCard().getByRole('menuitem').last()).toHaveTextContent('Delete')
  await firstCard().getByRole('menuitem', { name: 'Delete kavita' }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent('Delete kavita?')
})

// DSK-6
test('on a phone the form of an import is opened by a button', async () => {
  await openPage('/admin/import', { as: ADMIN, server: serverOfSamples() })
  await expect.element(firstCard()).toBeVisible()
  await expect.element(page.getByLabelText('CSV file')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Import a file' }).click()
  await expect.element(page.getByLabelText('CSV file')).toBeInTheDocument()
})
