import { type PrivacyRequestDetails, privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { LISTED_PRIVACY_REQUEST } from '../../../../test/examples.ts'
import { ADMIN, openPage } from '../../../../test/open-page.tsx'
import { serverOfSamples } from '../../../../test/sample-replies.ts'

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
  const held = page.getByRole('region', { name: 'What we keep about this person' })
  await expect.element(held).toMatchTextContent('A court asked for it')
  await expect.element(held).toMatchTextContent('Gauri Patil')
  await expect
    .element(held.getByRole('link', { name: 'Correct: Donation 9' }))
    .toHaveAttribute('href', '/admin/privacy/correct/donation/9')
  await held.getByRole('button', { name: 'Erase' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toMatchTextContent('10 financial years')
  await dialog.getByLabelText(/^Reason/).fill('Asked by email')
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await expect.element(held).toMatchTextContent('Erased. Now mark the request as done')
  await expect.element(held).toMatchTextContent('Nothing is stored with this address.')
  expect(server.requests(privacyCalls.erase)).toMatchObject([{ params: { id: 5 }, body: { reason: 'Asked by email' } }])
})

// TRU-2, TRU-6
test('a grievance alone is something that is stored', async () => {
  const held = { ...HELD, records: [], total: 0, grievances: 1, nominee: null, kept: [] }
  await openPage('/admin/privacy/5', { as: ADMIN, server: serverOf({ ...ASKED, held }) })
  const region = page.getByRole('region', { name: 'What we keep about this person' })
  await expect.element(region).toMatchTextContent('Grievances')
  await expect.element(page.getByText('Nothing is stored with this address.')).not.toBeInTheDocument()
})

// TRU-2
test('a request of an unconfirmed address says so and has no means to carry it out', async () => {
  const unconfirmed = { ...ASKED, is_confirmed: false, username: 'meera', held: null }
  await openPage('/admin/privacy/5', { as: ADMIN, server: serverOf(unconfirmed) })
  await expect.element(page.getByText(/Nobody has confirmed that this address/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Mark as done' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Erase' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Make the file' })).not.toBeInTheDocument()
})

// TRU-2
test('a request for a copy offers the file, and no erasure', async () => {
  await openPage('/admin/privacy/5', { as: ADMIN, server: serverOf({ ...ASKED, kind: 'export' }) })
  await expect.element(page.getByRole('button', { name: 'Make the file' })).toBeVisible()
  await expect.element(page.getByText('Data is erased from here only for a request to erase.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Erase' })).not.toBeInTheDocument()
})
