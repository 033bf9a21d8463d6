import { privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { expect, test } from 'vitest'
import { aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { startMailCatcher } from '../../../test/mail-catcher.ts'
import { aComplaint } from '../../../test/paying-app.ts'
import { plainPost } from '../../../test/plain-request.ts'
import { storedText } from '../../../test/stored.ts'
import { createCode } from '../users/mailed-code.ts'

const catcher = await startMailCatcher()
const app = await testApp({ RATE_LIMITS: 'on' }, undefined, { smtpUrl: catcher.smtpUrl })

const SUBJECT = 'Your code for a request about your data'
const ANSWER = { message: 'If we keep anything with this email address, we have sent a code to it.' }

// Each test uses networks of its own.
let network = 0
const newNetwork = () => `127.2.${++network}.2`

const askFor = (email: string, from = newNetwork()) => plainPost(app.url, privacyCalls.sendCode.path, { email }, from)

async function send(email: string, code: string, from = newNetwork()) {
  const reply = await plainPost(app.url, privacyCalls.requestByCode.path, { email, code, kind: 'export' }, from)
  const body = JSON.parse(reply.text) as { code?: string; message?: string; data?: { due_on: string } }
  return { status: reply.status, body }
}

/** The code in the newest mail to this address, once `count` of them have arrived. */
async function mailedCode(email: string, count = 1): Promise<string> {
  const arrived = async () => (await catcher.mails(email)).filter((mail) => mail.subject === SUBJECT)
  await expect.poll(async () => (await arrived()).length).toBe(count)
  const [newest] = await arrived()
  return /\d{4} \d{4}/.exec(newest?.text ?? '')?.[0] ?? 'no code'
}

async function jobsAreDone(): Promise<void> {
  const waiting = async () => (await app.pool.query('select 1 from graphile_worker.jobs')).rows.length
  await expect.poll(waiting).toBe(0)
}

// PRV-4
test('a code makes one request without an account, typed with or without the space', async () => {
  const { email } = await aUser(app.db)
  await askFor(email.toUpperCase())
  const code = await mailedCode(email.toUpperCase())
  const { status, body } = await send(email, code.replace(' ', ''))
  expect([status, body.data?.due_on]).toEqual([201, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)])
  expect((await send(email, code)).body.code).toBe('privacy_code_invalid')
})

// PRV-4
test('of two requests with one code at the same moment one is stored', async () => {
  const email = 'twice@example.org'
  const code = await createCode(app, app.db, email)
  const replies = await Promise.all([send(email, code), send(email, code), send(email, code)])
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400])
  expect((await app.pool.query('select 1 from privacy_requests where email = $1', [email])).rows).toHaveLength(1)
})

// PRV-4
test('a second press is told that its request has come, while the code would last', async () => {
  const email = 'pressed@example.org'
  const code = await createCode(app, app.db, email)
  const press = async () => (await send(email, code)).body.message
  expect((await send(email, code)).status).toBe(201)
  expect(await press()).toContain('we have your request')
  await app.pool.query("update privacy_codes set expires_at = now() - interval '1 second' where email_key = $1", [
    email,
  ])
  expect(await press()).toContain('This code does not work.')
})

// PRV-4
test('a second press mails the same code again, but none that was used', async () => {
  const { email } = await aUser(app.db)
  const codes: string[] = []
  for (const count of [1, 2]) {
    await askFor(email)
    codes.push(await mailedCode(email, count))
  }
  expect(codes[1]).toBe(codes[0])
  expect((await send(email, codes[0] ?? '')).status).toBe(201)
  await askFor(email)
  const another = await mailedCode(email, 3)
  expect(another).not.toBe(codes[0])
  expect((await send(email, codes[0] ?? '')).status).toBe(400)
  expect((await send(email, another)).status).toBe(201)
})

// PRV-4
test('whoever asks again much later gets a code that lasts', async () => {
  const { email } = await aUser(app.db)
  await askFor(email)
  const code = await mailedCode(email)
  await app.pool.query(
    "update privacy_codes set expires_at = expires_at - interval '11 minutes' where email_key = $1",
    [email],
  )
  await askFor(email)
  expect(await mailedCode(email, 2)).not.toBe(code)
})

// PRV-4
test('the newest code alone works, for its own address, and not after half an hour', async () => {
  const email = 'newest@example.org'
  const old = await createCode(app, app.db, email)
  const code = await createCode(app, app.db, email)
  expect((await send(email, old)).status).toBe(400)
  expect((await send('other@example.org', code)).status).toBe(400)
  await app.pool.query("update privacy_codes set expires_at = now() - interval '1 second' where email_key = $1", [
    email,
  ])
  expect((await send(email, code)).status).toBe(400)
})

// PRV-4
test('a known and an unknown address get one answer, and only the known one a mail', async () => {
  await aComplaint(app, { email: 'complained@example.org' })
  const known = ['complained@example.org', (await aUser(app.db)).email]
  const replies = await Promise.all([...known, 'nobody@example.org'].map((email) => askFor(email)))
  for (const { status, text } of replies) expect([status, JSON.parse(text)]).toEqual([200, ANSWER])
  const headers = replies.map(({ headers: { date: _, 'x-request-id': __, ...others } }) => others)
  for (const other of headers) expect(other).toEqual(headers[0])
  for (const email of known) await mailedCode(email)
  await jobsAreDone()
  expect(await catcher.mails('nobody@example.org')).toEqual([])
})

// PRV-4
test('a request for a code writes one job, whether or not the address is known', async () => {
  const { email } = await aUser(app.db)
  await jobsAreDone()
  const held = await app.pool.connect()
  try {
    // Nothing is looked up while the request runs, and no job can be taken.
    await held.query('begin; lock table users in access exclusive mode')
    const before = await storedText(app.pool, { except: ['users', 'throttles'] })
    for (const address of [email, 'nobody@example.org']) expect((await askFor(address)).status).toBe(200)
    const jobs = await app.pool.query<{ name: string }>(
      // Each full hour another one is added.
      "select task_identifier as name from graphile_worker.jobs where task_identifier <> 'queue-reminders'",
    )
    expect(jobs.rows).toEqual([{ name: 'send-privacy-code' }, { name: 'send-privacy-code' }])
    expect(await storedText(app.pool, { except: ['users', 'throttles'] })).toBe(before)
  } finally {
    await held.query('rollback')
    held.release()
  }
})

// PRV-4
test('the database holds no code: neither in its row nor, once it is sent, in the mail', async () => {
  const { email } = await aUser(app.db)
  await askFor(email)
  const code = await mailedCode(email)
  await jobsAreDone()
  const stored = await storedText(app.pool)
  for (const trace of [code, code.replace(' ', '')]) expect(stored).not.toContain(trace)
})

// PRV-4
test('an address gets three codes an hour, and the answer stays the same', async () => {
  const { email } = await aUser(app.db)
  for (let count = 1; count <= 5; count++) expect((await askFor(email)).status).toBe(200)
  await jobsAreDone()
  await mailedCode(email, 3)
})

// PRV-4
test('the spellings of one mailbox get three codes an hour together', async () => {
  const spellings = [1, 2, 3, 4].map((number) => `box+${number}@example.org`)
  for (const email of spellings) await aComplaint(app, { email })
  for (const email of spellings) expect((await askFor(email)).status).toBe(200)
  await jobsAreDone()
  const mails = await app.pool.query("select from mails where kind = 'privacy-code' and to_address like 'box+%'")
  expect(mails.rows).toHaveLength(3)
})

// PRV-4
test('after wrong codes for an address, all networks wait, also with the right one', async () => {
  const email = 'guessed@example.org'
  const code = await createCode(app, app.db, email)
  const tries: number[] = []
  for (let count = 0; count < 12; count++) tries.push((await send(email, '0000 000x')).status)
  expect(tries.slice(0, 10)).toEqual(Array(10).fill(400))
  expect(tries.at(-1)).toBe(429)
  expect((await send(email, code)).status).toBe(429)
})

// PRV-4
test('an address asks for thirty codes an hour', async () => {
  const from = newNetwork()
  const statuses: number[] = []
  for (let count = 0; count < 31; count++) statuses.push((await askFor(`none${count}@example.org`, from)).status)
  expect(statuses).toEqual([...Array(30).fill(200), 429])
})
