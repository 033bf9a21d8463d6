import { authCalls } from '@petsetu/contract/people/auth.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { aProtectedUser, aTicket, codeOf } from '../../../test/second-factor.ts'

const app = await testApp()

afterEach(() => void vi.useRealTimers())

const finish = (ticket: string, code: string) => app.call(authCalls.secondFactor, { body: { ticket, code } })
const INVALID = { status: 401, code: 'ticket_invalid' }

async function outcome(ticket: string, code: string) {
  const { status, error } = await finish(ticket, code)
  return { status, code: error?.code }
}

// ACC-6
test('a ticket is valid for five minutes', async () => {
  const user = await aProtectedUser(app)
  const ticket = await aTicket(app, user)
  const start = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(start + 301_000)
  expect(await outcome(ticket, await codeOf(user.secret))).toEqual(INVALID)
  vi.setSystemTime(start + 295_000)
  expect((await finish(ticket, await codeOf(user.secret))).status).toBe(200)
})

// ACC-6
test('a ticket ends when the password is changed', async () => {
  const user = await aProtectedUser(app)
  const ticket = await aTicket(app, user)
  const body = { currentPassword: PASSWORD, newPassword: 'jasmine-garland-9' }
  expect((await app.call(authCalls.changePassword, { body }, user)).status).toBe(204)
  expect(await outcome(ticket, await codeOf(user.secret, 1))).toEqual(INVALID)
})

// ACC-6
test('a ticket guessed, changed or made for another is rejected before the code counts', async () => {
  const [user, other] = [await aProtectedUser(app), await aProtectedUser(app)]
  const [id = '', expires = '', signature = ''] = (await aTicket(app, user)).split('.')
  const code = await codeOf(user.secret, 1)
  for (const ticket of [
    'x',
    `${id}.${expires}`,
    `${id}.${expires}.${'A'.repeat(43)}`,
    `${id}.${Number(expires) + 60}.${signature}`,
    `${other.id}.${expires}.${signature}`,
    `999999999.${expires}.${signature}`,
    `${id}.${expires}.${signature}.`,
    `0${id}.${expires}.${signature}`,
    `${id} or 1=1.${expires}.${signature}`,
  ])
    expect.soft(await outcome(ticket, code), ticket).toEqual(INVALID)
  expect((await finish(`${id}.${expires}.${signature}`, code)).status).toBe(200)
})

// ACC-6
test("one's own code does not open somebody else's ticket", async () => {
  const [victim, attacker] = [await aProtectedUser(app), await aProtectedUser(app)]
  const ticket = await aTicket(app, victim)
  const [recoveryCode = ''] = attacker.recoveryCodes
  for (const code of [await codeOf(attacker.secret, 1), recoveryCode])
    expect(await outcome(ticket, code)).toEqual({ status: 401, code: 'code_invalid' })
})
