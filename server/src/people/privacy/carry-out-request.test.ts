import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { auditCalls } from '@petsetu/contract/people/audit.ts'
import { recoveryCalls } from '@petsetu/contract/people/auth.ts'
import { grievanceCalls } from '@petsetu/contract/people/grievances.ts'
import { type PrivacyRequestKind, privacyCalls } from '@petsetu/contract/people/privacy.ts'
import type { Input } from '@petsetu/contract/platform/call.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { memberNumber } from '@petsetu/contract/supporters/membership-facts.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aConfirmedUser, aLink, anAdmin, aPet, aUser } from '../../../test/factories.ts'
import { aFoundReport } from '../../../test/found.ts'
import { aComplaint, aPaidDonation, aRegistration, payingApp } from '../../../test/paying-app.ts'
import { theAdmin } from '../../../test/payment-state.ts'
import { readZip } from '../../../test/read-zip.ts'
import { storedText } from '../../../test/stored.ts'
import { changeEmail } from '../users/account-details.ts'
import { createCode } from '../users/mailed-code.ts'
import { DAYS_KEPT, forgetOld } from './erasing/forget-old.ts'

const app = await payingApp()
const keeper = await anAdmin(app.db, ['privacy'])

const paramsOf = (id: number) => ({ params: { id: String(id) } })
const details = async (id: number) => (await app.call(privacyCalls.read, paramsOf(id), keeper)).body.data
const erase = (id: number, reason = 'Asked by email') =>
  app.call(privacyCalls.erase, { ...paramsOf(id), body: { reason } }, keeper)
const finish = (id: number) =>
  app.call(privacyCalls.finish, { ...paramsOf(id), body: { answer: 'It is done.' } }, keeper)

/** Asks for something with a code that was mailed to the address; returns the number of the request. */
async function askByCode(email: string, kind: PrivacyRequestKind, nominee = {}): Promise<number> {
  const body = { email, kind, code: await createCode(app, app.db, email), ...nominee }
  return (await app.call(privacyCalls.requestByCode, { body })).body.data.id
}

async function makeFile(id: number) {
  const address = privacyCalls.makeFile.path.replace('{id}', String(id))
  const reply = await app.fetch(address, { method: 'POST', headers: { authorization: `Bearer ${keeper.token}` } })
  return { status: reply.status, bytes: new Uint8Array(await reply.arrayBuffer()) }
}

const auditOf = async (action: 'person-exported' | 'person-erased', id: number) =>
  (await app.call(auditCalls.list, { query: { action, object_id: String(id) } }, await theAdmin(app))).body.data

// TRU-2, TRU-6
test('somebody who has filed nothing but a grievance is known', async () => {
  const email = 'grieved@example.org'
  const words = { kind: 'other', way: 'call', language: 'en', name: 'Meera Joshi', text: 'Nobody calls me.' } as const
  await app.call(grievanceCalls.enter, { body: { ...words, email } }, keeper)
  const { held } = await details(await askByCode(email, 'export'))
  expect(held).toMatchObject({ account: null, total: 0, conversations: 0, grievances: 1 })
})

// TRU-2
test('an admin makes the file of somebody without an account, which is logged', async () => {
  const email = 'meenal@example.org'
  const complaint = await aComplaint(app, { email, fullname: 'Meenal Joshi' })
  await aPaidDonation(app, { email, name: 'Meenal Joshi' })
  const id = await askByCode(email, 'export')
  const { is_confirmed, held } = await details(id)
  expect(is_confirmed).toBe(true)
  expect(held).toMatchObject({ account: null, total: 2, conversations: 0, grievances: 0, nominee: null, kept: [] })
  expect(held?.records.map(({ purpose }) => purpose)).toEqual(['complaint', 'donation'])

  const { status, bytes } = await makeFile(id)
  expect(status).toBe(200)
  const data = JSON.parse(String((await readZip(bytes))['data.json']))
  expect(data.complaints).toMatchObject([{ id: complaint, fullname: 'Meenal Joshi' }])
  expect(data.donations).toMatchObject([{ name: 'Meenal Joshi' }])
  expect(await auditOf('person-exported', id)).toMatchObject([
    { admin: keeper.username, object_kind: 'privacy-request' },
  ])
})

// TRU-2
test('a request names a membership by the number on its card', async () => {
  const email = 'member-of-request@example.org'
  const { membershipId, orderId } = await aRegistration(app, { email })
  const checkout = await app.sandbox.pay(orderId)
  await app.call(membershipCalls.verifyPayment, { body: { ...checkout, membership_id: membershipId } })
  const { held } = await details(await askByCode(email, 'export'))
  const reference = memberNumber({ number: membershipId, start_date: today() })
  expect(held?.records).toMatchObject([{ purpose: 'membership', reference }])
})

// TRU-4
test('the file of a request leaves out what others wrote, unless it was reported', async () => {
  const owner = await aConfirmedUser(app.db)
  const { id: thread } = await aFoundReport(app, owner)
  const fromOwner = { by: 'owner', message: 'Where is she now?' } as const
  await app.db
    .insertInto('found_messages')
    .values({ report_id: thread, ...fromOwner })
    .execute()
  const id = await askByCode(owner.email, 'export')
  const read = async () => JSON.parse(String((await readZip((await makeFile(id)).bytes))['data.json'])).found_messages

  expect(await read()).toMatchObject([fromOwner])
  await app.db.updateTable('found_reports').set({ abuse_reported_at: sql`now()` }).where('id', '=', thread).execute()
  expect(await read()).toMatchObject([{ by: 'finder' }, fromOwner])
})

// TRU-2, TRU-3
test('an admin erases somebody without an account, and is told what stays until when', async () => {
  const email = 'padma@example.org'
  const [open, held] = [await aComplaint(app, { email }), await aComplaint(app, { email, fullname: 'Padma Iyer' })]
  await app.call(
    caseCalls.hold,
    { ...paramsOf(held), body: { until: '2199-12-31', reason: 'A court asked for it' } },
    await theAdmin(app),
  )
  const id = await askByCode(email, 'erase')
  expect((await details(id)).held?.kept).toMatchObject([{ until: '2199-12-31', cause: 'admin' }])

  const erased = await erase(id, 'Asked by email, twice')
  expect(erased.status).toBe(200)
  expect(erased.body.data.held).toMatchObject({ total: 1, kept: [{ reason: 'A court asked for it' }] })
  const rows = await app.pool.query(
    'select id, fullname, erasure_asked_at from complaints where id = any($1) order by id',
    [[open, held]],
  )
  expect(rows.rows).toMatchObject([
    { fullname: 'Erased', erasure_asked_at: null },
    { fullname: 'Padma Iyer', erasure_asked_at: expect.any(Date) },
  ])
  const { rows: recorded } = await app.pool.query('select subjects, waits from erasures order by at desc limit 1')
  expect(recorded).toMatchObject([{ subjects: { complaint: [open] }, waits: [{ id: held }] }])
  expect(await auditOf('person-erased', id)).toMatchObject([{ reason: 'Asked by email, twice' }])
  expect((await finish(id)).status).toBe(200)
})

// TRU-2, TRU-3, CASE-5
test('a request of a withheld complainant does not lead to the complaint', async () => {
  const email = 'rukmini@example.org'
  const withheld = await aComplaint(app, { email, withhold_name: 'true' })
  const named = await aComplaint(app, { email })
  const admin = await theAdmin(app)
  for (const [complaint, until] of [
    [withheld, '2199-12-30'],
    [named, '2199-12-31'],
  ] as const)
    await app.call(caseCalls.hold, { ...paramsOf(complaint), body: { until, reason: 'A court asked for it' } }, admin)
  const { held } = await details(await askByCode(email, 'erase'))
  expect(held?.records.map(({ id }) => id)).toEqual([named])
  expect(held?.kept.map(({ until }) => until)).toEqual(['2199-12-31'])
  expect(held?.total).toBe(2)
})

// TRU-2
test('an account is erased from the page of its owner’s request', async () => {
  const user = await aConfirmedUser(app.db)
  await aPet(app.db, user, { petName: 'Tukaram-Moti' })
  const asked = await app.call(privacyCalls.request, { body: { kind: 'erase' } }, user)
  const { id } = asked.body.data
  expect((await details(id)).held?.account).toEqual({ id: user.id, username: user.username, is_admin: false })
  expect((await erase(id)).status).toBe(200)
  expect((await storedText(app.pool)).includes('Tukaram-Moti')).toBe(false)
  const { rows } = await app.pool.query('select user_id from erasures order by at desc limit 1')
  expect(rows).toEqual([{ user_id: user.id }])
  await finish(id)
  // The mail with the answer has the address until it is sent.
  expect((await storedText(app.pool, { except: ['mails'] })).includes(user.email)).toBe(false)
})

// TRU-2
test('a request of an address that is not confirmed says so and is not carried out', async () => {
  const user = await aConfirmedUser(app.db)
  const { id } = (await app.call(privacyCalls.request, { body: { kind: 'erase' } }, user)).body.data
  await changeEmail(app.db, user.id, 'somebody-elses@example.org')
  expect(await details(id)).toMatchObject({ is_confirmed: false, held: null })
  expect((await makeFile(id)).status).toBe(409)
  expect(await erase(id)).toMatchObject({ status: 409, error: { code: 'privacy_address_unconfirmed' } })
  const { rows } = await app.pool.query('select id from users where id = $1', [user.id])
  expect(rows).toHaveLength(1)
  expect([await auditOf('person-exported', id), await auditOf('person-erased', id)]).toEqual([[], []])
  expect((await finish(id)).status).toBe(200)
  const mails = await app.pool.query("select kind from mails where to_address = 'somebody-elses@example.org'")
  expect(mails.rows).toEqual([])
})

// PRV-4, TRU-2, ACC-5
test('an account’s open request goes with it to a new address, and so does the answer', async () => {
  const user = await aConfirmedUser(app.db)
  const { id } = (await app.call(privacyCalls.request, { body: { kind: 'export' } }, user)).body.data
  const email = `moved-${user.email}`
  const token = await aLink(app.db, { ...user, email }, 'change-email')
  expect((await app.call(recoveryCalls.confirmEmail, { body: { token } })).status).toBe(200)
  expect(await details(id)).toMatchObject({ email, is_confirmed: true, held: { account: { id: user.id } } })
  expect((await makeFile(id)).status).toBe(200)
  expect((await finish(id)).status).toBe(200)
  const mails = await app.pool.query("select to_address from mails where kind = 'privacy-done' and user_id = $1", [
    user.id,
  ])
  expect(mails.rows).toEqual([{ to_address: email }])
})

// TRU-2
test('nobody is erased who asked for something else, or whose request is done', async () => {
  const email = 'lata@example.org'
  await aComplaint(app, { email })
  const other = await askByCode(email, 'export')
  expect(await erase(other)).toMatchObject({ status: 409, error: { code: 'erasure_not_asked' } })
  const done = await askByCode(email, 'erase')
  await finish(done)
  expect(await erase(done)).toMatchObject({ status: 409, error: { code: 'privacy_request_done' } })
  expect((await makeFile(done)).status).toBe(409)
  expect((await details(other)).held?.total).toBe(1)
})

// TRU-2
test('an admin’s account is not erased by a request', async () => {
  const admin = await anAdmin(app.db, ['pets'])
  await app.pool.query('update users set email_confirmed_at = now() where id = $1', [admin.id])
  const { id } = (await app.call(privacyCalls.request, { body: { kind: 'erase' } }, admin)).body.data
  expect(await erase(id)).toMatchObject({ status: 409, error: { code: 'account_of_admin' } })
  expect(await auditOf('person-erased', id)).toEqual([])
})

// TRU-2
test('a nominee has a way to reach them, and is shown with each request', async () => {
  const email = 'sindhu@example.org'
  await aComplaint(app, { email })
  const code = await createCode(app, app.db, email)
  const without = await app.call(privacyCalls.requestByCode, { body: { email, code, kind: 'nominate' } })
  expect([without.status, Object.keys(without.error.errors ?? {})]).toEqual([400, ['nominee_name', 'nominee_contact']])
  const nominee = { nominee_name: 'Gauri Patil', nominee_contact: '+91 98000 11111' }
  const named = await askByCode(email, 'nominate', nominee)
  await finish(named)
  const id = await askByCode(email, 'erase')
  expect((await details(id)).held?.nominee).toEqual({ name: 'Gauri Patil', contact: '+91 98000 11111' })

  // It does not end with the year of other requests.
  await app.pool.query('update privacy_requests set done_at = now() - make_interval(days => $1) where id = $2', [
    DAYS_KEPT.privacyRequests + 1,
    named,
  ])
  // Nor does it end with whom somebody names who has not shown to read the mails to this address.
  const stranger = await aUser(app.db)
  await app.pool.query('update users set email = $1, email_key = $1 where id = $2', [email, stranger.id])
  const another = { nominee_name: 'Nobody We Know', nominee_contact: '+91 98000 22222' }
  await app.call(privacyCalls.request, { body: { kind: 'nominate', ...another } }, stranger)
  await forgetOld(app)
  expect((await details(id)).held?.nominee?.name).toBe('Gauri Patil')
  await erase(id)
  expect((await storedText(app.pool)).includes('Gauri Patil')).toBe(false)
})

const enterForNominee = (body: Partial<Input<typeof privacyCalls.enterForNominee>['body']> & { email: string }) =>
  app.call(
    privacyCalls.enterForNominee,
    { body: { kind: 'erase', nominee_email: 'gauri@example.org', proof: 'Certificate of death seen', ...body } },
    keeper,
  )

const mailsAbout = async (id: number) =>
  (
    await app.pool.query('select kind, to_address, text from mails where about = $1 order by id', [
      `privacy-request ${id}`,
    ])
  ).rows

// TRU-2
test('a nominee’s request is carried out and answered to them, and the person is told', async () => {
  const email = 'kamala@example.org'
  const complaint = await aComplaint(app, { email, fullname: 'Kamala Rao' })
  await askByCode(email, 'nominate', { nominee_name: 'Gauri Patil', nominee_contact: '+91 98000 11111' })
  const entered = await enterForNominee({ email: 'Kamala@Example.org' })
  expect(entered.status).toBe(201)
  const { id } = entered.body.data
  expect(entered.body.data).toMatchObject({
    ...{ kind: 'erase', nominee_name: 'Gauri Patil', nominee_contact: '+91 98000 11111', is_confirmed: true },
    ...{ nominee_email: 'gauri@example.org', proof: 'Certificate of death seen' },
  })
  expect(entered.body.data.held?.records).toMatchObject([{ purpose: 'complaint', id: complaint }])
  expect(await mailsAbout(id)).toMatchObject([
    { kind: 'privacy-received', to_address: 'gauri@example.org' },
    {
      kind: 'nominee-asked',
      to_address: 'Kamala@Example.org',
      text: expect.stringContaining('Gauri Patil, whom you named to ask in your place'),
    },
  ])

  expect((await makeFile(id)).status).toBe(200)
  expect((await erase(id)).status).toBe(200)
  expect((await finish(id)).status).toBe(200)
  const { rows } = await app.pool.query('select fullname from complaints where id = $1', [complaint])
  expect(rows).toEqual([{ fullname: 'Erased' }])
  expect(await mailsAbout(id)).toContainEqual({
    ...{ kind: 'privacy-done', to_address: 'gauri@example.org' },
    text: expect.stringContaining('somebody who named you to act for them'),
  })
})

// TRU-2, ACC-5
test('a nominee stays when the account gets another address', async () => {
  const user = await aConfirmedUser(app.db)
  const nominee = { nominee_name: 'Gauri Patil', nominee_contact: 'gauri@example.org' }
  await app.call(privacyCalls.request, { body: { kind: 'nominate', ...nominee } }, user)
  const email = `moved-${user.email}`
  await app.db.transaction().execute((transaction) => changeEmail(transaction, user.id, email))

  const entered = await enterForNominee({ email })

  expect(entered.body.data).toMatchObject({ nominee_name: 'Gauri Patil', is_confirmed: true })
  // Somebody else may have the former address by now.
  expect(await enterForNominee({ email: user.email })).toMatchObject({ error: { code: 'nominee_unknown' } })
})

// TRU-2
test('nobody acts for a person who named nobody, or whose address was not confirmed', async () => {
  const email = 'vimala@example.org'
  await aComplaint(app, { email })
  const unknown = { status: 409, error: { code: 'nominee_unknown' } }
  expect(await enterForNominee({ email })).toMatchObject(unknown)

  const user = await aConfirmedUser(app.db)
  const nominee = { nominee_name: 'Gauri Patil', nominee_contact: 'gauri@example.org' }
  await app.call(privacyCalls.request, { body: { kind: 'nominate', ...nominee } }, user)
  await app.pool.query('update users set email_confirmed_at = null where id = $1', [user.id])
  expect(await enterForNominee({ email: user.email })).toMatchObject(unknown)
  const { rows } = await app.pool.query("select from privacy_requests where kind <> 'nominate' and email_key = $1", [
    user.email,
  ])
  expect(rows).toEqual([])
})
