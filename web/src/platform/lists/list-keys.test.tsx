import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { type ListedUser, userCalls } from '@petsetu/contract/people/users.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { caseServer } from '../../../test/case-server.ts'
import { LISTED_COMPLAINT } from '../../../test/examples.ts'
import { FakeServer, listed } from '../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../test/open-page.tsx'
import { shownCompletely } from '../../../test/page-checks.ts'

const SUMMARY = {
  pending_complaints: 3,
  in_progress_complaints: 0,
  resolved_complaints: 0,
  closed_complaints: 0,
  paid_complaints: 0,
}
const MEERA: ListedUser = { id: 7, username: 'meera', email: 'meera@example.org', role: 'user' }

/** Opens the list of complaints 1 to 3. */
async function openComplaints(): Promise<void> {
  const server = caseServer().on(complaintCalls.listAll, {
    ...succeed([1, 2, 3].map((id) => ({ ...LISTED_COMPLAINT, id }))),
    summary: SUMMARY,
    pagination: { page: 1, limit: 10, total: 3, last_page: 1 },
  })
  await openPage('/admin/complaints', { as: ADMIN, server })
  await expect.element(row(3)).toBeVisible()
}

async function openUsers(): Promise<void> {
  const server = new FakeServer().on(userCalls.listAll, listed([MEERA], 1))
  await openPage('/admin/users', { as: ADMIN, server })
  await expect.element(page.getByRole('row', { name: /meera/ })).toBeVisible()
}

const row = (number: number) => page.getByRole('row').nth(number)
const hasKeys = page.getByLabelText('Shortcuts are on in this browser')
const openKeys = () => page.getByRole('button', { name: 'Keyboard shortcuts' }).click()

// DSK-3, APP-14
test('the keys j and k move over the rows of a list', async () => {
  await openComplaints()
  await userEvent.keyboard('j')
  await expect.element(row(1)).toHaveFocus()
  await userEvent.keyboard('jjk')
  await expect.element(row(2)).toHaveFocus()
})

// DSK-3, APP-14
test('the key x chooses a row, and takes the choice back', async () => {
  await openComplaints()
  await userEvent.keyboard('jjx')
  await expect.element(row(2).getByRole('checkbox')).toBeChecked()
  await userEvent.keyboard('x')
  await expect.element(row(2).getByRole('checkbox')).not.toBeChecked()
})

// DSK-3, APP-14
test('the key Enter opens the row with the focus', async () => {
  await openComplaints()
  await userEvent.keyboard('jj{Enter}')
  await expect.element(page.getByText(/^Complaint 2 · /)).toBeVisible()
  expect(location.pathname).toBe('/admin/complaints/2')
  await shownCompletely()
})

// DSK-3, APP-14
test('a question mark shows the keys of a list until Escape', async () => {
  await openComplaints()
  await userEvent.keyboard('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect.element(help).toMatchTextContent('Next row')
  await userEvent.keyboard('j')
  await expect.element(help).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(help).not.toBeInTheDocument()
})

// DSK-3
test('in a field the keys of a list are letters', async () => {
  await openUsers()
  const search = page.getByLabelText(/^Search/)
  await search.click()
  await userEvent.keyboard('jkx?')
  await expect.element(search).toHaveValue('jkx?')
  await expect.element(search).toHaveFocus()
  expect(page.getByRole('dialog').elements()).toEqual([])
})

// DSK-3
test('the keys of lists are switched off, and on again', async () => {
  await openUsers()
  await openKeys()
  await hasKeys.click()
  await expect.element(hasKeys).not.toBeChecked()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('j?')
  expect(page.getByRole('dialog').elements()).toEqual([])
  expect(document.querySelector('tbody tr:focus')).toBeNull()

  await openKeys()
  await hasKeys.click()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('j')
  await expect.element(row(1)).toHaveFocus()
})
