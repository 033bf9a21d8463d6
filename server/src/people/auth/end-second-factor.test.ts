import { authCalls } from '@petsetu/contract/people/auth.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { anAdmin, aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { exportPerson } from '../../../test/rights.ts'
import { aProtectedUser, aTicket, codeOf } from '../../../test/second-factor.ts'
import { createLog } from '../../platform/log.ts'
import { DAYS_KEPT, forgetOld } from '../privacy/erasing/forget-old.ts'
import { checkSecretKey } from './sealed-secret.ts'

const app = await testApp({ SECRET_KEY: '5c'.repeat(32) })

const end = (id: number, as: { token: string }, reason = 'The phone is lost; known in person') =>
  app.call(userCalls.endSecondFactor, { params: { id: String(id) }, body: { reason } }, as)
const signin = (username: string, through = app) =>
  through.call(authCalls.signin, { body: { username, password: PASSWORD } })

// ACC-7
test('an admin ends somebody’s second factor for a logged reason, and they are told', async () => {
  const [admin, user] = [await anAdmin(app.db), await aProtectedUser(app)]
  const ticket = await aTicket(app, user)
  expect((await end(user.id, admin, ' ')).status).toBe(400)
  expect((await end(user.id, admin)).status).toBe(204)
  expect((await app.call(petCalls.listOwn, { query: {} }, user)).status).toBe(401)
  expect((await signin(user.username)).status).toBe(200)
  const late = await app.call(authCalls.secondFactor, { body: { ticket, code: await codeOf(user.secret, 1) } })
  expect(late.error.code).toBe('ticket_invalid')

  const mails = await app.db.selectFrom('mails').select('text').where('to_address', '=', user.email).execute()
  expect(mails).toContainEqual({ text: expect.stringContaining('We have switched off two-step login') })
  const line = {
    event: 'second-factor-off',
    userId: user.id,
    actorId: admin.id,
    reason: 'The phone is lost; known in person',
  }
  const lines = app
    .logged()
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text))
  expect(lines).toContainEqual(expect.objectContaining(line))
})

// ACC-7
test('an admin cannot end the own one without a code, nor one that is not there', async () => {
  const [admin, user] = [await aProtectedUser(app, 'admin'), await aUser(app.db)]
  expect((await end(admin.id, admin)).error.code).toBe('own_second_factor')
  expect((await end(user.id, admin)).error.code).toBe('second_factor_not_found')
  expect((await end(999_999, admin)).error.code).toBe('user_not_found')
  expect((await signin(admin.username)).error.code).toBe('second_factor_required')
})

// ACC-7
test('the list of users says who has a second factor; one only begun does not count', async () => {
  const [admin, user] = [await anAdmin(app.db), await aProtectedUser(app)]
  await app.db
    .insertInto('second_factors')
    .values({ user_id: admin.id, secret_enc: Buffer.from('x') })
    .execute()
  const { body } = await app.call(userCalls.listAll, { query: {} }, admin)
  const flagOf = (id: number) => body.find((row) => row.id === id)?.hasSecondFactor
  expect([flagOf(user.id), flagOf(admin.id)]).toEqual([true, undefined])
})

// ACC-6
test('another SECRET_KEY refuses codes and logs it; a recovery code still works', async () => {
  const user = await aProtectedUser(app)
  const other = await testApp({ SECRET_KEY: 'c5'.repeat(32) }, app)
  const finish = (ticket: string, code: string) => other.call(authCalls.secondFactor, { body: { ticket, code } })
  // Its signature is of the other key, too.
  expect((await finish(await aTicket(app, user), await codeOf(user.secret, 1))).error.code).toBe('ticket_invalid')

  const ticket = await aTicket(other, user)
  const refused = await finish(ticket, await codeOf(user.secret, 1))
  expect([refused.status, refused.error.code]).toEqual([500, 'second_factor_unreadable'])
  expect(other.logged()).toContain(`The second factor of account ${user.id} was encrypted with another SECRET_KEY`)
  expect((await finish(ticket, user.recoveryCodes[0] ?? '')).status).toBe(200)
})

// ACC-6
test('a start with another SECRET_KEY logs one line that says so', async () => {
  await aProtectedUser(app)
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  await checkSecretKey({ db: app.db, secretKey: Buffer.alloc(32, 0x5c) }, log)
  expect(lines).toEqual([])
  await checkSecretKey({ db: app.db, secretKey: Buffer.alloc(32, 0xc5) }, log)
  expect(lines).toEqual([expect.stringContaining('encrypted with another SECRET_KEY')])
})

// ACC-6
test('an export names the second factor without its secret; it goes with the account', async () => {
  const user = await aProtectedUser(app)
  const exported = await exportPerson(app, { email: user.email })
  expect(exported.second_factors).toEqual([{ created_at: expect.any(Date), confirmed_at: expect.any(Date) }])
  await app.db.deleteFrom('users').where('id', '=', user.id).execute()
  for (const table of ['second_factors', 'recovery_codes'] as const)
    expect(await app.db.selectFrom(table).select('user_id').where('user_id', '=', user.id).execute()).toEqual([])
})

// ACC-6, V14.2.4
test('an unconfirmed second factor is deleted after two days, a confirmed one stays', async () => {
  const [user, other] = [await aProtectedUser(app), await aUser(app.db)]
  await app.db
    .insertInto('second_factors')
    .values({ user_id: other.id, secret_enc: Buffer.from('x') })
    .execute()
  const left = async () =>
    (await app.db.selectFrom('second_factors').select('user_id').execute()).map((row) => row.user_id)
  const age = (days: number) =>
    app.pool.query(`update second_factors set created_at = now() - interval '${days} days' + interval '1 minute'`)
  await age(DAYS_KEPT.unconfirmedSecondFactors)
  await forgetOld(app)
  expect(await left()).toEqual(expect.arrayContaining([user.id, other.id]))
  await age(DAYS_KEPT.unconfirmedSecondFactors + 1)
  await forgetOld(app)
  expect(await left()).toContain(user.id)
  expect(await left()).not.toContain(other.id)
})
