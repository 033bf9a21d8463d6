import { factorCalls } from '@petsetu/contract/people/factors.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { NO_SECOND_FACTOR, type SecondFactor, serverOfAccount } from '../../../../test/account-server.ts'
import { NO_ANSWER } from '../../../../test/fake-server.ts'
import { ADMIN, OWNER, openPage } from '../../../../test/open-page.tsx'

const ON: SecondFactor = { ...NO_SECOND_FACTOR, enabled_at: '2026-01-05T08:00:00.000Z', recovery_codes_left: 10 }
const SECRET = 'ABCDEFGHIJKLMNOP'
const CODES = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jk0${index}`)

const section = page.getByRole('region', { name: 'Two-step login' })

/** A server on which a second factor can be set up and switched off. */
function serverWith(first: SecondFactor) {
  let state = first
  return serverOfAccount()
    .on(factorCalls.read, () => succeed(state))
    .on(factorCalls.begin, succeed({ secret: SECRET, uri: `otpauth://totp/PetSetu:asha?secret=${SECRET}` }))
    .on(factorCalls.confirm, () => {
      state = ON
      return succeed({ recovery_codes: CODES })
    })
    .on(factorCalls.end, () => {
      state = NO_SECOND_FACTOR
    })
}

async function sendCode() {
  await section.getByLabelText(/^Password/).fill('marigold-7')
  await section.getByRole('button', { name: 'Set up two-step login' }).click()
  await expect.element(section.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expect.element(section.getByText('ABCD EFGH IJKL MNOP')).toBeVisible()
  await section.getByLabelText(/^Code/).fill('123456')
  await section.getByRole('button', { name: 'Switch on' }).click()
}

async function setUp() {
  await sendCode()
  await expect.element(section.getByRole('heading', { name: 'Recovery codes' })).toHaveFocus()
}

// ACC-6
test('a second factor is set up with the password, a QR code and a code of the app', async () => {
  const server = await openPage('/account#second-factor', { as: OWNER, server: serverWith(NO_SECOND_FACTOR) })
  await setUp()
  expect(server.requests(factorCalls.begin)).toMatchObject([{ body: { password: 'marigold-7' } }])
  expect(server.requests(factorCalls.confirm)).toMatchObject([{ body: { code: '123456' } }])
})

// ACC-6
test('the recovery codes are shown once, until the person has kept them', async () => {
  await openPage('/account#second-factor', { as: OWNER, server: serverWith(NO_SECOND_FACTOR) })
  await setUp()
  expect(
    section
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual(CODES)
  await section.getByRole('button', { name: 'I have kept them' }).click()
  await expect.element(section.getByText('Two-step login is on since', { exact: false })).toBeVisible()
  await expect.element(section.getByText('10 recovery codes are left.')).toBeVisible()
  await expect.element(section.getByRole('button', { name: /^Close/ })).toHaveFocus()
})

// ACC-6, APP-14
test('the focus stays in the row of two-step login after Cancel', async () => {
  await openPage('/account#second-factor', { as: OWNER, server: serverWith(ON) })
  await section.getByRole('button', { name: 'Switch off' }).click()
  await section.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(section.getByRole('button', { name: 'Switch off' })).toBeVisible()
  await expect.element(section.getByRole('button', { name: /^Close/ })).toHaveFocus()
})

// ACC-6, ACC-7
test('a set-up whose answer is lost ends with two-step login on, and offers new codes', async () => {
  const server = serverWith(NO_SECOND_FACTOR)
  server.on(factorCalls.confirm, () => {
    server.on(factorCalls.read, succeed(ON))
    return NO_ANSWER
  })
  await openPage('/account#second-factor', { as: OWNER, server })
  await sendCode()
  await expect.element(section.getByText('Two-step login is on since', { exact: false })).toBeVisible()
  await expect.element(section.getByRole('button', { name: 'New recovery codes' })).toBeVisible()
})

// ACC-6
test('two-step login whose end got no answer is off on the page', async () => {
  const server = serverWith(ON)
  server.on(factorCalls.end, () => {
    server.on(factorCalls.read, succeed(NO_SECOND_FACTOR))
    return NO_ANSWER
  })
  await openPage('/account#second-factor', { as: OWNER, server })
  await section.getByRole('button', { name: 'Switch off' }).click()
  await section.getByLabelText(/^Password/).fill('marigold-7')
  await section.getByLabelText(/^Code of the app, or a recovery code/).fill('abcd-efgh-jk01')
  await section.getByRole('button', { name: 'Switch off' }).click()
  await expect.element(section.getByRole('button', { name: 'Set up two-step login' })).toBeVisible()
})

// ACC-6
test('the account page says how many recovery codes are left', async () => {
  await openPage('/account#second-factor', { as: OWNER, server: serverWith({ ...ON, recovery_codes_left: 9 }) })
  await expect.element(section.getByText('9 recovery codes are left.')).toBeVisible()
})

// ACC-6
test('a second factor is switched off with the password and a code', async () => {
  const server = await openPage('/account#second-factor', { as: OWNER, server: serverWith(ON) })
  await section.getByRole('button', { name: 'Switch off' }).click()
  await section.getByLabelText(/^Password/).fill('marigold-7')
  await section.getByLabelText(/^Code of the app, or a recovery code/).fill('abcd-efgh-jk01')
  await section.getByRole('button', { name: 'Switch off' }).click()
  await expect.element(section.getByRole('button', { name: 'Set up two-step login' })).toBeVisible()
  await expect.element(section.getByRole('button', { name: /^Close/ })).toHaveFocus()
  expect(server.requests(factorCalls.end)).toMatchObject([{ body: { password: 'marigold-7', code: 'abcd-efgh-jk01' } }])
})

// ACC-7
test('an admin who must have a second factor sees all else only after its set-up', async () => {
  await openPage('/account#second-factor', {
    as: ADMIN,
    server: serverWith({ ...NO_SECOND_FACTOR, is_required: true }),
  })
  await expect.element(section.getByText('Admins need two-step login here.', { exact: false })).toBeVisible()
  // A passkey is the other way to have one.
  await expect.element(page.getByRole('region')).toHaveLength(2)
  await setUp()
  await expect.element(page.getByRole('heading', { name: 'Password', exact: true })).toBeVisible()
})
