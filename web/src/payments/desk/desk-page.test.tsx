import { type CashSheet, cashSheetCalls } from '@petsetu/contract/payments/books.ts'
import { type DeskPayment, type DeskSubject, deskCalls } from '@petsetu/contract/payments/desk.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { planCalls } from '@petsetu/contract/supporters/plans.ts'
import type {} from '@vitest/browser-playwright'
import { expect, onTestFinished, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { FRIEND } from '../../../test/examples.ts'
import { FakeServer, NO_ANSWER } from '../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../test/open-page.tsx'

const DESK = '/admin/desk'

const SUBJECT: DeskSubject = {
  purpose: 'complaint',
  subject_id: 12,
  payer: 'Chitra Rao',
  item: 'Filing fee of complaint 12',
  amount: 100,
  created_at: '2026-01-05T08:00:00.000Z',
}

const PLAN = { ...FRIEND, id: 4, price: 499 }

const CASH: DeskPayment = {
  id: 5,
  purpose: 'complaint',
  subject_id: 12,
  payer: 'Chitra Rao',
  user_id: null,
  item: 'Filing fee of complaint 12',
  amount: 250.5,
  disposition: 'applied',
  mode: 'cash',
  reference: null,
  bank: null,
  cheque_date: null,
  state: 'cleared',
  taken_by: 'admin',
  taken_at: '2026-01-05T09:00:00.000Z',
  decided_at: '2026-01-05T09:00:00.000Z',
  void_reason: null,
  void_asked_by: null,
  void_asked_by_id: null,
  void_asked_at: null,
  voided_by: null,
  voided_at: null,
  receipt_path: '/receipt/aZ09_-aZ09_-aZ09_-aZ09',
  refund_receipt_path: null,
}

const CHEQUE: DeskPayment = {
  ...CASH,
  id: 6,
  amount: 100,
  disposition: 'none',
  mode: 'cheque',
  reference: '004512',
  bank: 'State Bank of India',
  state: 'pending',
  decided_at: null,
  receipt_path: null,
}

const SHEET: CashSheet = {
  day: '2026-01-05',
  admin: { id: 1, username: 'admin' },
  recorded_cash: 'own',
  admins: [{ id: 1, username: 'admin' }],
  opening: 0,
  taken: { cash: 0, cheque: 0, upi: 0 },
  given_back: 0,
  handed_over: 0,
  received: 0,
  closing: 0,
  payments: [],
  given_back_payments: [],
  handovers: [],
}

/** A desk with this money, of which a cheque that waits is the first view. */
function deskWith(...payments: DeskPayment[]) {
  const desk = { payments, handovers: [] as CashSheet['handovers'] }
  const change = (id: number, fields: Partial<DeskPayment>) => {
    desk.payments = desk.payments.map((payment) => (payment.id === id ? { ...payment, ...fields } : payment))
    return succeed(desk.payments.find((payment) => payment.id === id) ?? CASH)
  }
  const server = new FakeServer()
    .on(deskCalls.subjects, succeed([SUBJECT]))
    .on(deskCalls.cashToday, succeed({ given: 0, limit: 1_99_999 }))
    .on(deskCalls.list, ({ query }) => {
      const data = desk.payments.filter(({ state }) => query.state === undefined || state === query.state)
      return { ...succeed(data), pagination: { page: 1, limit: 10, total: data.length, last_page: 1 } }
    })
    .on(cashSheetCalls.read, () => {
      const handed_over = desk.handovers.reduce((sum, { amount }) => sum + amount, 0)
      return succeed({ ...SHEET, payments: desk.payments, handovers: desk.handovers, handed_over })
    })
    .on(deskCalls.take, ({ body }) => {
      const { mode, amount, reference, bank, cheque_date } = body
      const isCheque = mode === 'cheque'
      const taken: DeskPayment = {
        ...(isCheque ? CHEQUE : CASH),
        mode,
        amount,
        reference: reference ?? null,
        bank: bank ?? null,
        cheque_date: cheque_date ?? null,
      }
      desk.payments = [taken, ...desk.payments]
      return succeed(taken)
    })
    .on(deskCalls.clear, ({ params }) => change(params.id, { state: 'cleared', disposition: 'applied' }))
    .on(deskCalls.void, ({ params, body }) => change(params.id, { state: 'void', void_reason: body.reason }))
    .on(deskCalls.withdrawVoid, ({ params }) =>
      change(params.id, { void_reason: null, void_asked_by: null, void_asked_by_id: null, void_asked_at: null }),
    )
    .on(cashSheetCalls.handOver, ({ body }) => {
      desk.handovers = [{ id: 1, ...body, created_at: '2026-01-05T10:00:00.000Z' }]
      return succeed({ id: 1, closing: 50.5 })
    })
  return { server, change }
}

const taking = page.getByRole('form', { name: 'Take money' })
const record = taking.getByRole('button', { name: 'Record' })
const money = page.getByRole('region', { name: 'Payments at the desk' }).getByRole('row', { name: /Complaint 12/ })
const onSheet = page.getByRole('region', { name: 'Cash sheet' }).getByRole('row', { name: /Complaint 12/ })

async function choose() {
  await page.getByLabelText('Find an unpaid item').fill('chitra')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Chitra' })
    .getByRole('button', { name: /^Choose: / })
    .click()
}

async function confirm(answer: string) {
  await page.getByRole('dialog').getByRole('button', { name: answer }).click()
}

// DSK-3
test('the money taken at the desk is sorted by amount, and its cash sheet is not', async () => {
  const { server } = deskWith(CASH)
  await openPage(`${DESK}?view=all`, { as: ADMIN, server })
  const list = page.getByRole('region', { name: 'Payments at the desk' })
  await list.getByRole('button', { name: 'Amount' }).click()
  await expect.poll(() => server.requests(deskCalls.list).at(-1)).toMatchObject({ query: { sort: 'amount' } })
  await expect.element(list.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'ascending')
  expect(page.getByRole('region', { name: 'Cash sheet' }).getByRole('button', { name: 'Amount' }).elements()).toEqual(
    [],
  )
})

// RCP-2, APP-14
test('each step of taking money has the focus in the page', async () => {
  const { server } = deskWith()
  const title = page.getByRole('heading', { level: 1 })
  await openPage(DESK, { as: ADMIN, server })
  await choose()
  await expect.element(taking).toBeVisible()
  await expect.element(title).toHaveFocus()
  await taking.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(taking).not.toBeInTheDocument()
  await expect.element(title).toHaveFocus()
})

// RCP-2
test('a cheque without a number that is one is not taken', async () => {
  const { server } = deskWith()
  await openPage(DESK, { as: ADMIN, server })
  await choose()
  await taking.getByLabelText('Mode').selectOptions('Cheque')
  await record.click()
  await expect.element(page.getByText('A cheque number has six digits')).toBeVisible()
  expect(server.requests(deskCalls.take)).toEqual([])
})

// TRU-8
test('the desk warns before one person gives too much cash in a day', async () => {
  const { server } = deskWith()
  server.on(deskCalls.cashToday, succeed({ given: 1_99_900, limit: 1_99_999 }))
  await openPage(DESK, { as: ADMIN, server })
  await choose()
  const warning = taking.getByText(/^Chitra Rao has given ₹1,99,900 in cash today\./)
  await expect.element(warning).toBeVisible()
  await taking.getByLabelText('Amount in ₹').fill('99')
  await expect.element(warning).not.toBeInTheDocument()
  await taking.getByLabelText('Amount in ₹').fill('101')
  await expect.element(warning).toBeVisible()
  await taking.getByLabelText('Mode').selectOptions('Cheque')
  await expect.element(warning).not.toBeInTheDocument()
})

// RCP-2
test('a cheque that is taken waits for the bank', async () => {
  const { server } = deskWith()
  await openPage(DESK, { as: ADMIN, server })
  await choose()
  await taking.getByLabelText('Mode').selectOptions('Cheque')
  await taking.getByLabelText('Cheque number').fill('004512')
  await taking.getByLabelText('Bank').fill('State Bank of India')
  await record.click()
  await expect.element(page.getByText('Cheque for ₹100 recorded. It counts once the bank pays it.')).toBeVisible()
  await expect.element(money).toMatchTextContent('Cheque, 004512, State Bank of India')
  await expect.element(onSheet).toMatchTextContent('Uncleared')
  expect(server.requests(deskCalls.take).map(({ body }) => body)).toEqual([
    {
      purpose: 'complaint',
      subject_id: 12,
      mode: 'cheque',
      amount: 100,
      reference: '004512',
      bank: 'State Bank of India',
      cheque_date: null,
    },
  ])
})

// RCP-2
test('a walk-in member is entered, pays, and gets the receipt at once', async () => {
  const { server } = deskWith()
  const subject: DeskSubject = { ...SUBJECT, purpose: 'membership', subject_id: 31, payer: 'Ram Pawar', amount: 499 }
  server
    .on(planCalls.listRegular, succeed({ plans: [PLAN] }))
    .on(planCalls.listPremium, succeed({ plans: [] }))
    .on(deskCalls.enterMember, succeed(subject))
  await openPage(DESK, { as: ADMIN, server })
  await page.getByRole('button', { name: 'New member' }).click()
  const entry = page.getByRole('form', { name: 'New member' })
  await entry.getByLabelText('Name').fill('Ram Pawar')
  await entry.getByLabelText('Email').fill('ram@example.org')
  await entry.getByLabelText('Phone').fill('9876543210')
  await entry.getByLabelText('Choose Membership Plan').selectOptions(String(PLAN.id))
  await entry.getByLabelText('Address').fill('12 Laxmi Road, Pune')
  await entry.getByLabelText('Why do you want to join?').fill('For the strays of our street.')
  const enter = entry.getByRole('button', { name: 'Enter the member' })
  await enter.click()
  await expect.element(page.getByText('Please ask whether the person agrees, and tick this')).toBeVisible()
  expect(server.requests(deskCalls.enterMember)).toEqual([])
  await entry.getByLabelText(/^They know what we store/).click()
  await enter.click()
  await record.click()
  await expect.element(page.getByText(/recorded\. If an email address was given/)).toBeVisible()
  await expect.element(page.getByRole('status').getByRole('link', { name: 'Receipt' })).toBeVisible()
  expect(server.requests(deskCalls.enterMember)).toMatchObject([
    { body: { plan_id: 4, name: 'Ram Pawar', agreed: true, language: 'en' } },
  ])
  expect(server.requests(deskCalls.take)).toMatchObject([{ body: { purpose: 'membership', amount: 499 } }])
})

// RCP-2
test('a walk-in donor is entered without an e-mail address or an address', async () => {
  const { server } = deskWith()
  server.on(deskCalls.enterDonation, succeed({ ...SUBJECT, purpose: 'donation', subject_id: 32, payer: 'Bai Kamble' }))
  await openPage(DESK, { as: ADMIN, server })
  await page.getByRole('button', { name: 'New donation' }).click()
  const entry = page.getByRole('form', { name: 'New donation' })
  await entry.getByLabelText('Name').fill('Bai Kamble')
  await entry.getByLabelText('Phone').fill('98230 44556')
  await entry.getByLabelText('Who gives this donation?').selectOptions('indian-citizen')
  await entry.getByLabelText(/^They know what we store/).click()
  const enter = entry.getByRole('button', { name: 'Enter the donation' })
  await entry.getByLabelText(/^PAN/).fill('ABCPE1234F')
  await enter.click()
  await expect.element(page.getByText('Address is required')).toBeVisible()
  await entry.getByLabelText(/^PAN/).fill('')
  await enter.click()
  await expect.element(record).toBeVisible()
  const [entered] = server.requests(deskCalls.enterDonation)
  expect(entered?.body).toMatchObject({ name: 'Bai Kamble', phone: '98230 44556' })
  expect(JSON.stringify(entered?.body)).not.toContain('@')
})

// RCP-2, TRU-5
test('the tick of a walk-in donor goes when the words are in another language', async () => {
  const { server } = deskWith()
  await openPage(DESK, { as: ADMIN, server })
  await page.getByRole('button', { name: 'New donation' }).click()
  const entry = page.getByRole('form', { name: 'New donation' })
  const agreed = entry.getByLabelText(/^They know what we store/)
  await agreed.click()
  await expect.element(agreed).toBeChecked()
  await entry.getByLabelText('Language of the emails').selectOptions('मराठी')
  await expect.element(agreed).not.toBeChecked()
})

// RCP-2
test('the cash sheet shows at once that a cheque is cleared', async () => {
  const { server } = deskWith(CHEQUE)
  await openPage(DESK, { as: ADMIN, server })
  await expect.element(onSheet).toMatchTextContent('Uncleared')
  await money.getByRole('button', { name: 'Mark as cleared: Chitra Rao, Complaint 12' }).click()
  await confirm('Mark as cleared')
  await expect.element(page.getByText('The cheque is cleared.')).toBeVisible()
  await expect.element(onSheet).not.toMatchTextContent('Uncleared')
})

// RCP-2, APP-14
test('the button that chooses an unpaid item says whose and which it is', async () => {
  const other = { ...SUBJECT, subject_id: 13 }
  const { server } = deskWith()
  await openPage(DESK, { as: ADMIN, server: server.on(deskCalls.subjects, succeed([SUBJECT, other])) })
  await page.getByLabelText('Find an unpaid item').fill('chitra')
  await page.getByRole('button', { name: 'Choose: Chitra Rao, Complaint 13' }).click()
  await expect.element(taking).toMatchTextContent('Complaint 13')
})

// RCP-2
test('what was typed for a cheque does not stop an admin from taking cash instead', async () => {
  const { server } = deskWith()
  await openPage(DESK, { as: ADMIN, server })
  await choose()
  await taking.getByLabelText('Mode').selectOptions('Cheque')
  await taking.getByLabelText('Cheque number').fill('004513')
  await taking.getByLabelText('Bank').fill('State Bank of India')
  await taking.getByLabelText('Mode').selectOptions('Cash')
  await record.click()
  await expect.element(page.getByText(/₹100 recorded\./)).toBeVisible()
  expect(server.requests(deskCalls.take)).toMatchObject([{ body: { mode: 'cash', amount: 100 } }])
  expect(server.requests(deskCalls.take)[0]?.body).not.toHaveProperty('reference', '004513')
})

// RCP-2
test('a day without money has one sentence, and no lone zeros', async () => {
  await openPage(DESK, { as: ADMIN, server: deskWith().server })
  const sheet = page.getByRole('region', { name: 'Cash sheet' })
  await expect.element(sheet.getByText('No cash in hand, and no money taken or handed over on this day.')).toBeVisible()
  await expect.element(sheet).not.toMatchTextContent('₹0')
})

// RCP-2
test('the cash sheet is asked for once a day is typed, not for each of its digits', async () => {
  const { server } = deskWith()
  await openPage(DESK, { as: ADMIN, server })
  const day = page.getByRole('region', { name: 'Cash sheet' }).getByLabelText('Day')
  await expect.element(day).toBeVisible()
  await day.click()
  await userEvent.keyboard('11052026')
  await expect.element(day).toHaveValue('2026-11-05')
  await expect.poll(() => server.requests(cashSheetCalls.read).map(({ query }) => query.day)).toContain('2026-11-05')
  expect(server.requests(cashSheetCalls.read)).toHaveLength(2)
})

// RCP-2
test('cash that is taken stands on the cash sheet', async () => {
  const { server } = deskWith()
  await openPage(DESK, { as: ADMIN, server })
  await choose()
  await taking.getByLabelText('Amount in ₹').fill('250.5')
  await record.click()
  await expect.element(page.getByText(/₹250\.50 recorded\./)).toBeVisible()
  await expect.element(onSheet).toMatchTextContent('₹250.50')
})

// RCP-2
test('an admin who hands cash over reads how much is left', async () => {
  const { server } = deskWith(CASH)
  await openPage(DESK, { as: ADMIN, server })
  await page.getByRole('button', { name: 'Hand over or receive cash' }).click()
  const handing = page.getByRole('form', { name: 'Cash handover' })
  await handing.getByLabelText('Amount in ₹').fill('200')
  await handing.getByLabelText('To whom, or from whom').fill('Deposited at the bank')
  await handing.getByRole('button', { name: 'Record' }).click()
  await expect.element(page.getByText('Recorded. You have ₹50.50 in cash.')).toBeVisible()
  await expect
    .element(page.getByRole('region', { name: 'Cash sheet' }))
    .toMatchTextContent(/Handed over\s*Deposited at the bank\s*₹200/)
  expect(server.requests(cashSheetCalls.handOver)).toMatchObject([
    { body: { kind: 'handed_over', amount: 200, note: 'Deposited at the bank' } },
  ])
})

// RCP-2, ADM-4
test('the cash of an admin without the duty is handed over for them', async () => {
  const { server } = deskWith(CASH)
  const ravi = { id: 7, username: 'ravi' }
  const admins = [...SHEET.admins, ravi]
  server.on(cashSheetCalls.read, ({ query }) =>
    succeed({ ...SHEET, admins, ...(query.admin_id === ravi.id && { admin: ravi, recorded_cash: 'shown' }) }),
  )
  await openPage(DESK, { as: ADMIN, server })
  await page.getByLabelText('Admin').selectOptions('ravi')
  await page.getByRole('button', { name: 'Hand over or receive cash' }).click()
  const handing = page.getByRole('form', { name: 'Cash handover of ravi' })
  await handing.getByLabelText('Amount in ₹').fill('100')
  await handing.getByLabelText('To whom, or from whom').fill('Deposited at the bank')
  await handing.getByRole('button', { name: 'Record' }).click()
  await expect.element(page.getByText('Recorded. ravi has ₹50.50 in cash.')).toBeVisible()
  expect(server.requests(cashSheetCalls.handOver)).toMatchObject([{ body: { amount: 100, admin_id: ravi.id } }])
})

// RCP-2
test('an amount is typed with a comma, or in Devanagari digits', async () => {
  const { server } = deskWith()
  await openPage(DESK, { as: ADMIN, server })
  await page.getByRole('button', { name: 'Hand over or receive cash' }).click()
  const handing = page.getByRole('form', { name: 'Cash handover' })
  await handing.getByLabelText('Amount in ₹').fill('₹1,000')
  await handing.getByLabelText('To whom, or from whom').fill('Deposited at the bank')
  await handing.getByRole('button', { name: 'Record' }).click()
  await expect.poll(() => server.requests(cashSheetCalls.handOver)).toMatchObject([{ body: { amount: 1_000 } }])
  await choose()
  await taking.getByLabelText('Amount in ₹').fill('१००')
  await record.click()
  await expect.poll(() => server.requests(deskCalls.take)).toMatchObject([{ body: { amount: 100 } }])
})

// RCP-2
test('a cheque that bounced is marked in the menu of its row', async () => {
  const { server, change } = deskWith(CHEQUE)
  server.on(deskCalls.bounce, ({ params }) => change(params.id, { state: 'bounced' }))
  await openPage(DESK, { as: ADMIN, server })
  await money.getByRole('button', { name: 'Actions for Chitra Rao' }).click()
  await page.getByRole('menuitem', { name: 'Mark as bounced: Chitra Rao' }).click()
  await confirm('Mark as bounced')
  await expect.element(page.getByText('The cheque bounced.')).toBeVisible()
})

// RCP-2
test('an admin voids money of the desk with a reason', async () => {
  const { server, change } = deskWith(CASH)
  server.on(deskCalls.void, ({ params, body }) =>
    change(params.id, {
      state: 'void',
      void_reason: body.reason,
      refund_receipt_path: '/receipt/bZ09_-aZ09_-aZ09_-aZ09',
    }),
  )
  await openPage(DESK, { as: ADMIN, server })
  await page.getByLabelText('Show').selectOptions('All')
  await money.getByRole('button', { name: 'Void: Chitra Rao, Complaint 12' }).click()
  await page.getByRole('dialog').getByLabelText('Why?').fill('The note was false')
  await confirm('Void')
  await expect.element(page.getByText('The payment is void.')).toBeVisible()
  await expect.element(money).toMatchTextContent('The note was false')
  await expect
    .element(money.getByRole('link', { name: 'Refund receipt: Chitra Rao, Complaint 12' }))
    .toHaveAttribute('href', '/receipt/bZ09_-aZ09_-aZ09_-aZ09')
})

// RCP-2
test('an admin who asked to void a large sum takes the wish back', async () => {
  const { server, change } = deskWith({ ...CASH, amount: 20_000 })
  server.on(deskCalls.void, ({ params, body }) =>
    change(params.id, {
      void_reason: body.reason,
      void_asked_by: 'admin',
      void_asked_by_id: ADMIN.id,
      void_asked_at: '2026-01-05T10:00:00.000Z',
    }),
  )
  await openPage(`${DESK}?view=all`, { as: ADMIN, server })
  await money.getByRole('button', { name: 'Void: Chitra Rao, Complaint 12' }).click()
  await page.getByRole('dialog').getByLabelText('Why?').fill('Wrong complaint')
  await confirm('Void')
  await expect.element(money).toMatchTextContent('admin asks to void it: Wrong complaint')
  expect(money.getByRole('button', { name: /^Agree to void: / }).elements()).toEqual([])
  await money.getByRole('button', { name: 'Withdraw: Chitra Rao, Complaint 12' }).click()
  await confirm('Withdraw')
  await expect.element(page.getByText('The request to void it is withdrawn.')).toBeVisible()
  await expect.element(money).not.toMatchTextContent('Wrong complaint')
})

// RCP-2
test('a request to void stays one’s own after a change of user names', async () => {
  const asked = { amount: 20_000, void_reason: 'Wrong one', void_asked_at: '2026-01-05T10:00:00.000Z' }
  const mine: DeskPayment = { ...CASH, ...asked, void_asked_by: 'old-name', void_asked_by_id: ADMIN.id }
  // The other admin had the name that this one bears now.
  const other = { void_asked_by: ADMIN.username, void_asked_by_id: ADMIN.id + 1 }
  const { server } = deskWith(mine, { ...mine, ...other, id: 7, subject_id: 13 })
  await openPage(`${DESK}?view=all`, { as: ADMIN, server })
  await expect.element(money.getByRole('button', { name: 'Withdraw: Chitra Rao, Complaint 12' })).toBeVisible()
  expect(money.getByRole('button', { name: /^Agree to void: / }).elements()).toEqual([])
  const theirs = page.getByRole('region', { name: 'Payments at the desk' }).getByRole('row', { name: /Complaint 13/ })
  await expect.element(theirs.getByRole('button', { name: /^Agree to void: / })).toBeVisible()
  expect(theirs.getByRole('button', { name: /^Withdraw: / }).elements()).toEqual([])
})

// RCP-2
test('the wish of an admin who has left can be taken back, or agreed to', async () => {
  const asked = { amount: 20_000, void_reason: 'Wrong one', void_asked_at: '2026-01-05T10:00:00.000Z' }
  const { server } = deskWith({ ...CASH, ...asked, void_asked_by: 'gone', void_asked_by_id: null })
  await openPage(`${DESK}?view=all`, { as: ADMIN, server })
  await expect.element(money.getByRole('button', { name: 'Withdraw: Chitra Rao, Complaint 12' })).toBeVisible()
  await expect.element(money.getByRole('button', { name: /^Agree to void: / })).toBeVisible()
})

// RCP-2
test('the cash sheet names each payment whose cash was given back', async () => {
  const given_back_payments: DeskPayment[] = [{ ...CASH, state: 'void', void_reason: 'Entered twice' }]
  const server = deskWith().server.on(
    cashSheetCalls.read,
    succeed({ ...SHEET, given_back: 250.5, given_back_payments }),
  )
  await openPage(DESK, { as: ADMIN, server })
  const sheet = page.getByRole('region', { name: 'Cash sheet' })
  await expect.element(sheet.getByText('Chitra Rao, Complaint 12')).toBeVisible()
  await expect.element(sheet).toMatchTextContent(/Cash given back\s*Chitra Rao, Complaint 12\s*₹250\.50/)
})

// RCP-2
test('of the desk only the cash sheet is printed, with its day and its admin', async () => {
  await openPage(DESK, { as: ADMIN, server: deskWith(CASH).server })
  const sheet = page.getByRole('region', { name: 'Cash sheet' })
  await expect.element(sheet.getByText('Cash at the start')).toBeVisible()
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  onTestFinished(async () => {
    await cdp().send('Emulation.setEmulatedMedia', { media: '' })
  })
  await expect.element(sheet.getByText('Cash at the start')).toBeVisible()
  await expect.element(sheet.getByText(new RegExp(`, ${ADMIN.username}$`))).toBeVisible()
  for (const part of ['banner', 'contentinfo', 'navigation', 'form', 'button'] as const)
    expect(page.getByRole(part).elements()).toEqual([])
})

// DSK-3
test('the buttons of a cheque do not reach over each other', async () => {
  await openPage(DESK, { as: ADMIN, server: deskWith(CHEQUE).server })
  const row = money
  await expect.element(row).toBeVisible()
  const boxes = [...row.element().querySelectorAll('button')].map((button) => button.getBoundingClientRect())
  expect(boxes.length).toBeGreaterThan(1)
  for (const one of boxes)
    for (const other of boxes.filter((box) => box !== one))
      expect(
        one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top,
      ).toBe(true)
})

// RCP-2
test('the heading of the list says which payments are shown', async () => {
  await openPage(DESK, { as: ADMIN, server: deskWith(CHEQUE).server })
  await expect.element(page.getByRole('heading', { name: 'Uncleared cheques', exact: true })).toBeVisible()
  await page.getByLabelText('Show', { exact: true }).selectOptions('All')
  await expect.element(page.getByRole('heading', { name: 'Payments at the desk', exact: true })).toBeVisible()
})

// RPT-9
test('the payments of the chosen view are saved as CSV', async () => {
  const server = deskWith(CHEQUE).server.on(deskCalls.csv, NO_ANSWER)
  await openPage(`${DESK}?view=cheques`, { as: ADMIN, server })
  await page.getByRole('region', { name: 'Payments at the desk' }).getByRole('button', { name: 'Download CSV' }).click()
  await expect.poll(() => server.requests(deskCalls.csv)).toMatchObject([{ query: { state: 'pending' } }])
})

// RCP-2, APP-14
test('the select of the shown payments does not repeat the heading beside it', async () => {
  await openPage(DESK, { as: ADMIN, server: deskWith(CHEQUE).server })
  await expect.element(page.getByRole('heading', { name: 'Uncleared cheques', exact: true })).toBeVisible()
  const shown = page.getByLabelText('Show', { exact: true })
  await expect.element(shown.getByRole('option', { name: 'Cheques', exact: true })).toBeInTheDocument()
})
