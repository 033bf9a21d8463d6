import { type ReportedMembership, reportCalls } from '@petsetu/contract/office/reports.ts'
import { linkCalls, type PayLink } from '@petsetu/contract/payments/links.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FakeServer, NO_ANSWER, rejected } from '../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../test/open-page.tsx'
import { setWindow } from '../../../test/set-window.ts'

const REPORT = '/admin/memberships/reports/membership'

const ACTIVE: ReportedMembership = {
  id: 1,
  username: 'asha',
  email: 'owner@example.org',
  plan_id: 3,
  user_id: 7,
  plan_name: 'Friend',
  category: 'regular',
  created_at: '2026-04-10T12:00:00.000Z',
  start_date: '2026-04-10',
  expiry_date: '2027-04-09',
  status: 'active',
  amount_paid: 500,
  returned: 0,
  is_imported: false,
  features: '["A badge"]',
  receipt_path: null,
}
const PENDING: ReportedMembership = {
  ...ACTIVE,
  id: 2,
  username: 'Somebody else',
  user_id: null,
  start_date: null,
  expiry_date: null,
  status: 'pending',
  amount_paid: 0,
}

/** A report of these memberships, filtered by the status that is asked for. */
function reportOf(...memberships: ReportedMembership[]) {
  const count = (is: (membership: ReportedMembership) => boolean, rows: ReportedMembership[]) => rows.filter(is).length
  return new FakeServer()
    .on(reportCalls.memberships, ({ query }) => {
      const rows = memberships.filter(
        ({ status, category }) =>
          [undefined, status].includes(query.status) && [undefined, category].includes(query.category),
      )
      const summary = {
        total_memberships: rows.length,
        active_memberships: count(({ status }) => status === 'active', rows),
        expired_memberships: count(({ status }) => status === 'expired', rows),
        cancelled_memberships: count(({ status }) => status === 'cancelled', rows),
        pending_memberships: count(({ status }) => status === 'pending', rows),
        regular_memberships: count(({ category }) => category === 'regular', rows),
        premium_memberships: count(({ category }) => category === 'premium', rows),
      }
      return { ...succeed(rows), summary }
    })
    .on(
      reportCalls.membershipMonths,
      succeed({
        from: '2026-04-01',
        to: '2026-05-31',
        months: [
          { month: '2026-04', value: 2, month_before: '2026-02', value_before: 0 },
          { month: '2026-05', value: 0, month_before: '2026-03', value_before: 0 },
        ],
      }),
    )
    .on(reportCalls.plans, succeed([{ id: 3, name: 'Friend', is_deleted: false }]))
}

const field = (label: string) => page.getByLabelText(label, { exact: true })
const apply = page.getByRole('button', { name: 'Apply Filters' })
const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(name) })

// RPT-4
test('the membership report shows its columns, and a row for each membership', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(ACTIVE, PENDING) })
  await expect.element(rowOf('asha')).toMatchTextContent('₹500')
  const heads = page.getByRole('table', { name: 'Memberships, newest first' }).getByRole('columnheader')
  expect(heads.elements().map((head) => head.textContent)).toEqual([
    'ID',
    'User',
    'Plan',
    'Category',
    'Start Date',
    'Expiry Date',
    'Status',
    'Amount Paid',
    'Actions',
  ])
  const sorted = heads.elements().filter((head) => head.matches('[aria-sort]:not([aria-sort=none])'))
  expect(sorted, 'no column is marked while none was chosen').toEqual([])
})

// PAY-9, RPT-4
test('a refunded membership says below its amount what went back', async () => {
  const refunded: ReportedMembership = { ...ACTIVE, id: 3, username: 'ravi', status: 'cancelled', returned: 500 }
  const partly: ReportedMembership = { ...ACTIVE, id: 4, username: 'meera', returned: 199.5 }
  await openPage(REPORT, { as: ADMIN, server: reportOf(ACTIVE, refunded, partly) })
  await expect.element(rowOf('ravi')).toMatchTextContent('₹500.00₹500.00 returned')
  await expect.element(rowOf('meera')).toMatchTextContent('₹500.00₹199.50 returned')
  await expect.element(rowOf('asha')).not.toMatchTextContent('returned')
})

// RPT-4, DSK-3
test('a member with an account leads to it, and another one stays a name', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(ACTIVE, PENDING) })
  const link = (name: string) => rowOf(name).getByRole('link', { name, exact: true })
  await expect.element(link('asha')).toHaveAttribute('href', '/admin/users/7')
  await expect.element(rowOf('Somebody else').getByText('Somebody else', { exact: true })).toBeVisible()
  expect(link('Somebody else').elements()).toEqual([])
})

// RPT-1
test('the membership report begins without a filter', async () => {
  const server = reportOf(ACTIVE)
  await openPage(REPORT, { as: ADMIN, server })
  await expect.element(rowOf('asha')).toBeVisible()
  for (const label of ['Status', 'Category', 'Plan', 'Start Date', 'End Date'])
    await expect.element(field(label)).toHaveValue('')
  for (const { query } of server.requests(reportCalls.memberships)) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined)
    expect(given.map(([name]) => name).toSorted()).toEqual(['limit', 'page'])
  }
})

// RPT-2, RPT-3
test('the charts have the states in one order, and the colour of each category', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(ACTIVE, PENDING) })
  const states = page.getByRole('button', { name: /^(Active|Expired|Cancelled|Pending) / })
  await expect.element(states.first()).toBeVisible()
  expect(states.elements().map((state) => state.textContent?.match(/^[A-Za-z]+/)?.[0])).toEqual([
    'Active',
    'Expired',
    'Cancelled',
    'Pending',
  ])
  expect(document.querySelector('svg [fill="#007bff"]')).not.toBeNull()
})

// RPT-1, RPT-4
test('a filter that is applied stands in the address and selects the rows', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(ACTIVE, PENDING) })
  await expect.element(rowOf('asha')).toBeVisible()
  await field('Status').selectOptions('pending')
  await apply.click()
  await expect.element(rowOf('asha')).not.toBeInTheDocument()
  await expect.element(rowOf('Somebody else')).toBeVisible()
  expect(location.search).toBe('?status=pending')
})

// RPT-1
test('an address with a filter opens the report with it', async () => {
  await openPage(`${REPORT}?status=pending`, { as: ADMIN, server: reportOf(ACTIVE, PENDING) })
  await expect.element(field('Status')).toHaveValue('pending')
  await expect.element(rowOf('Somebody else')).toBeVisible()
  await expect.element(rowOf('asha')).not.toBeInTheDocument()
})

// RPT-4
test('a filter that selects no membership says so', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(ACTIVE) })
  await field('Status').selectOptions('cancelled')
  await apply.click()
  await expect.element(page.getByText('No memberships found matching the selected filters.')).toBeVisible()
})

// RPT-1
test('an end before the start is said beside its field, and nothing is applied', async () => {
  const server = reportOf(ACTIVE)
  await openPage(REPORT, { as: ADMIN, server })
  await expect.element(rowOf('asha')).toBeVisible()
  await field('Start Date').fill('2026-02-02')
  await field('End Date').fill('2026-02-01')
  await apply.click()
  await expect.element(page.getByText('The end date is before the start date')).toBeVisible()
  expect(location.search).toBe('')
  expect(server.requests(reportCalls.memberships)).toHaveLength(1)
})

// RPT-1
test('a reset shows all memberships again', async () => {
  await openPage(`${REPORT}?status=cancelled`, { as: ADMIN, server: reportOf(ACTIVE) })
  await expect.element(page.getByText('No memberships found matching the selected filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Reset Filters' }).click()
  await expect.element(rowOf('asha')).toBeVisible()
  await expect.element(field('Status')).toHaveValue('')
})

// RPT-5, RPT-7
test('a membership report that does not load says so', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf().on(reportCalls.memberships, NO_ANSWER) })
  await expect.element(page.getByText('Failed to load membership report. Please try again.')).toBeVisible()
})

// RPT-5, RPT-7
test('plans of the filter that do not load leave the report as it is', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(ACTIVE).on(reportCalls.plans, NO_ANSWER) })
  await expect.element(rowOf('asha')).toBeVisible()
  await expect.element(apply).toBeVisible()
  await expect.element(page.getByText(/Failed to load/)).not.toBeInTheDocument()
})

// RPT-1, PLN-3
test('a deleted plan that has memberships can be chosen, and says that it is deleted', async () => {
  const server = reportOf(ACTIVE).on(reportCalls.plans, succeed([{ id: 4, name: 'Gold', is_deleted: true }]))
  await openPage(REPORT, { as: ADMIN, server })
  await field('Plan').selectOptions('Gold (deleted)')
  await apply.click()
  await expect.poll(() => server.requests(reportCalls.memberships).at(-1)?.query).toMatchObject({ plan_id: 4 })
  expect(location.search).toBe('?plan_id=4')
})

// DSK-7
test('a click on a slice filters the memberships, and the filter can be removed', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(ACTIVE, PENDING) })
  await expect.element(rowOf('asha')).toBeVisible()
  await expect.poll(() => document.querySelector('svg path[fill="#ffc107"]')).not.toBeNull()
  await userEvent.click(document.querySelector('svg path[fill="#ffc107"]') ?? document.body)
  await expect.element(rowOf('asha')).not.toBeInTheDocument()
  expect(location.search).toBe('?status=pending')
  await expect.element(field('Status')).toHaveValue('pending')
  await expect.element(page.getByRole('button', { name: /^Active 0/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Remove Pending' }).click()
  await expect.element(rowOf('asha')).toBeVisible()
  expect(location.search).toBe('')
})

// DSK-7
test('the keyboard chooses a slice by its text, and takes it away again', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(ACTIVE, PENDING) })
  const active = page.getByRole('button', { name: /^Active [1-9]/ })
  await expect.element(active).toBeVisible()
  active.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Remove Active' })).toBeVisible()
  await expect.element(rowOf('Somebody else')).not.toBeInTheDocument()
  await expect.element(active).toHaveAttribute('aria-pressed', 'true')
  expect(location.search).toBe('?status=active')
  active.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(rowOf('Somebody else')).toBeVisible()
  expect(location.search).toBe('')
})

// DSK-7
test('a bar filters the memberships beside the category that is chosen', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(ACTIVE) })
  await page.getByRole('button', { name: /^Regular [1-9]/ }).click()
  await expect.poll(() => location.search).toBe('?category=regular')
  // The address changes a moment before the page, whose filter the bar adds to.
  await expect.element(field('Category')).toHaveValue('regular')
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: /^April 2026/ })
    .click()
  await expect.poll(() => location.search).toBe('?category=regular&start_date=2026-04-01&end_date=2026-04-30')
})

// RPT-3
test('each slice of the membership report has the count and colour of its state', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(ACTIVE, PENDING) })
  await expect.element(page.getByRole('button', { name: /^Active / })).toBeVisible()
  const slices = [...document.querySelectorAll('svg path[fill]:has(title)')]
  const colours = slices.map((slice) => [slice.textContent, slice.getAttribute('fill')])
  expect(Object.fromEntries(colours)).toEqual({
    'Active 1 (50%)': '#28a745',
    'Expired 0 (0%)': '#6c757d',
    'Cancelled 0 (0%)': '#dc3545',
    'Pending 1 (50%)': '#ffc107',
    'Regular 2 (100%)': '#007bff',
    'Premium 0 (0%)': '#fd7e14',
  })
})

// JRN-8
test('on a phone the first screen has a membership, and charts come after', async () => {
  await setWindow(360, 740)
  await openPage(REPORT, { as: ADMIN, server: reportOf(ACTIVE, PENDING) })
  await expect.element(rowOf('asha')).toBeVisible()
  expect(rowOf('asha').element().getBoundingClientRect().bottom).toBeLessThanOrEqual(740)
  const chart = page.getByRole('heading', { name: 'Status Distribution' })
  await expect.element(chart).toBeInTheDocument()
  const last = rowOf('Somebody else').element().getBoundingClientRect().bottom
  expect(chart.element().getBoundingClientRect().top).toBeGreaterThan(last)
  await expect.element(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible()
})

// JRN-8
test('on a phone a membership is a low card, with ID and buttons behind Details', async () => {
  await setWindow(360, 740)
  await openPage(REPORT, { as: ADMIN, server: reportOf(ACTIVE, PENDING) })
  const row = rowOf('asha')
  await expect.element(row).toBeVisible()
  expect(row.element().getBoundingClientRect().height).toBeLessThanOrEqual(100)
  await expect.element(row.getByText('Until 9 Apr 2027', { exact: true })).toBeVisible()
  const category = row.getByText('Regular', { exact: true })
  const cancel = row.getByText(/^Cancel/)
  await expect.element(category).not.toBeVisible()
  await expect.element(cancel).not.toBeVisible()
  await row.getByRole('button', { name: /^Details asha/ }).click()
  await expect.element(category).toBeVisible()
  await expect.element(cancel).toBeVisible()
})

// JRN-8
test('on a phone a membership that is not paid yet says since when', async () => {
  await setWindow(360, 740)
  await openPage(REPORT, { as: ADMIN, server: reportOf(PENDING) })
  await expect.element(rowOf('Somebody else').getByText('Registered 10 Apr 2026', { exact: true })).toBeVisible()
})

// JRN-8
test('on a phone a membership that was cancelled does not say that it runs on', async () => {
  await setWindow(360, 740)
  await openPage(REPORT, { as: ADMIN, server: reportOf({ ...ACTIVE, status: 'cancelled' }) })
  await expect.element(rowOf('asha').getByText(/^Registered /)).toBeVisible()
  await expect.element(rowOf('asha').getByText(/^Until /)).not.toBeInTheDocument()
})

// JRN-8, DSK-3
test('on a phone one select sorts the memberships, beside the filters', async () => {
  await setWindow(360, 740)
  const server = reportOf(ACTIVE, PENDING)
  await openPage(REPORT, { as: ADMIN, server })
  const sort = page.getByLabelText('Sort by')
  await expect.element(sort).toHaveDisplayValue('Newest first')
  await sort.selectOptions('Largest first')
  await expect.poll(() => server.requests(reportCalls.memberships).at(-1)?.query).toMatchObject({ sort: 'amount-desc' })
  expect(page.getByRole('columnheader').getByRole('button').elements()).toEqual([])
})

// MBR-3
test('the last day of a membership leads to who was reminded of it, and when', async () => {
  const to_address = ACTIVE.email
  const server = reportOf(ACTIVE).on(
    membershipCalls.reminders,
    succeed([
      { days: -30, state: 'sent', to_address, created_at: '2027-03-10T04:30:00Z', sent_at: '2027-03-11T06:04:00Z' },
      { days: -7, state: 'waiting', to_address, created_at: '2027-04-02T04:30:00Z', sent_at: null },
    ]),
  )
  await openPage(REPORT, { as: ADMIN, server })
  await page.getByRole('button', { name: /reminders of membership 1$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Reminders to asha' })
  const reminder = (step: string) => dialog.getByRole('row', { name: new RegExp(step) })
  await expect.element(reminder('30 days before')).toMatchTextContent(to_address)
  await expect.element(reminder('30 days before')).toMatchTextContent('Sent: 11 March 2027')
  await expect.element(reminder('7 days before')).toMatchTextContent('Waiting: 2 April 2027')
  expect(server.requests(membershipCalls.reminders).map(({ params }) => params)).toEqual([{ id: 1 }])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

// RPT-4
test('the menus of all memberships are in one line, with a button beside them or none', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(ACTIVE, { ...ACTIVE, id: 5, status: 'expired' }) })
  const menus = page.getByRole('button', { name: /^Actions for/ })
  await expect.element(menus).toHaveLength(2)
  const [first, second] = menus.elements().map((menu) => menu.getBoundingClientRect().right)
  expect(first).toBe(second)
})

// LNK-1
test('a pay link that was paid meanwhile is not handed over any more', async () => {
  const link: PayLink = {
    ...{ id: 4, purpose: 'membership', subject_id: 2, is_renewal: false, payer: 'Somebody else', amount: 500 },
    ...{ state: 'open', created_at: '2026-01-05T08:00:00.000Z', expires_at: '2026-01-19T08:00:00.000Z' },
    ...{ sent_at: null, sent_by: null, opened_at: null, paid_at: null, revoked_at: null, can_mail: true },
  }
  const url = `https://pets.example/pay/${'x'.repeat(43)}`
  let links: PayLink[] = []
  const server = reportOf(PENDING)
    .on(linkCalls.listForMembership, () => succeed(links))
    .on(linkCalls.makeForMembership, () => {
      links = [link]
      return succeed({ link, url, text: 'Please pay', phone: '' })
    })
    .on(linkCalls.sendForMembership, () => {
      links = [{ ...link, state: 'paid', paid_at: '2026-01-05T09:00:00.000Z' }]
      return rejected(409, 'pay_link_paid', 'This is paid already.')
    })
  await openPage(REPORT, { as: ADMIN, server })
  await page.getByRole('button', { name: 'Actions for 2' }).click()
  await page.getByRole('menuitem', { name: 'Pay links 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pay links: Somebody else' })
  const make = dialog.getByRole('button', { name: 'Make a pay link' })
  await make.click()
  const mail = dialog.getByRole('button', { name: 'Send it by email' })
  await mail.click()
  await expect.element(dialog.getByRole('listitem').getByText('Paid', { exact: true })).toBeVisible()
  await expect.element(mail).not.toBeInTheDocument()
  await expect.element(make).not.toBeInTheDocument()
})

// LNK-1
test('a membership paid since the report was read gets no link for its next term', async () => {
  const server = reportOf(PENDING)
    .on(linkCalls.listForMembership, () => succeed([]))
    .on(linkCalls.makeForMembership, () => rejected(409, 'pay_link_paid', 'This is paid already.'))
  await openPage(REPORT, { as: ADMIN, server })
  await page.getByRole('button', { name: 'Actions for 2' }).click()
  await page.getByRole('menuitem', { name: 'Pay links 2' }).click()
  const before = server.requests(reportCalls.memberships).length
  await page.getByRole('button', { name: 'Make a pay link' }).click()
  await expect.element(page.getByText('This is paid already.')).toBeVisible()
  expect(server.requests(linkCalls.makeForMembership).map(({ body }) => body)).toEqual([{ is_renewal: false }])
  await expect.poll(() => server.requests(reportCalls.memberships).length).toBeGreaterThan(before)
})

// RPT-4, MBR-3
test('an active membership that ends within a month says in how many days', async () => {
  const inDays = (days: number) => today(new Date(Date.now() + days * 86_400_000))
  const others: Partial<ReportedMembership>[] = [
    { id: 11, username: 'in fifteen', expiry_date: inDays(15) },
    { id: 12, username: 'in thirty-one', expiry_date: inDays(31) },
    { id: 13, username: 'on this day', expiry_date: today() },
    { id: 14, username: 'has ended', expiry_date: inDays(15), status: 'cancelled' },
  ]
  await openPage(REPORT, { as: ADMIN, server: reportOf(...others.map((other) => ({ ...ACTIVE, ...other }))) })
  await expect.element(rowOf('in fifteen')).toMatchTextContent('ActiveEnds in 15 days')
  await expect.element(rowOf('on this day')).toMatchTextContent('ActiveEnds today')
  await expect.element(page.getByTitle('Ends in 15 days')).toBeVisible()
  const last = rowOf('in fifteen').getByRole('button', { name: /Ends in 15 days.*reminders of membership 11$/ })
  expect(last.element().querySelector('svg')?.checkVisibility(), 'not told by colour alone').toBe(true)
  expect(rowOf('in thirty-one').getByRole('button').first().element().querySelector('svg')).toBeNull()
  await expect.element(rowOf('in thirty-one')).not.toMatchTextContent('Ends in')
  await expect.element(rowOf('has ended')).not.toMatchTextContent('Ends in')
})

// RPT-1, APP-14
test('a row writes its days in the short form of other lists', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(ACTIVE) })
  await expect.element(rowOf('asha').getByText('10 Apr 2026', { exact: true })).toBeVisible()
  await expect.element(rowOf('asha').getByText('9 Apr 2027', { exact: true })).toBeVisible()
})

// RPT-2
test('the total says how many memberships no other figure counts', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(ACTIVE, PENDING) })
  await expect.element(page.getByText('Since the beginning · 1 pending')).toBeVisible()
})
