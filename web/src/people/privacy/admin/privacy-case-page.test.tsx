import {
  type CorrectableRecord,
  correctionCalls,
  type PrivacyRequestDetails,
  privacyCalls,
} from '@petsetu/contract/people/privacy.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { LISTED_PRIVACY_REQUEST } from '../../../../test/examples.ts'
import { ADMIN, openPage } from '../../../../test/open-page.tsx'
import { serverOfSamples } from '../../../../test/sample-replies.ts'
import { setWindow } from '../../../../test/set-window.ts'

const HELD: NonNullable<PrivacyRequestDetails['held']> = {
  account: null,
  records: [
    { purpose: 'complaint', id: 7, reference: 'PS-2026-7', at: '2026-01-02T08:00:00.000Z' },
    { purpose: 'donation', id: 9, reference: null, at: '2026-01-03T08:00:00.000Z' },
  ],
  total: 2,
  conversations: 0,
  grievances: 0,
  nominee: { name: 'Gauri Patil', contact: '+91 98000 11111' },
  kept: [{ reference: 'PS-2026-7', until: '2027-02-01', cause: 'admin', reason: 'A court asked for it' }],
  book_years: 10,
}

const ASKED: PrivacyRequestDetails = {
  ...LISTED_PRIVACY_REQUEST,
  kind: 'erase',
  note: null,
  username: null,
  held: HELD,
}

const serverOf = (request: PrivacyRequestDetails) => serverOfSamples().on(privacyCalls.read, () => succeed(request))
const boxOf = (part: Locator) => part.element().getBoundingClientRect()
const markAsDone = page.getByRole('button', { name: 'Mark as done' })
const toDo = page.getByRole('region', { name: 'What to do' })
const kept = page.getByRole('region', { name: 'What we keep about this person' })

// TRU-2
test('a nomination has what we keep below both cards, and the phone number on one line', async () => {
  const nominated = { nominee_name: 'Anand', nominee_contact: '+91 90000 00603, anand@example.org' }
  const record = { purpose: 'membership' as const, id: 2, reference: 'M-2026-00002', at: '2026-01-02T08:00:00.000Z' }
  const held = { ...HELD, records: [record], total: 1 }
  await openPage('/admin/privacy/5', {
    as: ADMIN,
    server: serverOf({ ...ASKED, ...nominated, kind: 'nominate', held }),
  })
  await expect.element(kept).toMatchTextContent('Membership M-2026-00002')
  const facts = page.getByRole('region', { name: 'The request' })
  expect(facts.element().textContent).toContain('+91\u00a090000\u00a000603, anand@example.org')
  expect(boxOf(kept).top).toBeGreaterThan(boxOf(toDo).bottom)
  expect(boxOf(kept).width).toBeGreaterThan(boxOf(facts).width + boxOf(toDo).width)
})

// TRU-2
test('an admin sees what is kept, and erases the person with a reason', async () => {
  let shown = ASKED
  const server = serverOfSamples()
    .on(privacyCalls.read, () => succeed(shown))
    .on(privacyCalls.erase, () => {
      shown = { ...ASKED, held: { ...HELD, records: [], total: 0, nominee: null, kept: [] } }
      return succeed(shown)
    })
  await openPage('/admin/privacy/5', { as: ADMIN, server })
  await expect.element(toDo).toMatchTextContent('A court asked for it')
  await expect.element(kept).toMatchTextContent('Gauri Patil')
  await expect
    .element(kept.getByRole('link', { name: 'Correct these details: Donation 9' }))
    .toHaveAttribute('href', '/admin/privacy/correct/donation/9')
  const finish = toDo.getByRole('button', { name: 'Mark as done' })
  await expect.element(finish).toHaveAttribute('data-variant', 'outline')
  const erase = toDo.getByRole('button', { name: 'Erase' })
  expect(boxOf(finish).top).toBeGreaterThanOrEqual(boxOf(erase).bottom)
  await erase.click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toMatchTextContent('10 financial years')
  await dialog.getByLabelText(/^Reason/).fill('Asked by email')
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await expect.element(toDo).toMatchTextContent('Erased. Now mark the request as done')
  await expect.element(kept).toMatchTextContent('Nothing is stored with this address.')
  await expect.element(finish).toHaveAttribute('data-variant', 'filled')
  expect(server.requests(privacyCalls.erase)).toMatchObject([{ params: { id: 5 }, body: { reason: 'Asked by email' } }])
})

// TRU-2, TRU-6
test('a grievance alone is something that is stored', async () => {
  const held = { ...HELD, records: [], total: 0, grievances: 1, nominee: null, kept: [] }
  await openPage('/admin/privacy/5', { as: ADMIN, server: serverOf({ ...ASKED, held }) })
  await expect.element(kept).toMatchTextContent('Grievances')
  await expect.element(page.getByText('Nothing is stored with this address.')).not.toBeInTheDocument()
})

// TRU-2
test('what is stored about a person names no kind of record of which there is none', async () => {
  const held = { ...HELD, conversations: 2, grievances: 0 }
  await openPage('/admin/privacy/5', { as: ADMIN, server: serverOf({ ...ASKED, held }) })
  await expect.element(kept).toMatchTextContent(/Conversations about found pets\s*2/)
  await expect.element(kept).not.toMatchTextContent('Grievances')
})

// TRU-2
test('a request of an unconfirmed address says so and has no means to carry it out', async () => {
  const unconfirmed = { ...ASKED, is_confirmed: false, username: 'meera', held: null }
  await openPage('/admin/privacy/5', { as: ADMIN, server: serverOf(unconfirmed) })
  await expect.element(page.getByText(/Nobody has confirmed that this address/)).toBeVisible()
  await expect.element(markAsDone).toHaveAttribute('data-variant', 'filled')
  await expect.element(page.getByRole('button', { name: 'Erase' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Download a copy (ZIP)' })).not.toBeInTheDocument()
})

// TRU-2
test('a request for a copy offers the file first, and says nothing of an erasure', async () => {
  await openPage('/admin/privacy/5', { as: ADMIN, server: serverOf({ ...ASKED, kind: 'export' }) })
  const file = toDo.getByRole('button', { name: 'Download a copy (ZIP)' })
  await expect.element(file).toHaveAttribute('data-variant', 'filled')
  await expect.element(markAsDone).toHaveAttribute('data-variant', 'outline')
  expect(boxOf(markAsDone).top).toBeGreaterThanOrEqual(boxOf(file).bottom)
  await expect.element(page.getByRole('main')).not.toMatchTextContent(/eras/i)
})

const NOMINEE = { nominee_name: 'Gauri Patil', nominee_contact: '+91 98000 11111' }

// TRU-2
test('a request that names a nominee shows the name once and needs no other entry', async () => {
  await openPage('/admin/privacy/5', { as: ADMIN, server: serverOf({ ...ASKED, ...NOMINEE, kind: 'nominate' }) })
  await expect.element(toDo).toMatchTextContent('there is nothing else to enter')
  await expect.element(page.getByText(/Gauri Patil/)).toHaveLength(1)
  await expect.element(page.getByRole('main')).not.toMatchTextContent(/eras/i)
})

// TRU-2
test('an erasure that a nominee asks for names them once, and says to wait', async () => {
  const asked = { ...ASKED, ...NOMINEE, nominee_email: 'gauri@example.org', proof: 'Certificate of death seen' }
  await openPage('/admin/privacy/5', { as: ADMIN, server: serverOf(asked) })
  await expect.element(toDo).toMatchTextContent('Wait some days before you erase anything')
  await expect.element(page.getByText(/Gauri Patil/)).toHaveLength(1)
})

// TRU-2, JRN-9
test('on a phone the steps with their records come before what is kept', async () => {
  await setWindow(360, 740)
  await openPage('/admin/privacy/5', { as: ADMIN, server: serverOf({ ...ASKED, kind: 'correct' }) })
  const correct = toDo.getByRole('link', { name: 'Correct these details: Donation 9' })
  await expect.element(correct).toBeVisible()
  expect(boxOf(markAsDone).top).toBeGreaterThanOrEqual(boxOf(correct).bottom)
  expect(boxOf(kept).top).toBeGreaterThanOrEqual(boxOf(toDo).bottom)
  expect(kept.getByRole('link', { name: 'Correct these details: Donation 9' }).elements()).toEqual([])
})

const DONOR: CorrectableRecord = {
  ...{ purpose: 'donation', id: 9, version: 1, name: 'Lalita Wrong', email: 'lalita@example.org', phone: '' },
  ...{ is_withheld: false, is_erased: false, receipt: null, corrections: [] },
}

// TRU-2
test('a request to correct is next to be marked as done once a record was corrected', async () => {
  const server = serverOf({ ...ASKED, kind: 'correct' })
    .on(correctionCalls.read, () => succeed(DONOR))
    .on(correctionCalls.correct, () => succeed({ ...DONOR, name: 'Lalita Right', version: 2 }))
  await openPage('/admin/privacy/5', { as: ADMIN, server })
  await expect.element(markAsDone).toHaveAttribute('data-variant', 'outline')
  await page.getByRole('link', { name: 'Correct these details: Donation 9' }).click()
  await page.getByLabelText('Name').fill('Lalita Right')
  await page.getByLabelText(/^Reason/).fill('She called')
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect.element(page.getByText('The correction has been saved.')).toBeVisible()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect.element(markAsDone).toHaveAttribute('data-variant', 'filled')
})

// TRU-2
test('on a phone each record has its correction in its line', async () => {
  await setWindow(360, 740)
  await openPage('/admin/privacy/5', { as: ADMIN, server: serverOf(ASKED) })
  for (const name of ['Complaint PS-2026-7', 'Donation 9']) {
    const link = page.getByRole('link', { name: `Correct these details: ${name}` })
    await expect.element(link).toBeVisible()
    const [correct, record] = [boxOf(link), boxOf(page.getByText(name, { exact: true }).first())]
    expect(correct.left, name).toBeGreaterThanOrEqual(record.right)
    expect(correct.bottom, name).toBeGreaterThan(record.top)
    expect(correct.top, name).toBeLessThan(record.bottom)
    expect(correct.right, name).toBeLessThanOrEqual(360)
    expect(correct.height, name).toBeGreaterThanOrEqual(44)
    const words = page.getByText(name, { exact: true }).first().element().parentElement
    expect(words && getComputedStyle(words).paddingTop, name).toBe('4px')
  }
})
