import { type DashboardEvent, dashboardCalls, type WaitingWork } from '@petsetu/contract/office/dashboard.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type FakeServer, listed, NO_ANSWER } from '../../../test/fake-server.ts'
import { ADMIN, closePage, failedCalls, openPage } from '../../../test/open-page.tsx'
import { shownCompletely } from '../../../test/page-checks.ts'
import { serverOfSamples } from '../../../test/sample-replies.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const OVERDUE: WaitingWork = {
  kind: 'complaint',
  id: 12,
  title: 'PS-12-K',
  sort: 'Cruelty',
  place: 'Laxmi Road market',
  since: new Date(Date.now() - 400 * DAY_MS).toISOString(),
  is_overdue: true,
  days_overdue: 398,
  due_on: null,
  acknowledge_by: null,
  goes_back_at: null,
  is_counted: true,
  path: '/admin/complaints/12',
}
const SIGNED_UP: DashboardEvent = {
  kind: 'account-created',
  id: 7,
  at: '2026-01-05T08:00:00.000Z',
  who: 'asha',
  what: null,
  sort: null,
  place: null,
  object_kind: null,
  object_id: null,
  amount: null,
  path: '/admin/users?search=asha',
}
const REGISTERED: DashboardEvent = { ...SIGNED_UP, kind: 'pet-registered', id: 8, what: 'Chandni', path: '/admin/pets' }
const WEEKS = Array.from({ length: 12 }, (_, week) => ({
  monday: new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString().slice(0, 10),
  complaints: week,
  revenue: week * 100,
}))

function dashboardServer(): FakeServer {
  return serverOfSamples()
    .on(dashboardCalls.figures, succeed({ total_pets: 41, total_users: 23 }))
    .on(dashboardCalls.work, succeed([OVERDUE]))
    .on(dashboardCalls.events, succeed([REGISTERED, SIGNED_UP]))
    .on(dashboardCalls.weeks, succeed(WEEKS))
}

const figure = (name: string) => page.getByRole('heading', { name }).element().parentElement?.textContent
const main = page.getByRole('main')

// ADM-1
test('the dashboard shows how many pets and users there are', async () => {
  await openPage('/admin', { as: ADMIN, server: dashboardServer() })
  await expect.element(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await expect.poll(() => figure('Total Pets')).toBe('Total Pets41')
  await expect.poll(() => figure('Total Users')).toBe('Total Users23')
})

// ADM-1
test('figures that could not be loaded are logged, and raise no alarm', async () => {
  await openPage('/admin', { as: ADMIN, server: dashboardServer().on(dashboardCalls.figures, NO_ANSWER) })
  await expect.element(page.getByRole('heading', { name: 'Total Pets' })).toBeVisible()
  await expect.element(page.getByText(/The figures could not be loaded\./)).toBeVisible()
  expect(failedCalls).toContainEqual(expect.stringMatching(/^GET \/api\/admin\/dashboard failed:/))
  expect(page.getByRole('alert').elements()).toEqual([])
  await expect.element(main.getByRole('link', { name: '– complaints waiting', exact: true })).toBeVisible()
})

// ADM-1, JRN-7
test('the number of waiting complaints leads to them, and is written as in the menu', async () => {
  const figures = { total_pets: 41, total_users: 23, waiting_complaints: 100 }
  const server = dashboardServer().on(dashboardCalls.figures, succeed(figures))
  await openPage('/admin', { as: ADMIN, server: server.on(dashboardCalls.waiting, succeed({ complaints: 100 })) })
  const waiting = main.getByRole('link', { name: /^99\+ complaints waiting/ })
  await expect.element(waiting).toHaveAttribute('href', '/admin/complaints?waiting=yes')
  const entry = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Complaints' })
  await expect.element(entry).toHaveAccessibleDescription('99+ waiting')
})

// ADM-1
test('figures that could not be loaded can be loaded again', async () => {
  const server = dashboardServer().on(dashboardCalls.figures, NO_ANSWER)
  await openPage('/admin', { as: ADMIN, server })
  await expect.element(page.getByText(/The figures could not be loaded\./)).toBeVisible()
  server.on(dashboardCalls.figures, succeed({ total_pets: 41, total_users: 23 }))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(page.getByText(/The figures could not be loaded\./)).not.toBeInTheDocument()
  await expect.poll(() => figure('Total Users')).toBe('Total Users23')
})

// DSK-1
test('the dashboard begins with what has waited longest', async () => {
  await openPage('/admin', { as: ADMIN, server: dashboardServer() })
  const work = main.getByRole('link', { name: /^Complaint Cruelty/ })
  await expect.element(work).toMatchTextContent('Cruelty · Laxmi Road market · PS-12-K')
  await expect.element(work).toMatchTextContent('Overdue by 398 days')
  await expect.element(work).toMatchTextContent('400 days ago')
  await expect.element(main.getByRole('heading', { level: 2 }).first()).toHaveTextContent('What needs doing')
})

// DSK-1
test('below ten lines the dashboard says what else waits, and where', async () => {
  const work = Array.from({ length: 10 }, (_, index) => ({ ...OVERDUE, id: index + 1, is_counted: index > 0 }))
  const server = dashboardServer()
    .on(dashboardCalls.work, succeed(work))
    .on(dashboardCalls.waiting, succeed({ complaints: 11, desk: 1, privacy_requests: 0, mails: 100 }))
  await openPage('/admin', { as: ADMIN, server })
  const more = main.getByText(/^These ten have waited longest/)
  await expect
    .element(more)
    .toMatchTextContent('These ten have waited longest. Also waiting: Complaints 2 · Desk 1 · Mail 99+')
  await expect.element(more.getByRole('link', { name: 'Desk 1' })).toHaveAttribute('href', '/admin/desk')
  await closePage()
  server.on(dashboardCalls.work, succeed(work.slice(1)))
  await openPage('/admin', { as: ADMIN, server })
  await expect.element(main.getByRole('link', { name: /^Complaint Cruelty/ }).last()).toBeVisible()
  await expect.element(more).not.toBeInTheDocument()
})

// DSK-1, TRU-6
test('below ten lines with hours of the law the dashboard says that these come first', async () => {
  const breach: WaitingWork = { ...OVERDUE, kind: 'breach', id: 20, title: 'A lost list', sort: 'team', place: null }
  const work = [breach, ...Array.from({ length: 9 }, (_, index) => ({ ...OVERDUE, id: index + 1 }))]
  const server = dashboardServer()
    .on(dashboardCalls.work, succeed(work))
    .on(dashboardCalls.waiting, succeed({ complaints: 9 }))
  await openPage('/admin', { as: ADMIN, server })
  await expect
    .element(main.getByText('First what the law gives hours for, then what has waited longest.', { exact: true }))
    .toBeVisible()
})

// DSK-1
test('at 1280 px a row of the work is low, however long its place is', async () => {
  const work: WaitingWork = { ...OVERDUE, place: 'Laxmi Road, opposite the sari shops behind the old theatre, Pune' }
  await openPage('/admin', { as: ADMIN, server: dashboardServer().on(dashboardCalls.work, succeed([work])) })
  const row = main.getByRole('link', { name: /^Complaint Cruelty · Laxmi Road, opposite/ })
  await expect.element(row).toBeVisible()
  await document.fonts.ready
  expect(row.element().getBoundingClientRect().height).toBeLessThanOrEqual(60)
})

// DSK-1
test('the kind of work and its sort have a dot between them', async () => {
  const grievance: WaitingWork = { ...OVERDUE, kind: 'grievance', title: 'G-2', sort: 'other', place: null }
  await openPage('/admin', { as: ADMIN, server: dashboardServer().on(dashboardCalls.work, succeed([grievance])) })
  await expect.element(main.getByRole('link', { name: /^Grievance · Something else · G-2/ })).toBeVisible()
})

// DSK-1
test('a line of the waiting work leads to it', async () => {
  await openPage('/admin', { as: ADMIN, server: dashboardServer() })
  await main.getByRole('link', { name: /^Complaint Cruelty/ }).click()
  await expect.poll(() => location.pathname).toBe('/admin/complaints/12')
  await expect.element(page.getByText(/^Complaint 12 · /)).toBeVisible()
  await shownCompletely()
})

// DSK-1, RCP-2
test('a void that waits for a second admin leads to the desk', async () => {
  const waiting: WaitingWork = {
    ...OVERDUE,
    kind: 'void',
    title: '₹20,000',
    sort: null,
    place: null,
    is_overdue: false,
    days_overdue: 0,
    path: '/admin/desk?view=voids&sort=taken#desk-money',
  }
  await openPage('/admin', { as: ADMIN, server: dashboardServer().on(dashboardCalls.work, succeed([waiting])) })
  const line = main.getByRole('link', { name: /^Void for a second admin ₹20,000/ })
  await expect.element(line).toHaveAttribute('href', waiting.path)
})

// DSK-1, MAIL-2
test('emails that are held back are one line, which leads to them', async () => {
  const held: WaitingWork = {
    ...OVERDUE,
    kind: 'held-mails',
    id: 1,
    title: '3',
    sort: null,
    place: null,
    is_overdue: false,
    days_overdue: 0,
    path: '/admin/mail?state=held',
  }
  const server = dashboardServer().on(dashboardCalls.work, succeed([held]))
  await openPage('/admin', { as: ADMIN, server })
  const line = main.getByRole('link', { name: /^Emails held back 3 emails/ })
  await expect.element(line).toHaveAttribute('href', held.path)
  await closePage()
  server.on(dashboardCalls.work, succeed([{ ...held, title: '100' }]))
  await openPage('/admin', { as: ADMIN, server })
  await expect.element(main.getByRole('link', { name: /^Emails held back 99\+ emails/ })).toBeVisible()
})

// DSK-1
test('the weeks stand in a table', async () => {
  await openPage('/admin', { as: ADMIN, server: dashboardServer() })
  const weeks = page.getByRole('table', { name: 'Complaints and revenue by week, the latest first' })
  await expect.poll(() => weeks.getByRole('row').elements().length).toBe(13)
})

const barOf = (row: number) => page.getByRole('row').nth(row).element().querySelector('td:last-child span[aria-hidden]')
const widthOf = (row: number) => barOf(row)?.getBoundingClientRect().width ?? 0

// DSK-1
test('a week far above the others has a cut bar that says so, and leaves them theirs', async () => {
  const revenues = [500, 1_000, 2_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 0, 1_000, 1_00_000]
  const weeks = WEEKS.map((week, index) => ({ ...week, complaints: 1, revenue: revenues[index] ?? 0 }))
  await openPage('/admin', { as: ADMIN, server: dashboardServer().on(dashboardCalls.weeks, succeed(weeks)) })
  // The latest week is first.
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent('₹1,00,000')
  await expect.element(page.getByText(/^A bar with a gap is cut/)).toBeVisible()
  expect(barOf(1)?.getAttribute('data-cut')).toBe('true')
  expect(document.querySelectorAll('[data-cut="true"]')).toHaveLength(1)
  const [cut, large, usual, small] = [widthOf(1), widthOf(10), widthOf(2), widthOf(12)]
  expect(large).toBeLessThan(cut)
  expect(usual / large).toBeCloseTo(1 / 2, 1)
  expect(small / large).toBeCloseTo(1 / 4, 1)
  expect(small).toBeGreaterThan(20)
  expect(barOf(3)).toBeNull()
})

// DSK-1
test('weeks that can be compared have bars to one scale, and no hint', async () => {
  await openPage('/admin', { as: ADMIN, server: dashboardServer() })
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent('₹1,100')
  expect(widthOf(6) / widthOf(1)).toBeCloseTo(6 / 11, 1)
  expect(page.getByText(/^A bar with a gap is cut/).elements()).toEqual([])
})

// DSK-1
test('the last ten events say who did what', async () => {
  await openPage('/admin', { as: ADMIN, server: dashboardServer() })
  await expect.element(page.getByRole('heading', { level: 2, name: 'Last ten events' })).toBeVisible()
  await expect.element(main.getByRole('link', { name: /asha registered Chandni/ })).toBeVisible()
})

// DSK-1
test('an event says what money was for, and with what an admin worked', async () => {
  const latest: DashboardEvent[] = [
    { ...SIGNED_UP, kind: 'payment-received', id: 1, who: null, what: 'donation', amount: 1_100 },
    { ...SIGNED_UP, kind: 'payment-received', id: 2, who: null, what: null, amount: 500 },
    { ...SIGNED_UP, kind: 'admin-action', what: 'name-revealed', object_kind: 'complaint', object_id: '8' },
  ]
  await openPage('/admin', { as: ADMIN, server: dashboardServer().on(dashboardCalls.events, succeed(latest)) })
  await expect.element(main.getByText('₹1,100 received: donation', { exact: true })).toBeVisible()
  await expect.element(main.getByText('₹500 received', { exact: true })).toBeVisible()
  await expect.element(main.getByText(/^asha: .+ · Complaint 8$/)).toBeVisible()
})

// DSK-1
test('an event says what a complaint is about and where, and whose money came', async () => {
  const filed = { what: 'PS-2026-00012-Y', sort: 'Cruelty', place: 'Laxmi Road market' }
  const latest: DashboardEvent[] = [
    { ...SIGNED_UP, ...filed, kind: 'complaint-filed', id: 12, who: null },
    { ...SIGNED_UP, kind: 'payment-received', id: 1, who: 'Lalita Deshpande', what: 'donation', amount: 1_100 },
  ]
  await openPage('/admin', { as: ADMIN, server: dashboardServer().on(dashboardCalls.events, succeed(latest)) })
  const complaint = main.getByRole('link', { name: /^Complaint PS-2026-00012-Y was filed/ })
  await expect.element(complaint).toMatchTextContent('was filed · Cruelty · Laxmi Road market')
  await expect
    .element(main.getByRole('link', { name: /^₹1,100 received: donation/ }))
    .toMatchTextContent('received: donation · Lalita Deshpande')
})

// DSK-1
test('an event says how many days ago it was, and its hour as a title', async () => {
  const yesterday = { ...SIGNED_UP, at: new Date(Date.now() - DAY_MS).toISOString() }
  const server = dashboardServer().on(dashboardCalls.events, succeed([yesterday]))
  await openPage('/admin', { as: ADMIN, server })
  const time = main.getByRole('link', { name: /asha signed up/ }).getByText('yesterday', { exact: true })
  await expect.element(time).toHaveAttribute('title', expect.stringMatching(/\d{2}:\d{2}$/))
})

// DSK-1
test('a line of the last events leads to its record', async () => {
  const asha = { id: 7, username: 'asha', email: 'owner@example.org', role: 'user' } as const
  const server = dashboardServer().on(userCalls.listAll, ({ query }) =>
    listed(query.search === 'asha' ? [asha] : [], 1),
  )
  await openPage('/admin', { as: ADMIN, server })
  await main.getByRole('link', { name: /asha signed up/ }).click()
  await expect.poll(() => location.pathname + location.search).toBe('/admin/users?search=asha')
  await expect.element(page.getByRole('cell', { name: 'owner@example.org' })).toBeVisible()
})

// TRU-7
test('a surplus payment among the work says when it goes back', async () => {
  const work: WaitingWork[] = [
    {
      ...{ kind: 'payment', id: 4, title: 'pay_Abcdefghij1234', sort: null, place: null, is_overdue: false },
      ...{ since: OVERDUE.since, days_overdue: 0, path: '/admin/memberships/reports/payment?payment_id=4' },
      ...{ due_on: null, acknowledge_by: null, is_counted: true },
      goes_back_at: '2026-04-11T12:00:00.000Z',
    },
  ]
  await openPage('/admin', { as: ADMIN, server: dashboardServer().on(dashboardCalls.work, succeed(work)) })
  await expect.element(main.getByText(/pay_Abcdefghij1234 · goes back automatically on 11 Apr 2026/)).toBeVisible()
})

const HOUR_MS = 60 * 60 * 1_000

// DSK-1, TRU-6
test.each([
  [4, 'team', '2 h left to tell CERT-In', 'cancelled'],
  [10, 'board', '62 h left to tell the Board', 'pending'],
  [67, 'board', '5 h left to tell the Board', 'cancelled'],
  [7, 'team', 'Overdue: tell CERT-In', 'cancelled'],
])('%i hours after a breach the dashboard says how long is left for the %s', async (hours, sort, words, tone) => {
  const since = new Date(Date.now() - (hours - 0.1) * HOUR_MS).toISOString()
  const breach: WaitingWork = { ...OVERDUE, kind: 'breach', title: 'A lost phone', sort, place: null, since }
  await openPage('/admin', { as: ADMIN, server: dashboardServer().on(dashboardCalls.work, succeed([breach])) })
  const left = main.getByRole('link', { name: /^Breach of data/ }).getByText(words, { exact: true })
  await expect.element(left).toHaveAttribute('data-tone', tone)
  await expect.element(main.getByText('Overdue by 398 days')).not.toBeInTheDocument()
})

// DSK-1
test('work that is due tomorrow says so, and later work says nothing', async () => {
  const dueIn = (days: number) => new Date(Date.now() + days * DAY_MS)
  const near: WaitingWork = { ...OVERDUE, is_overdue: false, days_overdue: 0, due_on: today(dueIn(1)) }
  const work: WaitingWork[] = [near, { ...near, id: 13, sort: 'Neglect', due_on: today(dueIn(2)) }]
  await openPage('/admin', { as: ADMIN, server: dashboardServer().on(dashboardCalls.work, succeed(work)) })
  const badge = main.getByRole('link', { name: /^Complaint Cruelty/ }).getByText('Due tomorrow', { exact: true })
  await expect.element(badge).toHaveAttribute('data-tone', 'pending')
  await expect.element(main.getByRole('link', { name: /^Complaint Neglect/ })).not.toMatchTextContent('Due')
})

// DSK-1, TRU-6
test.each([
  [4.1, '4 h left to acknowledge'],
  [0.1, 'Less than an hour left'],
  [-1, 'Overdue: acknowledge'],
])('with %d hours left to acknowledge a grievance the dashboard says so', async (hours, words) => {
  const acknowledge_by = new Date(Date.now() + hours * HOUR_MS).toISOString()
  const grievance: WaitingWork = { ...OVERDUE, kind: 'grievance', title: 'G-2', sort: 'other', acknowledge_by }
  await openPage('/admin', { as: ADMIN, server: dashboardServer().on(dashboardCalls.work, succeed([grievance])) })
  await expect.element(main.getByRole('link', { name: /^Grievance/ }).getByText(words, { exact: true })).toBeVisible()
})

// ADM-1
test('at 1280×800 the figures that call for work stand below the two cards', async () => {
  const figures = { total_pets: 41, total_users: 23, unmatched_payments: 1 }
  await openPage('/admin', { as: ADMIN, server: dashboardServer().on(dashboardCalls.figures, succeed(figures)) })
  const waiting = main.getByRole('link', { name: /payments? not matched/ })
  await expect.element(waiting).toBeVisible()
  const card = page.getByRole('heading', { name: 'Total Users' }).element().parentElement?.getBoundingClientRect()
  const box = waiting.element().getBoundingClientRect()
  expect(box.top).toBeGreaterThan(card?.bottom ?? 800)
  expect(box.bottom).toBeLessThanOrEqual(800)
})

// JRN-9, ADM-1
test('the two cards are on the first screen at 1280×800, however much waits', async () => {
  const work = Array.from({ length: 10 }, (_, index) => ({ ...OVERDUE, id: index + 1 }))
  await openPage('/admin', { as: ADMIN, server: dashboardServer().on(dashboardCalls.work, succeed(work)) })
  await expect.element(main.getByRole('link', { name: /^Complaint Cruelty/ }).last()).toBeVisible()
  for (const name of ['Total Pets', 'Total Users']) {
    const box = page.getByRole('heading', { name }).element().parentElement?.getBoundingClientRect()
    expect(box?.bottom).toBeLessThanOrEqual(800)
  }
})

// DSK-1, JRN-9
test('on a phone nothing stands below the work before its length is known', async () => {
  await page.viewport(360, 740)
  const { promise: work, resolve: answer } = Promise.withResolvers<{ status: 'success'; data: WaitingWork[] }>()
  const server = dashboardServer().on(dashboardCalls.work, () => work)
  await openPage('/admin', { as: ADMIN, server })
  await expect.poll(() => server.requests(dashboardCalls.work)).toHaveLength(1)
  const folded = page.getByText('The last twelve weeks')
  await expect.element(folded).toBeInTheDocument()
  await expect.element(folded).not.toBeVisible()
  await expect.element(page.getByText('Total Pets')).not.toBeVisible()
  answer(succeed([OVERDUE]))
  await expect.element(folded).toBeVisible()
  await expect.element(page.getByText('Total Pets')).toBeVisible()
})

// DSK-1, JRN-9
test('on a phone what has been is folded', async () => {
  await page.viewport(360, 740)
  await openPage('/admin', { as: ADMIN, server: dashboardServer() })
  await shownCompletely()
  const weeks = main.getByRole('heading', { name: 'The last twelve weeks' })
  await expect.element(weeks).toBeVisible()
  expect(page.getByRole('table').elements()).toEqual([])
  expect(document.documentElement.scrollHeight).toBeLessThan(1_800)
  await weeks.click()
  await expect.element(page.getByRole('table')).toBeVisible()
})

// DSK-1, JRN-9
test('on a phone each line of a waiting complaint begins beside its icon', async () => {
  await page.viewport(360, 740)
  await openPage('/admin', { as: ADMIN, server: dashboardServer() })
  const work = main.getByRole('link', { name: /^Complaint Cruelty · Laxmi Road market · PS-12-K/ })
  await expect.element(work).toBeVisible()
  const boxOf = (part: string) => work.element().querySelector(part)?.getBoundingClientRect() ?? new DOMRect()
  expect(boxOf('strong').left).toBeCloseTo(boxOf('svg').right + 12, 0)
  // As if what stands before the time left no place for it.
  for (const part of work.element().querySelectorAll('time')) part.style.flexBasis = '100%'
  expect(boxOf('time').left).toBeCloseTo(boxOf('strong').left, 0)
  expect(boxOf('time').top).toBeGreaterThan(boxOf('strong').bottom)
})

// DSK-1, JRN-9
test('on a phone no dot stands between the places where more work waits', async () => {
  await page.viewport(360, 740)
  const work = Array.from({ length: 10 }, (_, index) => ({ ...OVERDUE, id: index + 1 }))
  const server = dashboardServer()
    .on(dashboardCalls.work, succeed(work))
    .on(dashboardCalls.waiting, succeed({ complaints: 11, desk: 1, privacy_requests: 2, grievances: 1 }))
  await openPage('/admin', { as: ADMIN, server })
  const more = main.getByText(/^These ten have waited longest/)
  await expect.element(more.getByRole('link', { name: 'Grievances 1' })).toBeVisible()
  await expect.element(more.getByText('·').first()).not.toBeVisible()
})
