import { recoveryCalls } from '@petsetu/contract/people/auth.ts'
import { expect, test } from 'vitest'
import { aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { startMailCatcher } from '../../../test/mail-catcher.ts'
import { mailedLink, tokenIn } from '../../../test/mailed-links.ts'
import { plainPost, plainRequest } from '../../../test/plain-request.ts'
import { storedText } from '../../../test/stored.ts'
import { LIMITS } from '../../limits.ts'
import { deleteFailedRequests, enqueue } from '../../platform/jobs/enqueue.ts'
import { insertUser } from '../users/user-queries.ts'

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

// ACC-1
test('a username or an e-mail address brings a link to the account’s address alone', async () => {
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

// ACC-1
test('whoever asks gets the same answer for a known, an unknown and an odd name', async () => {
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

// ACC-1
test('a request writes one job and nothing else, whether or not the account exists', async () => {
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

// ACC-1
test('an account’s fourth request in an hour is answered alike and sends nothing', async () => {
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

// ACC-1
test('an address has thirty requests an hour, whatever names it asks for', async () => {
  const from = newNetwork()
  for (let time = 1; time <= 30; time++) expect((await forgot(`nobody-${time}`, from)).status).toBe(200)
  for (const login of ['nobody-31', (await aUser(app.db)).username]) {
    const reply = await forgot(login, from)
    expect([reply.status, JSON.parse(reply.text).code]).toEqual([429, 'too_many_attempts'])
  }
  expect((await forgot('nobody-32', from.replace(/2$/, '77'))).status).toBe(200)
})

// ACC-1
test('all visitors together have a limit on requests, too', async () => {
  // A node remembers for a while who is over a limit.
  const node = await testApp(env)
  const ask = () => plainPost(node.url, recoveryCalls.forgotPassword.path, { login: 'nobody' }, newNetwork())
  expect((await ask()).status).toBe(200)
  const { points } = LIMITS.resetLinksOfAll
  await node.pool.query(`update throttles set points = ${points} where key like 'resetLinksOfAll:%'`)
  const refused = await ask()
  expect([refused.status, JSON.parse(refused.text).code]).toEqual([503, 'busy'])
})

// ACC-1, MAIL-3
test('one mailbox gets six links an hour for accounts that nobody has confirmed', async () => {
  const signup = async (number: number) => {
    const [username, email] = [`sub${number}`, `sub.box+${number}@example.org`]
    await insertUser(app.db, { username, email, passwordHash: 'x', role: 'user' })
    return username
  }
  const mailsToBox = async () => (await catcher.mails()).filter(({ to }) => to[0]?.startsWith('sub.box')).length
  for (let number = 0; number < 8; number++) await forgot(await signup(number))
  await jobsAreDone()
  await expect.poll(mailsToBox).toBe(6)
  // The owner's own account.
  await app.pool.query("update users set email_confirmed_at = now() where username = 'sub7'")
  await forgot('sub7')
  await expect.poll(mailsToBox).toBe(7)
})

// ACC-1, MAIL-4
test('a forged Host header does not change where the link leads', async () => {
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

// ACC-1, MAIL-6
test('a hostile username becomes no header, no link and no part of the mail', async () => {
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

// ACC-1, LNG-4
test('the mail is in the language of the account, else of the request', async () => {
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

// ACC-1, V16.2.5, V14.2.1
test('neither what was typed nor, after the mail, the token stays in log or database', async () => {
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

// ACC-1, PRV-4, CASE-2
test('what somebody typed to get a link or a code is deleted if its job fails for good', async () => {
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
