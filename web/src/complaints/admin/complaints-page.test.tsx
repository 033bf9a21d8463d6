import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { type ComplaintFilter, complaintCalls, type ListedComplaint } from '@petsetu/contract/complaints/complaints.ts'
import { linkCalls } from '@petsetu/contract/payments/links.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { COMPLAINT, LISTED_COMPLAINT } from '../../../test/examples.ts'
import { FakeServer } from '../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../test/open-page.tsx'
import { setWindow } from '../../../test/set-window.ts'

const LIST = '/admin/complaints'
const ROWS: ListedComplaint[] = [11, 10, 9].map((id) => ({
  ...LISTED_COMPLAINT,
  id,
  fullname: `Complainant ${id}`,
}))
const SUMMARY = {
  pending_complaints: 3,
  in_progress_complaints: 2,
  resolved_complaints: 4,
  closed_complaints: 0,
  paid_complaints: 6,
}

/** A server that lists these complaints, turned round for the order from the oldest. */
function listServer(rows = ROWS): FakeServer {
  return new FakeServer()
    .on(complaintCalls.listAll, ({ query: { sort } }) => ({
      ...succeed(sort === 'oldest' ? rows.toReversed() : rows),
      summary: SUMMARY,
      pagination: { page: 1, limit: 10, total: rows.length, last_page: 1 },
    }))
    .on(caseCalls.listAssignees, succeed([]))
}

const rows = page.getByRole('row')
/** It takes the focus a moment after the page is shown, also from where a test has put it. */
const title = page.getByRole('heading', { level: 1, name: 'Complaint Management' })
const search = page.getByLabelText('Search complaints')
const head = (name: string) => page.getByRole('columnheader', { name })
const sortBy = (name: string) => head(name).getByRole('button').click()
const card = (label: string) => page.getByRole('link', { name: label })

/** Waits until the list has been asked for with this filter. */
async function expectAsked(server: FakeServer, filter: ComplaintFilter): Promise<void> {
  await expect
    .poll(() => server.requests(complaintCalls.listAll).at(-1)?.query)
    .toEqual({ page: 1, limit: 10, ...filter })
}

// CASE-6
test('a search is in the address, and is still there after a complaint was opened', async () => {
  const server = listServer()
    .on(complaintCalls.read, succeed({ ...COMPLAINT, id: 11 }))
    .on(caseCalls.neighbours, succeed({ previous: null, next: null }))
    .on(caseCalls.listAnswers, succeed([]))
    .on(linkCalls.listForComplaint, succeed([]))
    .on(caseCalls.listEvents, succeed([]))
  await openPage(LIST, { as: ADMIN, server })
  await search.fill('stones cats')
  await expectAsked(server, { search: 'stones cats' })
  await expect.poll(() => location.search).toBe('?search=stones+cats')
  await page.getByRole('link', { name: 'View complaint 11' }).click()
  await expect.element(page.getByText(/^Complaint 11 · /)).toBeVisible()
  await page.getByRole('link', { name: 'Back to complaints' }).click()
  await expect.element(search).toHaveValue('stones cats')
})

// CASE-6, DSK-3
test('each row has the reference below the name, and is no higher for it', async () => {
  await openPage(LIST, {
    as: ADMIN,
    server: listServer([{ ...LISTED_COMPLAINT, reference: 'PS-2026-00011-A', id: 11 }]),
  })
  const row = page.getByRole('row').filter({ hasText: 'PS-2026-00011-A' })
  await expect.element(row).toMatchTextContent('11')
  expect(row.element().getBoundingClientRect().height).toBeLessThanOrEqual(44.5)
})

// CASE-6, DSK-3
test('each row has the place below the type, and is no higher for a long one', async () => {
  const place = 'Behind the old mill, past the second railway crossing on the road to Saswad, Pune'
  await openPage(LIST, { as: ADMIN, server: listServer([{ ...LISTED_COMPLAINT, id: 11, place }]) })
  const row = page.getByRole('row').filter({ hasText: 'Behind the old mill' })
  await expect.element(row).toMatchTextContent('Cruelty')
  expect(row.element().getBoundingClientRect().height).toBeLessThanOrEqual(44.5)
})

// CASE-5, CASE-6
test('an overdue complaint says by how many days', async () => {
  const due_on = today(new Date(Date.now() - 3 * 86_400_000))
  const late = { ...LISTED_COMPLAINT, id: 11, due_on, is_overdue: true }
  await openPage(LIST, { as: ADMIN, server: listServer([late]) })
  await expect.element(page.getByRole('cell').filter({ hasText: 'Overdue by 3 days' })).toBeVisible()
})

// CASE-6, DSK-3
test('the urgency stands below the status, and the row is no higher for it', async () => {
  const due_on = today(new Date(Date.now() - 10 * 86_400_000))
  const late = { ...LISTED_COMPLAINT, id: 11, status: 'in_progress' as const, due_on, is_overdue: true }
  await openPage(LIST, { as: ADMIN, server: listServer([late]) })
  const row = rows.nth(1)
  await expect.element(row.getByText('Overdue by 10 days')).toBeVisible()
  const urgency = row.getByText('Overdue by 10 days').element().getBoundingClientRect()
  const status = row.getByText('In Progress', { exact: true }).element().getBoundingClientRect()
  expect(urgency.left).toBeCloseTo(status.left, 0)
  expect(urgency.top).toBeGreaterThan(status.bottom - 4)
  expect(row.element().getBoundingClientRect().height).toBeLessThanOrEqual(44.5)
})

// CASE-5, CASE-6
test.each([
  [0, 'Due today'],
  [1, 'Due tomorrow'],
])('a complaint that is due in %i days says so', async (days, words) => {
  const due_on = today(new Date(Date.now() + days * 86_400_000))
  const ended = { ...LISTED_COMPLAINT, id: 10, due_on, status: 'closed' as const }
  await openPage(LIST, { as: ADMIN, server: listServer([{ ...LISTED_COMPLAINT, id: 11, due_on }, ended]) })
  await expect.element(rows.nth(1)).toMatchTextContent(words)
  await expect.element(rows.nth(2)).not.toMatchTextContent(words)
})

// CASE-6
test('a complaint that was filed today says so in place of its days', async () => {
  const created_at = new Date().toISOString()
  await openPage(LIST, { as: ADMIN, server: listServer([{ ...LISTED_COMPLAINT, id: 11, created_at }]) })
  await expect.element(rows.nth(1)).toMatchTextContent(/\d{4} today/)
  await expect.element(rows.nth(1)).not.toMatchTextContent('0 days')
})

// CASE-6, DSK-3
test('the name of a complainant opens the complaint, with the filters of the list', async () => {
  await openPage(`${LIST}?type=Cruelty`, { as: ADMIN, server: listServer() })
  const name = page.getByRole('link', { name: 'Complainant 11' })
  await expect.element(name).toHaveAttribute('href', '/admin/complaints/11?type=Cruelty')
  expect(getComputedStyle(name.element()).fontWeight).toBe('600')
})

// CASE-6
test('one button clears the search and all filters', async () => {
  const server = listServer()
  await openPage(`${LIST}?search=stones+cats&type=Cruelty&payment=paid`, { as: ADMIN, server })
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expectAsked(server, {})
  await expect.element(search).toHaveValue('')
  await expect.element(rows).toHaveLength(ROWS.length + 1)
})

// CASE-6, APP-14
test('the focus stays in the page where clearing and unchoosing take their button away', async () => {
  await openPage(`${LIST}?type=Cruelty`, { as: ADMIN, server: listServer() })
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect.element(page.getByLabelText('Type')).toHaveFocus()
  await page.getByLabelText('Choose complaint 11').click()
  await page.getByRole('button', { name: 'Choose none' }).click()
  await expect.element(title).toHaveFocus()
})

// CASE-6, DSK-1
test('the filter of the dashboard’s link is named, and can be taken away alone', async () => {
  const server = listServer()
  await openPage(`${LIST}?waiting=yes&type=Cruelty`, { as: ADMIN, server })
  await expectAsked(server, { waiting: 'yes', type: 'Cruelty' })
  const mark = page.getByRole('button', { name: 'Remove New, overdue, or with news' })
  await expect.element(mark).toHaveTextContent('New, overdue, or with news')
  await mark.click()
  await expectAsked(server, { type: 'Cruelty' })
  await expect.element(mark).not.toBeInTheDocument()
})

// CASE-6, DSK-3
test('on a phone the filter of the dashboard’s link is among those that are set', async () => {
  await setWindow(360, 740)
  await openPage(`${LIST}?waiting=yes`, { as: ADMIN, server: listServer() })
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect.element(sheet.getByRole('button', { name: 'Remove New, overdue, or with news' })).toBeVisible()
})

// CASE-6
test('the filters add up, and are in the address with the order', async () => {
  const server = listServer()
  await openPage(LIST, { as: ADMIN, server })
  await page.getByLabelText('Type').selectOptions('Cruelty')
  await expectAsked(server, { type: 'Cruelty' })
  await page.getByLabelText('Payment').selectOptions('Paid')
  await expectAsked(server, { type: 'Cruelty', payment: 'paid' })
  await sortBy('Date Submitted')
  await expectAsked(server, { type: 'Cruelty', payment: 'paid', sort: 'oldest' })
  await expect.element(rows.nth(1)).toMatchTextContent('Complainant 9')
  await expect.poll(() => location.search).toBe('?type=Cruelty&payment=paid&sort=oldest')
})

// DSK-3
test('the heads order the complaints by the day they came and the day they are due', async () => {
  const server = listServer()
  await openPage(LIST, { as: ADMIN, server })
  await expect.element(head('Date Submitted')).toHaveAttribute('aria-sort', 'descending')
  await sortBy('Date Submitted')
  await expectAsked(server, { sort: 'oldest' })
  await expect.element(head('Date Submitted')).toHaveAttribute('aria-sort', 'ascending')
  await sortBy('Date Submitted')
  await expectAsked(server, { sort: 'newest' })
  await expect.element(head('Status').getByRole('button')).toHaveAttribute('title', 'Due day')
  await sortBy('Status')
  await expectAsked(server, { sort: 'due' })
  await expect.element(head('Status')).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(head('Date Submitted')).toHaveAttribute('aria-sort', 'none')
  await sortBy('Status')
  await expectAsked(server, { sort: 'due-desc' })
  // The list is asked for a moment before the head shows the order, from which the next click goes on.
  await expect.element(head('Status')).toHaveAttribute('aria-sort', 'descending')
  await sortBy('Status')
  await expectAsked(server, {})
})

// DSK-3
test('a select of the order stands where the list is cards, and not beside the heads', async () => {
  const server = listServer()
  await openPage(`${LIST}?sort=due-desc`, { as: ADMIN, server })
  const order = page.getByLabelText('Order')
  for (const width of [1280, 1024, 760]) {
    await setWindow(width, 800)
    await expect.element(head('Date Submitted')).toBeVisible()
    await expect.element(order).not.toBeVisible()
  }
  await page.viewport(710, 800)
  await expect.element(order).toBeVisible()
  await page.viewport(360, 740)
  await expect.poll(() => page.getByRole('columnheader').getByRole('button').elements()).toEqual([])
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect.element(order).toHaveValue('due-desc')
  await order.selectOptions('Due first')
  await expectAsked(server, { sort: 'due' })
})

// CASE-6
test('an address with filters and an order opens the list as it was', async () => {
  const server = listServer()
  await openPage(`${LIST}?type=Cruelty&payment=paid&sort=oldest`, { as: ADMIN, server })
  await expect.element(rows.nth(1)).toMatchTextContent('Complainant 9')
  await expect.element(page.getByLabelText('Type')).toHaveValue('Cruelty')
  await expect.element(page.getByLabelText('Payment')).toHaveValue('paid')
  await expect.element(head('Date Submitted')).toHaveAttribute('aria-sort', 'ascending')
  await expectAsked(server, { type: 'Cruelty', payment: 'paid', sort: 'oldest' })
})

// DSK-3
test('on a phone the filters are folded, and their button says how many are set', async () => {
  await setWindow(360, 740)
  await openPage(`${LIST}?type=Cruelty&payment=paid`, { as: ADMIN, server: listServer() })
  await expect.element(page.getByLabelText('Choose complaint 11')).toBeVisible()
  await expect.element(page.getByLabelText('Type')).not.toBeVisible()
  await page.getByRole('button', { name: 'Filters (2)' }).click()
  await expect.element(page.getByLabelText('Type')).toHaveValue('Cruelty')
})

// DSK-3
test('the checkbox and the number of a complaint stand in the middle of its row', async () => {
  await openPage(LIST, { as: ADMIN, server: listServer() })
  const choice = page.getByLabelText('Choose complaint 11')
  await expect.element(choice).toBeVisible()
  const middleOf = (element: Element | null | undefined) => {
    const { top = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
    return top + height / 2
  }
  const row = choice.element().closest('tr')
  expect(Math.abs(middleOf(choice.element()) - middleOf(row))).toBeLessThan(1.5)
})

// CASE-6
test('the number of complaints of a status leads to these, without other filters', async () => {
  const server = listServer()
  await openPage(`${LIST}?type=Cruelty&payment=paid`, { as: ADMIN, server })
  await expect.element(page.getByRole('definition').nth(2)).toHaveTextContent('4')
  await card('Resolved').click()
  await expectAsked(server, { status: 'resolved' })
  expect(location.pathname + location.search).toBe(`${LIST}?status=resolved`)
})

// CMP-12, CASE-6
test('on a laptop a number stands beside the button that chooses its complaints', async () => {
  await openPage(LIST, { as: ADMIN, server: listServer() })
  const buttons = page.getByRole('group', { name: 'Filter by status' }).getByRole('button')
  await expect.element(page.getByRole('definition').nth(2)).toHaveTextContent('4')
  const boxes = (elements: Element[]) => elements.map((element) => element.getBoundingClientRect())
  const middleOf = ({ top, height } = new DOMRect()) => top + height / 2
  const [, ...choices] = boxes(buttons.elements())
  const numbers = boxes(page.getByRole('definition').elements())
  for (const [index, choice] of choices.entries()) {
    expect(numbers[index]?.left).toBeCloseTo(choice.right, 0)
    expect(middleOf(numbers[index])).toBeCloseTo(middleOf(choice), 0)
    expect(numbers[index]?.width).toBeGreaterThanOrEqual(24)
  }
})

// DSK-3
test('on a laptop the pages share a row with the shortcuts', async () => {
  const server = listServer().on(complaintCalls.listAll, {
    ...succeed(ROWS),
    summary: SUMMARY,
    pagination: { page: 1, limit: 10, total: 11, last_page: 2 },
  })
  await openPage(LIST, { as: ADMIN, server })
  const shortcuts = page.getByRole('button', { name: 'Keyboard shortcuts' })
  await expect.element(shortcuts).toBeVisible()
  const next = page.getByRole('link', { name: 'Next' }).element().getBoundingClientRect()
  expect(next.top).toBeCloseTo(shortcuts.element().getBoundingClientRect().top, 0)
  expect(next.right).toBeLessThan(shortcuts.element().getBoundingClientRect().left)
})

// CASE-5, CASE-6
test('before cases are opened again the question says that duplicates stay closed', async () => {
  await openPage(LIST, { as: ADMIN, server: listServer() })
  await page.getByLabelText('Choose complaint 11').click()
  const bulk = page.getByRole('region', { name: 'Chosen complaints' })
  await bulk.getByLabelText('Status').selectOptions('In Progress')
  await bulk.getByRole('button', { name: 'Set status' }).click()
  await expect.element(page.getByRole('dialog').getByText(/Duplicates stay closed\.$/)).toBeVisible()
})

// CASE-6
test('with the keyboard only, two complaints are chosen and get a status at once', async () => {
  let listed = ROWS
  const server = listServer()
    .on(complaintCalls.listAll, () => ({
      ...succeed(listed),
      summary: SUMMARY,
      pagination: { page: 1, limit: 10, total: listed.length, last_page: 1 },
    }))
    .on(caseCalls.updateSeveral, ({ body: { ids, status = 'pending' } }) => {
      listed = listed.map((row) => (ids.includes(row.id) ? { ...row, status } : row))
      return succeed({ changed: ids.length })
    })
  await openPage(LIST, { as: ADMIN, server })
  await expect.element(title).toHaveFocus()
  for (const id of [11, 9]) {
    const choice = page.getByLabelText(`Choose complaint ${id}`)
    await expect.element(choice).toBeVisible()
    choice.element().focus()
    await userEvent.keyboard(' ')
  }
  await expect.element(page.getByText('2 complaints chosen')).toBeVisible()
  const bulk = page.getByRole('region', { name: 'Chosen complaints' })
  bulk.getByLabelText('Status').element().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}c')
  expect(page.getByRole('dialog').elements()).toEqual([])
  bulk.getByRole('button', { name: 'Set status' }).element().focus()
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('Change 2 complaints?')).toBeVisible()
  expect(dialog.getByText(/Duplicates stay closed\.$/).query()).toBeNull()
  dialog.getByRole('button', { name: 'Change' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('2 complaints have been changed.')).toBeVisible()
  await expect.element(page.getByText('2 complaints chosen')).not.toBeInTheDocument()
  expect(server.requests(caseCalls.updateSeveral).map(({ body }) => body)).toEqual([{ ids: [11, 9], status: 'closed' }])
  await expect.element(rows.nth(1)).toMatchTextContent('Closed')
  await expect.element(rows.nth(2)).toMatchTextContent('Pending')
  await expect.element(rows.nth(3)).toMatchTextContent('Closed')
})

// CASE-6
test('complaints that were chosen on another page are not chosen any more', async () => {
  const server = listServer().on(complaintCalls.listAll, ({ query: { page: number } }) => ({
    ...succeed(number === 2 ? [{ ...LISTED_COMPLAINT, id: 1 }] : ROWS),
    summary: SUMMARY,
    pagination: { page: number ?? 1, limit: 10, total: 11, last_page: 2 },
  }))
  await openPage(LIST, { as: ADMIN, server })
  const choice = page.getByLabelText('Choose complaint 11')
  await choice.click()
  await expect.element(page.getByText('1 complaint chosen')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect.element(page.getByLabelText('Choose complaint 1', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect.element(choice).toBeVisible()
  await expect.element(choice).not.toBeChecked()
})

// CASE-6
test('a day is typed with the keyboard, and asked for once it is complete', async () => {
  const server = listServer()
  await openPage(LIST, { as: ADMIN, server })
  await expect.element(title).toHaveFocus()
  for (const [label, field] of [
    ['From', 'from'],
    ['To', 'to'],
  ] as const) {
    const day = page.getByLabelText(label, { exact: true })
    await expect.element(day).toBeVisible()
    day.element().focus()
    await userEvent.keyboard('05112026')
    await expect.element(day).toHaveValue('2026-05-11')
    await expect.poll(() => server.requests(complaintCalls.listAll).at(-1)?.query?.[field]).toBe('2026-05-11')
  }
  const asked = server.requests(complaintCalls.listAll).map(({ query }) => query)
  expect(asked).toEqual([
    { page: 1, limit: 10 },
    { page: 1, limit: 10, from: '2026-05-11' },
    { page: 1, limit: 10, from: '2026-05-11', to: '2026-05-11' },
  ])
})

// CASE-6
test('a period that ends before it begins says so in place of an empty list', async () => {
  await openPage(`${LIST}?from=2026-02-02&to=2026-02-01`, { as: ADMIN, server: listServer([]) })
  await expect.element(page.getByText('The end date is before the start date', { exact: true })).toBeVisible()
})

// JRN-8
test('on a phone the first complaint is on the first screen', async () => {
  await setWindow(360, 740)
  await openPage(LIST, { as: ADMIN, server: listServer() })
  const first = page.getByRole('row').filter({ hasText: 'Complainant 11' })
  await expect.element(first).toBeVisible()
  expect(first.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(740)
})

// APP-14
test('on a phone the card of a complaint is low, and says that its fee is not paid', async () => {
  await setWindow(360, 740)
  await openPage(LIST, { as: ADMIN, server: listServer() })
  const first = page.getByRole('row').filter({ hasText: 'Complainant 11' })
  await expect.element(first).toMatchTextContent(/Cruelty.*Kothrud, Pune.*Pending.*Payment.*Not Paid/)
  await expect.element(first.getByText('Not Paid', { exact: true }).first()).toBeVisible()
  expect(first.element().getBoundingClientRect().height).toBeLessThanOrEqual(160)
})

// CASE-6, APP-14
test('on a phone a card says the case, then the person, and all of it opens the case', async () => {
  await setWindow(360, 740)
  const complaint = { ...LISTED_COMPLAINT, id: 11, assignee: { id: 9, username: 'meera' } }
  await openPage(LIST, { as: ADMIN, server: listServer([{ ...complaint, payment_status: 'paid' }]) })
  const only = rows.nth(1)
  const link = only.getByRole('link')
  await expect.element(link).toHaveTextContent('Cruelty · Kothrud, Pune')
  await expect.element(link).toHaveAttribute('href', '/admin/complaints/11')
  const [card, title, person, reference, status] = [
    only,
    link,
    only.getByText(`${LISTED_COMPLAINT.fullname} · meera`).last(),
    only.getByText(LISTED_COMPLAINT.reference).last(),
    only.getByText('Pending', { exact: true }),
  ].map((part) => part.element().getBoundingClientRect())
  if (!card || !title || !person || !reference || !status) throw new Error('A part of the card is not there.')
  expect(person.top).toBeGreaterThanOrEqual(title.bottom)
  expect(reference.top).toBeCloseTo(person.top, 0)
  expect(reference.left).toBeGreaterThan(person.right)
  expect(status.top).toBeGreaterThanOrEqual(reference.bottom)
  expect(status.left).toBeCloseTo(title.left, 0)
  expect(card.height).toBeLessThanOrEqual(135)
  expect(only.getByText('Paid', { exact: true }).first().element().closest('[data-paid]')?.clientWidth).toBe(1)
  expect(document.elementFromPoint(card.left + 20, card.bottom - 4)).toBe(link.element())
  await only.getByRole('checkbox').click()
  await expect.element(only.getByRole('checkbox')).toBeChecked()
})

// JRN-8
test('on a phone one button opens all filters, and says how many are set', async () => {
  await setWindow(360, 740)
  const server = listServer()
  await openPage(`${LIST}?payment=paid`, { as: ADMIN, server })
  await expect.element(rows.nth(1)).toBeVisible()
  expect(page.getByLabelText('Type').query()?.checkVisibility() ?? false).toBe(false)
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabelText('Type').selectOptions('Cruelty')
  await sheet.getByRole('button', { name: 'Resolved' }).click()
  await expectAsked(server, { type: 'Cruelty', payment: 'paid', status: 'resolved' })
  await sheet.getByRole('button', { name: 'Show the list' }).click()
  await expect.element(page.getByRole('button', { name: 'Filters (3)' })).toBeVisible()
  expect(document.querySelector('dialog[open]')).toBeNull()
})

// CASE-6
test('the bar for chosen complaints stays in sight while one scrolls', async () => {
  const many = Array.from({ length: 40 }, (_, index) => ({ ...LISTED_COMPLAINT, id: 100 + index }))
  await openPage(LIST, { as: ADMIN, server: listServer(many) })
  await page.getByRole('checkbox', { name: 'Choose complaint 100' }).click()
  const bar = page.getByRole('region', { name: 'Chosen complaints' })
  await expect.element(bar).toBeVisible()
  scrollTo(0, 800)
  await expect.poll(() => scrollY).toBeGreaterThan(400)
  await expect.poll(() => bar.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0)
})

// CASE-6, LNG-1
test.each([
  ['en', 'Erased'],
  ['hi', 'हटाया गया'],
  ['mr', 'पुसले'],
] as const)('in %s the list says in its words that a complainant was erased', async (language, told) => {
  const erased = { fullname: 'Erased', type_of_complaint: 'Erased', place: 'Erased' }
  await openPage(LIST, { as: ADMIN, server: listServer([{ ...LISTED_COMPLAINT, id: 9, ...erased }]), language })
  await expect.element(page.getByRole('link', { name: told, exact: true })).toBeVisible()
  await expect.element(rows.nth(1)).toMatchTextContent(`${told} ${told}`)
})
