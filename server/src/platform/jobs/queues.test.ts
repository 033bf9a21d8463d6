import { authCalls, recoveryCalls } from '@petsetu/contract/people/auth.ts'
import { pushCalls } from '@petsetu/contract/people/push.ts'
import { expect, test } from 'vitest'
import { aUser, PASSWORD } from '../../../test/factories.ts'
import { type TestApp, testApp, testDatabase } from '../../../test/harness.ts'
import { startMailCatcher } from '../../../test/mail-catcher.ts'
import { anOrder, payingApp } from '../../../test/paying-app.ts'
import { moneyOf, sendEvent } from '../../../test/payment-state.ts'
import { pushCatcherOf } from '../../../test/push-catcher.ts'
import { queueNotice } from '../../people/push/queue-notice.ts'
import { inTransaction } from '../db/transaction.ts'
import type { NewMail } from '../mail/mail-content.ts'
import { outbox } from '../mail/outbox.ts'

const SIGNUPS = 6
// Longer than any test waits.
const HANGS_MS = 600_000

const signUp = (app: Pick<TestApp, 'call'>, username: string) =>
  app.call(authCalls.signup, { body: { username, email: `${username}@example.org`, password: PASSWORD } })

// MAIL-2, PAY-6
test('while a mail server hangs, a payment is applied and a link is made at once', async () => {
  const app = await payingApp({}, undefined, { sendsMail: true })
  const faults = { webhooks: 'lost', mail: { fault: 'delay', ms: HANGS_MS } }
  await app.sandbox.control('POST', '/faults', faults)
  for (let number = 0; number < SIGNUPS; number++) await signUp(app, `waits${number}`)
  // Both runners of the mails' queue hang after they have sent the text.
  const arrived = () => app.sandbox.control<unknown[]>('GET', '/mails')
  await expect.poll(async () => (await arrived()).length).toBe(2)

  const { complaintId, orderId } = await anOrder(app)
  await app.sandbox.pay(orderId)
  const { webhooks } = await app.sandbox.ledger(orderId)
  await sendEvent(app, webhooks.findLast(({ event }) => event === 'payment.captured')?.body ?? '')
  await expect.poll(() => moneyOf(app, complaintId)).toBe('paid: captured/applied')

  await app.call(recoveryCalls.forgotPassword, { body: { login: 'waits0' } })
  const resetLinks = () => app.db.selectFrom('mails').select('state').where('kind', '=', 'reset-password').execute()
  await expect.poll(resetLinks).toEqual([{ state: 'waiting' }])
})

// PSH-2, PAY-6
test('while a push service hangs, a payment is applied and a mail is sent', async () => {
  const app = await payingApp({}, undefined, { sendsMail: true })
  const catcher = pushCatcherOf(app.sandbox, app.provider.apiUrl)
  await app.sandbox.control('POST', '/faults', { webhooks: 'lost', push: { fault: 'hang', ms: HANGS_MS } })
  const owner = await aUser(app.db)
  for (let number = 0; number < 4; number++) {
    const { endpoint, ...keys } = await catcher.newBrowser()
    await app.call(pushCalls.save, { body: { endpoint, ...keys, kinds: ['found'] } }, owner)
  }
  const told = await queueNotice(app.db, {
    ...{ to: { userId: owner.id }, kind: 'found', about: 'found 1', atNight: true, path: '/user/found/1' },
    content: () => ({ title: 'Moti', body: 'Tap' }),
  })
  expect(told).toBe(4)
  const busy = () =>
    app.pool.query("select 1 from graphile_worker.jobs where key like 'notice %' and locked_at is not null")
  // Both runners of the notices' queue hang.
  await expect.poll(async () => (await busy()).rowCount).toBe(2)

  await signUp(app, 'meanwhile')
  await expect.poll(async () => (await app.mailsTo('meanwhile@example.org')).length).toBe(1)
  const { complaintId, orderId } = await anOrder(app)
  await app.sandbox.pay(orderId)
  const { webhooks } = await app.sandbox.ledger(orderId)
  await sendEvent(app, webhooks.findLast(({ event }) => event === 'payment.captured')?.body ?? '')
  await expect.poll(() => moneyOf(app, complaintId)).toBe('paid: captured/applied')
})

// PSH-1, PSH-2
test('while lists use all other connections, a device is told at once', async () => {
  const app = await payingApp()
  const catcher = pushCatcherOf(app.sandbox, app.provider.apiUrl)
  const owner = await aUser(app.db)
  const browser = await catcher.newBrowser()
  await app.call(pushCalls.save, { body: { ...browser, kinds: ['found'] } }, owner)
  const occupying = await inTransaction(app.db, async (transaction) => {
    const connections = Array.from({ length: app.pool.options.max }, () => app.pool.connect())
    await queueNotice(transaction, {
      ...{ to: { userId: owner.id }, kind: 'found', about: 'found 1', atNight: true, path: '/user/found/1' },
      content: () => ({ title: 'Moti', body: 'Tap' }),
    })
    // Not the promises themselves: some of them wait.
    return { connections }
  })
  await expect.poll(async () => (await catcher.notices(browser)).length).toBe(1)
  for (const connection of occupying.connections) (await connection).release()
})

// MAIL-3, ACC-1
test('a link that somebody waits for is sent before everything that waits longer', async () => {
  const { db, pool, drop } = await testDatabase()
  const catcher = await startMailCatcher()
  const sender = { publicUrl: 'https://pets.example.org', foundationName: 'Karuna', legalAddress: 'Pune' }
  const enqueueMail = outbox(() => sender, { isHeld: false })
  const user = await aUser(db)
  const mail = (kind: NewMail['kind'], step: string): NewMail => ({
    ...{ kind, about: `user ${user.id}`, step, to: user.email, language: 'en' },
    content: { subject: kind, paragraphs: [step], why: 'test' },
  })
  for (let step = 0; step < 10; step++) await enqueueMail(db, mail('password-changed', String(step)))
  await enqueueMail(db, mail('reset-password', 'link'))
  // Two go out at a time, and both runners hang after they have sent the text.
  await catcher.fault({ fault: 'delay', ms: HANGS_MS })
  const app = await testApp({}, { db, pool }, { smtpUrl: catcher.smtpUrl })
  await expect.poll(async () => (await catcher.mails()).length).toBe(2)
  const firstTwo = (await catcher.mails()).map(({ subject }) => subject)
  expect(firstTwo).toContain('reset-password')
  await app.close()
  await drop()
})
