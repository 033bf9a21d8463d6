import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { deskCalls } from '@petsetu/contract/payments/desk.ts'
import { linkCalls, type MadePayLink } from '@petsetu/contract/payments/links.ts'
import { consentCalls } from '@petsetu/contract/people/consents.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { caseServer } from '../../../../test/case-server.ts'
import { COMPLAINT } from '../../../../test/examples.ts'
import { FakeServer } from '../../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../../test/open-page.tsx'
import { serverOfSamples } from '../../../../test/sample-replies.ts'
import { setWindow } from '../../../../test/set-window.ts'

async function writeDown(): Promise<void> {
  await page.getByLabelText('Full name').fill('Asha Rao')
  await page.getByRole('radio', { name: 'Cruelty' }).click()
  await page.getByLabelText('Location of incident').fill('Kothrud, Pune')
  await page.getByRole('button', { name: 'Today' }).click()
  await page.getByLabelText('Description').fill('A dog is chained in the sun without water.')
}

// CASE-6
test('what a caller tells is entered only once they agree to what is stored', async () => {
  const server = caseServer().on(caseCalls.enter, succeed({ id: COMPLAINT.id, reference: 'PS-2026-00005-A' }))
  await openPage('/admin/complaints/work/new', { as: ADMIN, server })
  await writeDown()
  const enter = page.getByRole('button', { name: 'Enter the complaint' })
  await enter.click()
  await expect.element(page.getByText('Please ask whether the person agrees, and tick this')).toBeVisible()
  expect(server.requests(caseCalls.enter)).toEqual([])
  await page.getByLabelText(/^They know what we store/).click()
  await enter.click()
  await expect.element(page.getByText(`Complaint ${COMPLAINT.id} · ${COMPLAINT.reference}`)).toBeVisible()
  const sent = { fullname: 'Asha Rao', source: 'phone', agreed: true, date_of_incident: today() }
  expect(server.requests(caseCalls.enter)).toMatchObject([{ body: sent }])
})

// CASE-6
test('a complaint that is entered from the desk came at the desk', async () => {
  const server = caseServer().on(caseCalls.enter, succeed({ id: COMPLAINT.id, reference: 'PS-2026-00005-A' }))
  await openPage('/admin/complaints/work/new?source=desk', { as: ADMIN, server })
  await writeDown()
  await page.getByLabelText(/^They know what we store/).click()
  await page.getByRole('button', { name: 'Enter the complaint' }).click()
  await expect.poll(() => server.requests(caseCalls.enter)).toMatchObject([{ body: { source: 'desk' } }])
})

const boxOf = (locator: Locator) => locator.element().getBoundingClientRect()

// CASE-6
test.each([1280, 1440])('at %i px the form is one column, and its end stays in sight beside it', async (width) => {
  await setWindow(width, 900)
  await openPage('/admin/complaints/work/new', { as: ADMIN, server: caseServer() })
  const name = page.getByLabelText('Full name')
  await expect.element(name).toBeVisible()
  const parts = ['Who is calling', 'What happened', 'Filing fee', 'Privacy'].map((part) =>
    boxOf(page.getByRole('heading', { name: part })),
  )
  expect(new Set(parts.map(({ left }) => left)).size).toBe(1)
  expect(parts.map(({ top }) => top)).toEqual(parts.map(({ top }) => top).toSorted((one, other) => one - other))
  const place = page.getByLabelText('Location of incident')
  const [person, email] = [boxOf(name), boxOf(page.getByLabelText('Email', { exact: true }))]
  expect(boxOf(place).left).toBe(person.left)
  expect(boxOf(place).top).toBeGreaterThan(email.bottom)
  const phone = boxOf(page.getByLabelText('Phone', { exact: true }))
  expect(phone.bottom).toBe(email.bottom)
  const [phoneLabel, emailLabel] = ['Phone', 'Email'].map((label) => boxOf(page.getByText(label, { exact: true })))
  expect(phoneLabel?.top).toBe(emailLabel?.top)
  expect(phone.right).toBeLessThan(email.left)
  const agreed = page.getByLabelText(/^They know what we store/)
  const enter = page.getByRole('button', { name: 'Enter the complaint' })
  const cancel = page.getByRole('button', { name: 'Cancel' })
  const fee = page.getByLabelText('How it is paid')
  const drawn = [name, place, page.getByLabelText('Description'), fee, agreed, cancel, enter]
  for (const [index, field] of drawn.slice(1).entries()) {
    const order = drawn[index]?.element().compareDocumentPosition(field.element()) ?? 0
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING, `field ${index + 1}`).toBeGreaterThan(0)
  }
  for (const field of [name, agreed]) {
    field.element().scrollIntoView()
    await expect.element(enter).toBeInViewport()
    expect(boxOf(enter).left).toBeGreaterThan(boxOf(name).right)
  }
  await fee.selectOptions('Send a pay link')
  await page.getByLabelText('Filing fee for the link (₹)').fill('250')
  await expect.element(page.getByText('₹250', { exact: true })).toBeVisible()
})

// CASE-6
test('on a phone what a caller tells can be entered from anywhere in the form', async () => {
  await setWindow(360, 740)
  await openPage('/admin/complaints/work/new', { as: ADMIN, server: caseServer() })
  const enter = page.getByRole('button', { name: 'Enter the complaint' })
  await expect.element(enter).not.toBeInViewport()
  await page.getByLabelText('Full name').fill('Asha Rao')
  await expect.element(enter).toBeInViewport()
  expect(boxOf(page.getByRole('button', { name: 'Cancel' })).right).toBeLessThan(boxOf(enter).left)
})

// CASE-6, APP-14
test('the tick of what a caller agrees to is marked as required', async () => {
  await openPage('/admin/complaints/work/new', { as: ADMIN, server: caseServer() })
  await expect.element(page.getByLabelText(/^They know what we store/)).toBeRequired()
  const label = page.getByText('They know what we store and why, and agree', { exact: true }).element()
  expect(getComputedStyle(label, '::after').content).toContain('*')
})

// CASE-6
test('the form for somebody at the desk does not call them a caller', async () => {
  await openPage('/admin/complaints/work/new?source=desk', { as: ADMIN, server: caseServer() })
  await expect.element(page.getByRole('heading', { name: 'Who complains' })).toBeVisible()
})

// CASE-6
test('on a phone the form for a caller is one column, and folds what few of them say', async () => {
  await setWindow(360, 740)
  await openPage('/admin/complaints/work/new', { as: ADMIN, server: caseServer() })
  await expect.element(page.getByLabelText('Full name')).toBeVisible()
  const fields = document.querySelectorAll(
    'main form :is(input:not([type="radio"], [type="checkbox"]), select, textarea)',
  )
  const shown = [...fields].filter((field) => field.checkVisibility()).map((field) => field.getBoundingClientRect())
  expect(shown.length).toBeGreaterThan(5)
  expect(new Set(shown.map(({ left }) => left)).size).toBe(1)
  const source = page.getByLabelText('How they reached us')
  await expect.element(source).not.toBeVisible()
  await page.getByText(/^How they reached us, and/).click()
  await expect.element(source).toBeVisible()
})

const MADE: MadePayLink = {
  link: {
    ...{ id: 4, purpose: 'complaint', subject_id: COMPLAINT.id, is_renewal: false, payer: 'Asha Rao', amount: 250 },
    ...{ state: 'open', created_at: '2026-01-05T08:00:00.000Z', expires_at: '2026-01-19T08:00:00.000Z' },
    ...{ sent_at: null, sent_by: null, opened_at: null, paid_at: null, revoked_at: null, can_mail: true },
  },
  url: `https://pets.example.org/pay/${'x'.repeat(43)}`,
  text: `Please pay here: https://pets.example.org/pay/${'x'.repeat(43)}`,
  phone: '98765 43210',
}

// LNK-2
test('a caller’s complaint is written down with a pay link in place of money', async () => {
  const server = caseServer()
    .on(caseCalls.enter, succeed({ id: COMPLAINT.id, reference: 'PS-2026-00005-A' }))
    .on(linkCalls.makeForComplaint, succeed(MADE))
    .on(linkCalls.sendForComplaint, succeed({ ...MADE.link, sent_by: 'mail', sent_at: '2026-01-05T08:01:00.000Z' }))
    .on(linkCalls.listForComplaint, succeed([MADE.link]))
    .on(complaintCalls.read, succeed({ ...COMPLAINT, payment_status: 'none' }))
  await openPage('/admin/complaints/work/new', { as: ADMIN, server })
  await writeDown()
  await page.getByRole('combobox', { name: 'How it is paid' }).selectOptions('Send a pay link')
  const fee = page.getByLabelText('Filing fee for the link (₹)')
  await fee.fill('5')
  // The message about the fee appears, and moves what is below.
  await userEvent.tab()
  const agreed = page.getByLabelText(/^They know what we store/)
  await agreed.click()
  await expect.element(agreed).toBeChecked()
  const enter = page.getByRole('button', { name: 'Enter the complaint' })
  await enter.click()
  expect(server.requests(caseCalls.enter)).toEqual([])
  await fee.fill('250')
  await enter.click()
  await expect.element(page.getByLabelText('The new pay link')).toHaveValue(MADE.url)
  expect(server.requests(linkCalls.makeForComplaint)).toMatchObject([{ body: { amount: 250 } }])
  expect(server.requests(linkCalls.sendForComplaint)).toMatchObject([{ body: { by: 'mail', token: 'x'.repeat(43) } }])
})

// CASE-6
test('a caller’s complaint whose fee is paid at once leads on to the desk', async () => {
  const server = serverOfSamples()
    .on(consentCalls.notices, succeed([]))
    .on(caseCalls.enter, succeed({ id: COMPLAINT.id, reference: 'PS-2026-00005-A' }))
    .on(deskCalls.subjects, succeed([]))
  await openPage('/admin/complaints/work/new', { as: { ...ADMIN, duties: ['cases', 'money'] }, server })
  await writeDown()
  await page.getByRole('combobox', { name: 'How it is paid' }).selectOptions('At the desk now')
  await page.getByLabelText(/^They know what we store/).click()
  await page.getByRole('button', { name: 'Enter the complaint' }).click()
  await expect.element(page.getByLabelText('Find an unpaid item')).toHaveValue(String(COMPLAINT.id))
  expect(server.requests(linkCalls.makeForComplaint)).toEqual([])
})

// CASE-6, DSK-5
test('who may not take money at the desk is not offered to do so with a complaint', async () => {
  await openPage('/admin/complaints/work/new', { as: { ...ADMIN, duties: ['cases'] }, server: caseServer() })
  const ways = page.getByRole('combobox', { name: 'How it is paid' })
  await expect.element(ways).toBeVisible()
  const offered = [...ways.element().querySelectorAll('option')].map(({ textContent }) => textContent)
  expect(offered).toEqual(['Nothing now', 'Send a pay link'])
})

// TRU-5
test('the words to read out stand beside the tick, in the language of the caller', async () => {
  const notice = {
    purpose: 'complaint-spoken',
    version: '2026-11-23.2',
    first_seen_at: '2026-11-23T06:30:00.000Z',
  } as const
  const server = new FakeServer().on(
    consentCalls.notices,
    succeed([
      { ...notice, language: 'en', text: 'We write down your name.', is_current: true },
      { ...notice, language: 'mr', text: 'आम्ही तुमचे नाव लिहून घेतो.', is_current: true },
      { ...notice, version: '2026-11-21', language: 'mr', text: 'जुने शब्द', is_current: false },
    ]),
  )
  await openPage('/admin/complaints/work/new', { as: ADMIN, server })
  await expect.element(page.getByText('We write down your name.')).toBeVisible()
  await page.getByLabelText('Language of the emails').selectOptions('मराठी')
  await expect.element(page.getByText('आम्ही तुमचे नाव लिहून घेतो.')).toBeVisible()
  await expect.element(page.getByText('We write down your name.')).not.toBeInTheDocument()
})

// TRU-5
test('the tick goes when the words to read out are those of another language', async () => {
  const server = caseServer().on(consentCalls.notices, succeed([]))
  await openPage('/admin/complaints/work/new', { as: ADMIN, server })
  await writeDown()
  const agreed = page.getByLabelText(/^They know what we store/)
  await agreed.click()
  await expect.element(agreed).toBeChecked()
  await page.getByLabelText('Language of the emails').selectOptions('मराठी')
  await expect.element(agreed).not.toBeChecked()
  await page.getByRole('button', { name: 'Enter the complaint' }).click()
  await expect.element(page.getByText('Please ask whether the person agrees, and tick this')).toBeVisible()
  expect(server.requests(caseCalls.enter)).toEqual([])
})
