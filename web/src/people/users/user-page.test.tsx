import { type UserDetails, userCalls } from '@petsetu/contract/people/users.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeServer, rejected } from '../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../test/open-page.tsx'

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
  pets: [{ id: 50, petId: 'MNPQRSTUVWXY', petName: 'Moti' }],
}

// ADM-4
test('an admin sees an account with its pets, and corrects its phone number', async () => {
  const server = new FakeServer()
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
  const server = new FakeServer().on(userCalls.read, { ...MEERA, passkeys: 2 })
  await openPage('/admin/users/8', { as: ADMIN, server })
  const facts = page.getByRole('region', { name: 'Account of a user' })
  await expect.element(facts).toMatchTextContent(/Two-step login\s*Off\s*Passkeys\s*2/)
})

// ADM-4
test('an account that was changed meanwhile is compared, not saved over', async () => {
  const elsewhere: UserDetails = { ...MEERA, version: 2, phone: '99999 00000', language: 'hi' }
  const server = new FakeServer()
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

// ADM-4, RPT-7
test('an account leads to its payments, for an admin who works with money', async () => {
  await openPage('/admin/users/8', { as: ADMIN, server: new FakeServer().on(userCalls.read, MEERA) })
  await expect
    .element(page.getByRole('link', { name: 'Show' }))
    .toHaveAttribute('href', '/admin/memberships/reports/payment?user_id=8')
})

// ADM-4, DSK-5
test('an account does not lead an admin without the duty for money to payments', async () => {
  const as = { ...ADMIN, duties: ['members' as const] }
  await openPage('/admin/users/8', { as, server: new FakeServer().on(userCalls.read, MEERA) })
  await expect.element(page.getByText('meera@example.org (confirmed)')).toBeVisible()
  expect(page.getByRole('link', { name: 'Show' }).elements()).toEqual([])
})

// ADM-4, APP-13
test('an account that was deleted is said to be missing', async () => {
  const server = new FakeServer().on(userCalls.read, rejected(404, 'user_not_found', 'This user does not exist.'))
  await openPage('/admin/users/8', { as: ADMIN, server })
  await expect.element(page.getByText('There is no such account. It may have been deleted.')).toBeVisible()
})
