import { bookCalls } from '@petsetu/contract/payments/books.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { type DonationStatement, donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FakeServer, NO_ANSWER } from '../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../test/open-page.tsx'

const STATEMENT: DonationStatement = {
  year: 2025,
  with_pan: { count: 12, amount: 45_000 },
  without_pan: { count: 3, amount: 1_500 },
  outside_terms: { count: 0, amount: 0 },
  is_over: true,
  is_approved: true,
  filed: [],
  changed_since: [],
}
const FILED = {
  id: '0b0b7a2e-6c4f-4c53-9d8e-0a4f4a3c8a11',
  filed_at: '2026-05-20T06:30:00.000Z',
  filed_by: 'asha',
  acknowledgement: 'ACK-77',
  count: 12,
  amount: 45_000,
}
const DONOR = {
  ...{ id: 4, name: 'Ravi Kulkarni', donations: 2, amount: 700 },
  ...{ number: null, issued_on: null, is_missing: true },
}
const YEAR = { received: 50_000, returned: 0, is_running: false, locked: null }
const ADDRESS = '/admin/financial-years?year=2025'

function serverOf(statement: DonationStatement) {
  return new FakeServer()
    .on(
      bookCalls.years,
      succeed([
        { ...YEAR, year: 2026, is_running: true },
        { ...YEAR, year: 2025 },
        { ...YEAR, year: 2024 },
      ]),
    )
    .on(donationCalls.statement, succeed(statement))
    .on(donationCalls.csv, NO_ANSWER)
    .on(donationCalls.withoutPanCsv, NO_ANSWER)
    .on(donationCalls.filedCsv, NO_ANSWER)
    .on(donationCalls.certificates, succeed([DONOR]))
    .on(donationCalls.certificatesCsv, NO_ANSWER)
    .on(donationCalls.file, ({ body: { acknowledgement = null } }) =>
      succeed({ ...STATEMENT, filed: [{ ...FILED, acknowledgement }] }),
    )
}

const part = page.getByRole('region', { name: 'Yearly donation file' })

// TRU-8
test('the yearly file has one year, and those without a PAN are a file apart', async () => {
  const server = serverOf(STATEMENT)
  await openPage(ADDRESS, { as: ADMIN, server })
  await expect.element(part).toMatchTextContent(/With PAN\s*₹45,000\s*12 donations/)
  await expect.element(part).toMatchTextContent(/Without PAN\s*₹1,500\s*3 donations/)
  await expect.element(part).not.toMatchTextContent('on days without approval')
  await part.getByRole('button', { name: 'Donation file (CSV)' }).click()
  await part.getByRole('button', { name: 'Donors without PAN (CSV)' }).click()
  for (const call of [donationCalls.csv, donationCalls.withoutPanCsv])
    await expect.poll(() => server.requests(call)).toMatchObject([{ query: { financial_year: 2025 } }])
  await part.getByLabelText('Year').selectOptions('2024-25')
  await expect.poll(() => location.search).toBe('?year=2024')
  await expect.poll(() => server.requests(donationCalls.statement).at(-1)?.query.financial_year).toBe(2024)
})

// TRU-8
test('an admin marks the year as filed with the number of the portal', async () => {
  const server = serverOf(STATEMENT)
  await openPage(ADDRESS, { as: ADMIN, server })
  await part.getByLabelText('Acknowledgement number').fill('ACK-77')
  await part.getByRole('button', { name: 'Mark as filed' }).click()
  server.on(donationCalls.statement, succeed({ ...STATEMENT, filed: [FILED] }))
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as filed' }).click()
  await expect.element(part.getByRole('table', { name: 'Filed' })).toMatchTextContent('ACK-77')
  expect(server.requests(donationCalls.file)).toMatchObject([{ body: { year: 2025, acknowledgement: 'ACK-77' } }])
  expect(part.getByRole('button', { name: 'Mark as filed' }).elements()).toEqual([])
  await part.getByRole('button', { name: /^Download: 20 May 2026/ }).click()
  await expect.poll(() => server.requests(donationCalls.filedCsv)).toMatchObject([{ params: { file: FILED.id } }])
})

// TRU-8
test('the number of the portal is added to a year that is filed', async () => {
  const server = serverOf({ ...STATEMENT, filed: [{ ...FILED, acknowledgement: null }] })
  await openPage(ADDRESS, { as: ADMIN, server })
  const number = part.getByLabelText('Acknowledgement number')
  await expect.element(number).toHaveValue('')
  await part.getByRole('button', { name: 'Save the number' }).click()
  expect(server.requests(donationCalls.file)).toEqual([])
  await number.fill('ACK-78')
  server.on(donationCalls.statement, succeed({ ...STATEMENT, filed: [{ ...FILED, acknowledgement: 'ACK-78' }] }))
  await part.getByRole('button', { name: 'Save the number' }).click()
  await expect.element(part.getByRole('table', { name: 'Filed' })).toMatchTextContent('ACK-78')
  expect(server.requests(donationCalls.file)).toMatchObject([{ body: { year: 2025, acknowledgement: 'ACK-78' } }])
  await expect.element(number).toHaveValue('ACK-78')
})

// TRU-8
test('Enter in the number of the portal asks whether the year is filed', async () => {
  const server = serverOf(STATEMENT)
  await openPage(ADDRESS, { as: ADMIN, server })
  await part.getByLabelText('Acknowledgement number').fill('ACK-77')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog')).toMatchTextContent('2025-26')
  expect(server.requests(donationCalls.file)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as filed' }).click()
  await expect
    .poll(() => server.requests(donationCalls.file))
    .toMatchObject([{ body: { year: 2025, acknowledgement: 'ACK-77' } }])
})

// TRU-8
test('what has changed since a year was filed is listed, and can be filed again', async () => {
  const changed_since = [{ id: 4, name: 'Ravi Kulkarni', amount: 500, change: 'removed' as const }]
  await openPage(ADDRESS, { as: ADMIN, server: serverOf({ ...STATEMENT, filed: [FILED], changed_since }) })
  await expect.element(part.getByRole('table', { name: 'Changed since' })).toMatchTextContent('Ravi Kulkarni')
  await expect.element(part).toMatchTextContent('Not in the file any more')
  await expect.element(part.getByRole('button', { name: 'Mark as filed' })).toBeVisible()
})

// TRU-8
test('after a correction is filed, the donor who was added waits for a certificate', async () => {
  const changed_since = [{ id: 5, name: 'Meera Rao', amount: 500, change: 'added' as const }]
  const server = serverOf({ ...STATEMENT, filed: [FILED], changed_since })
  await openPage(ADDRESS, { as: ADMIN, server })
  await expect.element(part).toMatchTextContent(/Without certificate\s*1\s*With certificate\s*0/)
  await part.getByRole('button', { name: 'Mark as filed' }).click()
  server.on(donationCalls.certificates, succeed([DONOR, { ...DONOR, id: 5, name: 'Meera Rao' }]))
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as filed' }).click()
  await expect.element(part).toMatchTextContent(/Without certificate\s*2\s*With certificate\s*0/)
})

// TRU-8
test('without an approval in the settings the page says so, and nothing can be filed', async () => {
  await openPage(ADDRESS, { as: ADMIN, server: serverOf({ ...STATEMENT, is_approved: false }) })
  await expect.element(part).toMatchTextContent('This file is not complete.')
  await expect.element(part).toMatchTextContent('is missing in the settings, so its columns are empty.')
  expect(part.getByRole('button', { name: 'Mark as filed' }).elements()).toEqual([])
})

// TRU-8
test('the figures of a year come first, then the notice, then its file', async () => {
  await openPage(ADDRESS, { as: ADMIN, server: serverOf({ ...STATEMENT, is_approved: false }) })
  const figure = part.getByRole('term').filter({ hasText: /^With PAN$/ })
  await expect.element(figure).toBeVisible()
  const tops = [
    figure,
    part.getByText(/is missing in the settings/),
    part.getByRole('button', { name: 'Donation file (CSV)' }),
  ].map((one) => one.element().getBoundingClientRect().top)
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
})

// TRU-8
test('an approval that is missing in the settings leads to their part about tax', async () => {
  await openPage(ADDRESS, { as: ADMIN, server: serverOf({ ...STATEMENT, is_approved: false }) })
  await expect
    .element(part.getByRole('link', { name: 'Enter it in the settings' }))
    .toHaveAttribute('href', '/admin/settings#settings-tax')
})

// TRU-8, DSK-5
test('a missing approval does not lead a treasurer to settings that are not theirs', async () => {
  const treasurer = { ...ADMIN, duties: ['money' as const] }
  await openPage(ADDRESS, { as: treasurer, server: serverOf({ ...STATEMENT, is_approved: false }) })
  await expect.element(part).toMatchTextContent('is missing in the settings')
  expect(part.getByRole('link').elements()).toEqual([])
})

// TRU-8
test('donations on days without an approval are counted apart', async () => {
  const outside_terms = { count: 1, amount: 800 }
  await openPage(ADDRESS, { as: ADMIN, server: serverOf({ ...STATEMENT, outside_terms }) })
  await expect
    .element(part)
    .toMatchTextContent(/With PAN, on days without approval: not in the file\s*₹800\s*1 donation/)
})

// TRU-8
test('the certificate of a donor is written down with number and day', async () => {
  const server = serverOf({ ...STATEMENT, filed: [FILED] }).on(donationCalls.recordCertificate, succeed([]))
  await openPage(ADDRESS, { as: ADMIN, server })
  await expect.element(part).toMatchTextContent(/Without certificate\s*1\s*With certificate\s*0/)
  await part.getByRole('button', { name: 'Enter certificate: Ravi Kulkarni' }).click()
  const form = part.getByRole('form', { name: 'Certificate of Ravi Kulkarni' })
  await expect.element(form.getByLabelText('Certificate number')).toHaveFocus()
  await form.getByLabelText('Certificate number').fill('10BE-7')
  await form.getByLabelText('Date of certificate').fill('2026-05-28')
  const given = { ...DONOR, number: '10BE-7', issued_on: '2026-05-28', is_missing: false }
  server.on(donationCalls.certificates, succeed([given]))
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(part).toMatchTextContent(/Without certificate\s*0\s*With certificate\s*1/)
  expect(server.requests(donationCalls.recordCertificate)).toMatchObject([
    { params: { id: 4 }, body: { year: 2025, number: '10BE-7', issued_on: '2026-05-28' } },
  ])
  await part.getByRole('button', { name: 'Certificates (CSV)' }).click()
  await expect
    .poll(() => server.requests(donationCalls.certificatesCsv))
    .toMatchObject([{ query: { financial_year: 2025 } }])
})
