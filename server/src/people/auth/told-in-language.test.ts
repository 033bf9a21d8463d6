import { accountCalls } from '@petsetu/contract/people/account.ts'
import { authCalls, recoveryCalls } from '@petsetu/contract/people/auth.ts'
import { factorCalls, passkeyCalls } from '@petsetu/contract/people/factors.ts'
import { expect, test } from 'vitest'
import { aConfirmedUser, aLink, aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { aProtectedUser, aTicket, codeOf, protect } from '../../../test/second-factor.ts'
import { createUndo } from '../users/one-time-links.ts'
import { setLanguage } from '../users/user-queries.ts'

const app = await testApp()
const IN_HINDI = { 'accept-language': 'hi' }

/** The language of the newest mail about the second factor and passkeys of an account. */
async function toldIn({ id }: { id: number }): Promise<string | undefined> {
  const mail = await app.db
    .selectFrom('mails')
    .select('language')
    .where('user_id', '=', id)
    .where('kind', '=', 'second-factor-changed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return mail?.language
}

// MAIL-4, ACC-2
test('a reset tells what it ended in the language of its page, or in the account’s own', async () => {
  const [user, choosy] = [await aProtectedUser(app), await aProtectedUser(app)]
  await setLanguage(app.db, choosy.id, 'mr')
  for (const account of [user, choosy]) {
    const body = { token: await aLink(app.db, account, 'reset-password'), password: 'marigold-8' }
    expect((await app.call(recoveryCalls.resetPassword, { body }, null, IN_HINDI)).status).toBe(200)
  }
  expect([await toldIn(user), await toldIn(choosy)]).toEqual(['hi', 'mr'])
})

// MAIL-4, ACC-5
test('links about an address tell what they ended in the language of their page', async () => {
  const [stranger, owner] = [await aProtectedUser(app), await aConfirmedUser(app.db)]
  const confirmed = { token: await aLink(app.db, stranger, 'confirm-email') }
  expect((await app.call(recoveryCalls.confirmEmail, { body: confirmed }, null, IN_HINDI)).status).toBe(200)

  const token = await createUndo(app.db, owner)
  await protect(app, owner)
  expect((await app.call(recoveryCalls.undoEmailChange, { body: { token } }, null, IN_HINDI)).status).toBe(200)

  expect([await toldIn(stranger), await toldIn(owner)]).toEqual(['hi', 'hi'])
})

// MAIL-4, ACC-6
test('the use of a recovery code is told in the language of the request', async () => {
  const [one, other] = [await aProtectedUser(app), await aProtectedUser(app)]
  const code = one.recoveryCodes[0] ?? ''
  const body = { ticket: await aTicket(app, one), code }
  expect((await app.call(authCalls.secondFactor, { body }, null, IN_HINDI)).status).toBe(200)

  const form = { password: PASSWORD, code: other.recoveryCodes[0] ?? '' }
  expect((await app.call(passkeyCalls.askToAdd, { body: form }, other, IN_HINDI)).status).toBe(200)

  expect([await toldIn(one), await toldIn(other)]).toEqual(['hi', 'hi'])
})

// MAIL-4, ACC-5
test('mails about an account are in its own language, whatever its browser has chosen', async () => {
  const owner = await aUser(app.db)
  await setLanguage(app.db, owner.id, 'mr')
  const cookie = { cookie: 'lang=hi' }
  await app.call(accountCalls.sendConfirmation, {}, owner, cookie)
  const address = { email: `new-${owner.email}`, current_password: PASSWORD }
  await app.call(accountCalls.changeEmail, { body: address }, owner, cookie)
  const { secret } = (await app.call(factorCalls.begin, { body: { password: PASSWORD } }, owner)).body.data
  await app.call(factorCalls.confirm, { body: { code: await codeOf(secret) } }, owner, cookie)
  const passwords = { currentPassword: PASSWORD, newPassword: 'marigold-8' }
  await app.call(authCalls.changePassword, { body: passwords }, owner, cookie)

  const mails = app.db.selectFrom('mails').select(['kind', 'language']).where('user_id', '=', owner.id)
  expect(await mails.orderBy('id').execute()).toEqual([
    { kind: 'confirm-email', language: 'mr' },
    { kind: 'confirm-email', language: 'mr' },
    { kind: 'second-factor-changed', language: 'mr' },
    { kind: 'password-changed', language: 'mr' },
  ])
})
