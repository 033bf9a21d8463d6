import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { LISTED_PRIVACY_REQUEST } from '../../../../test/examples.ts'
import { ADMIN, openPage } from '../../../../test/open-page.tsx'
import { serverOfSamples } from '../../../../test/sample-replies.ts'
import { setWindow } from '../../../../test/set-window.ts'

const row = page.getByRole('row', { name: /meera/ })

// PRV-4, JRN-7
test('an admin marks a privacy request as done with an answer, and it leaves the list', async () => {
  let open = [LISTED_PRIVACY_REQUEST]
  const server = serverOfSamples()
    .on(privacyCalls.listAll, () => ({
      ...succeed(open),
      summary: { open: open.length, overdue: 0 },
      pagination: { page: 1, limit: 20, total: open.length, last_page: 1 },
    }))
    .on(dashboardCalls.waiting, () => succeed({ privacy_requests: open.length }))
    .on(privacyCalls.finish, ({ body }) => {
      open = []
      return succeed({ ...LISTED_PRIVACY_REQUEST, done_at: '2026-01-07T08:00:00.000Z', answer: body.answer })
    })
  await openPage('/admin/privacy', { as: ADMIN, server })
  const entry = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Privacy requests' })
  await expect.element(entry).toHaveAccessibleDescription('1 waiting')
  await row.getByRole('button', { name: /^Mark as done/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText(/^Answer/).fill('It is in your mailbox.')
  await dialog.getByRole('button', { name: 'Mark as done' }).click()
  await expect.element(page.getByText('No open request')).toBeVisible()
  await expect.element(row).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await expect.element(entry).not.toHaveAccessibleDescription('1 waiting')
  expect(server.requests(privacyCalls.finish)).toMatchObject([
    { params: { id: LISTED_PRIVACY_REQUEST.id }, body: { answer: 'It is in your mailbox.' } },
  ])
})

// PRV-4, APP-14
test('on a phone a request of one sentence is read without opening it', async () => {
  const note = 'My address on the receipt of my membership is the old one.'
  const server = serverOfSamples().on(privacyCalls.listAll, {
    ...succeed([{ ...LISTED_PRIVACY_REQUEST, note }]),
    summary: { open: 1, overdue: 0 },
    pagination: { page: 1, limit: 20, total: 1, last_page: 1 },
  })
  await setWindow(360, 740)
  await openPage('/admin/privacy', { as: ADMIN, server })
  await expect.element(page.getByText(note)).toBeVisible()
  const { scrollHeight, clientHeight } = page.getByText(note).element()
  expect(scrollHeight).toBeLessThanOrEqual(clientHeight)
})

// PRV-4
test.each([
  [-3, 'Overdue by 3 days'],
  [1, 'Due tomorrow'],
])('a request that is due in %i days says so in the place of the day', async (days, words) => {
  const due_on = today(new Date(Date.now() + days * 86_400_000))
  const server = serverOfSamples().on(privacyCalls.listAll, {
    ...succeed([{ ...LISTED_PRIVACY_REQUEST, due_on }]),
    summary: { open: 1, overdue: 0 },
    pagination: { page: 1, limit: 20, total: 1, last_page: 1 },
  })
  await openPage('/admin/privacy', { as: ADMIN, server })
  await expect.element(row.getByText(words, { exact: true })).toBeVisible()
  expect(row.element().getBoundingClientRect().height).toBeLessThanOrEqual(44.5)
})

// TRU-2
test('an admin enters what a nominee asks for, and the request opens', async () => {
  const asked = {
    ...LISTED_PRIVACY_REQUEST,
    id: 8,
    username: null,
    nominee_name: 'Gauri Patil',
    nominee_contact: '+91 98000 11111',
  }
  const request = { ...asked, nominee_email: 'gauri@example.org', proof: 'Certificate of death seen', held: null }
  const server = serverOfSamples()
    .on(privacyCalls.enterForNominee, () => succeed(request))
    .on(privacyCalls.read, () => succeed(request))
  await openPage('/admin/privacy', { as: ADMIN, server })
  await page.getByRole('button', { name: 'Enter a nominee’s request' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Email address of the person').fill('meera@example.org')
  await dialog.getByLabelText('Asks for').selectOptions('Erase my data')
  await dialog.getByLabelText('Email address of the nominee').fill('gauri@example.org')
  await dialog.getByLabelText('Proof seen').fill('Certificate of death seen')
  await dialog.getByRole('button', { name: 'Enter the request' }).click()
  const facts = page.getByRole('region', { name: 'The request' })
  await expect.element(facts).toMatchTextContent('Asked in their place by')
  await expect.element(facts).toMatchTextContent('Gauri Patil, +91 98000 11111')
  await expect.element(facts).toMatchTextContent('Certificate of death seen')
  await expect.element(facts).toMatchTextContent('gauri@example.org')
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await expect.element(page.getByLabelText(/^Answer/)).toHaveAccessibleDescription(/The nominee reads it/)
  expect(server.requests(privacyCalls.enterForNominee)).toMatchObject([
    {
      body: {
        ...{ email: 'meera@example.org', kind: 'erase', nominee_email: 'gauri@example.org' },
        proof: 'Certificate of death seen',
      },
    },
  ])
  expect(server.requests(privacyCalls.enterForNominee)[0]?.headers.get('idempotency-key')).toMatch(/^\S{8,}$/)
})
