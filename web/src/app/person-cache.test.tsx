import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { accountCalls } from '@petsetu/contract/people/account.ts'
import type { SessionUser } from '@petsetu/contract/people/auth.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { OWN_ACCOUNT, serverOfAccount } from '../../test/account-server.ts'
import { COMPLAINT } from '../../test/examples.ts'
import { listed, rejected } from '../../test/fake-server.ts'
import { ADMIN, OWNER, openPage } from '../../test/open-page.tsx'
import { shownCompletely } from '../../test/page-checks.ts'
import { sampleOf, serverOfSamples } from '../../test/sample-replies.ts'
import { signIn } from '../people/auth/session.ts'

const menu = page.getByRole('navigation', { name: 'Administration' })
const stored = () => localStorage.getItem('user')

/** Opens a page as an admin with some duties, of which the session knows these and the server those. */
function limitedAdmin(duties: SessionUser['duties'], given = duties) {
  const { username, email } = ADMIN
  const server = serverOfSamples().on(accountCalls.read, succeed({ ...OWN_ACCOUNT, username, email, duties: given }))
  return { as: { ...ADMIN, duties }, server }
}

async function follow(link: string, title: string) {
  await menu.getByRole('link', { name: link }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await shownCompletely()
}

// APP-12, APP-13
test('a page is shown though the own address changed while its data was on the way', async () => {
  const server = serverOfAccount({ email: 'new@example.org' }).on(petCalls.listOwn, async () => {
    await expect.poll(stored).toContain('new@example.org')
    return listed(sampleOf(petCalls.listOwn), 2)
  })
  await openPage('/user', { as: OWNER, server })
  await shownCompletely()
  await expect.element(page.getByRole('link', { name: /^Care/ }).first()).toBeVisible()
})

// APP-13, DSK-5
test('a list is shown though duties were given while it was on the way', async () => {
  const { as, server } = limitedAdmin(['cases'], ['cases', 'members'])
  server.on(complaintCalls.listAll, async () => {
    await expect.poll(stored).toContain('members')
    return sampleOf(complaintCalls.listAll)
  })
  await openPage('/admin/complaints', { as, server })
  await shownCompletely()
  await expect.element(page.getByRole('table')).toBeVisible()
})

// APP-13, DSK-5
test('an admin with some duties sees a list anew at each visit', async () => {
  const { as, server } = limitedAdmin(['cases', 'pets'])
  await openPage('/admin', { as, server })
  for (const visit of [1, 2]) {
    await follow('All Pets', 'Pet List')
    await follow('Complaints', 'Complaint Management')
    await expect.poll(() => server.requests(complaintCalls.listAll)).toHaveLength(visit)
  }
})

// APP-13
test.each([undefined, ['cases', 'pets'] as SessionUser['duties']])(
  'a list that failed is asked for again at the next visit (duties: %j)',
  async (duties) => {
    const { as, server } = limitedAdmin(duties)
    server.on(complaintCalls.listAll, rejected(404, 'address_not_found', 'Not now.'))
    await openPage('/admin', { as, server })
    await follow('Complaints', 'Complaint Management')
    await expect.element(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
    server.on(complaintCalls.listAll, sampleOf(complaintCalls.listAll))
    await follow('All Pets', 'Pet List')
    await follow('Complaints', 'Complaint Management')
    await expect.element(page.getByRole('table')).toBeVisible()
  },
)

// CMP-16
test('a case is asked for again when somebody steps back to it', async () => {
  const server = serverOfSamples()
    .on(complaintCalls.read, ({ params }) => succeed({ ...COMPLAINT, id: Number(params.id) }))
    .on(caseCalls.neighbours, ({ params }) => succeed({ previous: Number(params.id) - 1, next: Number(params.id) + 1 }))
  const idsRead = () => server.requests(complaintCalls.read).map(({ params }) => Number(params.id))
  await openPage('/admin/complaints/12', { as: ADMIN, server })
  await page.getByRole('link', { name: 'Next complaint' }).click()
  await expect.poll(idsRead).toEqual([12, 13])
  await expect.element(page.getByText('Complaint 13', { exact: false }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Previous complaint' }).click()
  await expect.poll(idsRead).toEqual([12, 13, 12])
})

// APP-11, APP-12, V14.3.1
test('who logs in next at another tab gets nothing of what was loaded before', async () => {
  const NEXT: SessionUser = { ...OWNER, id: 8, username: 'ravi', accessToken: 'token-of-ravi' }
  const server = serverOfAccount().on(petCalls.listOwn, listed(sampleOf(petCalls.listOwn), 2))
  await openPage('/user', { as: OWNER, server })
  await expect.element(page.getByRole('link', { name: /^Care/ }).first()).toBeVisible()
  const later = new Promise<never>(() => {})
  server.on(petCalls.listOwn, () => later)
  signIn(NEXT)
  await expect.poll(() => server.requests(petCalls.listOwn)).toHaveLength(2)
  expect(server.requests(petCalls.listOwn)[1]?.headers.get('authorization')).toBe('Bearer token-of-ravi')
  await expect.element(page.getByRole('link', { name: /^Care/ })).not.toBeInTheDocument()
})
