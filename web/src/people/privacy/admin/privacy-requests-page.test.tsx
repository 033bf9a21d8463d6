import { type ListedPrivacyRequest, privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ADMIN, openPage } from '../../../../test/open-page.tsx'
import { serverOfSamples } from '../../../../test/sample-replies.ts'

const ASKED: ListedPrivacyRequest = {
  id: 5,
  kind: 'export',
  note: 'The complaints, too',
  created_at: '2026-01-05T08:00:00.000Z',
  due_on: '2026-04-05',
  done_at: null,
  answer: null,
  nominee_name: null,
  nominee_contact: null,
  email: 'meera@example.org',
  username: 'meera',
  is_overdue: false,
  is_confirmed: true,
}

const row = page.getByRole('row', { name: /meera/ })

// PRV-4
test('an admin marks a privacy request as done with an answer, and it leaves the list', async () => {
  let open = [ASKED]
  const server = serverOfSamples()
    .on(privacyCalls.listAll, () => ({
      ...succeed(open),
      summary: { open: open.length, overdue: 0 },
      pagination: { page: 1, limit: 20, total: open.length, last_page: 1 },
    }))
    .on(privacyCalls.finish, ({ body }) => {
      open = []
      return succeed({ ...ASKED, done_at: '2026-01-07T08:00:00.000Z', answer: body.answer })
    })
  await openPage('/admin/privacy', { as: ADMIN, server })
  await row.getByRole('button', { name: /^Mark as done/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText(/^Answer/).fill('It is in your mailbox.')
  await dialog.getByRole('button', { name: 'Mark as done' }).click()
  await expect.element(page.getByText('No open request')).toBeVisible()
  await expect.element(row).not.toBeInTheDocument()
  expect(server.requests(privacyCalls.finish)).toMatchObject([
    { params: { id: ASKED.id }, body: { answer: 'It is in your mailbox.' } },
  ])
})
