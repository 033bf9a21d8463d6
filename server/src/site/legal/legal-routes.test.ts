import { foundationCalls } from '@petsetu/contract/office/foundation.ts'
import { grievanceCalls } from '@petsetu/contract/people/grievances.ts'
import { expect, test } from 'vitest'
import { anAdmin } from '../../../test/factories.ts'
import { FOUNDATION } from '../../../test/foundation.ts'
import { testApp } from '../../../test/harness.ts'
import { startMailCatcher } from '../../../test/mail-catcher.ts'
import { plainRequest } from '../../../test/plain-request.ts'

const catcher = await startMailCatcher()
const app = await testApp({ RATE_LIMITS: 'on' }, undefined, { smtpUrl: catcher.smtpUrl })
const admin = await anAdmin(app.db)

const TOLD = {
  ...{ kind: 'data', name: 'Meera Joshi', email: 'meera@example.org', phone: '' },
  text: 'My <b>old</b> number is still there.',
}

/** Sends the form as a browser without a script does. */
const post = (fields: Record<string, string>, language = 'en') =>
  plainRequest(app.url, {
    method: 'POST',
    path: `/contact?lang=${language}`,
    headers: {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
    body: new URLSearchParams(fields).toString(),
  })

const open = async () => (await app.call(grievanceCalls.list, { query: { state: 'open' } }, admin)).body.data

// TRU-6
test('without a script, the form is filed, and acknowledged without its words', async () => {
  const page = await plainRequest(app.url, { path: '/contact', headers: { accept: 'text/html' } })
  for (const name of ['kind', 'name', 'email', 'phone', 'text']) expect(page.text, name).toContain(`name="${name}"`)
  const sent = await post(TOLD)
  const [filed] = await open()
  expect(filed).toMatchObject({ kind: 'data', way: 'form', email: TOLD.email, text: TOLD.text, entered_by: null })
  expect([sent.status, sent.text.includes(`under the number ${filed?.number}`)]).toEqual([200, true])
  await expect.poll(async () => (await catcher.mails(TOLD.email)).length).toBe(1)
  const [mail] = await catcher.mails(TOLD.email)
  expect(mail?.text).toContain(filed?.number)
  expect(mail?.text).not.toContain('old')
})

// TRU-6
test('a form that is wrong comes back with what was typed and what is wrong', async () => {
  const wrong = await post({ ...TOLD, email: 'meera', name: '' })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('<a href="#email">')
  expect(wrong.text).toContain('My &lt;b&gt;old&lt;/b&gt; number')
  expect(wrong.text).toMatch(/<input type="radio"[^>]*checked=""[^>]*value="data"/)
  const nowhere = await post({ ...TOLD, email: '' }, 'hi')
  expect(nowhere.text).toContain('कृपया ईमेल या फ़ोन नंबर दें')
})

// TRU-6
test('a form that is sent twice is one grievance with one mail', async () => {
  const email = 'twice@example.org'
  const replies = await Promise.all([post({ ...TOLD, email }), post({ ...TOLD, email })])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect((await open()).filter((one) => one.email === email)).toHaveLength(1)
  const { rows } = await app.pool.query('select id from mails where to_address = $1', [email])
  expect(rows).toHaveLength(1)
})

// TRU-6
test('one mailbox gets a few mails only, and other sites send nothing', async () => {
  const statuses: number[] = []
  for (let turn = 0; turn < 6; turn++)
    statuses.push((await post({ ...TOLD, email: `often+${turn}@example.org`, text: `Again ${turn}` })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  const elsewhere = await plainRequest(app.url, {
    method: 'POST',
    path: '/contact',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams(TOLD).toString(),
  })
  expect(elsewhere.status).toBe(403)
})

// TRU-6
test('the contact page and each due day follow the days of the settings', async () => {
  const { status } = await app.call(foundationCalls.update, { body: FOUNDATION }, admin)
  expect(status).toBe(200)
  const { grievanceDataDays: data, grievanceOtherDays: other } = FOUNDATION
  const page = await plainRequest(app.url, { path: '/contact', headers: { accept: 'text/html' } })
  expect(page.text).toContain(`within ${data} days about your personal data, and within ${other} days`)
  const dueOf = async (kind: 'data' | 'other') => {
    const body = { ...TOLD, kind, way: 'desk', language: 'en', email: `${kind}@example.org` } as const
    return (await app.call(grievanceCalls.enter, { body }, admin)).body.data.due_on
  }
  const { rows } = await app.pool.query<{ due: string }>(
    "select ((now() at time zone 'Asia/Kolkata')::date + n)::text as due from unnest($1::int[]) n",
    [[data, other]],
  )
  expect([await dueOf('data'), await dueOf('other')]).toEqual(rows.map(({ due }) => due))
  const beyond = await app.call(foundationCalls.update, { body: { ...FOUNDATION, grievanceDataDays: 91 } }, admin)
  expect(beyond.status).toBe(400)
})
