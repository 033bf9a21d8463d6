import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import type { SessionUser } from '@petsetu/contract/people/auth.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { NOTICE_VERSION } from '@petsetu/languages/notice-version.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { serverOfAccount } from '../../../test/account-server.ts'
import { type FakeServer, NO_ANSWER, rejected } from '../../../test/fake-server.ts'
import {
  DESCRIPTION,
  FILED,
  filingServer,
  fillComplaint,
  letter,
  PAID_CHECKOUT,
  savedHeading,
  setOnline,
  submitButton,
} from '../../../test/filing.ts'
import { keptTexts } from '../../../test/kept-texts.ts'
import { closePage, OWNER, openPage } from '../../../test/open-page.tsx'
import { holdClock, orderOver } from '../../../test/paying.ts'
import { pageText } from '../../platform/languages/page-text.ts'
import { readAll, write } from '../../platform/lib/drafts/drafts.ts'
import { UNSENT_PREFIX } from '../../platform/lib/drafts/forget-typed.ts'
import { EMPTY_COMPLAINT } from './complaint-values.ts'
import { keepUnsent, listWaiting, removeUnsent, type Unsent } from './unsent.ts'

const DAY_MS = 86_400_000

const description = page.getByLabelText('Description')
const notSent = page.getByRole('heading', { name: 'Not sent yet' })
const keep = page.getByRole('button', { name: 'Keep it and send it later' })
const sendNow = page.getByRole('button', { name: 'Send now' })
const openInForm = page.getByRole('button', { name: 'Open in the form' })

const openForm = (server = filingServer()): Promise<FakeServer> => openPage('/complaint', { server })

/** Fills in the form, loses the connection, and finishes the complaint. */
async function finishOffline(): Promise<void> {
  await fillComplaint()
  await page.getByLabelText('Supporting document').upload(letter('letter.pdf'))
  setOnline(false)
  await expect.element(page.getByText(/^You are offline\. You can still fill in the form/)).toBeVisible()
  await keep.click()
  await expect.element(notSent).toBeVisible()
  await expect.element(description).toHaveValue('')
}

// CASE-1
test('a complaint that was finished offline waits with its files, and is sent once', async () => {
  const server = await openForm()
  await finishOffline()
  await expect.element(page.getByText(/1 file$/)).toBeVisible()
  expect(server.requests(complaintCalls.submit)).toEqual([])
  setOnline(true)
  const { complaint_id: id } = FILED
  await expect.element(page.getByText(`Sent: complaint ID ${id}. The filing fee is not paid yet.`)).toBeVisible()
  const sent = server.requests(complaintCalls.submit)
  expect(sent).toMatchObject([{ body: { fullname: 'Asha Rao', description: DESCRIPTION } }])
  expect(sent[0]?.files.map(({ name }) => name)).toEqual(['letter.pdf'])
  expect(sent[0]?.headers.get('notice-version')).toBe(NOTICE_VERSION)
  await expect.element(page.getByRole('heading', { name: 'Sent, fee not paid yet' })).toBeVisible()
  expect(notSent.query()).toBeNull()
  await expect.element(page.getByText(/kept on this device and not sent yet/)).not.toBeInTheDocument()
  expect(page.getByText(/^You are offline/).query()).toBeNull()
})

// CASE-1
test('a double click keeps a complaint once, and leaves no errors in the empty form', async () => {
  await openForm()
  await fillComplaint()
  setOnline(false)
  await keep.click()
  await expect.element(notSent).toBeVisible()
  await expect.element(description).toHaveValue('')
  // The second click may be late enough to find the form empty.
  keep.element().dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true, cancelable: true }))
  await page.getByText('More details, or hide your name').click()
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(0)
  expect(await listWaiting()).toHaveLength(1)
})

// CASE-1, CASE-2, PRV-2
test('a complaint sent late shows its reference, the terms and how to follow it', async () => {
  await openForm()
  await finishOffline()
  setOnline(true)
  const sent = page.getByRole('region', { name: 'Sent, fee not paid yet' })
  await expect.element(sent.getByText(FILED.reference)).toBeVisible()
  await expect.element(sent.getByText(`Filing fee for complaint ${FILED.complaint_id}`)).toBeVisible()
  await expect.element(sent.getByText(/Paid to Karuna Animal Welfare Foundation through Razorpay\./)).toBeVisible()
  await expect
    .element(sent.getByRole('link', { name: 'Follow your complaint' }))
    .toHaveAttribute('href', `/complaint/track?reference=${FILED.reference}`)
})

// CASE-1, APP-14
test('after a complaint could not be sent again, the focus is on the button that sends', async () => {
  const answers: (() => void)[] = []
  const noAnswer = () => new Promise<typeof NO_ANSWER>((resolve) => answers.push(() => resolve(NO_ANSWER)))
  await openForm(filingServer().on(complaintCalls.submit, noAnswer))
  await finishOffline()
  setOnline(true)
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.()
  await expect.element(page.getByText('Sending…')).not.toBeInTheDocument()
  await sendNow.click()
  await expect.poll(() => answers.length).toBe(2)
  await expect.element(sendNow).toHaveFocus()
  answers[1]?.()
})

// CASE-1
test('after an answer that was lost and a reload the same complaint is sent again', async () => {
  const server = await openForm(filingServer().on(complaintCalls.submit, NO_ANSWER))
  await finishOffline()
  setOnline(true)
  await expect.element(sendNow).toBeEnabled()
  await expect.poll(() => server.requests(complaintCalls.submit)).toHaveLength(1)
  await closePage()
  await openForm(server.on(complaintCalls.submit, succeed(FILED)))
  await expect.element(page.getByText(/^Sent: complaint ID 31\./)).toBeVisible()
  // By the same key the server recognises the complaint.
  const [first, second, ...more] = server.requests(complaintCalls.submit)
  expect(first?.headers.get('idempotency-key')).toMatch(/^\S{10,}$/)
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
  expect(more).toEqual([])
})

// CASE-1
test('a rejected complaint says why, and is mended in the form without losing anything', async () => {
  const why = 'Only PDF, JPG or PNG files are allowed.'
  const server = await openForm(filingServer().on(complaintCalls.submit, rejected(400, 'wrong_file_type', why)))
  await finishOffline()
  setOnline(true)
  await expect.element(page.getByText(why)).toBeVisible()
  await openInForm.click()
  await expect.element(description).toHaveValue(DESCRIPTION)
  await expect.element(notSent).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Remove letter.pdf' }).click()
  server.on(complaintCalls.submit, succeed(FILED))
  await submitButton.click()
  await expect.element(savedHeading).toBeVisible()
  const sent = server.requests(complaintCalls.submit)
  expect(sent.map(({ files }) => files.length)).toEqual([1, 0])
  expect(sent[1]?.body).toEqual(sent[0]?.body)
  expect(sent[1]?.headers.get('idempotency-key')).toBe(sent[0]?.headers.get('idempotency-key'))
})

// COM-2
test('on a slow line the address names the animal, also to a complaint that waits', async () => {
  const why = 'Only PDF, JPG or PNG files are allowed.'
  const server = filingServer().on(complaintCalls.submit, rejected(400, 'wrong_file_type', why))
  await openPage('/complaint?animal=abcd-efgh-jklm', { server })
  await expect.element(page.getByText(/^This complaint is about ABCDEFGHJKLM/)).toBeVisible()
  await finishOffline()
  setOnline(true)
  await expect.element(page.getByText(why)).toBeVisible()
  await closePage()
  await openForm(server.on(complaintCalls.submit, succeed(FILED)))
  await openInForm.click()
  await expect.element(description).toHaveValue(DESCRIPTION)
  await submitButton.click()
  await expect.element(savedHeading).toBeVisible()
  const tags = server.requests(complaintCalls.submit).map(({ body }) => body.about_tag)
  expect(tags).toEqual(['ABCDEFGHJKLM', 'ABCDEFGHJKLM'])
})

// COM-2
test('a tag of no animal of the street is not taken from the address', async () => {
  const server = filingServer()
  await openPage('/complaint?animal=ABCDEFGHJKLM', { server, site: { animal: null } })
  await fillComplaint()
  expect(page.getByText(/^This complaint is about/).query()).toBeNull()
  await submitButton.click()
  await expect.element(savedHeading).toBeVisible()
  expect(server.requests(complaintCalls.submit).map(({ body }) => body.about_tag)).toEqual([undefined])
})

// CASE-1
test('without room for files the form says so, and keeps the text over a reload', async () => {
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    if (Array.isArray(value.content)) throw new DOMException('The disk is full.', 'QuotaExceededError')
    return put.call(this, value, key)
  })
  const server = await openForm()
  await fillComplaint()
  await page.getByLabelText('Supporting document').upload(letter('letter.pdf'))
  await expect.element(page.getByText(/^This browser has no room to keep the files/)).toBeVisible()
  setOnline(false)
  await keep.click()
  const alert = page.getByRole('alert').filter({ hasText: 'this browser has no room to keep the complaint' })
  await expect.element(alert).toBeVisible()
  await expect.element(description).toHaveValue(DESCRIPTION)
  await expect.element(page.getByRole('button', { name: 'Remove letter.pdf' })).toBeVisible()
  expect(await keptTexts()).toContain(DESCRIPTION)
  setOnline(true)
  await closePage()
  await openForm(server)
  await expect.element(page.getByText(/^What you had typed before is back\./)).toBeVisible()
  await expect.element(description).toHaveValue(DESCRIPTION)
})

// CASE-1, CMP-1
test('a complaint form that is cleared gives up its files, too', async () => {
  const removeLetter = page.getByRole('button', { name: 'Remove letter.pdf' })
  const server = await openForm()
  await fillComplaint()
  await page.getByLabelText('Supporting document').upload(letter('letter.pdf'))
  await expect.poll(keptTexts).toContain(DESCRIPTION)
  // The file, which is shown without its content.
  await expect.poll(keptTexts).toContain('[{}]')
  await closePage()
  await openForm(server)
  await expect.element(removeLetter).toBeVisible()
  await page.getByRole('button', { name: 'Clear the form' }).click()
  await expect.element(description).toHaveValue('')
  await expect.element(removeLetter).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.getAttribute('data-path')).toBe('fullname')
})

/** Keeps a complaint of this person on the device. */
async function keepOne({ id }: SessionUser, key = `key-of-${id}`): Promise<void> {
  const values = {
    ...EMPTY_COMPLAINT,
    ...{ fullname: 'Asha Rao', email: 'complainant@example.org', phone: '+91 55500 12345' },
    ...{ type_of_complaint: 'Cruelty', location_of_incident: 'Pune', date_of_incident: '2026-01-31' },
    description: DESCRIPTION,
  }
  await keepUnsent(String(id), { key, values, files: [] })
}

/** Opens the form of somebody whose complaint could not be sent for so long. */
async function openAfterDays(days: number): Promise<void> {
  // Old entries are looked for once for each person.
  const person = { ...OWNER, id: 900 + days }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - days * DAY_MS })
  await keepOne(person)
  vi.useRealTimers()
  await openPage('/complaint', { as: person, server: filingServer().on(complaintCalls.submit, NO_ANSWER) })
}

// CASE-1
test('a complaint that was not sent is kept for 13 days', async () => {
  await openAfterDays(13)
  await expect.element(notSent).toBeVisible()
  await expect.element(sendNow).toBeEnabled()
  expect(await keptTexts()).toContain(DESCRIPTION)
})

// CASE-1
test('a complaint that was not sent for 15 days is deleted', async () => {
  await openAfterDays(15)
  await expect.poll(keptTexts).not.toContain(DESCRIPTION)
  await expect.element(submitButton).toBeVisible()
  expect(notSent.query()).toBeNull()
})

// CASE-1
test.each([
  ['ten years behind', 3_650],
  ['ten years ahead', -3_650],
])('a complaint that was kept by a clock %s stays for 14 days more', async (_, days) => {
  await openAfterDays(days)
  await expect.element(notSent).toBeVisible()
  await expect.element(sendNow).toBeEnabled()
  const kept = (await readAll()).filter(([key]) => key.startsWith(`${UNSENT_PREFIX}${900 + days} `))
  expect(kept.map(([, { keptAt }]) => Math.round((Date.now() - keptAt) / DAY_MS))).toEqual([0])
})

// CASE-1, TRU-5
test('a complaint that waited names the notice that its author has read', async () => {
  const person = { ...OWNER, id: 950 }
  await keepOne(person)
  const kept = (await readAll()).filter(([key]) => key.startsWith(UNSENT_PREFIX))
  for (const [key, { content }] of kept)
    await write(
      key,
      (content as [Unsent]).map((unsent) => ({ ...unsent, noticeVersion: '2026-11-21' })),
    )
  const server = await openPage('/complaint', { as: person, server: filingServer() })
  await expect
    .poll(() => server.requests(complaintCalls.submit).map(({ headers }) => headers.get('notice-version')))
    .toEqual(['2026-11-21'])
})

// CASE-1, LNG-1
test('in Hindi a complaint that was not sent is deleted after a question', async () => {
  const opening = { language: 'hi', server: filingServer() } as const
  await openForm()
  await fillComplaint()
  await expect.poll(keptTexts).toContain(DESCRIPTION)
  await closePage()
  await openPage('/complaint', opening)
  expect(pageText('unsent.keep')).toMatch(/^[\u0900-\u097f ]+$/)
  const field = page.getByLabelText(pageText('complaintForm.description'))
  await expect.element(field).toHaveValue(DESCRIPTION)
  setOnline(false)
  await page.getByRole('button', { name: pageText('unsent.keep') }).click()
  const heading = page.getByRole('heading', { name: pageText('unsent.heading') })
  await expect.element(heading).toBeVisible()
  const remove = page.getByRole('button', { name: pageText('controls.delete') })
  await remove.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: pageText('controls.delete') })
    .click()
  await expect.element(heading).not.toBeInTheDocument()
  setOnline(true)
  await closePage()
  const server = await openPage('/complaint', opening)
  await expect.element(field).toHaveValue('')
  expect(heading.query()).toBeNull()
  expect(server.requests(complaintCalls.submit)).toEqual([])
})

test('a complaint that was opened in the form and kept again can be opened once more', async () => {
  await openForm()
  await finishOffline()
  await openInForm.click()
  await expect.element(description).toHaveValue(DESCRIPTION)
  await keep.click()
  await expect.element(description).toHaveValue('')
  await openInForm.click()
  await expect.element(description).toHaveValue(DESCRIPTION)
})

test('a complaint that was sent is not paid while the form holds another one', async () => {
  const server = await openForm()
  await finishOffline()
  await description.fill('A cow stands in the traffic.')
  setOnline(true)
  await page.getByRole('button', { name: 'Pay ₹100' }).click()
  await expect.element(page.getByText(/^The form below holds another complaint\./)).toBeVisible()
  await expect.element(description).toHaveValue('A cow stands in the traffic.')
  expect(server.requests(complaintCalls.initiatePayment)).toEqual([])
})

// CASE-1
test('a complaint sent late that is paid at the second try leaves the list', async () => {
  const server = filingServer()
  await openPage('/complaint', { server, site: { checkoutUrl: PAID_CHECKOUT } })
  await finishOffline()
  setOnline(true)
  const sent = page.getByRole('region', { name: 'Sent, fee not paid yet' })
  await sent.getByRole('button', { name: 'Pay ₹100' }).click()
  const again = page.getByRole('region', { name: 'Your complaint is saved' }).getByRole('button', { name: 'Pay ₹100' })
  await expect.element(again).toBeEnabled()
  await expect.element(sent).toBeVisible()
  server
    .on(complaintCalls.initiatePayment, succeed(orderOver(10_000)))
    .on(complaintCalls.verifyPayment, succeed({ complaint_id: 31, payment_status: 'paid', receipt_path: null }))
  holdClock()
  await again.click()
  await expect.element(page.getByText('Payment successful! Your complaint has been filed.')).toBeVisible()
  await expect.element(sent).not.toBeInTheDocument()
})

test('a complaint whose payment cannot be confirmed offline is not kept to send again', async () => {
  const server = filingServer()
    .on(complaintCalls.initiatePayment, succeed(orderOver(10_000)))
    .on(complaintCalls.verifyPayment, () => {
      setOnline(false)
      return NO_ANSWER
    })
  // The payment stays unconfirmed, so it belongs to a person whom no other test signs in.
  await openPage('/complaint', { as: { ...OWNER, id: 950 }, server, site: { checkoutUrl: PAID_CHECKOUT } })
  await fillComplaint()
  await submitButton.click()
  await expect.element(page.getByRole('button', { name: 'Check again' })).toBeEnabled()
  expect(notSent.query()).toBeNull()
  expect(server.requests(complaintCalls.submit)).toHaveLength(1)
})

const OTHER: SessionUser = { ...OWNER, id: 972, username: 'meera', accessToken: 'token-of-meera' }
const AUTHOR: SessionUser = { ...OWNER, id: 971 }
const ofOthers = page.getByText('1 complaint from somebody else is waiting on this device.')

/** The same browser, where somebody else is signed in now, or nobody. */
async function openAs(as: SessionUser | null, server = filingServer()): Promise<FakeServer> {
  await closePage()
  localStorage.clear()
  return openPage('/complaint', { ...(as && { as }), server })
}

// CASE-1, APP-12, V14.3.3
test('after the session has ended a complaint is still sent, and nobody else reads it', async () => {
  await openPage('/complaint', { as: AUTHOR, server: filingServer() })
  await finishOffline()
  await openAs(null)
  await expect.element(ofOthers).toBeVisible()
  expect(page.getByText(/Kothrud, Pune/).query()).toBeNull()
  await openAs(OTHER)
  await expect.element(ofOthers).toBeVisible()
  expect(await keptTexts()).toContain(DESCRIPTION)
  await openAs(AUTHOR)
  await expect.element(page.getByText(/Kothrud, Pune/)).toBeVisible()
  await expect.element(ofOthers).not.toBeInTheDocument()
  const server = await openAs(OTHER)
  setOnline(true)
  await expect
    .poll(() => server.requests(complaintCalls.submit))
    .toMatchObject([{ body: { description: DESCRIPTION } }])
  await expect.element(ofOthers).not.toBeInTheDocument()
})

// CASE-1, APP-12
test('logging out asks about a complaint that is not sent, and does not delete it', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
  await openPage('/account', { as: AUTHOR, server: serverOfAccount() })
  await keepOne(AUTHOR)
  const logOut = page.getByRole('banner').getByRole('button', { name: 'Logout' })
  await logOut.click()
  await expect.poll(() => confirm.mock.calls).toEqual([[pageText('frame.unsentAtLogout')]])
  expect(localStorage.getItem('user')).not.toBeNull()
  confirm.mockReturnValue(true)
  await logOut.click()
  await expect.poll(() => localStorage.getItem('user')).toBeNull()
  expect(await keptTexts()).toContain(DESCRIPTION)
})

// CASE-1
test('a complaint that is deleted while the one before it is sent is not sent', async () => {
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
  const server = filingServer().on(complaintCalls.submit, () => isAnswered.then(() => succeed(FILED)))
  const person = { ...OWNER, id: 973 }
  for (const key of ['first', 'second']) await keepOne(person, key)
  await openPage('/complaint', { as: person, server })
  const keys = () => server.requests(complaintCalls.submit).map(({ headers }) => headers.get('idempotency-key'))
  await expect.poll(keys).toEqual(['first'])
  // As another tab does, which does not know that this one is sending.
  await removeUnsent({ key: 'second' })
  answer()
  await expect.element(page.getByText(/^Sent: complaint ID 31\./)).toBeVisible()
  await expect.element(notSent).not.toBeInTheDocument()
  expect(keys()).toEqual(['first'])
})

// CASE-1
test('the browser is asked not to delete a complaint that waits', async () => {
  const persist = vi.spyOn(navigator.storage, 'persist').mockResolvedValue(true)
  await openForm()
  await finishOffline()
  expect(persist).toHaveBeenCalledOnce()
})

// CASE-1
test('a form with only a photo and a landmark is not overwritten by a kept complaint', async () => {
  await openForm()
  await finishOffline()
  await page.getByText('More details, or hide your name').click()
  await page.getByLabelText('Landmark').fill('Opposite the water tank')
  await page.getByLabelText('Supporting document').upload(letter('photo.pdf'))
  await openInForm.click()
  await expect.element(page.getByText(/^The form below holds another complaint\./)).toBeVisible()
  await expect.element(page.getByLabelText('Landmark')).toHaveValue('Opposite the water tank')
  await expect.element(page.getByRole('button', { name: 'Remove photo.pdf' })).toBeVisible()
  await page.getByLabelText('Landmark').fill('')
  await openInForm.click()
  await expect.element(page.getByText(/^The form below holds another complaint\./)).toBeVisible()
  await expect.element(description).toHaveValue('')
})

// CASE-1, OFF-1
test('a network that gives no answer is no reason to lose a complaint', async () => {
  const server = await openForm(filingServer().on(complaintCalls.submit, NO_ANSWER))
  await fillComplaint()
  await submitButton.click()
  await keep.click()
  await expect.element(notSent).toBeVisible()
  await expect.element(description).toHaveValue('')
  server.on(complaintCalls.submit, succeed(FILED))
  await sendNow.click()
  await expect.element(page.getByText(/^Sent: complaint ID 31\./)).toBeVisible()
})

// CASE-1, OFF-1
test('four seconds without an answer are enough to keep a complaint for later', async () => {
  const server = await openForm(filingServer().on(complaintCalls.submit, () => new Promise(() => {})))
  await fillComplaint()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await submitButton.click()
  await expect.poll(() => server.requests(complaintCalls.submit)).toHaveLength(1)
  expect(keep.query()).toBeNull()
  vi.advanceTimersByTime(4_000)
  vi.useRealTimers()
  await keep.click()
  await expect.element(notSent).toBeVisible()
  await expect.element(description).toHaveValue('')
})

// CASE-1
test('after a busy server a kept complaint is tried again by itself', async () => {
  const busy = rejected(503, 'busy', 'The server is busy.')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = filingServer().on(complaintCalls.submit, busy)
  await keepOne(AUTHOR)
  await openPage('/complaint', { as: AUTHOR, server })
  const attempts = () => server.requests(complaintCalls.submit).length
  for (const count of [1, 2, 3]) {
    await expect.poll(() => vi.advanceTimersByTime(1_000) && attempts()).toBe(count)
    await expect.element(sendNow).toBeEnabled()
  }
  server.on(complaintCalls.submit, succeed(FILED))
  await expect.poll(() => vi.advanceTimersByTime(1_000) && attempts()).toBe(4)
  await expect.element(page.getByText(/^Sent: complaint ID 31\./)).toBeVisible()
})
