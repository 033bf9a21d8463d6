import { consentCalls, type ListedConsent, type Notice } from '@petsetu/contract/people/consents.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ADMIN, closePage, openPage } from '../../../test/open-page.tsx'
import { serverOfSamples } from '../../../test/sample-replies.ts'
import { setWindow } from '../../../test/set-window.ts'

const GIVEN: ListedConsent = {
  ...{ id: 3, at: '2026-11-24T06:30:00.000Z', purpose: 'complaint-spoken', subject_id: 12, subject_name: null },
  ...{ notice_version: '2026-11-23.2', language: 'hi', is_given: true, withdrawn_at: null, read_by: 'sunita' },
  reminder_kind: null,
}
const WITHDRAWN: ListedConsent = {
  ...GIVEN,
  ...{ id: 2, purpose: 'reminders', subject_id: 7, read_by: null, withdrawn_at: '2026-11-24T07:30:00.000Z' },
}
const NOTICE: Notice = {
  ...{ purpose: 'complaint-spoken', version: '2026-11-23.2', language: 'en', text: 'We write down your name.' },
  ...{ first_seen_at: '2026-11-23T06:30:00.000Z', is_current: true },
}

const serverWith = (data: ListedConsent[]) => {
  const pagination = { page: 1, limit: 50, total: data.length, last_page: 1 }
  return serverOfSamples()
    .on(consentCalls.list, { status: 'success', data, pagination })
    .on(consentCalls.notices, succeed([NOTICE]))
}

// TRU-5
test('the log says what was agreed to, in which words, and who read it out', async () => {
  await openPage('/admin/consents', { as: ADMIN, server: serverWith([GIVEN, WITHDRAWN]) })
  const rows = page.getByRole('row')
  await expect.element(rows).toHaveLength(3)
  await expect
    .element(rows.nth(1))
    .toMatchTextContent(/^Complaint 12Complaint by phone or at the desk.*2026-11-23\.2.*हिन्दी.*Given.*sunita/)
  await expect.element(rows.nth(2)).toMatchTextContent(/^User 7Reminders.*Withdrawn 24 November 2026/)
})

// TRU-5
test('a record is named as admins know it, and leads to its page', async () => {
  const named: ListedConsent = { ...GIVEN, subject_name: 'PS-2026-00012-K' }
  await openPage('/admin/consents', { as: ADMIN, server: serverWith([named]) })
  const link = page.getByRole('link', { name: 'PS-2026-00012-K', exact: true })
  await expect.element(link).toHaveAttribute('href', '/admin/complaints/12')
})

// TRU-5
test('a list of one purpose has no column that says the same in each row', async () => {
  const server = serverWith([GIVEN, { ...GIVEN, id: 4, subject_id: 13 }])
  await openPage('/admin/consents?purpose=complaint-spoken', { as: ADMIN, server })
  const heads = () =>
    page
      .getByRole('columnheader')
      .elements()
      .map((head) => head.textContent)
  await expect.poll(heads).toEqual(['Record', 'When', 'Version of the notice', 'Read out by'])
})

// TRU-5
test('for one purpose the words of each version stand below the log', async () => {
  const server = serverWith([GIVEN])
  await openPage('/admin/consents', { as: ADMIN, server })
  await page.getByLabelText('Agreed to').selectOptions('Complaint by phone or at the desk')
  await expect.element(page.getByText('We write down your name.')).toBeVisible()
  expect(server.requests(consentCalls.list).at(-1)).toMatchObject({ query: { purpose: 'complaint-spoken' } })
})

// TRU-5
test('the words of a notice end with their link, which leads to the privacy page', async () => {
  const text = 'We keep your username. What we keep'
  const server = serverWith([GIVEN]).on(consentCalls.notices, succeed([{ ...NOTICE, text }]))
  await openPage('/admin/consents?purpose=signup', { as: ADMIN, server })
  await expect.element(page.getByRole('definition')).toMatchTextContent(text)
  await expect
    .element(page.getByRole('link', { name: 'What we keep', exact: true }))
    .toHaveAttribute('href', '/privacy')
})

// TRU-5
test('the words that the listed people read are open, also if they are older ones', async () => {
  const current: Notice = { ...NOTICE, version: '2026-11-24', text: 'The words of today.' }
  const older: Notice = { ...NOTICE, is_current: false }
  const server = serverWith([GIVEN]).on(consentCalls.notices, succeed([current, older]))
  await openPage('/admin/consents?purpose=complaint-spoken', { as: ADMIN, server })
  await expect.element(page.getByText('We write down your name.')).toBeVisible()
  await expect.element(page.getByText('The words of today.')).not.toBeVisible()
})

// TRU-5, DSK-5
test('the number of an account or a complaint leads who may see it there', async () => {
  const signup: ListedConsent = { ...GIVEN, id: 4, purpose: 'signup', subject_id: 9, read_by: null }
  const rows = [signup, GIVEN, WITHDRAWN]
  const links = page.getByRole('table').getByRole('link')
  await openPage('/admin/consents', { as: ADMIN, server: serverWith(rows) })
  await expect.element(page.getByRole('row')).toHaveLength(4)
  const records = () =>
    links
      .elements()
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => !href.startsWith('/admin/consents?'))
  expect(records()).toEqual(['/admin/users/9', '/admin/complaints/12'])
  await closePage()
  await openPage('/admin/consents', { as: { ...ADMIN, duties: ['privacy' as const] }, server: serverWith(rows) })
  await expect.element(page.getByRole('row')).toHaveLength(4)
  expect(records()).toEqual([])
})

// TRU-5, JRN-8
test('on a phone a card is titled by its record, and says what was agreed to and when', async () => {
  await setWindow(360, 740)
  await openPage('/admin/consents', { as: ADMIN, server: serverWith([WITHDRAWN]) })
  const card = page.getByRole('row').last()
  await expect.element(card.getByText('User 7', { exact: true })).toBeVisible()
  await expect.element(card.getByText('Reminders · 24 Nov 2026, 12:00')).toBeVisible()
  await expect.element(card.getByText(WITHDRAWN.notice_version)).not.toBeVisible()
})

// TRU-5
test('the version in a row leads to the words that the person read or heard', async () => {
  await openPage('/admin/consents', { as: ADMIN, server: serverWith([GIVEN]) })
  const version = page.getByRole('link', { name: GIVEN.notice_version, exact: true })
  await version.click()
  await expect.poll(() => location.search + location.hash).toBe('?purpose=complaint-spoken#notice-2026-11-23.2')
  const words = page.getByText('We write down your name.')
  await expect.element(words).toBeVisible()
  const summary = page.getByText(/^Version 2026-11-23\.2, since /)
  await expect.element(summary).toHaveFocus()
  await summary.click()
  await expect.element(words).not.toBeVisible()
  await version.click()
  await expect.element(words).toBeVisible()
})

// TRU-5, DSK-3
test('the log says that it is in the order of its days, and turns it round', async () => {
  const server = serverWith([GIVEN, WITHDRAWN])
  await openPage('/admin/consents', { as: ADMIN, server })
  const when = page.getByRole('columnheader', { name: 'When' })
  await expect.element(when).toHaveAttribute('aria-sort', 'descending')
  await when.getByRole('button').click()
  await expect.poll(() => server.requests(consentCalls.list).at(-1)).toMatchObject({ query: { sort: 'when' } })
  await expect.element(when).toHaveAttribute('aria-sort', 'ascending')
})

// TRU-5
test('a log without a row says so', async () => {
  await openPage('/admin/consents', { as: ADMIN, server: serverWith([]) })
  await expect.element(page.getByText('No consent found.')).toBeVisible()
})

// TRU-5, APP-14
test('a log of three columns is narrow, so that a row reads as one', async () => {
  const signup: ListedConsent = { ...GIVEN, purpose: 'signup', read_by: null }
  await openPage('/admin/consents?purpose=signup', { as: ADMIN, server: serverWith([signup]) })
  const table = page.getByRole('table')
  await expect.element(table).toBeVisible()
  expect(table.element().getBoundingClientRect().width).toBeLessThanOrEqual(720)
})
