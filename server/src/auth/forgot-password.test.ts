import { recoveryCalls } from '@petsetu/contract/recovery.ts'
import { expect, test } from 'vitest'
import { aUser } from '../../test/factories.ts'
import { testApp } from '../../test/harness.ts'
import { startMailCatcher } from '../../test/mail-catcher.ts'
import { mailedLink, tokenIn } from '../../test/mailed-links.ts'
import { plainPost, plainRequest } from '../../test/plain-request.ts'
import { storedText } from '../../test/stored.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { deleteFailedRequests } from './send-reset-link.ts'

const catcher = await startMailCatcher()
const env = { RATE_LIMITS: 'on', PUBLIC_URL: 'https://pets.example.org' }
const app = await testApp(env, undefined, { smtpUrl: catcher.smtpUrl })

const SUBJECT = 'Choose a new password'
const ANSWER = { message: 'If there is an account, we have sent a link to its e-mail address.' }

// Each test uses networks of its own.
let network = 0
const newNetwork = () => `127.1.${++network}.2`

const forgot = (login: string, from = newNetwork()) =>
  plainPost(app.url, recoveryCalls.forgotPassword.path, { login }, from)

const linkTo = (email: string, count = 1) => mailedLink(catcher, email, SUBJECT, count)

const mailsTo = async (email: string) => (await catcher.mails(email)).length

/** Waits until every request for a link has been worked on. */
async function jobsAreDone(): Promise<void> {
  const waiting = async () => (await app.pool.query('select 1 from graphile_worker.jobs')).rows.length
  await expect.poll(waiting).toBe(0)
}

test('ACC-1 a username or an e-mail address brings a link to the address of the account alone', async () => {
  const user = await aUser(app.db)
  await forgot(user.username)
  expect((await linkTo(user.email)).href).toMatch(
    /^https:\/\/pets\.example\.org\/reset-password\?token=[A-Za-z0-9_-]{43}$/,
  )
  await forgot(` ${user.email.toUpperCase()} `)
  await linkTo(user.email, 2)
  const [mail] = await catcher.mails(user.email)
  expect(mail?.to).toEqual([user.email])
})

test('ACC-1 whoever asks gets the same answer for a known, an unknown and an odd name', async () => {
  const user = await aUser(app.db)
  const replies = await Promise.all(
    [user.username, user.email, 'nobody-at-all', 'nobody@example.org', "' or true --", 'नमस्ते'].map((login) =>
      forgot(login),
    ),
  )
  for (const { status, text } of replies) expect([status, JSON.parse(text)]).toEqual([200, ANSWER])
  const [known, ...others] = replies.map(({ headers: { date: _, 'x-request-id': __, ...headers } }) => headers)
  for (const headers of others) expect(headers).toEqual(known)
})

test('ACC-1 a request writes one job and nothing else, whether or not there is such an account', async () => {
  const user = await aUser(app.db)
  await jobsAreDone()
  const held = await app.pool.connect()
  try {
    // Nothing is looked up while the request runs, and no job can be taken.
    await held.query('begin; lock table users in access exclusive mode')
    const before = await storedText(app.pool, { except: ['users', 'throttles'] })
    for (const login of [user.username, 'nobody-at-all']) expect((await forgot(login)).status).toBe(200)
    const jobs = await app.pool.query<{ task_identifier: string }>(
      // Each full hour another one is added.
      "select task_identifier from graphile_worker.jobs where task_identifier <> 'queue-reminders'",
    )
    expect(jobs.rows).toEqual([{ task_identifier: 'send-reset-link' }, { task_identifier: 'send-reset-link' }])
    expect(await storedText(app.pool, { except: ['users', 'throttles'] })).toBe(before)
  } finally {
    await held.query('rollback')
    held.release()
  }
  await linkTo(user.email)
  await jobsAreDone()
})

test('ACC-1 the fourth request for an account within an hour is answered alike and sends nothing', async () => {
  const user = await aUser(app.db)
  for (let time = 1; time <= 3; time++) {
    await forgot(time === 2 ? user.email : user.username)
    await linkTo(user.email, time)
  }
  const newest = tokenIn(await linkTo(user.email, 3))
  const reply = await forgot(user.email)
  expect([reply.status, JSON.parse(reply.text)]).toEqual([200, ANSWER])
  await jobsAreDone()
  expect(await mailsTo(user.email)).toBe(3)
  // The link from before still works.
  const body = { token: newest, password: 'a-new-marigold' }
  expect((await app.call(recoveryCalls.resetPassword, { body })).status).toBe(200)
})

test('ACC-1 a network has ten requests an hour, whatever names it asks for', async () => {
  const from = newNetwork()
  for (let time = 1; time <= 10; time++) expect((await forgot(`nobody-${time}`, from)).status).toBe(200)
  const neighbour = from.replace(/2$/, '77')
  for (const login of ['nobody-11', (await aUser(app.db)).username]) {
    const reply = await forgot(login, neighbour)
    expect([reply.status, JSON.parse(reply.text).code]).toEqual([429, 'too_many_attempts'])
  }
  expect((await forgot('nobody-12')).status).toBe(200)
})

test('ACC-1 MAIL-4 a forged Host header does not change where the link leads', async () => {
  const user = await aUser(app.db)
  const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
  const reply = await plainRequest(app.url, {
    method: 'POST',
    path: recoveryCalls.forgotPassword.path,
    headers: { 'content-type': 'application/json', ...forged },
    body: JSON.stringify({ login: user.username }),
    from: newNetwork(),
  })
  expect(reply.status).toBe(200)
  expect((await linkTo(user.email)).origin).toBe('https://pets.example.org')
  const [mail] = await catcher.mails(user.email)
  expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example')
})

test('ACC-1 MAIL-6 a hostile username becomes no header, no link and no part of the mail', async () => {
  const user = await aUser(app.db)
  const hostile = 'Win\r\nBcc: eve@example.org\r\n\r\n<a href="http://evil.example">prize</a>'
  await app.pool.query('update users set username = $1 where id = $2', [hostile, user.id])
  await forgot(user.email)
  await linkTo(user.email)
  const [mail] = await catcher.mails(user.email)
  expect(mail?.subject).toBe(SUBJECT)
  expect(Object.keys(mail?.headers ?? {})).not.toContain('bcc')
  expect(JSON.stringify(mail)).not.toMatch(/evil\.example|eve@example\.org|prize/)
  expect(await mailsTo('eve@example.org')).toBe(0)
})

test('ACC-1 LNG-4 the mail is in the language of the account, else of the request', async () => {
  const [chosen, other] = [await aUser(app.db), await aUser(app.db)]
  await app.pool.query("update users set language = 'mr' where id = $1", [chosen.id])
  for (const { username } of [chosen, other])
    await plainRequest(app.url, {
      method: 'POST',
      path: recoveryCalls.forgotPassword.path,
      headers: { 'content-type': 'application/json', cookie: 'lang=hi' },
      body: JSON.stringify({ login: username }),
      from: newNetwork(),
    })
  await mailedLink(catcher, chosen.email, 'नवीन पासवर्ड निवडा')
  await mailedLink(catcher, other.email, 'नया पासवर्ड चुनें')
})

// Also shows V16.2.5, V14.2.1.
test('ACC-1 neither what was typed nor the token is in the log or, once the mail is sent, in the database', async () => {
  const user = await aUser(app.db)
  await forgot(user.email)
  const token = tokenIn(await linkTo(user.email))
  await forgot('canary-nobody@example.org')
  await jobsAreDone()
  await app.fetch(`/reset-password?token=${token}`)
  const jobs = await app.pool.query('select * from graphile_worker._private_jobs')
  for (const stored of [app.logged(), await storedText(app.pool), JSON.stringify(jobs.rows)]) {
    expect(stored).not.toContain(token)
    expect(stored).not.toContain('canary-nobody')
  }
  expect(app.logged()).not.toContain(user.email)
})

test('ACC-1 PRV-4 CASE-2 what somebody typed to get a link or a code is deleted if its job fails for good', async () => {
  const email = 'canary-failed@example.org'
  const options = { runAt: new Date(Date.now() + 3_600_000) }
  await enqueue(app.db, 'send-reset-link', { login: email, language: 'en' }, options)
  await enqueue(app.db, 'send-privacy-code', { email, language: 'en' }, options)
  await enqueue(app.db, 'send-track-code', { reference: 'PS-2026-00042-K', email, language: 'en' }, options)
  await app.pool.query('update graphile_worker._private_jobs set attempts = max_attempts where run_at > now()')
  await deleteFailedRequests(app.db)
  const jobs = await app.pool.query('select * from graphile_worker._private_jobs')
  expect(JSON.stringify(jobs.rows)).not.toContain(email)
})
