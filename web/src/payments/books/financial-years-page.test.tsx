import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { type BookYear, bookCalls } from '@petsetu/contract/payments/books.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { type DonationStatement, donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeServer, NO_ANSWER, rejected } from '../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../test/open-page.tsx'

const OPEN: BookYear = { year: 2025, received: 5_000, returned: 200, is_running: false, locked: null }
const RUNNING: BookYear = { ...OPEN, year: 2026, received: 900, returned: 1_000, is_running: true }
const LOCK = { at: '2025-09-01T06:30:00.000Z', by: 'asha', reason: 'The auditor has signed' }
const CLOSED: BookYear = { ...OPEN, year: 2024, locked: LOCK }

const NO_DONATIONS: DonationStatement = {
  ...{ year: 2025, is_over: true, is_approved: true, filed: [], changed_since: [] },
  with_pan: { count: 0, amount: 0 },
  without_pan: { count: 0, amount: 0 },
  outside_terms: { count: 0, amount: 0 },
}

function serverOf(years: BookYear[]) {
  return new FakeServer()
    .on(donationCalls.statement, succeed(NO_DONATIONS))
    .on(bookCalls.years, () => succeed(years))
    .on(bookCalls.lock, () => {
      years.splice(1, 1, { ...OPEN, locked: LOCK })
      return succeed({ ...OPEN, locked: LOCK })
    })
}

const openYears = (server: FakeServer) => openPage('/admin/financial-years', { as: ADMIN, server })
const rowOf = (year: string) => page.getByRole('row').filter({ hasText: year })

// TRU-8
test('each financial year says what moved, and whether its books are closed', async () => {
  await openYears(serverOf([RUNNING, OPEN, CLOSED]))
  await expect.element(rowOf('2026-27')).toMatchTextContent('2026-27₹900₹1,000−₹100Running')
  await expect.element(rowOf('2025-26')).toMatchTextContent('₹5,000₹200₹4,800Open')
  await expect.element(rowOf('2024-25')).toMatchTextContent('Closed1 September 2025')
  await expect.element(rowOf('2024-25')).toMatchTextContent('asha: The auditor has signed')
})

// TRU-8
test('the amounts of a column all have paise as soon as one of them has', async () => {
  await openYears(serverOf([{ ...RUNNING, returned: 1_000.5 }, OPEN]))
  await expect.element(rowOf('2026-27')).toMatchTextContent('2026-27₹900₹1,000.50−₹100.50Running')
  await expect.element(rowOf('2025-26')).toMatchTextContent('₹5,000₹200.00₹4,800.00Open')
})

// TRU-8
test('the books of the oldest open year are closed with a reason', async () => {
  const server = serverOf([RUNNING, OPEN, CLOSED])
  await openYears(server)
  await expect.element(rowOf('2025-26')).toBeVisible()
  expect(page.getByRole('button', { name: 'Close the books' }).elements()).toHaveLength(1)
  await rowOf('2025-26').getByRole('button', { name: 'Close the books' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close the books of 2025-26?' })
  await expect.element(dialog).toMatchTextContent('Nobody can open them again.')
  await dialog.getByLabelText('Reason').fill('The auditor has signed')
  await dialog.getByRole('button', { name: 'Close the books' }).click()
  await expect.element(rowOf('2025-26')).toMatchTextContent('Closed1 September 2025')
  await expect.element(page.getByText('The books of 2025-26 are closed.')).toBeVisible()
  expect(server.requests(bookCalls.lock)).toMatchObject([
    { params: { year: 2025 }, body: { reason: 'The auditor has signed' } },
  ])
})

// TRU-8
test('the dialog says why books cannot be closed', async () => {
  const server = serverOf([RUNNING, OPEN])
  server.on(bookCalls.lock, rejected(409, 'year_not_over', 'This financial year has not ended yet.'))
  await openYears(server)
  await rowOf('2025-26').getByRole('button', { name: 'Close the books' }).click()
  await page.getByLabelText('Reason').fill('Signed')
  await page.getByRole('dialog').getByRole('button', { name: 'Close the books' }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent('This financial year has not ended yet.')
})

// TRU-8
test('the accountant’s file of a year has all of its days', async () => {
  const server = serverOf([RUNNING, OPEN]).on(reportCalls.movementsCsv, NO_ANSWER)
  await openYears(server)
  await rowOf('2025-26').getByRole('button', { name: 'Download by day: 2025-26' }).click()
  await expect
    .poll(() => server.requests(reportCalls.movementsCsv))
    .toMatchObject([{ query: { start_date: '2025-04-01', end_date: '2026-03-31' } }])
})
