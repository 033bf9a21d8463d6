import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { type UserDetails, userCalls } from '@petsetu/contract/people/users.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeServer, listed, NO_ANSWER, rejected } from '../../../test/fake-server.ts'
import { ADMIN, failedCalls, openPage } from '../../../test/open-page.tsx'
import { sampleOf } from '../../../test/sample-replies.ts'
import { setWindow } from '../../../test/set-window.ts'

const MEERA: UserDetails = {
  id: 8,
  username: 'meera',
  email: 'meera@example.org',
  role: 'user',
  isEmailConfirmed: true,
  hasSecondFactor: false,
  passkeys: 0,
  phone: null,
  language: null,
  version: 1,
  joinedAt: '2026-01-05T08:00:00.000Z',
  lastSeenAt: null,
  membership: 'Friend',
  membershipId: 12,
  pets: [{ id: 50, petId: 'MNPQRSTUVWXY', petName: 'Moti' }],
}

const PAYMENTS = sampleOf(reportCalls.payments)

/** A server on which an account has three payments and one complaint. */
function accountServer(): FakeServer {
  return new FakeServer()
    .on(reportCalls.payments, { ...PAYMENTS, summary: { ...PAYMENTS.summary, total_transactions: 3 } })
    .on(complaintCalls.listAll, {
      ...sampleOf(complaintCalls.listAll),
      pagination: { page: 1, limit: 1, total: 1, last_page: 1 },
    })
}

// ADM-4
test('an admin sees an account with its pets, and corrects its phone number', async () => {
  const server = accountServer()
    .on(userCalls.read, MEERA)
    .on(userCalls.correct, ({ body }) => ({ ...MEERA, ...body, phone: body.phone ?? null, version: 2 }))
  await openPage('/admin/users/8', { as: ADMIN, server })
  await expect.element(page.getByRole('heading', { level: 1, name: 'meera' })).toBeVisible()
  await expect.element(page.getByText('meera@example.org (confirmed)')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Moti' })).toHaveAttribute('href', '/admin/pets/edit/50')
  const form = page.getByRole('form', { name: 'Phone and language' })
  await form.getByLabelText('Phone number').fill('98765 43210')
  await form.getByLabelText('Language of the emails').selectOptions('मराठी')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('The account is saved.')).toBeVisible()
  expect(server.requests(userCalls.correct)).toMatchObject([
    { params: { id: 8 }, body: { phone: '98765 43210', language: 'mr' } },
  ])
})

// ADM-4, KEY-1
test('an account with a passkey alone has no two-step login', async () => {
  const server = accountServer().on(userCalls.read, { ...MEERA, passkeys: 2 })
  await openPage('/admin/users/8', { as: ADMIN, server })
  const facts = page.getByRole('region', { name: 'Account of a user' })
  await expect.element(facts).toMatchTextContent(/Two-step login\s*Off\s*Passkeys\s*2/)
})

// ADM-4
test('an account that was changed meanwhile is compared, not saved over', async () => {
  const elsewhere: UserDetails = { ...MEERA, version: 2, phone: '99999 00000', language: 'hi' }
  const server = accountServer()
    .on(userCalls.read, MEERA)
    .on(userCalls.correct, ({ body }) =>
      body.version === 2
        ? { ...elsewhere, version: 3 }
        : rejected(409, 'changed_meanwhile', 'Somebody changed this account meanwhile.', { current: elsewhere }),
    )
  await openPage('/admin/users/8', { as: ADMIN, server })
  const form = page.getByRole('form', { name: 'Phone and language' })
  const save = form.getByRole('button', { name: 'Save' })
  await form.getByLabelText('Phone number').fill('98765 43210')
  await save.click()
  await expect.element(page.getByText('Somebody changed this account meanwhile.', { exact: false })).toBeVisible()
  await form.getByRole('radio', { name: 'Saved meanwhile: 99999 00000' }).click()
  await save.click()
  await expect.element(page.getByText('The account is saved.')).toBeVisible()
  expect(server.requests(userCalls.correct).map(({ body }) => body)).toMatchObject([
    { version: 1, phone: '98765 43210', language: null },
    { version: 2, phone: '99999 00000', language: 'hi' },
  ])
})

// ADM-4, APP-10
test('the head of an account says who it is and since when', async () => {
  await openPage('/admin/users/8', { as: ADMIN, server: accountServer().on(userCalls.read, MEERA) })
  const heading = page.getByRole('heading', { level: 1, name: 'meera' })
  await expect.element(heading).toBeVisible()
  const initial = heading.element().querySelector('[data-initial]')
  expect(initial?.getAttribute('data-initial')).toBe('M')
  expect(initial?.getBoundingClientRect().width).toBe(40)
  await expect.element(page.getByText(/^User · joined 5\s+January\s+2026$/)).toBeVisible()
})

// ADM-4, APP-10
test('on a phone the menu of an account stands beside its name', async () => {
  await setWindow(360, 740)
  await openPage('/admin/users/8', { as: ADMIN, server: accountServer().on(userCalls.read, MEERA) })
  const menu = page.getByRole('button', { name: 'Actions for meera' })
  await expect.element(menu).toBeVisible()
  const name = page.getByRole('heading', { level: 1, name: 'meera' }).element().getBoundingClientRect()
  const box = menu.element().getBoundingClientRect()
  expect(box.top).toBeLessThan(name.bottom)
  expect(box.left).toBeGreaterThanOrEqual(name.right)
  expect(document.documentElement.scrollWidth).toBe(360)
})

// ADM-4, APP-5
test('on a phone the name of a pet does not break where a line has room for it', async () => {
  await setWindow(360, 740)
  const petName = 'Shrimantmaharajkumarchandrasen'
  const server = accountServer().on(userCalls.read, { ...MEERA, pets: [{ id: 50, petId: 'MNPQRSTUVWXY', petName }] })
  await openPage('/admin/users/8', { as: ADMIN, server })
  const link = page.getByRole('link', { name: petName })
  await expect.element(link).toBeVisible()
  expect(link.element().getClientRects()).toHaveLength(1)
})

// ADM-4
test('the pets of an account stand one below the other', async () => {
  const pets = [...MEERA.pets, { id: 51, petId: 'MNPQRSTUVWXZ', petName: 'Sheru' }]
  await openPage('/admin/users/8', { as: ADMIN, server: accountServer().on(userCalls.read, { ...MEERA, pets }) })
  const topOf = (name: string) => page.getByRole('link', { name }).element().getBoundingClientRect().top
  await expect.element(page.getByRole('link', { name: 'Sheru' })).toBeVisible()
  expect(topOf('Sheru')).toBeGreaterThan(topOf('Moti'))
})

// JRN-9, ADM-4
test('an account is deleted on its page, which leads back to the list', async () => {
  const server = accountServer()
    .on(userCalls.read, MEERA)
    .on(userCalls.listAll, listed([], 0))
    .on(userCalls.delete, undefined)
  await openPage('/admin/users/8', { as: ADMIN, server })
  await page.getByRole('button', { name: 'Delete meera' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('meera has been deleted.')).toBeVisible()
  await expect.poll(() => location.pathname).toBe('/admin/users')
  await expect.element(page.getByText('No users found.')).toBeVisible()
  expect(server.requests(userCalls.delete)).toMatchObject([{ params: { id: 8 } }])
})

// ACC-7, KEY-1
test('an admin helps somebody who has lost a passkey, on the page of the account', async () => {
  let shown: UserDetails = { ...MEERA, passkeys: 1 }
  const server = accountServer()
    .on(userCalls.read, () => shown)
    .on(userCalls.endSecondFactor, () => {
      shown = MEERA
    })
  await openPage('/admin/users/8', { as: ADMIN, server })
  const facts = page.getByRole('region', { name: 'Account of a user' })
  await expect.element(facts).toMatchTextContent(/Passkeys\s*1/)
  await page.getByRole('button', { name: 'Actions for meera' }).click()
  await page.getByRole('menuitem', { name: 'End two-step login of meera' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText(/^Reason, for the audit/).fill('The phone is lost; known in person')
  await dialog.getByRole('button', { name: 'End two-step login' }).click()
  await expect.element(page.getByText('Two-step login of meera is off.')).toBeVisible()
  await expect.element(facts).toMatchTextContent(/Passkeys\s*0/)
})

// ADM-4, RPT-6, RPT-7
test('an account leads to its membership, its payments and its complaints', async () => {
  const server = accountServer().on(userCalls.read, MEERA)
  await openPage('/admin/users/8', { as: ADMIN, server })
  const link = (name: string) => expect.element(page.getByRole('link', { name, exact: true }))
  await link('Friend').toHaveAttribute('href', '/admin/memberships/reports/membership?membership_id=12')
  await link('3 payments').toHaveAttribute('href', '/admin/memberships/reports/payment?user_id=8')
  await link('1 complaint').toHaveAttribute('href', '/admin/complaints?search=meera%40example.org')
  expect(server.requests(reportCalls.payments).at(-1)?.query).toMatchObject({ user_id: 8 })
  expect(server.requests(complaintCalls.listAll).at(-1)?.query).toMatchObject({ search: 'meera@example.org' })
})

// ADM-4
test('an account with a very long address leads to its complaints, too', async () => {
  const email = `${'m'.repeat(60)}@${'long-'.repeat(12)}example.org`
  const server = accountServer().on(userCalls.read, { ...MEERA, email })
  await openPage('/admin/users/8', { as: ADMIN, server })
  const complaints = page.getByRole('link', { name: '1 complaint', exact: true })
  const search = encodeURIComponent(email.slice(0, 100))
  await expect.element(complaints).toHaveAttribute('href', `/admin/complaints?search=${search}`)
})

// ADM-4
test('an account without payments or complaints says so, and leads to no empty list', async () => {
  const server = accountServer()
    .on(userCalls.read, MEERA)
    .on(reportCalls.payments, { ...PAYMENTS, summary: { ...PAYMENTS.summary, total_transactions: 0 } })
    .on(complaintCalls.listAll, {
      ...sampleOf(complaintCalls.listAll),
      pagination: { page: 1, limit: 1, total: 0, last_page: 1 },
    })
  await openPage('/admin/users/8', { as: ADMIN, server })
  const facts = page.getByRole('region', { name: 'Account of a user' })
  await expect.element(facts).toMatchTextContent(/Payments\s*0\s*Complaints\s*0/)
  expect(facts.getByRole('link', { name: /Show|payment|complaint/i }).elements()).toEqual([])
  await expect.element(facts.getByRole('link', { name: MEERA.email })).toHaveAttribute('href', `mailto:${MEERA.email}`)
})

// ADM-4, APP-13
test('an account leads to its payments and complaints also where their numbers fail', async () => {
  const server = accountServer()
    .on(userCalls.read, MEERA)
    .on(reportCalls.payments, NO_ANSWER)
    .on(complaintCalls.listAll, NO_ANSWER)
  await openPage('/admin/users/8', { as: ADMIN, server })
  await expect.poll(() => failedCalls.length).toBeGreaterThanOrEqual(2)
  const link = (name: RegExp) => expect.element(page.getByRole('link', { name }))
  await link(/^Show\s+Payments/).toHaveAttribute('href', '/admin/memberships/reports/payment?user_id=8')
  await link(/^Show\s+Complaints/).toHaveAttribute('href', '/admin/complaints?search=meera%40example.org')
})

// ADM-4, DSK-5
test('an account leads an admin without further duties to no payments or complaints', async () => {
  const as = { ...ADMIN, duties: ['members' as const] }
  await openPage('/admin/users/8', { as, server: accountServer().on(userCalls.read, MEERA) })
  await expect.element(page.getByText('meera@example.org (confirmed)')).toBeVisible()
  expect(page.getByRole('link', { name: /Show|payment|complaint/i }).elements()).toEqual([])
})

// ADM-4, APP-13
test('an account that was deleted is said to be missing', async () => {
  const server = accountServer().on(userCalls.read, rejected(404, 'user_not_found', 'This user does not exist.'))
  await openPage('/admin/users/8', { as: ADMIN, server })
  await expect.element(page.getByText('There is no such account. It may have been deleted.')).toBeVisible()
})
