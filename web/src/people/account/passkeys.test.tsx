import { type Passkey, passkeyCalls } from '@petsetu/contract/people/factors.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { serverOfAccount } from '../../../test/account-server.ts'
import { rejected } from '../../../test/fake-server.ts'
import { OWNER, openPage } from '../../../test/open-page.tsx'

const now = new Date().toISOString()
const PHONE: Passkey = { id: 1, name: 'Phone', is_backed_up: true, created_at: now, last_used_at: now }
const LAPTOP: Passkey = { id: 2, name: 'Laptop', is_backed_up: false, created_at: now, last_used_at: null }

const passkeys = page.getByRole('region', { name: 'Passkeys' })
const row = (name: string) => passkeys.getByRole('listitem').filter({ hasText: name })

async function openAccount() {
  let left = [PHONE, LAPTOP]
  const server = serverOfAccount()
    .on(passkeyCalls.list, () => succeed({ can_have: true, passkeys: left }))
    .on(passkeyCalls.rename, ({ params, body }) => {
      left = left.map((each) => (each.id === params.id ? { ...each, name: body.name } : each))
      return succeed({ ...PHONE, name: body.name })
    })
    .on(passkeyCalls.remove, ({ params, body }) => {
      if (body.password !== 'marigold-7') return rejected(400, 'wrong_password', 'The password is wrong.')
      left = left.filter(({ id }) => id !== params.id)
    })
  return openPage('/account#passkeys', { as: OWNER, server })
}

// KEY-1
test('the account page names the passkeys and their last use', async () => {
  await openAccount()
  await expect.element(row('Phone')).toMatchTextContent('Last used: today')
  await expect.element(row('Laptop')).toMatchTextContent('Not used yet')
})

// KEY-1
test('a passkey gets another name', async () => {
  await openAccount()
  await row('Laptop')
    .getByRole('button', { name: /^Rename/ })
    .click()
  await passkeys.getByLabelText('Name of the passkey').fill('Work laptop')
  await passkeys.getByRole('button', { name: 'Save name' }).click()
  await expect.element(row('Work laptop')).toBeVisible()
})

// KEY-1
test('a passkey is removed with the password, and a wrong one is said', async () => {
  await openAccount()
  await row('Phone')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await passkeys.getByLabelText(/^Password/).fill('not this')
  await passkeys.getByRole('button', { name: 'Remove the passkey' }).click()
  await expect.element(passkeys.getByText('The password is wrong.')).toBeVisible()
  await passkeys.getByLabelText(/^Password/).fill('marigold-7')
  await passkeys.getByRole('button', { name: 'Remove the passkey' }).click()
  await expect.element(row('Phone')).not.toBeInTheDocument()
  await expect.element(row('Laptop')).toBeVisible()
})

// KEY-1
test('a page within another page can have no passkeys, says so and asks for none', async () => {
  await openAccount()
  await expect.element(passkeys.getByText('This browser has no passkeys for this address.')).toBeVisible()
  await expect.element(passkeys.getByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument()
})
