import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { breachCalls, type ListedBreach } from '@petsetu/contract/people/breaches.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ADMIN, openPage } from '../../../../test/open-page.tsx'
import { serverOfSamples } from '../../../../test/sample-replies.ts'

const main = page.getByRole('main')
const inHours = (hours: number) => new Date(Date.now() + (hours * 60 + 5) * 60_000).toISOString()
const TOLD = { due_at: inHours(-5), told_at: inHours(-6), is_late: false }
const LOST: ListedBreach = {
  ...{ id: 4, title: 'A phone of the camp was lost', noticed_at: inHours(-4), letters_at: null, closed_at: null },
  team: { due_at: inHours(2), told_at: null, is_late: false },
  board: { due_at: inHours(68), told_at: null, is_late: false },
}

function serverWithBook(...book: ListedBreach[]) {
  const breaches = book.filter(({ closed_at }) => closed_at === null).length
  return serverOfSamples()
    .on(dashboardCalls.waiting, succeed({ grievances: 2, breaches }))
    .on(breachCalls.list, succeed(book))
}

// TRU-6
test('above the grievances, an open breach says how long is left, and opens', async () => {
  await openPage('/admin/grievances', { as: ADMIN, server: serverWithBook(LOST) })
  const notice = main.getByRole('status').filter({ hasText: 'Breach of data: A phone of the camp was lost' })
  await expect.element(notice).toHaveAttribute('data-kind', 'failed')
  await expect.element(notice.getByText('2 h left to tell CERT-In', { exact: true })).toBeVisible()
  await expect.element(notice.getByRole('link', { name: LOST.title })).toHaveAttribute('href', '/admin/breaches/4')
  const filter = main.getByRole('button', { name: /^Open/ }).element()
  expect(notice.element().getBoundingClientRect().bottom).toBeLessThan(filter.getBoundingClientRect().top)
})

// TRU-6
test('an open breach of which everybody is told is calm, and a closed one is not named', async () => {
  const told = { ...LOST, team: TOLD, board: TOLD, letters_at: inHours(-1) }
  const closed = { ...told, id: 5, title: 'A list of helpers got out', closed_at: inHours(-1) }
  await openPage('/admin/grievances', { as: ADMIN, server: serverWithBook(told, closed) })
  const notice = main.getByRole('status').filter({ hasText: LOST.title })
  await expect.element(notice).toHaveAttribute('data-kind', 'info')
  expect(main.getByText(closed.title).elements()).toEqual([])
})

// JRN-7, TRU-6
test('the grievances lead to the breach book, and ask it for open breaches alone', async () => {
  const server = await openPage('/admin/grievances', { as: ADMIN, server: serverWithBook() })
  await expect
    .element(main.getByRole('link', { name: 'Breach book', exact: true }))
    .toHaveAttribute('href', '/admin/breaches')
  await expect.poll(() => server.requests(dashboardCalls.waiting)).not.toEqual([])
  expect(server.requests(breachCalls.list)).toEqual([])
})
