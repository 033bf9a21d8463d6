import { factorCalls, type Passkey, passkeyCalls } from '@petsetu/contract/people/factors.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { NO_SECOND_FACTOR, serverOfAccount } from '../../../test/account-server.ts'
import { rejected } from '../../../test/fake-server.ts'
import { OWNER, openPage } from '../../../test/open-page.tsx'
import { aPasskeyBrowser, CREDENTIAL } from '../../../test/passkey-browser.ts'

const now = new Date().toISOString()
const PHONE: Passkey = { id: 1, name: 'Phone', is_backed_up: true, created_at: now, last_used_at: now }
const LAPTOP: Passkey = { id: 2, name: 'Laptop', is_backed_up: false, created_at: now, last_used_at: null }

const CREATION = {
  ...{ challenge: 'Y2hhbGxlbmdl', timeout: 300_000, attestation: 'none' as const, excludeCredentials: [] },
  rp: { id: 'localhost', name: 'Karuna' },
  user: { id: 'Nw', name: OWNER.username, displayName: OWNER.username },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
  authenticatorSelection: {
    ...{ residentKey: 'required' as const, requireResidentKey: true as const },
    userVerification: 'required' as const,
  },
}

const passkeys = page.getByRole('region', { name: 'Passkeys' })
const row = (name: string) => passkeys.getByRole('listitem').filter({ hasText: name })

function serverWithPasskeys() {
  let left = [PHONE, LAPTOP]
  return serverOfAccount()
    .on(passkeyCalls.list, () => succeed({ can_have: true, passkeys: left }))
    .on(passkeyCalls.askToAdd, succeed({ options: CREATION, ticket: '1.challenge.signature' }))
    .on(passkeyCalls.add, ({ body: { name } }) => {
      left = [...left, { ...LAPTOP, id: 3, name }]
      return succeed({ ...LAPTOP, id: 3, name })
    })
    .on(passkeyCalls.rename, ({ params, body }) => {
      left = left.map((each) => (each.id === params.id ? { ...each, name: body.name } : each))
      return succeed({ ...PHONE, name: body.name })
    })
    .on(passkeyCalls.remove, ({ params, body }) => {
      if (body.password !== 'marigold-7') return rejected(400, 'wrong_password', 'The password is wrong.')
      left = left.filter(({ id }) => id !== params.id)
    })
}

const openAccount = (server = serverWithPasskeys()) => openPage('/account#passkeys', { as: OWNER, server })

/** Fills the form for a new passkey and sends it. */
async function addPasskey({ name, code }: { name: string; code?: string }): Promise<void> {
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await passkeys.getByLabelText('Name of the passkey').fill(name)
  await passkeys.getByLabelText(/^Password/).fill('marigold-7')
  if (code) await passkeys.getByLabelText(/^Code/).fill(code)
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
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
  await expect.element(passkeys.getByRole('button', { name: /^Close/ })).toHaveFocus()
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
test('a passkey that is gone already leaves the list when it is removed', async () => {
  const server = serverWithPasskeys()
  server.on(passkeyCalls.remove, () => {
    server.on(passkeyCalls.list, succeed({ can_have: true, passkeys: [LAPTOP] }))
    return rejected(404, 'passkey_not_found', 'Passkey not found')
  })
  await openAccount(server)
  await row('Phone')
    .getByRole('button', { name: /^Remove/ })
    .click()
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

// KEY-1
test('a passkey is added with a name and the password, and stays in the authenticator', async () => {
  const browser = aPasskeyBrowser()
  const server = await openAccount()
  await addPasskey({ name: 'Tablet' })
  await expect.element(row('Tablet')).toBeVisible()
  expect(browser.created).toMatchObject([
    {
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      ...{ attestation: 'none', rp: { id: 'localhost' } },
    },
  ])
  expect(server.requests(passkeyCalls.askToAdd).map(({ body }) => body)).toEqual([{ password: 'marigold-7' }])
  expect(server.requests(passkeyCalls.add)).toMatchObject([
    { body: { ticket: '1.challenge.signature', name: 'Tablet', credential: CREDENTIAL } },
  ])
})

// KEY-1
test('whoever has a second factor adds a passkey with a code', async () => {
  aPasskeyBrowser()
  const protectedNow = { ...NO_SECOND_FACTOR, enabled_at: now, recovery_codes_left: 10 }
  const server = await openAccount(serverWithPasskeys().on(factorCalls.read, succeed(protectedNow)))
  await addPasskey({ name: 'Tablet', code: '123456' })
  await expect.element(row('Tablet')).toBeVisible()
  expect(server.requests(passkeyCalls.askToAdd)).toMatchObject([{ body: { password: 'marigold-7', code: '123456' } }])
})

// KEY-1
test('whoever closes the question of the browser adds nothing, and can try again', async () => {
  const browser = aPasskeyBrowser({ declines: true })
  const server = await openAccount()
  await addPasskey({ name: 'Tablet' })
  await expect.poll(() => browser.created.length).toBe(1)
  const again = passkeys.getByRole('button', { name: 'Add a passkey' })
  await expect.element(again).toBeEnabled()
  expect(server.requests(passkeyCalls.add)).toEqual([])
  await expect.element(passkeys.getByRole('alert')).not.toBeInTheDocument()
  browser.declines = false
  await again.click()
  await expect.element(row('Tablet')).toBeVisible()
})

// KEY-1, ACC-7
test('the last way in is not removed, and the page says what to do first', async () => {
  const refused = 'This is your only second step at login. Please add another passkey or an authenticator app first.'
  await openAccount(serverWithPasskeys().on(passkeyCalls.remove, rejected(409, 'last_passkey', refused)))
  await row('Phone')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await passkeys.getByLabelText(/^Password/).fill('marigold-7')
  await passkeys.getByRole('button', { name: 'Remove the passkey' }).click()
  await expect.element(passkeys.getByText(refused)).toBeVisible()
  await expect.element(row('Phone')).toBeVisible()
})
