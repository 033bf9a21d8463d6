import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import type { CaseEvent } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { type Complaint, complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { linkCalls, type PayLink } from '@petsetu/contract/payments/links.ts'
import type { AdminPayment } from '@petsetu/contract/payments/payments.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { caseServer } from '../../../test/case-server.ts'
import { COMPLAINT } from '../../../test/examples.ts'
import { type FakeServer, rejected } from '../../../test/fake-server.ts'
import { keptTexts } from '../../../test/kept-texts.ts'
import { ADMIN, closePage, openPage } from '../../../test/open-page.tsx'
import { setWindow } from '../../../test/set-window.ts'

const { id: ID } = COMPLAINT
const ADDRESS = `/admin/complaints/${ID}`

const EVENT: CaseEvent = {
  id: 1,
  at: '2026-02-02T08:00:00.000Z',
  by: 'admin',
  kind: 'note',
  text: null,
  before: null,
  after: null,
  username: 'admin',
  internal: true,
}

const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
const saveChanges = page.getByRole('button', { name: 'Save changes' })
const heading = (id: number) => page.getByText(new RegExp(`^Complaint ${id} · `))

// CASE-4
test('the title of a case says its kind and its place', async () => {
  const complaint = { ...COMPLAINT, type_of_complaint: 'Cruelty', location_of_incident: 'Laxmi Road market' }
  await openPage(ADDRESS, { as: ADMIN, server: caseServer(complaint) })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Cruelty, Laxmi Road market' })).toBeVisible()
  await expect.element(page.getByText(`Complaint ${ID} · ${COMPLAINT.reference}`)).toBeVisible()
})

const boxOf = (element: Element) => element.getBoundingClientRect()

const details = page.getByRole('region', { name: 'Complaint details' })

// TRU-3
test.each([
  ['Cruelty', '2025-11-30', 'It ended on'],
  ['Neglect', '2199-11-30', 'Until'],
])('a case of %s of %s says until when the law allows a prosecution', async (type, day, start) => {
  const complaint = { ...COMPLAINT, type_of_complaint: type, date_of_incident: day }
  await openPage(ADDRESS, { as: ADMIN, server: caseServer(complaint) })
  const until = details.getByText(`${start} 28 February ${Number(day.slice(0, 4)) + 1}`, { exact: true })
  await expect.element(until).toBeVisible()
  const law = details.getByText(/^For cruelty, the law sets three months/)
  const foldedTo = () => boxOf(law.element().closest('details') ?? law.element()).height
  const folded = foldedTo()
  await until.click()
  await expect.poll(foldedTo).toBeGreaterThan(folded)
})

// TRU-3
test('what is seen of the folded law of a prosecution is a whole sentence', async () => {
  await openPage(ADDRESS, { as: ADMIN, server: caseServer() })
  const law = details.getByText(/^For cruelty, the law sets three months from the act \(.+\)\.$/)
  await expect.element(law).toBeVisible()
  const seen = law.element().closest('summary')
  // Letters may reach a little beyond their line.
  expect((seen?.scrollHeight ?? 99) - (seen?.clientHeight ?? 0)).toBeLessThanOrEqual(4)
  const others = details.getByText(/^Other laws may set other times/)
  await expect.element(others).not.toBeVisible()
  await law.click()
  await expect.element(others).toBeVisible()
})

// TRU-3
test('a case that is not of cruelty says nothing about a prosecution', async () => {
  await openPage(ADDRESS, { as: ADMIN, server: caseServer({ ...COMPLAINT, type_of_complaint: 'Noise or nuisance' }) })
  await expect.element(details.getByText('Incident date')).toBeVisible()
  expect(details.getByText('Time for a prosecution').elements()).toEqual([])
})

/** A picture of 300×600, higher than any frame for it. */
const PORTRAIT = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="600"/>')}`
const PHOTO = {
  id: 1,
  type: 'image/jpeg' as const,
  bytes: 9,
  sha256: 'ab'.repeat(32),
  url: PORTRAIT,
  created_at: EVENT.at,
}
const LONG_CASE: Complaint = {
  ...COMPLAINT,
  location_of_incident: 'Laxmi Road market, behind the vegetable stalls',
  description: 'Two men beat a dog with sticks behind the stalls, and nobody stopped them. '.repeat(8),
  due_on: '2999-12-31',
  files: [PHOTO],
  file_url: PORTRAIT,
}

/** The server behind a case with all that pushes other things down: a long story, a photo, prepared answers. */
const longCaseServer = () =>
  caseServer(LONG_CASE).on(
    caseCalls.listAnswers,
    succeed([{ id: 1, version: 1, title: 'Thanks', text: 'Thank you.', language: 'en' as const, for_status: null }]),
  )

// JRN-6
test('title, status, due day, story and answer fit 1440×900 without scrolling', async () => {
  await setWindow(1440, 900)
  await openPage(ADDRESS, { as: ADMIN, server: longCaseServer() })
  await expect.element(page.getByLabelText('Prepared answers')).toBeVisible()
  for (const part of [
    page.getByRole('heading', { level: 1 }),
    page.getByText(LONG_CASE.description.trim()),
    page.getByRole('button', { name: 'In Progress' }),
    page.getByLabelText('Assigned to'),
    page.getByLabelText('Due day'),
    page.getByLabelText('The complainant sees this'),
    page.getByRole('button', { name: 'Send to the complainant' }),
  ]) {
    await expect.element(part).toBeVisible()
    expect(boxOf(part.element()).bottom).toBeLessThanOrEqual(900)
  }
  expect(scrollY).toBe(0)
})

for (const width of [1280, 1440, 1920]) {
  // JRN-6
  test(`no column of a case is empty at ${width}`, async () => {
    await setWindow(width, 900)
    await openPage(ADDRESS, { as: ADMIN, server: longCaseServer() })
    await expect.element(page.getByRole('region', { name: 'History' })).toBeVisible()
    const cards = [...document.querySelectorAll('main section')].map(boxOf).filter((box) => box.width > 0)
    const right = Math.max(...cards.map((box) => box.right))
    expect(width - right).toBeLessThanOrEqual(64)
    const [first] = cards
    expect(cards.some((box) => box.left > (first?.right ?? 0) && box.top < (first?.bottom ?? 0))).toBe(true)
    expect(document.documentElement.scrollWidth).toBe(width)
  })
}

// JRN-6
test('below its title a case says status, how late it is, who has it, age and number', async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  const late = { ...LONG_CASE, created_at: ago(3).toISOString(), due_on: today(ago(2)) }
  const server = longCaseServer().on(complaintCalls.read, () => succeed(late))
  await openPage(ADDRESS, { as: ADMIN, server })
  const facts = page.getByText(/^Pending · /)
  await expect
    .element(facts)
    .toHaveTextContent(
      `Pending · Overdue by 2 days · Nobody has it · Filed 3 days ago · Complaint ${ID} · ${LONG_CASE.reference}`,
    )
  await expect.element(page.getByText('Pending', { exact: true }).first()).toHaveAttribute('data-tone', 'pending')
})

// JRN-6
test.each([1280, 1440])('at %i px a title is one line, and the first steps stand beside the facts', async (width) => {
  await setWindow(width, 900)
  const due_on = today(new Date(Date.now() + 86_400_000))
  const place = { type_of_complaint: 'Abandonment', location_of_incident: 'Behind Mandai market, Pune' }
  await openPage(ADDRESS, { as: ADMIN, server: caseServer({ ...COMPLAINT, ...place, due_on }) })
  const nobody = page.getByText('Nobody has it', { exact: true })
  await expect.element(nobody).toBeVisible()
  const title = boxOf(page.getByRole('heading', { level: 1 }).element())
  const due = boxOf(page.getByText('Due tomorrow', { exact: true }).element())
  const holder = boxOf(nobody.element())
  const map = boxOf(page.getByRole('link', { name: 'Map', exact: true }).element())
  expect(title.height).toBeLessThan(60)
  expect(Math.abs(holder.top + holder.height / 2 - due.top - due.height / 2)).toBeLessThan(4)
  expect(map.top).toBeGreaterThanOrEqual(title.bottom)
  expect(map.left).toBeGreaterThan(holder.right)
})

// JRN-6
test('the answer comes before the status, and the steps to other cases are in one line', async () => {
  await openPage(ADDRESS, { as: ADMIN, server: longCaseServer() })
  const answer = page.getByLabelText('The complainant sees this')
  await expect.element(answer).toBeVisible()
  const status = page.getByRole('button', { name: 'In Progress' })
  const note = page.getByLabelText('Internal: only admins see this')
  const [first, second, last] = [answer, status, note].map((part) => boxOf(part.element()).top)
  expect(first).toBeLessThan(second ?? 0)
  expect(second).toBeLessThan(last ?? 0)
  const back = boxOf(page.getByRole('link', { name: 'Back to complaints' }).element())
  const previous = boxOf(page.getByRole('button', { name: 'Previous complaint' }).element())
  expect(previous.top).toBe(back.top)
  expect(previous.bottom).toBe(back.bottom)
})

// JRN-6
test('below the title of a case that is not late is its due day', async () => {
  await openPage(ADDRESS, { as: ADMIN, server: longCaseServer() })
  await expect.element(page.getByText(/^Pending · Due 31 December 2999 · /)).toBeVisible()
})

// JRN-6, CASE-4
test('head and history of a case name an answer, and no internal note', async () => {
  const answer = { ...EVENT, id: 2, internal: false, at: new Date().toISOString(), text: 'We were there.' }
  const events: CaseEvent[] = [{ ...EVENT, text: 'Ask the neighbour.' }]
  await openPage(ADDRESS, { as: ADMIN, server: caseServer(COMPLAINT, events) })
  await expect.element(history.filter({ hasText: 'Ask the neighbour.' })).toMatchTextContent(/^Note/)
  expect(page.getByText(/Answered/).elements()).toEqual([])
  await closePage()
  await openPage(ADDRESS, { as: ADMIN, server: caseServer(COMPLAINT, [...events, answer]) })
  await expect.element(page.getByText(/ · Answered today · Complaint /)).toBeVisible()
  await expect.element(history.filter({ hasText: 'We were there.' })).toMatchTextContent(/^Answered/)
})

// JRN-6
test('a case that is due tomorrow says so', async () => {
  const dueOn = today(new Date(Date.now() + 86_400_000))
  const server = longCaseServer().on(complaintCalls.read, () => succeed({ ...LONG_CASE, due_on: dueOn }))
  await openPage(ADDRESS, { as: ADMIN, server })
  await expect.element(page.getByText(/^Pending · Due tomorrow · /)).toBeVisible()
})

// CMP-16
test('among the buttons for the status, that of the current one is marked and disabled', async () => {
  await openPage(ADDRESS, { as: ADMIN, server: longCaseServer() })
  const current = page.getByRole('button', { name: 'Pending' })
  await expect.element(current).toHaveAttribute('aria-current', 'true')
  await expect.element(current).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Closed' })).not.toHaveAttribute('aria-current')
})

// JRN-6
test('the key j leads to the next case, and in the answer it is a letter', async () => {
  const server = longCaseServer().on(caseCalls.neighbours, succeed({ previous: null, next: 8 }))
  await openPage(ADDRESS, { as: ADMIN, server })
  const answer = page.getByLabelText('The complainant sees this')
  await answer.click()
  await userEvent.keyboard('jk')
  await expect.element(answer).toHaveValue('jk')
  await expect.element(page.getByRole('link', { name: 'Next complaint' })).toBeVisible()
  await page.getByRole('button', { name: 'In Progress' }).element().focus()
  await userEvent.keyboard('j')
  await expect.poll(() => location.pathname).toBe('/admin/complaints/8')
})

// JRN-6
test('the photo of a case is shown whole, and large enough to see something', async () => {
  await openPage(ADDRESS, { as: ADMIN, server: longCaseServer() })
  const photo = page.getByRole('img', { name: 'Picture 1' })
  await expect.element(photo).toBeVisible()
  await expect.poll(() => (photo.element() as HTMLImageElement).complete).toBe(true)
  expect(getComputedStyle(photo.element()).objectFit).toBe('contain')
  expect(boxOf(photo.element()).width).toBeGreaterThanOrEqual(320)
  const words = page
    .getByRole('button', { name: /^Download the original/ })
    .element()
    .querySelector('span span')
  expect(Math.abs(boxOf(words ?? photo.element()).left - boxOf(photo.element()).left)).toBeLessThan(2)
})

const payment = page.getByRole('region', { name: 'Payment information' })
const ATTEMPT: AdminPayment = {
  ...{ id: 7, amount: 100, returned: 0, razorpay_order_id: 'order_Abcdefghij1234' },
  razorpay_payment_id: 'pay_Tried0ghij1234',
  ...{ status: 'failed', disposition: 'none', is_refund_pending: false, is_refund_failed: false },
  ...{ is_return_refused: false, is_international: false, return_at: null, settled_note: null, settled_as: null },
  ...{ desk: null, created_at: '2026-02-01T08:00:00.000Z' },
}

// CMP-11, CMP-15
test('a paid case says the reference once, and the ID and the day of its payment', async () => {
  const paid: Complaint = {
    ...COMPLAINT,
    ...{ payment_status: 'paid', payment_amount: 100, razorpay_payment_id: 'pay_Abcdefghij1234' },
    payment_date: '2026-02-01T08:00:00.000Z',
  }
  for (const payments of [[], [ATTEMPT]]) {
    await openPage(ADDRESS, { as: ADMIN, server: caseServer({ ...paid, payments }) })
    await expect.element(payment.getByText('Payment ID', { exact: true })).toBeVisible()
    await expect.element(payment.getByText('pay_Abcdefghij1234')).toBeVisible()
    await expect.element(payment.getByText('Payment Date', { exact: true })).toBeVisible()
    expect(page.getByText(new RegExp(COMPLAINT.reference)).elements()).toHaveLength(1)
    expect(payment.getByRole('table').elements()).toHaveLength(payments.length)
    await closePage()
  }
})

// CMP-11
test('a fee that was paid at the desk says how, and names no id of ours', async () => {
  const id = 'desk_Abcdefghijkl'
  const desk: AdminPayment['desk'] = {
    mode: 'cheque',
    reference: '102934',
    bank: 'Bank of Pune',
    cheque_date: null,
    state: 'cleared',
    taken_by: 'asha',
  }
  const fee: AdminPayment = { ...ATTEMPT, status: 'captured', disposition: 'applied', razorpay_payment_id: id, desk }
  const paid: Complaint = { ...COMPLAINT, payment_status: 'paid', razorpay_payment_id: id, payments: [fee] }
  await openPage(ADDRESS, { as: ADMIN, server: caseServer(paid) })
  await expect.element(payment.getByText('Cheque, 102934, Bank of Pune')).toBeVisible()
  expect(payment.getByText(id).elements()).toEqual([])
})

const VOID = {
  ...{ mode: 'cash', reference: null, bank: null, cheque_date: null, taken_by: 'asha' },
  state: 'void',
} satisfies AdminPayment['desk']

// RCP-2, LNK-1
test('a pay link can be made for a fee that was voided at the desk', async () => {
  const slip: AdminPayment = { ...ATTEMPT, status: 'refunded', disposition: 'applied', returned: 100, desk: VOID }
  const voided: Complaint = { ...COMPLAINT, payment_status: 'refunded', payments: [slip] }
  await openPage(ADDRESS, { as: ADMIN, server: caseServer(voided) })
  await expect.element(payment.getByRole('button', { name: 'Make a pay link' })).toBeVisible()
})

// RCP-2
test('a fee that was voided at the desk can be taken there once more', async () => {
  const desk = VOID
  const slip: AdminPayment = { ...ATTEMPT, status: 'refunded', disposition: 'applied', returned: 100, desk }
  const voided: Complaint = { ...COMPLAINT, payment_status: 'refunded', payments: [slip] }
  const server = caseServer(voided)
  await openPage(ADDRESS, { as: ADMIN, server })
  const take = page.getByRole('link', { name: 'Take the fee at the desk' })
  await expect.element(take).toHaveAttribute('href', `/admin/desk?find=${COMPLAINT.id}`)
  const again: AdminPayment = { ...slip, id: 9, status: 'captured', returned: 0, desk: { ...desk, state: 'cleared' } }
  const payments: AdminPayment[] = [again, { ...slip, disposition: 'surplus' }]
  server.on(complaintCalls.read, succeed({ ...voided, payment_status: 'paid', payments }))
  await closePage()
  await openPage(ADDRESS, { as: ADMIN, server })
  await expect.element(payment.getByText('Nothing', { exact: true })).toBeVisible()
  expect(take.query()).toBeNull()
})

// CMP-11, PAY-9
test('the only payment of a paid case is shown once, with its refund', async () => {
  const fee: AdminPayment = { ...ATTEMPT, status: 'captured', disposition: 'applied' }
  const id = ATTEMPT.razorpay_payment_id
  const paid: Complaint = { ...COMPLAINT, payment_status: 'paid', razorpay_payment_id: id, payments: [fee] }
  const server = caseServer(paid)
  await openPage(ADDRESS, { as: ADMIN, server })
  const refund = payment.getByRole('button', { name: new RegExp(`^Refund\\s+${id}`) })
  await expect.element(refund).toBeVisible()
  await expect.element(payment.getByText('Payment ID', { exact: true })).toBeVisible()
  expect(payment.getByRole('table').elements()).toEqual([])
  const refunded: AdminPayment = { ...fee, status: 'refunded', returned: 100 }
  server.on(complaintCalls.read, succeed({ ...paid, payments: [refunded] }))
  await closePage()
  await openPage(ADDRESS, { as: ADMIN, server })
  await expect.element(payment.getByRole('table').getByText('Refunded', { exact: true })).toBeVisible()
})

// CASE-4, PAY-5
test('a payment that the check has found stands in the history at once', async () => {
  const events: CaseEvent[] = []
  const paid: Complaint = { ...COMPLAINT, payment_status: 'paid', payment_amount: 100 }
  const server = caseServer({ ...COMPLAINT, payment_status: 'failed' }, events).on(complaintCalls.checkPayment, () => {
    events.push({ ...EVENT, by: 'complainant', kind: 'paid', after: '10000', username: null, internal: false })
    return succeed(paid)
  })
  await openPage(ADDRESS, { as: ADMIN, server })
  await page.getByRole('button', { name: 'Check with the provider' }).click()
  await expect.element(history.filter({ hasText: 'Fee paid' })).toBeVisible()
})

// CMP-11
test('the payments of a paid case have a heading from two on', async () => {
  const payments: AdminPayment[] = [{ ...ATTEMPT, id: 8, status: 'captured', disposition: 'applied' }, ATTEMPT]
  const every = payment.getByRole('heading', { name: 'Every payment that was tried' })
  for (const count of [2, 1]) {
    const paid: Complaint = { ...COMPLAINT, payment_status: 'paid', payments: payments.slice(0, count) }
    await openPage(ADDRESS, { as: ADMIN, server: caseServer(paid) })
    await expect.element(payment.getByRole('table')).toBeVisible()
    expect(every.elements()).toHaveLength(count - 1)
    await closePage()
  }
})

// CMP-11, PAY-9
test('the payments that were tried for an unpaid case are folded, and none has a label', async () => {
  const unpaid: Complaint = { ...COMPLAINT, payment_status: 'failed', payments: [ATTEMPT] }
  await openPage(ADDRESS, { as: ADMIN, server: caseServer(unpaid) })
  const attempts = payment.getByText('Payments that were tried (1)')
  await expect.element(attempts).toBeVisible()
  await expect.element(payment.getByText(ATTEMPT.razorpay_payment_id)).not.toBeVisible()
  for (const label of ['Payment ID', 'Payment Date'])
    expect(payment.getByText(label, { exact: true }).elements()).toEqual([])
  await attempts.click()
  await expect.element(payment.getByText(ATTEMPT.razorpay_payment_id)).toBeVisible()
})

// CMP-11, PAY-9
test('a payment for an unpaid case that has to go back is not folded', async () => {
  const stray: AdminPayment = { ...ATTEMPT, status: 'captured', disposition: 'quarantined' }
  const unpaid: Complaint = { ...COMPLAINT, payment_status: 'pending', payments: [stray] }
  await openPage(ADDRESS, { as: ADMIN, server: caseServer(unpaid) })
  await expect.element(payment.getByRole('button', { name: /^Refund/ })).toBeVisible()
})

// CASE-4
test('the story of a complaint comes before all else on its page', async () => {
  await openPage(ADDRESS, { as: ADMIN, server: caseServer() })
  await expect.element(heading(ID)).toBeVisible()
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect.element(headings.first()).toHaveTextContent('Description')
})

// CASE-4
test('steps that few cases need are folded until somebody opens them', async () => {
  await openPage(ADDRESS, { as: ADMIN, server: caseServer() })
  const into = page.getByLabelText('This complaint repeats')
  await expect.element(page.getByRole('heading', { name: 'Duplicates' })).toBeVisible()
  await expect.element(into).not.toBeVisible()
  await page.getByText('Duplicates').click()
  await expect.element(into).toBeVisible()
})

// CASE-4
test('a complainant is one tap away by phone and by WhatsApp', async () => {
  await openPage(ADDRESS, { as: ADMIN, server: caseServer() })
  await expect.element(page.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+919822044556')
  const whatsApp = page.getByRole('link', { name: 'WhatsApp' })
  await expect.element(whatsApp).toHaveAttribute('href', 'https://wa.me/919822044556')
})

// CASE-4
test('on a phone call and WhatsApp stand below the title, before the story', async () => {
  await setWindow(360, 740)
  await openPage(ADDRESS, { as: ADMIN, server: caseServer() })
  const story = page.getByRole('region', { name: 'Description' })
  await expect.element(story).toBeVisible()
  const title = boxOf(page.getByRole('heading', { level: 1 }).element())
  for (const name of ['Call', 'WhatsApp']) {
    const { top, bottom } = boxOf(page.getByRole('link', { name }).element())
    expect(top, name).toBeGreaterThan(title.bottom)
    expect(bottom, name).toBeLessThanOrEqual(boxOf(story.element()).top)
  }
})

// CMP-13, JRN-6
test('on a phone the details of a complaint follow its description', async () => {
  await setWindow(360, 740)
  await openPage(ADDRESS, { as: ADMIN, server: caseServer() })
  await expect.element(details).toBeVisible()
  const story = boxOf(page.getByRole('region', { name: 'Description' }).element())
  expect(boxOf(details.element()).top).toBeCloseTo(story.bottom, 0)
})

// APP-14
test('the link back stands where a heading would begin', async () => {
  await openPage(ADDRESS, { as: ADMIN, server: caseServer() })
  const back = page.getByRole('link', { name: 'Back to complaints' })
  await expect.element(back).toBeVisible()
  const { top = 0 } = document.querySelector('main')?.getBoundingClientRect() ?? {}
  expect(boxOf(back.element()).top - top).toBeLessThanOrEqual(20)
})

// CASE-4
test('a case that nobody has is taken by one press, and then says who has it', async () => {
  let stored: Complaint = COMPLAINT
  const server = caseServer()
    .on(complaintCalls.read, () => succeed(stored))
    .on(caseCalls.update, () => {
      stored = { ...COMPLAINT, version: 2, assignee: { id: ADMIN.id, username: ADMIN.username } }
      return succeed(stored)
    })
  await openPage(ADDRESS, { as: ADMIN, server })
  await expect.element(page.getByText(/ · Nobody has it · /)).toBeVisible()
  const take = page.getByRole('button', { name: 'Take this case' })
  await take.click()
  await expect.element(page.getByText(new RegExp(` · With ${ADMIN.username} · `))).toBeVisible()
  await expect.element(take).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Assigned to')).toHaveValue(String(ADMIN.id))
  const body = { version: 1, assignee_id: ADMIN.id }
  expect(server.requests(caseCalls.update).map((request) => request.body)).toEqual([body])
})

// CASE-4
test('whoever takes a case is not told that somebody changed it', async () => {
  const message = 'Somebody changed this complaint meanwhile.'
  let stored: Complaint = COMPLAINT
  const server = caseServer()
    .on(complaintCalls.read, () => succeed(stored))
    .on(caseCalls.update, ({ body: { version, priority = stored.priority } }) => {
      if (version !== stored.version) return rejected(409, 'changed_meanwhile', message, { current: stored })
      const assignee = { id: ADMIN.id, username: ADMIN.username }
      stored = { ...stored, version: version + 1, assignee, priority }
      return succeed(stored)
    })
  await openPage(ADDRESS, { as: ADMIN, server })
  await page.getByLabelText('Priority').selectOptions('High')
  await page.getByRole('button', { name: 'Take this case' }).click()
  await expect.element(page.getByLabelText('Assigned to')).toHaveValue(String(ADMIN.id))
  await expect.element(page.getByLabelText('Priority')).toHaveValue('high')
  await saveChanges.click()
  await expect.poll(() => stored.priority).toBe('high')
  expect(page.getByText(message).elements()).toEqual([])
})

// CASE-4
test('a case that another admin has changed meanwhile is not taken', async () => {
  const message = 'Somebody changed this complaint meanwhile.'
  const server = caseServer().on(caseCalls.update, rejected(409, 'changed_meanwhile', message, { current: COMPLAINT }))
  await openPage(ADDRESS, { as: ADMIN, server })
  await page.getByRole('button', { name: 'Take this case' }).click()
  await expect.element(page.getByRole('alert').getByText(message)).toBeVisible()
})

// CASE-4
test('a case that has ended, or that somebody has, is offered to nobody', async () => {
  const assignee = { id: 9, username: 'meera' }
  await openPage(ADDRESS, { as: ADMIN, server: caseServer({ ...COMPLAINT, assignee }) })
  await expect.element(page.getByText(/ · With meera · /)).toBeVisible()
  expect(page.getByRole('button', { name: 'Take this case' }).elements()).toEqual([])
  await closePage()
  await openPage(ADDRESS, { as: ADMIN, server: caseServer({ ...COMPLAINT, status: 'resolved' }) })
  await expect.element(heading(ID)).toBeVisible()
  expect(page.getByRole('button', { name: 'Take this case' }).elements()).toEqual([])
  expect(page.getByText('Nobody has it').elements()).toEqual([])
})

// CASE-4
test('the place of a case is on a map, and on a phone two first steps share a row', async () => {
  await setWindow(360, 740)
  await openPage(ADDRESS, { as: ADMIN, server: caseServer() })
  const map = page.getByRole('link', { name: 'Map', exact: true })
  await expect.element(map).toHaveAttribute('href', 'https://www.google.com/maps/search/?api=1&query=Kothrud%2C%20Pune')
  const take = boxOf(page.getByRole('button', { name: 'Take this case' }).element())
  expect(boxOf(map.element()).top).toBe(take.top)
  expect(boxOf(page.getByRole('link', { name: 'Call' }).element()).width).toBe(take.width)
})

// CASE-5
test('a withheld name has no way to its complainant below the title', async () => {
  const withheld = { ...COMPLAINT, is_name_withheld: true, fullname: '', email: '', phone: '' }
  await openPage(ADDRESS, { as: ADMIN, server: caseServer(withheld) })
  await expect.element(page.getByRole('region', { name: 'Description' })).toBeVisible()
  expect(page.getByRole('link', { name: 'Call' }).elements()).toEqual([])
})

// CASE-4
test('at 1440 px a long address of a complainant breaks before its @ at most', async () => {
  const email = 'kavita.krishnamurthy-deshpande@animals.example.org'
  await setWindow(1440, 900)
  await openPage(ADDRESS, { as: ADMIN, server: caseServer({ ...COMPLAINT, email }) })
  const address = page.getByRole('link', { name: email })
  await expect.element(address).toBeVisible()
  const texts = document.createTreeWalker(address.element(), NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const range = new Range()
    range.selectNodeContents(text)
    expect(range.getClientRects(), String(text.textContent)).toHaveLength(1)
  }
})

// CASE-4
test('a place that was only written has a link to a map', async () => {
  await openPage(ADDRESS, { as: ADMIN, server: caseServer() })
  const map = page.getByRole('region', { name: 'Complaint details' }).getByRole('link', { name: /map/i })
  await expect.element(map).toHaveAttribute('href', 'https://www.google.com/maps/search/?api=1&query=Kothrud%2C%20Pune')
})

// CASE-7
test('the page of a case shows the SHA-256 of each original', async () => {
  const file = { type: 'application/pdf' as const, bytes: 9, url: '/attachments/a.pdf', created_at: EVENT.at }
  const files = [
    { ...file, id: 1, sha256: 'ab'.repeat(32) },
    { ...file, id: 2, sha256: 'cd'.repeat(32) },
  ]
  await openPage(ADDRESS, { as: ADMIN, server: caseServer({ ...COMPLAINT, files }) })
  await page.getByText('For the police').click()
  const originals = page.getByRole('list', { name: 'Originals' }).getByRole('listitem')
  await expect.element(originals.first()).toHaveTextContent(`SHA-256 of file 1 as it came: ${'ab'.repeat(32)}`)
  await expect.element(originals.last()).toHaveTextContent(`SHA-256 of file 2 as it came: ${'cd'.repeat(32)}`)
})

// CASE-5
test('the box for messages says that they also reach whoever’s complaint was merged', async () => {
  const merged: CaseEvent = { ...EVENT, kind: 'merge', before: '7' }
  await openPage(ADDRESS, { as: ADMIN, server: caseServer(COMPLAINT, [merged]) })
  await expect.element(page.getByText(/they read this message, too/)).toBeVisible()
})

/** Stores a high priority, whatever is saved. */
function serverThatSaves() {
  let stored: Complaint = COMPLAINT
  return caseServer()
    .on(complaintCalls.read, () => succeed(stored))
    .on(caseCalls.update, () => {
      stored = { ...COMPLAINT, version: 2, priority: 'high' }
      return succeed(stored)
    })
}

// CASE-4
test('an admin gives a case an assignee, a priority and a due day', async () => {
  const server = serverThatSaves()
  await openPage(ADDRESS, { as: ADMIN, server })
  await expect.element(page.getByRole('option', { name: ADMIN.username })).toBeInTheDocument()
  await page.getByLabelText('Assigned to').selectOptions(ADMIN.username)
  await page.getByLabelText('Priority').selectOptions('High')
  await page.getByLabelText('Due day').fill('2026-12-31')
  await saveChanges.click()
  await expect.element(page.getByText('The case has been saved.')).toBeVisible()
  await expect.element(page.getByLabelText('Priority')).toHaveValue('high')
  const body = { version: 1, assignee_id: ADMIN.id, priority: 'high', due_on: '2026-12-31' }
  expect(server.requests(caseCalls.update).map((request) => request.body)).toEqual([body])
})

// CASE-4
test('the button that saves a case is there while a field differs, and moves nothing', async () => {
  await openPage(ADDRESS, { as: ADMIN, server: serverThatSaves() })
  const priority = page.getByLabelText('Priority')
  await expect.element(priority).toBeVisible()
  expect(saveChanges.elements()).toEqual([])
  const below = page.getByRole('heading', { name: 'Complainant information' })
  const { top } = boxOf(below.element())
  await priority.selectOptions('High')
  await expect.element(saveChanges).toBeVisible()
  expect(boxOf(below.element()).top).toBe(top)
  await priority.selectOptions('Normal')
  await expect.element(saveChanges).not.toBeInTheDocument()
  await priority.selectOptions('High')
  saveChanges.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('The case has been saved.')).toBeVisible()
  await expect.element(saveChanges).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Who, how urgent, until when' })).toHaveFocus()
})

// CASE-4, JRN-6
test('on a phone two photos share a row, and the button that saves that of the due day', async () => {
  await setWindow(360, 740)
  const stored: Complaint = { ...COMPLAINT, files: [PHOTO, { ...PHOTO, id: 2 }], file_url: PORTRAIT }
  await openPage(ADDRESS, { as: ADMIN, server: caseServer(stored) })
  const photoOf = (number: number) => page.getByRole('img', { name: `Picture ${number}` })
  await expect.element(photoOf(2)).toBeVisible()
  const [first, second] = [boxOf(photoOf(1).element()), boxOf(photoOf(2).element())]
  expect([first.height, second.height]).toEqual([140, 140])
  expect(second.top).toBe(first.top)
  expect(second.left).toBeGreaterThan(first.right)
  const below = page.getByRole('heading', { name: 'Complainant information' })
  const { top } = boxOf(below.element())
  await page.getByLabelText('Priority').selectOptions('High')
  await expect.element(saveChanges).toBeVisible()
  expect(boxOf(below.element()).top).toBe(top)
  const day = boxOf(page.getByLabelText('Due day').element())
  expect(boxOf(saveChanges.element()).left).toBeGreaterThan(day.right)
  expect(boxOf(saveChanges.element()).bottom).toBeLessThanOrEqual(day.bottom + 4)
})

// CMP-15
test.each([
  ['pdf', 'Open attachment (PDF) (opens in a new tab)'],
  ['jpg', 'Open attachment (photo) (opens in a new tab)'],
])('the button that opens an attachment of the type %s says so', async (type, name) => {
  const attached = { file_path: `${'a'.repeat(32)}.${type}`, file_url: PORTRAIT }
  await openPage(ADDRESS, { as: ADMIN, server: caseServer({ ...COMPLAINT, ...attached }) })
  await expect.element(page.getByRole('link', { name, exact: true })).toBeVisible()
})

// CASE-4, APP-12
test('after a draft is cleared, a case is saved as it is shown', async () => {
  let stored: Complaint = COMPLAINT
  const server = caseServer()
    .on(complaintCalls.read, () => succeed(stored))
    .on(caseCalls.update, () => {
      stored = { ...stored, version: 4, priority: 'high' }
      return succeed(stored)
    })
  await openPage(ADDRESS, { as: ADMIN, server })
  await page.getByLabelText('Due day').fill('2026-12-31')
  await expect.poll(keptTexts).toContain('2026-12-31')
  await closePage()
  stored = { ...COMPLAINT, version: 3 }
  await openPage(ADDRESS, { as: ADMIN, server })
  await page.getByRole('button', { name: 'Clear the form' }).click()
  await expect.poll(() => document.activeElement?.closest('form')?.ariaLabel).toBe('Work on this case')
  await page.getByLabelText('Priority').selectOptions('High')
  await saveChanges.click()
  await expect.element(page.getByText('The case has been saved.')).toBeVisible()
  expect(server.requests(caseCalls.update)[0]?.body).toMatchObject({ version: 3, priority: 'high' })
})

// CASE-4
test('the page of a case shows its priority', async () => {
  await openPage(ADDRESS, { as: ADMIN, server: caseServer({ ...COMPLAINT, priority: 'high' }) })
  await expect.element(page.getByLabelText('Priority')).toHaveValue('high')
})

// CASE-4
test('the history of a case says who changed it, and when', async () => {
  const events: CaseEvent[] = [
    { ...EVENT, kind: 'priority', before: 'normal', after: 'high' },
    { ...EVENT, id: 2, kind: 'due', after: '2026-12-31' },
  ]
  await openPage(ADDRESS, { as: ADMIN, server: caseServer(COMPLAINT, events) })
  const priority = history.filter({ hasText: 'Normal → High' })
  await expect.element(priority).toMatchTextContent(ADMIN.username)
  await expect.element(priority).toMatchTextContent(/2 February 2026/)
  await expect.element(history.filter({ hasText: '→ 31 December 2026' })).toMatchTextContent('internal')
})

// CASE-4
test('an answer of the complainant appears in the history of a case that stays open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const events: CaseEvent[] = [{ ...EVENT, text: 'We were there today.' }]
  await openPage(ADDRESS, { as: ADMIN, server: caseServer(COMPLAINT, events) })
  await expect.element(history.filter({ hasText: 'We were there today.' })).toBeVisible()
  events.push({ ...EVENT, id: 2, by: 'complainant', username: null, internal: false, text: 'The dog is back.' })
  vi.advanceTimersByTime(61_000)
  await expect.element(history.filter({ hasText: 'The dog is back.' })).toBeVisible()
})

// CMP-16
test('the notice of a status that could not be changed goes with the next attempt', async () => {
  const server = caseServer().on(complaintCalls.setStatus, rejected(503, 'busy', 'The server is busy.'))
  await openPage(ADDRESS, { as: ADMIN, server })
  await page.getByRole('button', { name: 'Resolved' }).click()
  const failed = page.getByText('Failed to update complaint status. Please try again.')
  await expect.element(failed).toBeVisible()
  server.on(complaintCalls.setStatus, succeed({ ...COMPLAINT, status: 'resolved' as const, version: 2 }))
  await page.getByRole('button', { name: 'Resolved' }).click()
  await expect.element(page.getByText('Complaint status updated to resolved successfully.')).toBeVisible()
  await expect.element(failed).not.toBeInTheDocument()
})

// CASE-4
test('an admin says how a case ended once it is resolved', async () => {
  const events: CaseEvent[] = []
  const resolved = { ...COMPLAINT, status: 'resolved' as const, version: 2 }
  let stored: Complaint = COMPLAINT
  const server = caseServer(COMPLAINT, events)
    .on(complaintCalls.read, () => succeed(stored))
    .on(complaintCalls.setStatus, () => {
      stored = resolved
      return succeed(stored)
    })
    .on(caseCalls.update, () => {
      events.push({ ...EVENT, kind: 'outcome', after: 'rescued' })
      stored = { ...resolved, version: 3, outcome: 'rescued' }
      return succeed(stored)
    })
  await openPage(ADDRESS, { as: ADMIN, server })
  await expect.element(page.getByLabelText('Priority')).toBeVisible()
  expect(page.getByLabelText('Outcome').query()).toBeNull()
  await page.getByRole('button', { name: 'Resolved' }).click()
  await page.getByLabelText('Outcome').selectOptions('Animal rescued')
  await saveChanges.click()
  await expect.element(history.filter({ hasText: '→ Animal rescued' })).toBeVisible()
  expect(server.requests(complaintCalls.setStatus)[0]?.body).toEqual({ status: 'resolved' })
  expect(server.requests(caseCalls.update)[0]?.body).toMatchObject({ version: 2, outcome: 'rescued' })
})

// CASE-4
test('if another admin saved first, both versions are shown and nothing chosen is lost', async () => {
  const stored: Complaint = { ...COMPLAINT, version: 2, priority: 'low', due_on: '2026-12-30' }
  const message = 'Somebody changed this complaint meanwhile.'
  const server = caseServer().on(caseCalls.update, ({ body }) =>
    body.version === 1
      ? rejected(409, 'changed_meanwhile', message, { current: stored })
      : succeed({ ...stored, version: 3, priority: 'high' }),
  )
  await openPage(ADDRESS, { as: ADMIN, server })
  await page.getByLabelText('Priority').selectOptions('High')
  await saveChanges.click()
  await expect.element(page.getByText(/Somebody changed this complaint meanwhile/)).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Yours: High' })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: 'Saved meanwhile: Low' })).not.toBeChecked()
  await expect.element(page.getByRole('combobox', { name: 'Priority' })).toHaveValue('high')
  await saveChanges.click()
  await expect.element(page.getByText('The case has been saved.')).toBeVisible()
  expect(server.requests(caseCalls.update)[1]?.body).toMatchObject({
    version: 2,
    priority: 'high',
    due_on: '2026-12-30',
  })
})

/** Answers each note with an event of the history. */
function notesServer(): FakeServer {
  const events: CaseEvent[] = []
  return caseServer(COMPLAINT, events).on(caseCalls.addNote, ({ body: { text, internal } }) => {
    events.push({ ...EVENT, id: events.length + 1, text, internal })
    return succeed({ id: events.length })
  })
}

const outgoing = page.getByLabelText('The complainant sees this')
const internal = page.getByLabelText('Internal: only admins see this')

// CASE-4
test('an internal note has a box of its own, and the history calls it internal', async () => {
  const server = notesServer()
  await openPage(ADDRESS, { as: ADMIN, server })
  await internal.fill('The neighbour is a suspect.')
  await page.getByRole('button', { name: 'Add internal note' }).click()
  await expect.element(history.filter({ hasText: 'The neighbour is a suspect.' })).toMatchTextContent('internal')
  await expect.element(internal).toHaveValue('')
  expect(server.requests(caseCalls.addNote)).toMatchObject([{ params: { id: ID }, body: { internal: true } }])
})

// CASE-4
test('a typed note outlives a reload, and goes to the complainant', async () => {
  const server = notesServer()
  await openPage(ADDRESS, { as: ADMIN, server })
  await outgoing.fill('We were there today.')
  await expect.poll(keptTexts).toContain('We were there today.')
  await closePage()
  await openPage(ADDRESS, { as: ADMIN, server })
  await expect.element(outgoing).toHaveValue('We were there today.')
  await page.getByRole('button', { name: 'Send to the complainant' }).click()
  await expect.element(history.filter({ hasText: 'We were there today.' })).not.toMatchTextContent('internal')
  expect(server.requests(caseCalls.addNote)).toMatchObject([{ params: { id: ID }, body: { internal: false } }])
})

// CASE-5
test('a withheld name is shown after a reason, which the history keeps', async () => {
  const events: CaseEvent[] = []
  const hidden = { ...COMPLAINT, fullname: '', email: '', phone: '', is_name_withheld: true }
  const server = caseServer(hidden, events).on(caseCalls.reveal, ({ body: { reason } }) => {
    events.push({ ...EVENT, kind: 'reveal', text: reason })
    return succeed({ fullname: 'Zarina Withheld', email: 'z@example.org', phone: '', receipt_path: null })
  })
  await openPage(ADDRESS, { as: ADMIN, server })
  await expect.element(page.getByText(/^The complainant wants the name withheld\./)).toBeVisible()
  expect(page.getByText('Zarina Withheld').query()).toBeNull()
  await page.getByLabelText('Reason to see the name').fill('The police asked')
  await page.getByRole('button', { name: 'Show the name' }).click()
  await expect.element(page.getByText('Zarina Withheld')).toBeVisible()
  await expect.element(history.filter({ hasText: 'The police asked' })).toMatchTextContent(ADMIN.username)
})

// CASE-4, LNG-1
test('the history says in words what was merged, filed and opened again', async () => {
  const events: CaseEvent[] = [
    { ...EVENT, id: 1, kind: 'file', after: '67c1d5131b.jpg' },
    { ...EVENT, id: 2, kind: 'merge', before: null, after: '13' },
    { ...EVENT, id: 3, kind: 'merge', before: '15', after: null },
    { ...EVENT, id: 4, kind: 'reopen', before: 'closed', after: 'pending' },
    { ...EVENT, id: 5, kind: 'assign', before: null, after: null },
  ]
  await openPage(ADDRESS, { as: ADMIN, server: caseServer(COMPLAINT, events) })
  const history = page.getByRole('region', { name: 'History' })
  await expect.element(history.getByText('Merged into complaint 13')).toBeVisible()
  await expect.element(history.getByText('Merged complaint 15 into this one')).toBeVisible()
  await expect.element(history.getByText('File', { exact: true })).toBeVisible()
  await expect.element(history.getByText('Reopened', { exact: true })).toBeVisible()
  await expect.element(history).not.toMatchTextContent(/67c1d5131b|–|closed/i)
})

// CASE-4, DSK-5
test('the history names the assignee without the duty, and no earlier one', async () => {
  const events: CaseEvent[] = [
    { ...EVENT, id: 1, kind: 'assign', before: null, after: '77' },
    { ...EVENT, id: 2, kind: 'assign', before: '77', after: '78' },
  ]
  const complaint = { ...COMPLAINT, assignee: { id: 78, username: 'treasurer' } }
  await openPage(ADDRESS, { as: ADMIN, server: caseServer(complaint, events) })
  await expect.element(history.getByText('Assigned Another admin → treasurer')).toBeVisible()
  await expect.element(history.getByText('Assigned Nobody → Another admin')).toBeVisible()
})

// CASE-5
test('a duplicate is merged, and leads to the first complaint', async () => {
  const server = caseServer().on(caseCalls.merge, ({ body: { into } }) =>
    succeed({ ...COMPLAINT, status: 'closed', version: 2, duplicate_of: into }),
  )
  server.on(complaintCalls.read, ({ params: { id } }) => {
    const [merge] = server.requests(caseCalls.merge)
    return succeed({ ...COMPLAINT, id, duplicate_of: id === ID && merge ? merge.body.into : null })
  })
  await openPage(ADDRESS, { as: ADMIN, server })
  await page.getByText('Duplicates').click()
  await page.getByLabelText('This complaint repeats').fill('4')
  await page.getByRole('button', { name: 'Merge' }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent('No fee was paid for it.')
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
  await expect.element(page.getByText('The complaint has been merged.')).toBeVisible()
  await page.getByRole('link', { name: 'complaint 4' }).click()
  await expect.element(heading(4)).toBeVisible()
})

// CASE-4
test('a reason that is rejected is told once, at its field, until it is changed', async () => {
  const message = 'Reason must be at most 200 characters long'
  const server = caseServer({ ...COMPLAINT, is_name_withheld: true })
  server.on(caseCalls.reveal, rejected(400, 'invalid_fields', message, { errors: { reason: message } }))
  await openPage(ADDRESS, { as: ADMIN, server })
  const reason = page.getByLabelText('Reason to see the name')
  await reason.fill('A reason that the server takes for a long one')
  await page.getByRole('button', { name: 'Show the name' }).click()
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(reason).toHaveFocus()
  await reason.fill('The owner called')
  await expect.element(page.getByText(message)).not.toBeInTheDocument()
})

// CASE-5
test('what names no complaint is told at its field, and nothing is merged', async () => {
  await openPage(ADDRESS, { as: ADMIN, server: caseServer() })
  await page.getByText('Duplicates').click()
  const field = page.getByLabelText('This complaint repeats')
  await field.fill('the one of Monday')
  await page.getByRole('button', { name: 'Merge' }).click()
  await expect.element(field).toHaveAccessibleDescription(/Enter the number or the reference of a complaint/)
  await expect.element(field).toHaveFocus()
  expect(page.getByRole('dialog').elements()).toEqual([])
})

// CASE-4
test('the next and the previous complaint of the list are one key away', async () => {
  const server = caseServer().on(caseCalls.neighbours, ({ params: { id } }) =>
    succeed(id === ID ? { previous: null, next: 4 } : { previous: ID, next: null }),
  )
  await openPage(`${ADDRESS}?search=wren`, { as: ADMIN, server })
  const none = page.getByRole('button', { name: 'Previous complaint' })
  await expect.element(none).toBeDisabled()
  expect(getComputedStyle(none.element()).borderTopColor).toBe('rgba(0, 0, 0, 0)')
  const next = page.getByRole('link', { name: 'Next complaint' })
  await expect.element(next).toBeVisible()
  next.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(heading(4)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Next complaint' })).toBeDisabled()
  await page.getByRole('link', { name: 'Previous complaint' }).click()
  await expect.element(heading(ID)).toBeVisible()
  expect(location.search).toBe('?search=wren')
  const asked = server.requests(caseCalls.neighbours).map(({ query }) => query)
  expect(asked).toEqual(asked.map(() => ({ search: 'wren' })))
})

// CASE-3
test('a prepared answer goes into the note by its button, not by the arrow keys', async () => {
  const answer = {
    id: 1,
    version: 1,
    title: 'Thanks',
    text: 'Thank you for telling us.',
    language: 'en',
    for_status: null,
  } as const
  const server = caseServer().on(caseCalls.listAnswers, succeed([answer, { ...answer, id: 2, title: 'Visit' }]))
  await openPage(ADDRESS, { as: ADMIN, server })
  const note = page.getByLabelText('The complainant sees this')
  const answers = page.getByLabelText('Prepared answers')
  await expect.element(answers).toBeVisible()
  answers.element().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  await expect.element(note).toHaveValue('')
  await page.getByRole('button', { name: 'Insert' }).click()
  await expect.element(note).toHaveValue(answer.text)
})

// CASE-4
test('the next complaint takes the focus to its heading', async () => {
  const server = caseServer().on(caseCalls.neighbours, ({ params: { id } }) =>
    succeed(id === ID ? { previous: null, next: 4 } : { previous: ID, next: null }),
  )
  await openPage(ADDRESS, { as: ADMIN, server })
  const next = page.getByRole('link', { name: 'Next complaint' })
  await expect.element(next).toBeVisible()
  next.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(heading(4)).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

// LNK-2
test('the case shows whether its pay link was sent, opened and paid', async () => {
  const at = (minute: number) => `2026-01-05T08:0${minute}:00.000Z`
  const link: PayLink = {
    ...{ id: 4, purpose: 'complaint', subject_id: Number(ID), is_renewal: false, payer: 'Asha Rao', amount: 250 },
    ...{ state: 'paid', created_at: at(0), expires_at: '2026-01-19T08:00:00.000Z', revoked_at: null },
    ...{ sent_at: at(1), sent_by: 'whatsapp', opened_at: at(2), paid_at: at(3), can_mail: true },
  }
  const open: PayLink = { ...link, id: 5, state: 'open', sent_at: null, sent_by: null, opened_at: null, paid_at: null }
  const server = caseServer().on(linkCalls.listForComplaint, succeed([open, link]))
  await openPage(ADDRESS, { as: ADMIN, server })
  const rows = page.getByRole('region', { name: 'Pay links' }).getByRole('listitem')
  await expect.element(rows.nth(0).getByText('Not opened yet')).toBeVisible()
  await expect.element(rows.nth(0).getByText('Not sent yet')).toBeVisible()
  await expect.element(rows.nth(0).getByText('Open', { exact: true })).toHaveAttribute('data-tone', 'pending')
  await expect.element(rows.nth(1).getByText('Paid', { exact: true })).toHaveAttribute('data-tone', 'active')
  for (const step of [/^Sent by WhatsApp: /, /^Opened: /, /^Paid: /])
    await expect.element(rows.nth(1).getByText(step)).toBeVisible()
})

// LNK-1
test('a new pay link that was withdrawn is offered no more, another can be made', async () => {
  const link: PayLink = {
    ...{ id: 4, purpose: 'complaint', subject_id: Number(ID), is_renewal: false, payer: 'Asha Rao', amount: 100 },
    ...{ state: 'open', created_at: '2026-01-05T08:00:00.000Z', expires_at: '2026-01-19T08:00:00.000Z' },
    ...{ sent_at: null, sent_by: null, opened_at: null, paid_at: null, revoked_at: null, can_mail: false },
  }
  const made = { link, url: 'https://pets.example/pay/abc', text: 'Please pay', phone: '' }
  let links: PayLink[] = []
  const server = caseServer()
    .on(linkCalls.listForComplaint, () => succeed(links))
    .on(linkCalls.makeForComplaint, () => {
      links = [link]
      return succeed(made)
    })
    .on(linkCalls.revokeForComplaint, () => {
      const revoked: PayLink = { ...link, state: 'revoked' }
      links = [revoked]
      return succeed(revoked)
    })
  await openPage(ADDRESS, { as: ADMIN, server })
  const part = page.getByRole('region', { name: 'Pay links' })
  const make = part.getByRole('button', { name: 'Make a pay link' })
  await make.click()
  const copy = part.getByRole('button', { name: 'Copy the pay link' })
  await expect.element(copy).toBeVisible()
  await part.getByRole('button', { name: /^Withdraw the link of/ }).click()
  await expect.element(copy).not.toBeInTheDocument()
  await expect.element(make).toBeVisible()
})

// LNK-1
test('a pay link that another admin has withdrawn is not made again from its row', async () => {
  const link: PayLink = {
    ...{ id: 4, purpose: 'complaint', subject_id: Number(ID), is_renewal: false, payer: 'Asha Rao', amount: 250 },
    ...{ state: 'open', created_at: '2026-01-05T08:00:00.000Z', expires_at: '2026-01-19T08:00:00.000Z' },
    ...{ sent_at: null, sent_by: null, opened_at: null, paid_at: null, revoked_at: null, can_mail: true },
  }
  const server = caseServer()
    .on(linkCalls.listForComplaint, succeed([link]))
    .on(linkCalls.makeForComplaint, () => rejected(409, 'pay_link_revoked', 'This link was withdrawn.'))
  await openPage(ADDRESS, { as: ADMIN, server })
  await page.getByRole('button', { name: /^Send it by email: / }).click()
  await expect.element(page.getByText('This link was withdrawn.')).toBeVisible()
  expect(server.requests(linkCalls.makeForComplaint)).toMatchObject([{ body: { amount: 250, link_id: 4 } }])
  expect(server.requests(linkCalls.sendForComplaint)).toEqual([])
})

// LNK-1
test('an admin withdraws a pay link', async () => {
  const link: PayLink = {
    ...{ id: 4, purpose: 'complaint', subject_id: Number(ID), is_renewal: false, payer: 'Asha Rao', amount: 250 },
    ...{ state: 'open', created_at: '2026-01-05T08:00:00.000Z', expires_at: '2026-01-19T08:00:00.000Z' },
    ...{ sent_at: null, sent_by: null, opened_at: null, paid_at: null, revoked_at: null, can_mail: false },
  }
  const server = caseServer()
    .on(linkCalls.listForComplaint, succeed([link]))
    .on(linkCalls.revokeForComplaint, succeed({ ...link, state: 'revoked' }))
  await openPage(ADDRESS, { as: ADMIN, server })
  await page.getByRole('button', { name: /^Withdraw the link of/ }).click()
  await expect.element(page.getByText(/^The link was withdrawn\./)).toBeVisible()
  expect(server.requests(linkCalls.revokeForComplaint)).toHaveLength(1)
})
