import { accountCalls } from '@petsetu/contract/people/account.ts'
import { type PrivacyRequestState, privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { PRIVACY_REQUEST_DAYS } from '@petsetu/contract/people/privacy-kinds.ts'
import { expect, test } from 'vitest'
import { aConfirmedUser, anAdmin, aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { startMailCatcher } from '../../../test/mail-catcher.ts'
import { erasePerson, exportPerson } from '../../../test/rights.ts'
import { storedText } from '../../../test/stored.ts'
import { confirmEmail } from '../users/account-details.ts'
import { DAYS_KEPT, forgetOld } from './erasing/forget-old.ts'

const catcher = await startMailCatcher()
const app = await testApp({}, undefined, { smtpUrl: catcher.smtpUrl })
const admin = await anAdmin(app.db)

const listed = async (state: PrivacyRequestState = 'open') =>
  (await app.call(privacyCalls.listAll, { query: { state, page: '1', limit: '100' } }, admin)).body

const finish = (id: number, answer = 'Here it is.') =>
  app.call(privacyCalls.finish, { params: { id: String(id) }, body: { answer } }, admin)

const ask = async (as: { token: string }, kind: 'export' | 'correct' | 'erase' = 'correct', note?: string) =>
  (await app.call(privacyCalls.request, { body: { kind, ...(note && { note }) } }, as)).body.data

async function mailTo(email: string, subject: string) {
  const found = async () => (await catcher.mails(email)).find((mail) => mail.subject === subject)
  await expect.poll(found).toBeDefined()
  return (await found())?.text ?? ''
}

async function dayIn(days: number): Promise<string> {
  const { rows } = await app.pool.query<{ day: string }>(
    "select ((now() at time zone 'Asia/Kolkata')::date + $1::int)::text as day",
    [days],
  )
  return rows[0]?.day ?? ''
}

// PRV-4
test('an account’s request stands with its due day until done, and mails say both', async () => {
  const user = await aConfirmedUser(app.db)
  await app.pool.query("update users set language = 'hi' where id = $1", [user.id])
  const asked = await ask(user, 'correct', 'The name of <b>Moti</b> is wrong')
  expect(asked).toMatchObject({ kind: 'correct', due_on: await dayIn(PRIVACY_REQUEST_DAYS), done_at: null })
  expect(await mailTo(user.email, 'आपके डेटा के बारे में आपका अनुरोध हमें मिल गया है')).toContain(String(asked.id))
  expect((await listed()).data.at(-1)).toEqual({
    ...asked,
    email: user.email,
    username: user.username,
    note: 'The name of <b>Moti</b> is wrong',
    is_overdue: false,
    is_confirmed: true,
    nominee_email: null,
    proof: null,
  })

  expect((await finish(asked.id, 'We have corrected it.')).body.data).toMatchObject({
    done_at: expect.any(String),
    answer: 'We have corrected it.',
  })
  expect(await mailTo(user.email, 'आपके डेटा के बारे में आपके अनुरोध का हमारा जवाब')).toContain('We have corrected it.')
  expect((await listed()).data.map(({ id }) => id)).not.toContain(asked.id)
  expect((await listed('done')).data[0]).toMatchObject({ id: asked.id })
  const own = (await app.call(privacyCalls.listOwn, {}, user)).body.data
  expect(own).toMatchObject([{ id: asked.id, answer: 'We have corrected it.' }])
})

// PRV-4
test('a request is done once: of two admins one is told; an unknown one is not found', async () => {
  const { id } = await ask(await aConfirmedUser(app.db))
  const [one, other] = await Promise.all([finish(id, 'First'), finish(id, 'Second')])
  expect([one.status, other.status].sort()).toEqual([200, 409])
  expect((await finish(999_999)).status).toBe(404)
  const mails = await app.pool.query("select 1 from mails where kind = 'privacy-done' and about = $1", [
    `privacy-request ${id}`,
  ])
  expect(mails.rows).toHaveLength(1)
})

// PRV-4
test('open requests stand oldest first on pages, and those past due are counted', async () => {
  const user = await aConfirmedUser(app.db)
  const [first, second] = [await ask(user), await ask(user, 'export')]
  await app.pool.query('update privacy_requests set due_on = $1 where id = $2', [await dayIn(-1), first.id])
  const { data, summary, pagination } = await listed()
  const ids = data.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((one, other) => one - other))
  expect(ids.slice(-2)).toEqual([first.id, second.id])
  expect(data.find(({ id }) => id === first.id)).toMatchObject({ is_overdue: true })
  expect(summary).toEqual({ open: data.length, overdue: 1 })
  expect(pagination).toMatchObject({ total: data.length })
  const lastPage = await app.call(privacyCalls.listAll, { query: { page: String(data.length), limit: '1' } }, admin)
  expect(lastPage.body.data).toMatchObject([{ id: second.id }])
  await finish(first.id)
  expect((await listed()).summary.overdue).toBe(0)
})

// PRV-4
test('an admin’s answer to an erasure is the last mail, and address and words go', async () => {
  const user = await aConfirmedUser(app.db)
  const { id } = await ask(user, 'erase', 'Please forget Moti')
  await erasePerson(app, { email: user.email })
  expect((await listed()).data.at(-1)).toMatchObject({ id, email: user.email, username: null })
  await finish(id, 'All is erased.')
  const mail = await mailTo(user.email, 'Our answer to your request about your data')
  expect(mail).toContain('All is erased.')
  expect(mail).toContain('Payments stay in our books: who paid')
  expect((await listed('done')).data[0]).toMatchObject({ id, email: '', note: 'Erased' })
})

// TRU-1, PRV-4
test('the answer to an erasure leaves no address here once it is sent', async () => {
  const [erased, other] = [await aConfirmedUser(app.db), await aConfirmedUser(app.db)]
  const [erasure, copy] = [await ask(erased, 'erase'), await ask(other, 'export')]
  await erasePerson(app, { email: erased.email })
  await finish(erasure.id, 'All is erased.')
  await finish(copy.id)
  const unsent = `insert into mails (kind, about, step, to_address, address_key, language, message_id, state)
    values ('erasure-waits', 'erasure', $1, $2, $2, 'en', $1, $3)`
  await app.pool.query(unsent, ['sent', erased.email, 'sent'])
  await app.pool.query(unsent, ['held', 'held@example.org', 'held'])
  const answers = ['privacy-done', [erased.email, other.email]]
  const sent = "select 1 from mails where kind = $1 and to_address = any($2) and state = 'sent'"
  await expect.poll(async () => (await app.pool.query(sent, answers)).rowCount).toBe(2)

  await forgetOld(app)
  expect(await storedText(app.pool)).not.toContain(erased.email)
  expect((await app.pool.query(sent, answers)).rowCount).toBe(1)
  expect((await app.pool.query("select state from mails where kind = 'erasure-waits'")).rows).toEqual([
    { state: 'held' },
  ])
})

// PRV-4
test('an answer that refuses does not say that it was done', async () => {
  const user = await aConfirmedUser(app.db)
  const { id } = await ask(user, 'erase')
  await finish(id, 'The law asks us to keep your receipts.')
  const mail = await mailTo(user.email, 'Our answer to your request about your data')
  expect(mail).toContain('We have dealt with your request. Our answer:\n\nThe law asks us to keep your receipts.')
  expect(mail).not.toMatch(/\bdone\b/)
})

// PRV-4, V14.2.4
test('the export holds the requests of a person; deleting the account withdraws them', async () => {
  const user = await aConfirmedUser(app.db)
  const other = await ask(await aConfirmedUser(app.db))
  const { id } = await ask(user, 'export', 'All of it')
  const { privacy_requests } = await exportPerson(app, { email: user.email })
  expect(privacy_requests).toMatchObject([{ kind: 'export', note: 'All of it', email: user.email }])
  expect((await app.call(accountCalls.delete, { body: { password: PASSWORD } }, user)).status).toBe(204)
  const ids = (await listed()).data.map((request) => request.id)
  expect(ids).not.toContain(id)
  expect(ids).toContain(other.id)
})

// PRV-4, V14.2.4
test('done requests are deleted after a year, codes once expired, open ones never', async () => {
  const user = await aConfirmedUser(app.db)
  const [old, fresh, open] = [await ask(user), await ask(user), await ask(user)]
  for (const { id } of [old, fresh]) await finish(id)
  const age = (id: number, days: number) =>
    app.pool.query('update privacy_requests set done_at = now() - make_interval(days => $1, mins => 5) where id = $2', [
      days,
      id,
    ])
  await age(old.id, DAYS_KEPT.privacyRequests)
  await age(fresh.id, DAYS_KEPT.privacyRequests - 1)
  await app.pool.query("update privacy_requests set created_at = now() - interval '3 years' where id = $1", [open.id])
  await app.pool.query(
    "insert into privacy_codes (email_key, code_hash, expires_at) values ('a@b.example', '', now() - interval '1 minute')",
  )
  await forgetOld(app)
  const { rows } = await app.pool.query<{ id: number }>(
    'select id from privacy_requests where user_id = $1 order by id',
    [user.id],
  )
  expect(rows.map(({ id }) => id)).toEqual([fresh.id, open.id])
  expect((await app.pool.query("select 1 from privacy_codes where email_key = 'a@b.example'")).rows).toEqual([])
})

// PRV-4, TRU-2, ACC-3
test('what is asked before the address is confirmed waits for that, without a mail', async () => {
  const stranger = await aUser(app.db)
  const asked = await ask(stranger, 'erase')
  expect(asked).toMatchObject({ kind: 'erase', due_on: await dayIn(PRIVACY_REQUEST_DAYS) })
  const params = { id: String(asked.id) }
  const read = async () => (await app.call(privacyCalls.read, { params }, admin)).body.data
  expect(await read()).toMatchObject({ email: stranger.email, is_confirmed: false, held: null })
  const erase = () => app.call(privacyCalls.erase, { params, body: { reason: 'They asked for it' } }, admin)
  expect(await erase()).toMatchObject({ status: 409, error: { code: 'privacy_address_unconfirmed' } })
  const mails = await app.pool.query('select kind from mails where to_address = $1', [stranger.email])
  expect(mails.rows).toEqual([])
  await confirmEmail(app.db, stranger.id)
  expect(await read()).toMatchObject({ is_confirmed: true, held: { account: { id: stranger.id } } })
})

// PRV-4, TRU-2
test('a stranger’s request goes with the account of the address that is erased', async () => {
  const stranger = await aUser(app.db)
  const { id } = await ask(stranger, 'correct', 'I have moved')
  await erasePerson(app, { email: stranger.email })
  expect((await listed()).data.map((request) => request.id)).not.toContain(id)
})
