import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { accountCalls, deviceCalls } from '@petsetu/contract/people/account.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { grievanceCalls } from '@petsetu/contract/people/grievances.ts'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { expect, test } from 'vitest'
import { aPdf } from '../../../test/attachments.ts'
import { aBlankTag, anAdmin, aPet, aPlan, aSession, aUser, PASSWORD, petForm } from '../../../test/factories.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { APPLICANT, payingApp, submit } from '../../../test/paying-app.ts'
import { theAdmin } from '../../../test/payment-state.ts'
import { plainRequest } from '../../../test/plain-request.ts'
import { aProtectedUser } from '../../../test/second-factor.ts'
import { storedText } from '../../../test/stored.ts'
import { confirmEmail } from '../users/account-details.ts'
import { createUndo } from '../users/one-time-links.ts'

const app = await payingApp({ RATE_LIMITS: 'on' })
// The sandbox sends no webhooks, so that only the test changes data.
await app.sandbox.injectFault({ webhooks: 'lost' })

type Account = Awaited<ReturnType<typeof aUser>>

const remove = ({ token }: { token: string }, password = PASSWORD) =>
  app.call(accountCalls.delete, { body: { password } }, { token })

const removeFrom = (address: string, { token }: Account, password: string) =>
  plainRequest(app.url, {
    method: 'POST',
    path: accountCalls.delete.path,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ password }),
    from: address,
  })

const isSignedIn = async (token: string) => (await app.call(deviceCalls.list, {}, { token })).status === 200

const signin = ({ username }: Account) => app.call(authCalls.signin, { body: { username, password: PASSWORD } })

/** A membership that the account has paid for. */
async function aPaidMembership(user: Account): Promise<void> {
  const body = { ...APPLICANT, why_join: 'malati wants to help', plan_id: (await aPlan(app.db)).id }
  const { data } = (await app.call(membershipCalls.register, { body }, user)).body
  const checkout = await app.sandbox.pay(data.order_id ?? '')
  await app.call(membershipCalls.verifyPayment, { body: { ...checkout, membership_id: data.membership_id } })
}

const revenue = async () =>
  (await app.call(reportCalls.payments, { query: {} }, await theAdmin(app))).body.summary.total_revenue

// ACC-5, ACC-6
test('an account with a second factor is erased only with a code of it', async () => {
  const user = await aProtectedUser(app)
  const code = (typed?: string) =>
    app.call(accountCalls.delete, { body: { password: PASSWORD, ...(typed && { code: typed }) } }, user)
  expect((await code()).error).toMatchObject({ code: 'code_needed', errors: { code: expect.any(String) } })
  expect((await code('000000-wrong')).error?.code).toBe('code_invalid')
  expect((await code(user.recoveryCodes[0])).status).toBe(204)
})

// ACC-5
test('the password erases an account with its pets and sessions; the books stay whole', async () => {
  const user = await aUser(app.db)
  const other = await aSession(app.db, user.id)
  const pet = await aPet(app.db, user, { petName: 'Malati-Moti' })
  await aPaidMembership(user)
  const before = await revenue()
  expect((await remove(user)).status).toBe(204)

  for (const token of [user.token, other]) expect(await isSignedIn(token)).toBe(false)
  expect((await signin(user)).status).toBe(401)
  expect((await app.call(petCalls.read, { params: { id: pet.petId } })).status).toBe(404)
  expect(await revenue()).toBe(before)
  const stored = (await storedText(app.pool, { except: ['webhook_inbox'] })).toLowerCase()
  for (const trace of [user.username, 'malati', APPLICANT.address.toLowerCase()]) expect(stored).not.toContain(trace)
  expect(app.logged()).toContain(`"event":"account-deleted","userId":${user.id}`)

  const { username, email } = user
  const again = await app.call(authCalls.signup, { body: { username, email, password: PASSWORD } })
  expect(again.status).toBe(201)
})

// ACC-5
test('without the password nothing is deleted, and the error names its field', async () => {
  const user = await aUser(app.db)
  await aPet(app.db, user)
  const before = await storedText(app.pool, { except: ['throttles'] })
  const wrong = await remove(user, 'not this one')
  expect([wrong.status, wrong.error.code, Object.keys(wrong.error.errors ?? {})]).toEqual([
    400,
    'wrong_password',
    ['password'],
  ])
  for (const body of [{}, { password: '' }, { password: 7 }, { password: [PASSWORD] }]) {
    const reply = await app.call(accountCalls.delete, { body } as never, user)
    expect(reply.status).toBe(400)
  }
  expect(await storedText(app.pool, { except: ['throttles'] })).toBe(before)
  expect(app.logged()).toContain('"event":"account-deletion-failed"')
  expect(app.logged()).not.toContain('not this one')
})

// ACC-5, V6.3.1
test('a stolen session does not allow guessing the password here', async () => {
  const user = await aUser(app.db)
  const thief = '127.0.60.2'
  for (let time = 0; time < 5; time++) expect((await removeFrom(thief, user, `guess-${time}`)).status).toBe(400)
  const refused = await removeFrom(thief, user, PASSWORD)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await isSignedIn(user.token)).toBe(true)
  expect((await removeFrom('127.0.61.2', user, PASSWORD)).status).toBe(204)
})

// ACC-5
test('deleting an account with an unconfirmed address erases nothing written with it', async () => {
  const stranger = await aUser(app.db)
  const filed = await submit(app, {
    fields: { email: stranger.email, fullname: 'The victim' },
    file: { bytes: aPdf(), name: 'proof.pdf' },
  })
  const { complaint_id } = ((await filed.json()) as { data: { complaint_id: number } }).data
  expect((await remove(stranger)).status).toBe(204)
  const params = { id: String(complaint_id) }
  const { body } = await app.call(complaintCalls.read, { params }, await theAdmin(app))
  expect(body.data).toMatchObject({ fullname: 'The victim', email: stranger.email, file_path: expect.any(String) })
})

// ACC-5
test('a confirmed address erases what was written with it, but nothing of others', async () => {
  const [user, other] = [await aUser(app.db), await aUser(app.db)]
  const filed = await submit(app, { fields: { email: user.email, fullname: 'Radhika as a visitor' } })
  const { complaint_id } = ((await filed.json()) as { data: { complaint_id: number } }).data
  const body = { ...APPLICANT, email: user.email, name: 'Bought by another account' }
  await app.call(membershipCalls.register, { body: { ...body, plan_id: (await aPlan(app.db)).id } }, other)
  await confirmEmail(app.db, user.id)
  expect((await remove(user)).status).toBe(204)
  const params = { id: String(complaint_id) }
  const read = await app.call(complaintCalls.read, { params }, await theAdmin(app))
  expect(read.body.data).toMatchObject({ fullname: 'Erased', email: '' })
  const kept = await app.pool.query('select name, email from memberships where user_id = $1', [other.id])
  expect(kept.rows).toEqual([{ name: 'Bought by another account', email: user.email }])
})

// ACC-5
test('a confirmed address erases what its owner wrote as a finder or to the office', async () => {
  const [finder, stranger] = [await aUser(app.db), await aUser(app.db)]
  for (const { email } of [finder, stranger]) {
    const { petId } = await aPet(app.db, await aUser(app.db))
    const report = { message: `Seen by ${email}`, contact: email }
    expect((await app.call(foundCalls.report, { params: { petId }, body: report })).status).toBe(201)
    const said = {
      kind: 'other',
      way: 'call',
      language: 'en',
      name: 'Zarina',
      email,
      text: `Nobody answered ${email}`,
    } as const
    const { body } = await app.call(grievanceCalls.enter, { body: said }, await theAdmin(app))
    const answer = { params: { id: String(body.data.id) }, body: { answer: 'We are sorry.' } }
    expect((await app.call(grievanceCalls.answer, answer, await theAdmin(app))).status).toBe(200)
  }
  await confirmEmail(app.db, finder.id)
  for (const account of [finder, stranger]) expect((await remove(account)).status).toBe(204)
  const text = await storedText(app.pool)
  expect(text).not.toContain(`Seen by ${finder.email}`)
  expect(text).not.toContain(`Nobody answered ${finder.email}`)
  expect(text).toContain(`Seen by ${stranger.email}`)
  expect(text).toContain(`Nobody answered ${stranger.email}`)
})

// ACC-5
test('deleting an account keeps what the owner of its address wished about mails', async () => {
  const stranger = await aUser(app.db)
  const body = { currentPassword: PASSWORD, newPassword: 'marigold-8' }
  expect((await app.call(authCalls.changePassword, { body }, stranger)).status).toBe(204)
  await app.pool.query("insert into mail_wishes (address_key, kind) values ($1, 'reminder')", [stranger.email])
  const mails = () => app.pool.query('select 1 from mails where user_id = $1', [stranger.id])
  expect((await mails()).rows).toHaveLength(1)
  expect((await remove(stranger, 'marigold-8')).status).toBe(204)
  expect((await mails()).rows).toEqual([])
  const wishes = await app.pool.query('select kind from mail_wishes where address_key = $1', [stranger.email])
  expect(wishes.rows).toEqual([{ kind: 'reminder' }])
})

// ACC-5, V14.2.4
test('a deleted account leaves nothing of the addresses that it had confirmed before', async () => {
  const [user, other] = [await aUser(app.db), await aUser(app.db)]
  const [undone, reminded, typed] = ['undone', 'reminded', 'typed'].map((word) => `${word}-${user.email}`)
  const former = [undone, reminded, typed, other.email]
  await createUndo(app.db, { id: user.id, email: undone ?? '' })
  for (const [kind, address] of [
    ['care-due', reminded],
    ['care-due', other.email],
    // Nobody has confirmed the address to which this went.
    ['email-changed', typed],
  ])
    await app.pool.query(
      `insert into mails (kind, about, user_id, to_address, address_key, language, message_id, state)
       values ($1, $2, $3, $2, $2, 'en', $4, 'sent')`,
      [kind, address, user.id, `<${address}>`],
    )
  await app.pool.query("insert into mail_wishes (address_key, kind) select unnest($1::text[]), 'care-due'", [former])
  await app.pool.query("insert into mail_blocks (address_key, reason) select unnest($1::text[]), 'full'", [former])
  expect((await remove(user)).status).toBe(204)
  for (const table of ['mail_wishes', 'mail_blocks']) {
    const { rows } = await app.pool.query(`select address_key from ${table} where address_key = any($1)`, [former])
    expect(rows.map(({ address_key }) => address_key).sort()).toEqual([typed, other.email].sort())
  }
})

// ACC-5
test('an admin cannot delete their own account, and nothing changes', async () => {
  const admin = await anAdmin(app.db)
  const before = await storedText(app.pool, { except: ['throttles', 'known_networks'] })
  const reply = await remove(admin)
  expect([reply.status, reply.error.code]).toEqual([409, 'account_of_admin'])
  expect(await storedText(app.pool, { except: ['throttles', 'known_networks'] })).toBe(before)
  expect(await isSignedIn(admin.token)).toBe(true)
})

// ACC-5
test('of two deletions at the same moment one succeeds, and the other finds no session', async () => {
  for (let time = 0; time < 3; time++) {
    const user = await aUser(app.db)
    const replies = await Promise.all([remove(user), remove(user)])
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 401])
    expect((await remove(user)).status).toBe(401)
  }
})

// ACC-5
test('a password that is replaced during the deletion no longer allows it', async () => {
  const user = await aUser(app.db)
  const client = await app.pool.connect()
  await client.query('begin')
  await client.query("update users set password_hash = 'another one' where id = $1", [user.id])
  const deletion = remove(user)
  await expect.poll(() => lockWaits(app.pool)).toBe(1)
  await client.query('commit')
  client.release()
  expect((await deletion).status).toBe(400)
  expect(await isSignedIn(user.token)).toBe(true)
})

// ACC-5
test('what is added to an account during its deletion is deleted or rejected', async () => {
  for (let time = 0; time < 3; time++) {
    const user = await aUser(app.db)
    const body = { ...petForm({ petName: `left-behind-${time}` }), petId: await aBlankTag(app.db) }
    const plan_id = (await aPlan(app.db, { price: 0 })).id
    const registration = { ...APPLICANT, name: `left-behind-${time}`, plan_id }
    const [deletion] = await Promise.all([
      remove(user),
      app.call(petCalls.create, { body }, user),
      app.call(membershipCalls.register, { body: registration }, user),
    ])
    expect(deletion.status).toBe(204)
  }
  expect(await storedText(app.pool)).not.toContain('left-behind')
})
