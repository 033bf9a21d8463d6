import { dashboardCalls, type WaitingWork } from '@petsetu/contract/office/dashboard.ts'
import { type PushKind, pushCalls } from '@petsetu/contract/people/push.ts'
import { communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { foundCalls, type OwnThread } from '@petsetu/contract/pets/found.ts'
import { lostCalls } from '@petsetu/contract/pets/lost.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { serverOfAccount } from '../../test/account-server.ts'
import { MOTI } from '../../test/examples.ts'
import { rejected } from '../../test/fake-server.ts'
import { ADMIN, OWNER, openPage } from '../../test/open-page.tsx'
import { aPushBrowser, ENDPOINT, SERVER_KEY } from '../../test/push-browser.ts'
import { sampleOf } from '../../test/sample-replies.ts'

const offer = page.getByRole('region', { name: 'Shall we tell you at once?' })
const yes = offer.getByRole('button', { name: 'Yes, tell me' })

/** Keeps the kinds of this browser; null while it is not known. */
function pushServer(known: PushKind[] | null = null) {
  let kinds = known
  return serverOfAccount()
    .on(pushCalls.key, succeed({ public_key: SERVER_KEY }))
    .on(pushCalls.state, () => succeed({ kinds }))
    .on(pushCalls.save, ({ body }) => {
      kinds = body.kinds
    })
    .on(pushCalls.remove, () => {
      kinds = null
    })
}

const WAITING: WaitingWork = {
  kind: 'complaint',
  id: 1,
  title: 'PS-2026-00001-7',
  sort: 'Cruelty',
  place: 'Pune',
  since: '2026-11-01T10:00:00.000Z',
  is_overdue: false,
  days_overdue: 0,
  due_on: null,
  acknowledge_by: null,
  goes_back_at: null,
  is_counted: true,
  path: '/admin/complaints/1',
}

async function openDashboard(server = pushServer().on(dashboardCalls.work, succeed([WAITING]))) {
  await openPage('/admin', { as: ADMIN, server })
  await expect.element(page.getByRole('heading', { name: 'Total Pets' })).toBeVisible()
  return server
}

// PSH-1
test('without a complaint or payment that waits, an admin is not offered notices', async () => {
  aPushBrowser()
  const server = await openDashboard(pushServer().on(dashboardCalls.work, succeed([{ ...WAITING, kind: 'mail' }])))
  await expect.element(page.getByText('PS-2026-00001-7')).toBeVisible()
  await hasConsidered()
  expect(server.requests(pushCalls.key)).toEqual([])
  expect(server.requests(pushCalls.state)).toEqual([])
  await expect.element(offer).not.toBeInTheDocument()
})

/** The page considers an offer some frames after it is there. */
async function hasConsidered(): Promise<void> {
  for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame)
}

/** Waits until the page has asked the server whether notices are sent at all. */
const considered = (server: ReturnType<typeof pushServer>) =>
  expect.poll(() => server.requests(pushCalls.key).length).toBeGreaterThan(0)

for (const [who, address, as] of [
  ['an owner', '/user/pet-form', OWNER],
  ['an admin', '/admin/pets/add', ADMIN],
] as const) {
  // PSH-1
  test(`${who} is offered notices once a pet is registered, and never asked on load`, async () => {
    const browser = aPushBrowser()
    const server = pushServer().on(petCalls.create, MOTI).on(petCalls.listOwn, [])
    await openPage(address, { as, server })
    await page.getByLabelText('Pet name').fill('Moti')
    await page.getByLabelText('Pet type').fill(MOTI.petType)
    await page.getByLabelText('Pet age').fill(MOTI.petAge)
    await page.getByLabelText('Location').fill(MOTI.location)
    await page.getByLabelText('Address').fill(MOTI.address)
    await page.getByLabelText('Contact details').fill(MOTI.contactDetails)
    await expect.element(offer).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Add Pet' }).click()
    await expect.element(offer).toBeVisible()
    expect(browser.asked).toBe(0)
  })
}

// PSH-1
test('an owner is offered notices once a pet is marked as lost', async () => {
  aPushBrowser()
  const lost = { since: '2026-01-31', area: 'Kothrud', note: null, reward: null, listed: false }
  const server = pushServer().on(petCalls.read, MOTI)
  server.on(lostCalls.mark, () => {
    server.on(petCalls.read, { ...MOTI, lost })
    return { ...MOTI, lost }
  })
  await openPage(`/user/lost/${MOTI.petId}`, { as: OWNER, server })
  await page.getByLabelText('Area').fill('Kothrud')
  await expect.element(offer).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Mark as lost' }).click()
  await expect.element(offer).toBeVisible()
})

// PSH-1
test('an owner is offered notices beside what a finder has written', async () => {
  const browser = aPushBrowser()
  const thread = sampleOf(foundCalls.read)
  await openPage(`/user/found/${thread.data.id}`, { as: OWNER, server: pushServer().on(foundCalls.read, thread) })
  await expect.element(page.getByRole('log', { name: 'Messages' })).toBeVisible()
  await expect.element(offer).toBeVisible()
  await expect.element(offer.getByText(/^When somebody writes about your pet/)).toBeVisible()
  expect(browser.asked).toBe(0)
})

const THREAD = sampleOf(foundCalls.read)

// PSH-1
test('an admin is offered notices beside a conversation about a pet of their own', async () => {
  const { messages: _, muted_until: __, read_by_admin_at: ___, ...facts } = THREAD.data
  const last = { last_by: 'finder', last_message: 'Here', last_part: null } as const
  await openConversation([{ ...facts, ...last, finder_name: null, finder_place: null }])
  await expect.element(offer).toBeVisible()
})

// PSH-1
test('an admin is not offered notices beside a conversation about another’s pet', async () => {
  await openConversation([])
  await hasConsidered()
  await expect.element(offer).not.toBeInTheDocument()
})

/** Opens a conversation as an admin whose own conversations are these. */
async function openConversation(own: OwnThread[]): Promise<void> {
  aPushBrowser()
  const server = pushServer().on(foundCalls.read, THREAD).on(foundCalls.listOwn, succeed(own))
  await openPage(`/user/found/${THREAD.data.id}`, { as: ADMIN, server })
  await expect.element(page.getByRole('log', { name: 'Messages' })).toBeVisible()
  await expect.poll(() => server.requests(foundCalls.listOwn).length).toBeGreaterThan(0)
}

// COM-4, PSH-1
test('an admin is offered notices of care for the animals that they look after', async () => {
  await openAnimal([ANIMAL])
  await expect.element(offer.getByText(/^When care of an animal that you look after is due/)).toBeVisible()
})

// COM-4, PSH-1
test('an admin is not offered notices of care for an animal that others look after', async () => {
  await openAnimal([])
  await hasConsidered()
  await expect.element(offer).not.toBeInTheDocument()
})

const ANIMAL = { ...sampleOf(communityCalls.read).data, petId: 'ABCDEFGHJKLM', status: 'here' } as const

/** Opens the page of an animal as an admin who looks after these. */
async function openAnimal(animals: (typeof ANIMAL)[]): Promise<void> {
  aPushBrowser()
  const server = pushServer()
    .on(communityCalls.read, succeed(ANIMAL))
    .on(communityCalls.sightings, succeed([]))
    .on(communityCalls.listCarersOf, succeed([]))
    .on(communityCalls.listOwn, succeed({ animals, mayRegister: true, isEmailConfirmed: true, wards: [] }))
  await openPage(`/user/community/${ANIMAL.petId}`, { as: ADMIN, server })
  await expect.element(page.getByRole('region', { name: 'Adoption' })).toBeVisible()
  await expect.poll(() => server.requests(communityCalls.listOwn).length).toBeGreaterThan(0)
}

// PSH-1, PSH-2
test('an offer adds its kinds to those that this browser is told of', async () => {
  aPushBrowser({ permission: 'granted' })
  const server = pushServer(['care-due']).on(foundCalls.read, THREAD)
  await openPage(`/user/found/${THREAD.data.id}`, { as: OWNER, server })
  await yes.click()
  await expect.element(offer).not.toBeInTheDocument()
  expect(server.requests(pushCalls.save).map(({ body }) => body.kinds)).toEqual([['care-due', 'found', 'lost-scan']])
})

// PSH-1, PSH-2
test('the browser asks at the click, and the admin is told of what waits from then on', async () => {
  const browser = aPushBrowser()
  const server = await openDashboard()
  await expect.element(offer).toBeVisible()
  expect(browser.asked).toBe(0)
  await yes.click()
  await expect.element(page.getByText('This device will tell you.')).toBeVisible()
  expect(browser.asked).toBe(1)
  expect(server.requests(pushCalls.save).map(({ body }) => body)).toEqual([
    {
      endpoint: ENDPOINT,
      ...{ p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
      kinds: ['urgent-case', 'waiting-money'],
    },
  ])
})

// PSH-1
for (const [how, refuse] of [
  ['here', () => offer.getByRole('button', { name: 'No, thanks' }).click()],
  ['to the browser', () => yes.click()],
] as const) {
  test(`whoever has said no ${how} is never asked again on this device`, async () => {
    const browser = aPushBrowser({ answer: 'denied' })
    await openDashboard()
    await refuse()
    await expect.element(offer).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
    const asked = browser.asked
    // Its settings may be reset later; the refusal stays.
    browser.permission = 'default'
    const again = await openDashboard()
    await hasConsidered()
    expect(again.requests(pushCalls.key)).toEqual([])
    await expect.element(offer).not.toBeInTheDocument()
    expect(browser.asked).toBe(asked)
  })
}

// PSH-1
test('a browser that cannot show notices, or may not, is offered none', async () => {
  for (const unable of [{ canPush: false }, { permission: 'denied' as const }]) {
    aPushBrowser(unable)
    const server = await openDashboard()
    await hasConsidered()
    expect(server.requests(pushCalls.key)).toEqual([])
    await expect.element(offer).not.toBeInTheDocument()
  }
})

// PSH-1
test('a browser that is told already is offered nothing', async () => {
  aPushBrowser({ permission: 'granted' })
  const server = await openDashboard(pushServer(['urgent-case', 'waiting-money']))
  await considered(server)
  // The page has told its session to the server, and then considered the offer.
  await expect.poll(() => server.requests(pushCalls.state).length).toBe(2)
  await expect.element(offer).not.toBeInTheDocument()
})

// PSH-1
test('a device that could not be switched on says so and can be tried again', async () => {
  aPushBrowser()
  const server = await openDashboard(
    pushServer().on(pushCalls.save, rejected(500, 'unexpected', 'Something went wrong.')),
  )
  await yes.click()
  await expect.element(offer.getByText('It did not work. Please try again.')).toBeVisible()
  server.on(pushCalls.save, undefined)
  await yes.click()
  await expect.element(offer).not.toBeInTheDocument()
})

// PSH-2
test('a browser with notices tells the server at which session it is', async () => {
  aPushBrowser({ permission: 'granted' })
  const server = pushServer(['found'])
  await openPage('/user', { as: OWNER, server })
  await expect.poll(() => server.requests(pushCalls.state).map(({ body }) => body)).toEqual([{ endpoint: ENDPOINT }])
  expect(server.requests(pushCalls.state)[0]?.headers.get('authorization')).toBe(`Bearer ${OWNER.accessToken}`)
})

const notices = page.getByRole('region', { name: 'Notices on this device' })

// PSH-2
test('the account page switches each kind off for this device, and all at once', async () => {
  aPushBrowser({ permission: 'granted' })
  const server = pushServer(['found', 'lost-scan'])
  await openPage('/account#notices', { as: OWNER, server })
  const scans = notices.getByLabelText('Somebody scans the tag of my lost pet')
  await expect.element(scans).toBeChecked()
  await scans.click()
  await expect.element(page.getByText('Saved for this device.').first()).toBeVisible()
  await expect.element(scans).not.toBeChecked()
  expect(server.requests(pushCalls.save).map(({ body }) => body.kinds)).toEqual([['found']])
  await notices.getByRole('button', { name: 'Switch all off on this device' }).click()
  await expect.element(notices.getByLabelText('Somebody writes about my pet')).not.toBeChecked()
  expect(server.requests(pushCalls.remove).map(({ body }) => body)).toEqual([{ endpoint: ENDPOINT }])
})

// PSH-2
test('the focus stays at a kind that is switched, and a second click changes nothing', async () => {
  aPushBrowser({ permission: 'granted' })
  const saved = Promise.withResolvers<void>()
  const server = pushServer(['found', 'lost-scan']).on(pushCalls.save, () => saved.promise)
  await openPage('/account#notices', { as: OWNER, server })
  const scans = notices.getByLabelText('Somebody scans the tag of my lost pet')
  await expect.element(scans).toBeChecked()
  await scans.click()
  await scans.click()
  saved.resolve()
  await expect.element(page.getByText('Saved for this device.').first()).toBeVisible()
  await expect.element(scans).not.toBeChecked()
  await expect.element(scans).toHaveFocus()
  expect(server.requests(pushCalls.save).map(({ body }) => body.kinds)).toEqual([['found']])
})

// PSH-1, PSH-2
test('whoever switches all kinds off is offered none on the next pages', async () => {
  aPushBrowser({ permission: 'granted' })
  await openPage('/account#notices', { as: OWNER, server: pushServer(['found']) })
  await notices.getByRole('button', { name: 'Switch all off on this device' }).click()
  await expect.element(notices.getByLabelText('Somebody writes about my pet')).not.toBeChecked()
  const server = pushServer().on(foundCalls.read, THREAD)
  await openPage(`/user/found/${THREAD.data.id}`, { as: OWNER, server })
  await expect.element(page.getByRole('log', { name: 'Messages' })).toBeVisible()
  await hasConsidered()
  expect(server.requests(pushCalls.key)).toEqual([])
  await expect.element(offer).not.toBeInTheDocument()
})

// PSH-2
test('the account page offers an admin the kinds of an owner beside those of a duty', async () => {
  aPushBrowser({ permission: 'granted' })
  await openPage('/account#notices', { as: ADMIN, server: pushServer(['urgent-case']) })
  for (const label of ['Somebody writes about my pet', 'Somebody scans the tag of my lost pet'])
    await expect.element(notices.getByLabelText(label)).not.toBeChecked()
  await expect.element(notices.getByLabelText('An urgent complaint comes in')).toBeChecked()
})

// PSH-2
test('the account page says so where this browser cannot show notices', async () => {
  aPushBrowser({ canPush: false })
  await openPage('/account#notices', { as: OWNER, server: pushServer() })
  await expect.element(notices.getByText(/^This browser cannot show notices/)).toBeVisible()
})
