import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { passkeyCalls } from '@petsetu/contract/people/factors.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { anAdmin, aUser, PASSWORD } from './factories.ts'
import { aPasskey } from './passkeys.ts'
import { anOrder, aPaidComplaint, payingApp } from './paying-app.ts'
import { refund, sendEvent, theAdmin } from './payment-state.ts'
import { plainPost } from './plain-request.ts'

const app = await payingApp({ RATE_LIMITS: 'on' })
await app.sandbox.injectFault({ webhooks: 'lost' })

type Line = Record<string, unknown> & { event?: string; reqId?: string; time?: string }

const events = (): Line[] =>
  app
    .logged()
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.event)

/** The security events that `something` logs; checks that each has a request id and a UTC time. */
async function eventsOf(something: () => Promise<unknown>): Promise<Line[]> {
  const before = events().length
  await something()
  const found = events().slice(before)
  for (const { reqId, time } of found) {
    expect(reqId).toMatch(/^[\da-f-]{36}$/)
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  }
  return found
}

const signin = (username: string, password: string) => app.call(authCalls.signin, { body: { username, password } })

// V16.3.1
test('a sign-in, a failed one and a sign-out each log one line with the account', async () => {
  const user = await aUser(app.db)
  expect(await eventsOf(() => signin(user.username, PASSWORD))).toEqual([
    expect.objectContaining({ event: 'signin', userId: user.id }),
  ])
  expect(await eventsOf(() => signin(user.username, 'canary-guess'))).toEqual([
    expect.objectContaining({ event: 'signin-failed', userId: user.id }),
  ])
  const [unknown, ...more] = await eventsOf(() => signin('canary-nobody', 'canary-guess'))
  expect(unknown).toMatchObject({ event: 'signin-failed' })
  expect(more).toEqual([])
  expect(await eventsOf(() => app.call(authCalls.signout, {}, user))).toEqual([
    expect.objectContaining({ event: 'signout', userId: user.id }),
  ])
})

// V16.3.1
test('a passkey or a ticket that opens no session logs one line', async () => {
  const passkey = await aPasskey(app, await aUser(app.db))
  const body = await passkey.signIn({ isVerified: false })
  expect(await eventsOf(() => app.call(passkeyCalls.signIn, { body }))).toEqual([
    expect.objectContaining({ event: 'passkey-refused', status: 401, route: '/auth/passkey' }),
  ])
  const forged = { ticket: 'canary-ticket', code: '000000' }
  expect(await eventsOf(() => app.call(authCalls.secondFactor, { body: forged }))).toEqual([
    expect.objectContaining({ event: 'signin-failed' }),
  ])
})

// V16.3.2
test('denied access logs one line with the route, the status and the account', async () => {
  const user = await aUser(app.db)
  const ask = (as: { token: string } | null) => eventsOf(() => app.call(dashboardCalls.figures, {}, as))
  const refused = { event: 'access-refused', method: 'GET', route: '/api/admin/dashboard' }
  expect(await ask(null)).toEqual([expect.objectContaining({ ...refused, status: 401 })])
  expect(await ask({ token: 'canary-token-of-nobody-at-all' })).toEqual([
    expect.objectContaining({ ...refused, status: 401 }),
  ])
  expect(await ask(user)).toEqual([expect.objectContaining({ ...refused, status: 403, userId: user.id })])
  expect(await ask(await anAdmin(app.db))).toEqual([])
})

// V16.3.3
test('a throttled request, a forged webhook and a forged payment each log one line', async () => {
  const guess = () => plainPost(app.url, authCalls.signin.path, { username: 'canary-name', password: 'x' }, '127.0.9.2')
  for (let time = 0; time < 5; time++) await guess()
  expect(await eventsOf(guess)).toEqual([
    expect.objectContaining({ event: 'throttled', status: 429, route: '/auth/signin' }),
  ])

  expect(await eventsOf(() => sendEvent(app, '{"canary":1}', { signature: 'f'.repeat(64) }))).toEqual([
    expect.objectContaining({ event: 'webhook-forged', status: 400 }),
  ])

  const { complaintId, orderId } = await anOrder(app)
  const checkout = {
    razorpay_payment_id: 'pay_canary00000001',
    razorpay_order_id: orderId,
    razorpay_signature: 'e'.repeat(64),
  }
  const forge = () => app.call(complaintCalls.verifyPayment, { body: { ...checkout, complaint_id: complaintId } })
  expect(await eventsOf(forge)).toEqual([expect.objectContaining({ event: 'payment-forged' })])

  for (let time = 0; time < 20; time++) await app.fetch('/pet-detail/ABCDEFGHJKLM')
  expect(await eventsOf(() => app.fetch('/pet-detail/ABCDEFGHJKLM'))).toEqual([
    expect.objectContaining({ event: 'throttled', status: 429, route: '/pet-detail/:petId' }),
  ])
})

// V16.3.3
test('a changed password, ended sessions, deleted account and refund log one line each', async () => {
  const [user, admin] = [await aUser(app.db), await theAdmin(app)]
  const change = (currentPassword: string) => () =>
    app.call(authCalls.changePassword, { body: { currentPassword, newPassword: 'canary-password' } }, user)
  expect(await eventsOf(change('canary-guess'))).toEqual([
    expect.objectContaining({ event: 'password-change-failed', userId: user.id }),
  ])
  expect(await eventsOf(change(PASSWORD))).toEqual([
    expect.objectContaining({ event: 'password-changed', userId: user.id }),
  ])
  const byId = { params: { id: String(user.id) } }
  expect(await eventsOf(() => app.call(userCalls.endSessions, byId, admin))).toEqual([
    expect.objectContaining({ event: 'sessions-ended', userId: user.id, actorId: admin.id }),
  ])
  expect(await eventsOf(() => app.call(userCalls.delete, byId, admin))).toEqual([
    expect.objectContaining({ event: 'user-deleted', userId: user.id, actorId: admin.id }),
  ])
  const { checkout } = await aPaidComplaint(app)
  expect(await eventsOf(() => refund(app, checkout.razorpay_payment_id))).toEqual([
    expect.objectContaining({ event: 'refund', actorId: admin.id }),
  ])
})

// V16.2.5, V16.4.1
test('no line has a name, e-mail, password, token or signature, whatever was sent', async () => {
  const forged = 'canary\r\n{"level":50,"event":"signin","userId":1}'
  await signin(forged, forged)
  const user = await aUser(app.db)
  const lines = events().length
  await plainPost(app.url, authCalls.signin.path, { username: 'x'.repeat(254), password: forged })
  expect(events()).toHaveLength(lines + 1)
  await app.call(petCalls.listOwn, { query: {} }, user)
  for (const secret of ['canary', user.token, user.username, user.email, 'f'.repeat(64), 'e'.repeat(64), PASSWORD])
    expect.soft(app.logged(), secret).not.toContain(secret)
})
