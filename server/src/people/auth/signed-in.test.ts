import { authCalls } from '@petsetu/contract/people/auth.ts'
import { factorCalls } from '@petsetu/contract/people/factors.ts'
import { expect, test } from 'vitest'
import { aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'

const app = await testApp({ TRUSTED_PROXIES: '127.0.0.1' })

const signIn = (username: string, address: string) =>
  app.call(authCalls.signin, { body: { username, password: PASSWORD } }, null, { 'x-forwarded-for': address })

const mailsTo = (to: string) =>
  app.db.selectFrom('mails').select(['subject', 'text']).where('to_address', '=', to).orderBy('id').execute()

// MAIL-1
test('an admin who signs in from a network not used before gets one mail about it', async () => {
  const admin = await aUser(app.db, 'admin')
  for (const address of ['203.0.113.7', '203.0.113.7', '198.51.100.9', '198.51.100.9']) {
    expect((await signIn(admin.username, address)).status).toBe(200)
  }
  const mails = await mailsTo(admin.email)
  expect(mails).toHaveLength(2)
  expect(mails[0]?.subject).toBe('New login to your admin account')
  for (const part of [admin.username, 'Time (India): ', 'change your password at once', '/account']) {
    expect(mails[0]?.text).toContain(part)
  }
})

// MAIL-1
test('other accounts, and wrong passwords, send no such mail', async () => {
  const user = await aUser(app.db)
  await signIn(user.username, '203.0.113.7')
  const admin = await aUser(app.db, 'admin')
  await app.call(authCalls.signin, { body: { username: admin.username, password: 'wrong' } })
  expect(await mailsTo(user.email)).toEqual([])
  expect(await mailsTo(admin.email)).toEqual([])
})

// MAIL-1
test('a password that is typed again in a session makes no network known', async () => {
  const admin = await aUser(app.db, 'admin')
  const from = { 'x-forwarded-for': '203.0.113.77' }
  const begun = await app.call(factorCalls.begin, { body: { password: PASSWORD } }, admin, from)
  expect(begun.status).toBe(200)
  expect(await mailsTo(admin.email)).toEqual([])
  await signIn(admin.username, '203.0.113.77')
  expect(await mailsTo(admin.email)).toMatchObject([{ subject: 'New login to your admin account' }])
})
