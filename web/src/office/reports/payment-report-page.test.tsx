import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { reportCalls, type Transaction } from '@petsetu/contract/office/reports.ts'
import { type AdminPayment, paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { financialYearOf } from '@petsetu/contract/platform/calendar.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FakeServer, listed, NO_ANSWER } from '../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../test/open-page.tsx'
import { setWindow } from '../../../test/set-window.ts'

const REPORT = '/admin/memberships/reports/payment'

const PAID: Transaction = {
  id: 'P1',
  payment: 1,
  username: 'asha',
  user_id: 7,
  complaint_id: null,
  purpose: 'membership',
  plan_name: 'Friend',
  amount: 500,
  returned: 0,
  razorpay_order_id: 'order_Abcdefghij1234',
  razorpay_payment_id: 'pay_Abcdefghij1234',
  status: 'captured',
  disposition: 'applied',
  is_refund_pending: false,
  is_refund_failed: false,
  is_return_refused: false,
  is_international: false,
  return_at: null,
  settled_note: null,
  settled_as: null,
  desk: null,
  created_at: '2026-04-10T12:00:00.000Z',
}
const OPEN: Transaction = {
  ...PAID,
  id: 'O2',
  payment: null,
  username: 'Somebody else',
  user_id: null,
  razorpay_order_id: 'order_Open1234567890',
  razorpay_payment_id: null,
  status: 'created',
  disposition: 'none',
}
const AT_DESK: Transaction = {
  ...PAID,
  id: 'P3',
  payment: 3,
  username: 'Chitra Rao',
  user_id: null,
  complaint_id: 12,
  purpose: 'complaint',
  plan_name: 'Filing fee',
  amount: 100,
  razorpay_order_id: null,
  razorpay_payment_id: 'desk_3',
  desk: {
    mode: 'cheque',
    reference: '004512',
    bank: 'State Bank of India',
    cheque_date: null,
    state: 'cleared',
    taken_by: 'admin',
  },
}
const SURPLUS: Transaction = {
  ...PAID,
  ...{ id: 'P4', payment: 4, username: 'Paid twice', disposition: 'surplus' },
  return_at: '2026-04-11T12:00:00.000Z',
}

/** The server's answer for a payment that was changed. */
function changed({ payment, razorpay_payment_id, ...transaction }: Transaction, fields: Partial<AdminPayment>) {
  const { amount, returned, razorpay_order_id, status, disposition, is_refund_pending } = transaction
  const { is_refund_failed, is_return_refused, is_international, return_at } = transaction
  const { settled_note, settled_as, desk, created_at } = transaction
  const same = {
    ...{ amount, returned, razorpay_order_id, status, disposition, is_refund_pending, is_refund_failed },
    ...{ is_return_refused, is_international, return_at, settled_as },
  }
  const id = payment ?? 0
  return succeed({
    ...{ ...same, settled_note, desk, created_at, id, razorpay_payment_id: razorpay_payment_id ?? '' },
    ...fields,
  })
}

/** A report of these transactions, filtered by what is asked for. */
function reportOf(...transactions: Transaction[]) {
  const report = { transactions }
  const server = new FakeServer()
    .on(reportCalls.payments, ({ query }) => {
      const isUnmatched = ({ disposition, settled_note }: Transaction) =>
        disposition === 'surplus' && settled_note === null
      const rows = report.transactions.filter(
        (one) => [undefined, one.status].includes(query.status) && (query.unmatched !== 'yes' || isUnmatched(one)),
      )
      const summary = {
        total_revenue: rows.filter(({ status }) => status === 'captured').reduce((sum, { amount }) => sum + amount, 0),
        total_transactions: rows.length,
        successful_transactions: rows.filter(({ status }) => status === 'captured').length,
        failed_transactions: 0,
        pending_transactions: rows.filter(({ status }) => status === 'created').length,
      }
      return { ...succeed(rows), summary }
    })
    .on(
      reportCalls.paymentMonths,
      succeed({
        from: '2026-04-01',
        to: '2026-05-31',
        months: [
          { month: '2026-04', value: 500, month_before: '2026-02', value_before: 0 },
          { month: '2026-05', value: 0, month_before: '2026-03', value_before: 0 },
        ],
      }),
    )
    .on(userCalls.listAll, listed([], 0))
  const change = (id: number, fields: Partial<Transaction>) => {
    report.transactions = report.transactions.map((one) => (one.payment === id ? { ...one, ...fields } : one))
  }
  return { server, change }
}

const field = (label: string) => page.getByLabelText(label, { exact: true })
const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(name) })

async function chooseSettled(): Promise<void> {
  const row = rowOf('Paid twice')
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await row.getByRole('menuitem', { name: /^Settled another way/ }).click()
}

// RPT-7
test('the payment report counts the payments, and shows each of them', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(PAID, OPEN).server })
  await expect.element(rowOf('asha')).toMatchTextContent('Paid')
  for (const card of ['Total Revenue', 'Successful Payments', 'Failed Payments', 'Pending Transactions'])
    await expect.element(page.getByText(card, { exact: true }).first()).toBeVisible()
  await expect.element(page.getByText('₹500', { exact: true }).first()).toBeVisible()
  await expect.element(rowOf('Somebody else')).toMatchTextContent('Not available')
})

// RPT-7, DSK-3
test('a payer with an account leads to it, and a filing fee to its case', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(PAID, OPEN, AT_DESK).server })
  await expect.element(rowOf('asha').getByRole('link', { name: 'asha' })).toHaveAttribute('href', '/admin/users/7')
  await expect
    .element(rowOf('Chitra Rao').getByRole('link', { name: 'Filing fee' }))
    .toHaveAttribute('href', '/admin/complaints/12')
  expect(rowOf('Somebody else').getByRole('link').elements()).toEqual([])
})

// RPT-7, DSK-5
test('a treasurer without further duties gets no links to people and cases', async () => {
  const treasurer = { ...ADMIN, duties: ['money' as const] }
  await openPage(REPORT, { as: treasurer, server: reportOf(PAID, AT_DESK).server })
  await expect.element(rowOf('asha').getByText('asha')).toBeVisible()
  await expect.element(rowOf('Chitra Rao').getByText('Filing fee')).toBeVisible()
  const links = page.getByRole('table').getByRole('link')
  expect(links.elements().map((link) => link.getAttribute('href'))).toEqual(['/admin/desk?view=all'])
})

const LINE_PX_MAX = 20

// RPT-7, DSK-3
test('the ids of a payment are in one line on a laptop, and are copied whole', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(PAID).server })
  for (const id of ['order_Abcdefghij1234', 'pay_Abcdefghij1234']) {
    const shown = page.getByTitle(id, { exact: true })
    await expect.element(shown).toHaveTextContent(id)
    expect(shown.element().getBoundingClientRect().height, id).toBeLessThan(LINE_PX_MAX)
    getSelection()?.selectAllChildren(shown.element())
    expect(getSelection()?.toString()).toBe(id)
  }
})

// RPT-7, DSK-3
test('of an id that has no room its last five letters are shown, as large as the row', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(PAID).server })
  await expect.element(rowOf('asha')).toBeVisible()
  const { fontSize } = getComputedStyle(rowOf('asha').getByText('₹500', { exact: true }).element())
  for (const id of ['order_Abcdefghij1234', 'pay_Abcdefghij1234']) {
    const shown = page.getByTitle(id, { exact: true })
    await expect.element(shown).toBeVisible()
    const [start, last] = shown.element().childNodes
    expect(start instanceof HTMLElement && getComputedStyle(start).fontSize).toBe('0px')
    expect(start instanceof HTMLElement && getComputedStyle(start, '::before').content).toMatch(/^"…"/)
    expect(last?.textContent).toBe('j1234')
    expect(getComputedStyle(shown.element()).fontSize).toBe(fontSize)
  }
})

// RPT-7
test('order and payment have their ids in columns of their own, or a word instead', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(PAID, OPEN, AT_DESK).server })
  await expect.element(rowOf('asha')).toBeVisible()
  const textsOf = (head: string) => {
    const heads = page.getByRole('columnheader').elements()
    const place = heads.findIndex(({ textContent }) => textContent === head)
    return ['asha', 'Somebody else', 'Chitra Rao'].map(
      (name) => rowOf(name).getByRole('cell').elements()[place]?.textContent,
    )
  }
  // The style draws a dash into an empty cell.
  expect(textsOf('Order ID')).toEqual([PAID.razorpay_order_id, OPEN.razorpay_order_id, ''])
  expect(textsOf('Payment ID')).toEqual([
    PAID.razorpay_payment_id,
    'Not available',
    // A row shows the first of the two, a card the second.
    'Cheque 004512, State Bank of IndiaCheque, 004512, State Bank of India, taken by admin',
  ])
})

// RPT-7, DSK-3
test('a missing id and a filing fee take one line at 1280 px', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(OPEN, { ...PAID, purpose: 'complaint' }).server })
  await expect.element(rowOf('asha')).toBeVisible()
  for (const words of ['Not available', 'Filing fee'])
    expect(linesOf(page.getByRole('cell').getByText(words, { exact: true }).element()), words).toHaveLength(1)
})

// RPT-7
test('at 1280 px the table is not wider than the page', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(PAID, OPEN, AT_DESK, SURPLUS).server })
  await expect.element(rowOf('asha')).toBeVisible()
  expect(innerWidth).toBe(1280)
  const table = page.getByRole('table').element()
  const frame = table.parentElement?.getBoundingClientRect()
  expect(table.getBoundingClientRect().right).toBeLessThanOrEqual(frame?.right ?? 0)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
})

// RPT-7
test.each([1280, 1440])('at %i px wide ids and names leave the table as wide as the page', async (width) => {
  await setWindow(width, 800)
  const ids = { razorpay_order_id: 'order_AbcdefghijQ0HWS', razorpay_payment_id: 'pay_QWcdefghijWM1QG' }
  const desk = AT_DESK.desk && { ...AT_DESK.desk, bank: 'Bank of the example' }
  const named = { ...AT_DESK, username: 'Neem Park society', amount: 5000, desk }
  const { server } = reportOf({ ...PAID, ...ids, amount: 250.5 }, { ...SURPLUS, ...ids, amount: 2500 }, OPEN, named)
  await openPage(REPORT, { as: ADMIN, server })
  await expect.element(rowOf('Neem Park society')).toBeVisible()
  const table = page.getByRole('table').element()
  expect(table.scrollWidth).toBeLessThanOrEqual(table.parentElement?.clientWidth ?? 0)
})

// RPT-7
test.each([1120, 1280])('at %i px each head of the report has one line', async (width) => {
  await setWindow(width, 800)
  await openPage(REPORT, { as: ADMIN, server: reportOf(PAID, OPEN, AT_DESK, SURPLUS).server })
  await expect.element(rowOf('asha')).toBeVisible()
  for (const head of page.getByRole('columnheader').elements())
    expect(head.getBoundingClientRect().height, head.textContent ?? '').toBeLessThan(40)
})

// RPT-7, PAY-6
test('a payment without an order of ours stands in the report like the others', async () => {
  const stray: Transaction = {
    ...PAID,
    purpose: null,
    username: 'Unknown',
    plan_name: 'Unknown',
    razorpay_order_id: null,
  }
  await openPage(REPORT, { as: ADMIN, server: reportOf({ ...stray, disposition: 'quarantined' }).server })
  await expect.element(rowOf('pay_Abcdefghij1234')).toMatchTextContent('Does not match its order')
})

/** The rectangles of the lines that this text takes. */
function linesOf(element: Element): DOMRect[] {
  const range = new Range()
  range.selectNodeContents(element)
  return [...range.getClientRects()]
}

// RPT-7
test('at 1280 px a name is in one line, and an amount keeps clear of what follows it', async () => {
  const named = { ...PAID, username: 'Neem Park society' }
  await openPage(REPORT, { as: ADMIN, server: reportOf(named, { ...SURPLUS, username: 'Sulochana Apte' }).server })
  await expect.element(rowOf('Sulochana Apte')).toBeVisible()
  for (const name of ['Neem Park society', 'Sulochana Apte'])
    expect(linesOf(page.getByText(name, { exact: true }).element()), name).toHaveLength(1)
  const [amount] = linesOf(rowOf('Neem Park society').getByText('₹500', { exact: true }).element())
  const [id] = linesOf(
    page
      .getByTitle(PAID.razorpay_order_id ?? '', { exact: true })
      .first()
      .element(),
  )
  expect((id?.left ?? 0) - (amount?.right ?? 0)).toBeGreaterThanOrEqual(24)
})

// RPT-7
test('the actions of all payments look alike and begin at one place', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(PAID, SURPLUS, AT_DESK).server })
  const actions = [
    rowOf('asha').getByRole('button', { name: /^Refund/ }),
    rowOf('Paid twice').getByRole('button', { name: /^Refund/ }),
    rowOf('Chitra Rao').getByRole('link', { name: 'Void at the desk' }),
  ]
  await expect.element(rowOf('Chitra Rao')).toBeVisible()
  const looks = actions.map((action) => {
    const { left } = action.element().getBoundingClientRect()
    const { color, fontWeight, textDecorationLine } = getComputedStyle(action.element())
    return { left, color, fontWeight, textDecorationLine }
  })
  expect(looks).toEqual(looks.map(() => looks[0]))
})

// RPT-7
test('a filter that selects no payment says so', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(PAID).server })
  await field('Status').selectOptions('failed')
  await page.getByRole('button', { name: 'Apply Filters' }).click()
  await expect.element(page.getByText('No payment transactions found matching the selected filters.')).toBeVisible()
})

// RPT-5, RPT-7
test('a payment report that does not load says so', async () => {
  const { server } = reportOf()
  await openPage(REPORT, { as: ADMIN, server: server.on(reportCalls.payments, NO_ANSWER) })
  await expect.element(page.getByText(/Failed to load payment report\. Please try again\./)).toBeVisible()
})

// PAY-9, RPT-7
test('a payment that is refunded says so in its row', async () => {
  const { server, change } = reportOf(PAID)
  server.on(paymentCalls.refund, ({ params }) => {
    change(params.id, { status: 'refunded' })
    return changed(PAID, { status: 'refunded' })
  })
  await openPage(REPORT, { as: ADMIN, server })
  const row = page.getByRole('row').filter({ hasText: PAID.razorpay_payment_id ?? '' })
  await row.getByRole('button', { name: /^Refund/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Refund/ })
    .click()
  await expect.element(row).toMatchTextContent('Refunded')
  expect(server.requests(paymentCalls.refund)).toMatchObject([{ params: { id: 1 } }])
})

// PAY-9, RPT-7
test('a payment that went back in part says so, and its refund is of the rest', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf({ ...PAID, returned: 199.5 }).server })
  const row = rowOf('asha')
  await expect.element(row).toMatchTextContent('₹199.50 returned')
  await row.getByRole('button', { name: /^Refund/ }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toMatchTextContent('Refund ₹300.50?')
  await expect.element(dialog).toMatchTextContent('The rest of payment')
})

// RPT-7
test('all amounts of the report have paise as soon as one of them has', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(PAID, { ...OPEN, amount: 250.5 }).server })
  await expect.element(rowOf('asha').getByText('₹500.00', { exact: true })).toBeVisible()
  await expect.element(rowOf('Somebody else').getByText('₹250.50', { exact: true })).toBeVisible()
})

// RCP-2
test('money of the desk shows how it was taken, and leads to the desk', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf(AT_DESK).server })
  await expect.element(rowOf('Chitra Rao')).toMatchTextContent('Cheque, 004512, State Bank of India, taken by admin')
  await expect
    .element(rowOf('Chitra Rao').getByRole('link', { name: 'Void at the desk' }))
    .toHaveAttribute('href', '/admin/desk?view=all')
})

// RCP-2, RPT-7
test('the number of a UPI payment at the desk says that it is a UTR', async () => {
  const upi = AT_DESK.desk && { ...AT_DESK.desk, mode: 'upi' as const, reference: '432109876543', bank: null }
  await openPage(REPORT, { as: ADMIN, server: reportOf({ ...AT_DESK, desk: upi }).server })
  await expect.element(rowOf('Chitra Rao')).toMatchTextContent('UPI, at the desk, UTR 432109876543, taken by admin')
})

// RCP-2, DSK-3
test('a row shows the number of desk money whole, and of a long bank the beginning', async () => {
  const upi = AT_DESK.desk && { ...AT_DESK.desk, mode: 'upi' as const, reference: '432109876543', bank: null }
  const bank = 'Bank of the example, branch beside the vegetable market in Kothrud'
  const cheque = AT_DESK.desk && { ...AT_DESK.desk, bank }
  const taken = [
    { ...AT_DESK, username: 'By UPI', desk: upi },
    { ...AT_DESK, id: 'P5', payment: 5, username: 'By cheque', desk: cheque },
  ]
  await openPage(REPORT, { as: ADMIN, server: reportOf(PAID, SURPLUS, ...taken).server })
  for (const [name, number] of [
    ['By UPI', '432109876543'],
    ['By cheque', '004512,'],
  ] as const) {
    const shown = rowOf(name).getByText(number, { exact: true })
    await expect.element(shown).toBeVisible()
    expect(linesOf(shown.element()), number).toHaveLength(1)
    expect(rowOf(name).element().getBoundingClientRect().height, name).toBeLessThanOrEqual(44.5)
  }
  await expect.element(rowOf('By UPI').getByText('UPI 432109876543', { exact: true })).toBeVisible()
  const shortened = rowOf('By cheque').getByText(bank, { exact: true })
  await expect.element(shortened).toHaveAttribute('title', `Cheque, 004512, ${bank}, taken by admin`)
  expect(shortened.element().scrollHeight).toBeGreaterThan(shortened.element().clientHeight)
})

// RCP-2
test('a cheque that the bank has not paid is uncleared, as on the page of the desk', async () => {
  const cheque: Transaction = { ...AT_DESK, status: 'created', disposition: 'none' }
  const waiting = { ...cheque, desk: AT_DESK.desk && { ...AT_DESK.desk, state: 'pending' as const } }
  await openPage(REPORT, { as: ADMIN, server: reportOf(waiting, OPEN).server })
  await expect.element(rowOf('Chitra Rao').getByText('Uncleared', { exact: true })).toBeVisible()
  await expect.element(rowOf('Somebody else').getByText('Not paid yet', { exact: true })).toBeVisible()
})

// PAY-6, RPT-7
test('money is not marked as settled otherwise without a note', async () => {
  const { server } = reportOf(SURPLUS)
  await openPage(`${REPORT}?unmatched=yes`, { as: ADMIN, server })
  await chooseSettled()
  const dialog = page.getByRole('dialog', { name: 'Settled another way?' })
  await dialog.getByRole('button', { name: 'Mark as settled' }).click()
  await expect.element(dialog.getByText('Note is required')).toBeVisible()
  expect(server.requests(paymentCalls.settle)).toEqual([])
})

// PAY-6, RPT-7
test('money that was settled otherwise leaves the list, and the report shows its note', async () => {
  const { server, change } = reportOf(SURPLUS)
  server.on(paymentCalls.settle, ({ params, body }) => {
    change(params.id, { settled_note: body.note })
    return changed(SURPLUS, { settled_note: body.note })
  })
  await openPage(`${REPORT}?unmatched=yes`, { as: ADMIN, server })
  await expect.element(rowOf('Paid twice')).toMatchTextContent('Surplus')
  await chooseSettled()
  const dialog = page.getByRole('dialog', { name: 'Settled another way?' })
  await dialog.getByLabelText('Note').fill('Paid back by bank transfer')
  await dialog.getByRole('button', { name: 'Mark as settled' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(rowOf('Paid twice')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await page.getByRole('button', { name: 'Reset Filters' }).click()
  await expect.element(page.getByText('Settled another way: Paid back by bank transfer')).toBeVisible()
})

// JRN-7, PAY-6
test('money that was settled otherwise is counted in the menu no more', async () => {
  const { server, change } = reportOf(SURPLUS)
  let payments = 1
  server
    .on(dashboardCalls.waiting, () => succeed({ payments }))
    .on(paymentCalls.settle, ({ params, body }) => {
      payments = 0
      change(params.id, { settled_note: body.note })
      return changed(SURPLUS, { settled_note: body.note })
    })
  await openPage(`${REPORT}?unmatched=yes`, { as: ADMIN, server })
  const entry = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Payment Reports' })
  await expect.element(entry).toHaveAccessibleDescription('1 waiting')
  await chooseSettled()
  const dialog = page.getByRole('dialog', { name: 'Settled another way?' })
  await dialog.getByLabelText('Note').fill('Paid back by bank transfer')
  await dialog.getByRole('button', { name: 'Mark as settled' }).click()
  await expect.element(entry).not.toHaveAccessibleDescription('1 waiting')
})

// TRU-7
test('an admin keeps surplus money for something, and its clock goes', async () => {
  const { server, change } = reportOf(SURPLUS)
  server.on(paymentCalls.settle, ({ params, body }) => {
    const kept = { settled_note: body.note, settled_as: body.as ?? null, return_at: null }
    change(params.id, kept)
    return changed(SURPLUS, kept)
  })
  await openPage(REPORT, { as: ADMIN, server })
  const row = rowOf('Paid twice')
  await expect.element(row).toMatchTextContent('Surplus: back 11 Apr 2026')
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await row.getByRole('menuitem', { name: /^Keep pay_/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Keep this money?' })
  await dialog.getByLabelText('What it is kept for').fill('For the shelter, as the payer asked')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect.element(row).toMatchTextContent('Kept: For the shelter, as the payer asked')
  await expect.element(page.getByText(/Surplus: back/)).not.toBeInTheDocument()
  expect(server.requests(paymentCalls.settle)).toMatchObject([{ body: { as: 'kept' } }])
})

// TRU-7
test('money from abroad says that it was not taken, and cannot be kept', async () => {
  const foreign: Transaction = { ...SURPLUS, disposition: 'quarantined', is_international: true }
  await openPage(REPORT, { as: ADMIN, server: reportOf(foreign).server })
  const row = rowOf('Paid twice')
  await expect.element(row).toMatchTextContent('From abroad: back 11 Apr 2026')
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await expect.element(row.getByRole('menuitem', { name: /^Settled another way/ })).toBeVisible()
  await expect.element(row.getByRole('menuitem', { name: /^Keep/ })).not.toBeInTheDocument()
})

// PAY-9
test('a refund that was refused says so in its row, and can be tried again', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf({ ...PAID, is_return_refused: true }).server })
  await expect.element(rowOf('asha')).toMatchTextContent('The refund failed: the money is still here')
  await expect.element(rowOf('asha').getByRole('button', { name: /^Refund/ })).toBeVisible()
})

// PAY-9
test('a refused refund can be settled another way, and then counts as a refund', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf({ ...PAID, is_return_refused: true }).server })
  await rowOf('asha')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await rowOf('asha')
    .getByRole('menuitem', { name: /^Settled another way/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Settled another way?' })
  await expect.element(dialog).toMatchTextContent('counts as refunded, with all that a refund changes')
})

// TRU-7
test('a return that was refused says so', async () => {
  await openPage(REPORT, { as: ADMIN, server: reportOf({ ...SURPLUS, is_return_refused: true }).server })
  await expect.element(rowOf('Paid twice')).toMatchTextContent('Could not be sent back. It is tried again every day.')
})

const bars = page.getByRole('toolbar', { name: 'Revenue by month' }).getByRole('button')
const april = page.getByRole('button', { name: /^April 2026: ₹500\. February 2026: ₹0\.$/ })
const values = page.getByRole('term').filter({ hasText: /20\d\d|period/i })

async function openChart() {
  await openPage(`${REPORT}?start_date=2026-04-01&end_date=2026-05-31`, {
    as: ADMIN,
    server: reportOf(PAID).server,
  })
  await expect.element(april).toBeVisible()
}

// DSK-7
test('a bar shows the values of its month while the pointer is over it', async () => {
  await openChart()
  await expect.element(values.first()).toHaveTextContent('1 April 2026 to 31 May 2026')
  await april.hover()
  await expect.element(values.first()).toHaveTextContent('April 2026')
  await page.getByRole('heading', { name: 'Revenue by month' }).hover()
  await expect.element(values.first()).toHaveTextContent('1 April 2026 to 31 May 2026')
})

// DSK-7
test('the arrow keys move from bar to bar, and show the values of each', async () => {
  await openChart()
  expect(bars.elements()).toHaveLength(2)
  april.element().focus()
  await expect.element(values.getByText('February 2026')).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(bars.last()).toHaveFocus()
  await expect.element(values.getByText('May 2026')).toBeVisible()
  await userEvent.keyboard('{Home}')
  await expect.element(april).toHaveFocus()
})

// DSK-7
test('the chart can be read as a table', async () => {
  await openChart()
  await page.getByText('Show as a table').click()
  await expect.element(page.getByRole('row', { name: 'April 2026 ₹500 February 2026 ₹0' })).toBeVisible()
})

// DSK-7
test('a bar filters the payments by its month, and the filter can be removed', async () => {
  await openChart()
  april.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.search).toBe('?start_date=2026-04-01&end_date=2026-04-30')
  await page.getByRole('button', { name: 'Remove 1 April 2026 to 30 April 2026' }).click()
  await expect.poll(() => location.search).toBe('')
  await expect.element(page.getByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
})

// DSK-7
test('one click chooses this financial year, beside the filters that are applied', async () => {
  const year = financialYearOf(today())
  await openPage(`${REPORT}?status=captured`, { as: ADMIN, server: reportOf(PAID).server })
  const preset = page.getByRole('button', { name: 'This financial year' })
  await preset.click()
  await expect.poll(() => location.search).toBe(`?status=captured&start_date=${year}-04-01&end_date=${year + 1}-03-31`)
  await expect.element(field('Start Date')).toHaveValue(`${year}-04-01`)
  await expect.element(preset).toHaveAttribute('aria-pressed', 'true')
})

// DSK-7
test('one click chooses this month or the last one', async () => {
  const thisMonth = `start_date=${today().slice(0, 7)}-01`
  await openPage(REPORT, { as: ADMIN, server: reportOf(PAID).server })
  await page.getByRole('button', { name: 'This month' }).click()
  await expect.poll(() => location.search).toContain(thisMonth)
  await page.getByRole('button', { name: 'Last month' }).click()
  await expect.poll(() => location.search).not.toContain(thisMonth)
  expect(location.search).toMatch(/^\?start_date=\d{4}-\d\d-01&end_date=\d{4}-\d\d-\d\d$/)
})

// DSK-7
test('a status that is applied can be removed', async () => {
  await openPage(`${REPORT}?status=captured`, { as: ADMIN, server: reportOf(PAID).server })
  await page.getByRole('button', { name: 'Remove Paid' }).click()
  await expect.poll(() => location.search).toBe('')
})

// DSK-7, TRU-8
test('the file for the accountant has the days that are chosen', async () => {
  const { server } = reportOf(PAID)
  server.on(reportCalls.movementsCsv, NO_ANSWER)
  await openPage(`${REPORT}?start_date=2026-04-10&end_date=2026-04-10`, { as: ADMIN, server })
  await page.getByRole('button', { name: 'For the accountant' }).click()
  await expect
    .poll(() => server.requests(reportCalls.movementsCsv))
    .toMatchObject([{ query: { start_date: '2026-04-10', end_date: '2026-04-10' } }])
})

// DSK-7
test('at 1120 px the date and the refund of a payment are in view', async () => {
  await setWindow(1120, 800)
  await openPage(REPORT, { as: ADMIN, server: reportOf(PAID).server })
  await expect.element(rowOf('asha')).toBeVisible()
  for (const part of [rowOf('asha').getByText('10 Apr 2026'), rowOf('asha').getByRole('button', { name: /^Refund/ })]) {
    const { left, right } = part.element().getBoundingClientRect()
    expect(left).toBeGreaterThan(0)
    expect(right).toBeLessThanOrEqual(1120)
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(1120)
})

// RPT-7
test('at 1280 px the filters and the buttons that apply them are one row', async () => {
  await setWindow(1280, 800)
  await openPage(REPORT, { as: ADMIN, server: reportOf(PAID).server })
  await expect.element(rowOf('asha')).toBeVisible()
  const ends = page.getByLabelText('End Date').element().getBoundingClientRect()
  for (const name of ['Apply Filters', 'Reset Filters']) {
    const { left, top } = page.getByRole('button', { name }).element().getBoundingClientRect()
    expect(left, name).toBeGreaterThan(ends.right)
    expect(Math.abs(top - ends.top), name).toBeLessThan(2)
  }
})

// JRN-8
test('on a phone the first payment is on the first screen', async () => {
  await setWindow(360, 740)
  await openPage(REPORT, { as: ADMIN, server: reportOf(PAID, OPEN).server })
  await expect.element(rowOf('asha')).toBeVisible()
  expect(rowOf('asha').element().getBoundingClientRect().bottom).toBeLessThanOrEqual(740)
})

// JRN-8
test('on a phone the figures of a pair of cards stand on one line', async () => {
  await setWindow(360, 740)
  await openPage(REPORT, { as: ADMIN, server: reportOf(PAID, OPEN).server })
  await expect.element(rowOf('asha')).toBeVisible()
  const bottoms = ['Total Revenue', 'Successful Payments'].map((label) => {
    const value = page.getByText(label, { exact: true }).element().parentElement?.querySelector('dd')
    const figure = new Range()
    if (value?.firstChild) figure.selectNodeContents(value.firstChild)
    return Math.round(figure.getBoundingClientRect().bottom)
  })
  expect(bottoms[0]).toBe(bottoms[1])
})

// JRN-8
test('on a phone a payment is a low card, with its ids behind Details', async () => {
  await setWindow(360, 740)
  await openPage(REPORT, { as: ADMIN, server: reportOf(PAID, OPEN).server })
  const row = rowOf('asha')
  await expect.element(row).toBeVisible()
  expect(row.element().getBoundingClientRect().height).toBeLessThanOrEqual(120)
  const id = row.getByText(PAID.razorpay_payment_id ?? '', { exact: true }).first()
  await expect.element(id).not.toBeVisible()
  await row.getByRole('button', { name: /^Details asha/ }).click()
  await expect.element(id).toBeVisible()
})

// JRN-8
test('on a phone the filters of a report are a sheet, which applying them closes', async () => {
  await setWindow(360, 740)
  await openPage(`${REPORT}?start_date=2026-04-01`, { as: ADMIN, server: reportOf(PAID, OPEN).server })
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  await field('Status').selectOptions('created')
  await page.getByRole('button', { name: 'Apply Filters' }).click()
  await expect.element(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible()
  await expect.element(rowOf('Somebody else')).toBeVisible()
  expect(document.querySelector('dialog[open]')).toBeNull()
})

// DSK-3
test('the row of a surplus payment is as high as any other', async () => {
  await setWindow(1440, 900)
  await openPage(REPORT, { as: ADMIN, server: reportOf(PAID, SURPLUS).server })
  await expect.element(rowOf('Paid twice')).toBeVisible()
  expect(rowOf('Paid twice').element().getBoundingClientRect().height).toBeLessThanOrEqual(45)
})

// DSK-7
test('the revenue says of which days it is', async () => {
  const { server } = reportOf(PAID)
  await openPage(REPORT, { as: ADMIN, server })
  await expect.element(rowOf('asha')).toBeVisible()
  const revenue = page.getByText('Total Revenue', { exact: true }).element().parentElement
  expect(revenue?.textContent).toContain('Since the beginning')
  await field('Start Date').fill('2026-04-01')
  await field('End Date').fill('2026-04-30')
  await page.getByRole('button', { name: 'Apply Filters' }).click()
  await expect.poll(() => revenue?.textContent).toContain('1 April 2026 to 30 April 2026')
})
