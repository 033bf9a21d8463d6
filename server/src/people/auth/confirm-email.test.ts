import { accountCalls } from '@petsetu/contract/people/account.ts'
import { authCalls, recoveryCalls } from '@petsetu/contract/people/auth.ts'
import { expect, test } from 'vitest'
import { aConfirmedUser, aSession, aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { startMailCatcher } from '../../../test/mail-catcher.ts'
import { mailedLink, tokenIn } from '../../../test/mailed-links.ts'
import { erasePerson, exportPerson } from '../../../test/rights.ts'
import { storedText } from '../../../test/stored.ts'

const catcher = await startMailCatcher()
const app = await testApp({}, undefined, { smtpUrl: catcher.smtpUrl })
const limited = await testApp({ RATE_LIMITS: 'on' }, app, { smtpUrl: catcher.smtpUrl })

const SUBJECT = 'Confirm your email address'
const NEW_SUBJECT = 'Confirm your new email address'

let count = 0

/** A new account, made by a sign-up, and the token in its mail. */
async function aSignup(headers: Record<string, string> = {}, subject = SUBJECT) {
  const username = `signup${++count}`
  const email = `${username}@example.org`
  const reply = await app.call(authCalls.signup, { body: { username, email, password: PASSWORD } }, null, headers)
  expect(reply.status).toBe(201)
  const link = await mailedLink(catcher, email, subject)
  return {
    id: reply.body.id,
    username,
    email,
    link,
    mailed: tokenIn(link),
    token: await aSession(app.db, reply.body.id),
  }
}

const accountOf = async (user: { token: string }) => (await app.call(accountCalls.read, {}, user)).body.data

const confirm = (token: string) => app.call(recoveryCalls.confirmEmail, { body: { token } })

const changeTo = (user: { token: string }, email: string, password = PASSWORD) =>
  app.call(accountCalls.changeEmail, { body: { email, current_password: password } }, user)

const subjectsTo = async (email: string) => (await catcher.mails(email)).map(({ subject }) => subject)

// ACC-3
test('the link of a sign-up’s mail confirms the address, and says so again later', async () => {
  const user = await aSignup()
  expect(user.link.pathname).toBe('/confirm-email')
  expect(await accountOf(user)).toEqual({
    username: user.username,
    email: user.email,
    email_confirmed: false,
    pending_email: null,
    phone: null,
    language: null,
    wants_reminders: false,
  })
  expect((await confirm(user.mailed)).status).toBe(200)
  expect(await accountOf(user)).toMatchObject({ email: user.email, email_confirmed: true })
  const again = await confirm(user.mailed)
  expect([again.status, again.body.message]).toEqual([200, 'Your email address is confirmed.'])
})

// ACC-3
test('a refused sign-up sends no mail, and the mail is in the request’s language', async () => {
  const user = await aSignup({ cookie: 'lang=hi' }, 'अपने ईमेल पते की पुष्टि करें')
  const other = `other-${user.email}`
  const body = { username: user.username, email: other, password: PASSWORD }
  expect((await app.call(authCalls.signup, { body })).status).toBe(409)
  const rows = await app.pool.query('select 1 from mails where to_address = $1', [other])
  expect(rows.rows).toEqual([])
})

// ACC-3
test('the link is sent again until the address is confirmed, and only the newest works', async () => {
  const user = await aSignup()
  expect((await app.call(accountCalls.sendConfirmation, {}, user)).status).toBe(204)
  const newest = tokenIn(await mailedLink(catcher, user.email, SUBJECT, 2))
  expect((await confirm(user.mailed)).status).toBe(400)
  expect((await confirm(newest)).status).toBe(200)
  expect((await app.call(accountCalls.sendConfirmation, {}, user)).status).toBe(204)
  const rows = await app.pool.query("select 1 from mails where user_id = $1 and kind = 'confirm-email'", [user.id])
  expect(rows.rows).toHaveLength(2)
})

// ACC-3
test('an account asks for at most five such links an hour', async () => {
  const user = await aUser(app.db)
  const ask = () => limited.call(accountCalls.sendConfirmation, {}, user)
  for (let time = 0; time < 5; time++) expect((await ask()).status).toBe(204)
  const refused = await ask()
  expect([refused.status, refused.error.code]).toEqual([429, 'too_many_attempts'])
})

// ACC-5
test('a new address counts once it is confirmed there, and the old one is told', async () => {
  const user = await aSignup()
  const email = `new-${user.email}`
  expect((await changeTo(user, email)).body.data).toMatchObject({ email: user.email, pending_email: email })
  const token = tokenIn(await mailedLink(catcher, email, NEW_SUBJECT))
  expect(await accountOf(user)).toMatchObject({ email: user.email, pending_email: email })
  expect((await confirm(token)).status).toBe(200)
  expect(await accountOf(user)).toMatchObject({ email, email_confirmed: true, pending_email: null })
  for (const address of [user.email, email]) {
    await expect.poll(() => subjectsTo(address)).toContain('Your email address was changed')
    const mail = (await catcher.mails(address)).find(({ subject }) => subject === 'Your email address was changed')
    expect(mail?.text).toContain(email)
  }
  expect((await confirm(user.mailed)).status).toBe(400)
  expect((await confirm(token)).body.message).toBe('Your email address is confirmed.')
  await changeTo({ token: user.token }, `newest-${user.email}`)
  const newest = tokenIn(await mailedLink(catcher, `newest-${user.email}`, NEW_SUBJECT))
  expect((await confirm(newest)).status).toBe(200)
  expect((await confirm(token)).status).toBe(400)
})

const offAt = (email: string) =>
  app.db.selectFrom('mail_wishes').select('kind').where('address_key', '=', email).execute()

/** Gives an account that wants no reminders of care at its address a new one, which is returned. */
async function moveWithWish(user: { email: string; token: string }): Promise<string> {
  await app.db.insertInto('mail_wishes').values({ address_key: user.email, kind: 'care-due' }).execute()
  const email = `new-${user.email}`
  await changeTo(user, email)
  expect((await confirm(tokenIn(await mailedLink(catcher, email, NEW_SUBJECT)))).status).toBe(200)
  return email
}

// PRV-3, ACC-5
test('a reminder that was switched off stays off at a new address', async () => {
  const user = await aConfirmedUser(app.db)
  expect(await offAt(await moveWithWish(user))).toEqual([{ kind: 'care-due' }])
  // A membership that was bought with the old address still has it.
  expect(await offAt(user.email)).toEqual([{ kind: 'care-due' }])
})

// PRV-3, ACC-5
test('a wish of an address that nobody has confirmed does not pass to the new one', async () => {
  expect(await offAt(await moveWithWish(await aUser(app.db)))).toEqual([])
})

// ACC-5
test('without the password the address stays, and nothing is sent', async () => {
  const user = await aUser(app.db)
  const email = `new-${user.email}`
  const refused = await changeTo(user, email, 'not this one')
  expect([refused.status, refused.error.code, Object.keys(refused.error.errors ?? {})]).toEqual([
    400,
    'wrong_password',
    ['current_password'],
  ])
  expect(await accountOf(user)).toMatchObject({ email: user.email, pending_email: null })
  const rows = await app.pool.query('select 1 from mails where to_address = $1', [email])
  expect(rows.rows).toEqual([])
})

// ACC-5, AUTH-6
test('somebody else’s address or username is refused, also if taken meanwhile', async () => {
  const [user, other] = [await aUser(app.db), await aUser(app.db)]
  for (const taken of [other.email, other.email.toUpperCase()]) {
    const refused = await changeTo(user, taken)
    expect([refused.status, refused.error.code]).toEqual([409, 'email_taken'])
  }
  const email = `wanted-${user.email}`
  await changeTo(user, email)
  const token = tokenIn(await mailedLink(catcher, email, NEW_SUBJECT))
  await app.call(authCalls.signup, { body: { username: `quick${user.id}`, email, password: PASSWORD } })
  const refused = await confirm(token)
  expect([refused.status, refused.error.code]).toEqual([409, 'email_taken'])
  expect(await accountOf(user)).toMatchObject({ email: user.email })
})

// ACC-5
test('two requests with one link to a new address confirm it, with one mail each', async () => {
  const user = await aUser(app.db)
  const email = `new-${user.email}`
  await changeTo(user, email)
  const token = tokenIn(await mailedLink(catcher, email, NEW_SUBJECT))
  const replies = await Promise.all([confirm(token), confirm(token)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const mails = await app.pool.query("select to_address from mails where user_id = $1 and kind = 'email-changed'", [
    user.id,
  ])
  expect(mails.rows.map(({ to_address }) => to_address).sort()).toEqual([user.email, email].sort())
})

// ACC-5
test('a phone number can be set, changed and removed', async () => {
  const [user, stranger] = [await aUser(app.db), await aUser(app.db)]
  const set = async (phone: string | null) => (await app.call(accountCalls.setPhone, { body: { phone } }, user)).status
  expect([await set(' +91 98765 43210 '), (await accountOf(user)).phone]).toEqual([200, '+91 98765 43210'])
  expect([await set(''), (await accountOf(user)).phone]).toEqual([200, null])
  expect(await set('9'.repeat(31))).toBe(400)
  expect((await accountOf(stranger)).phone).toBeNull()
})

// ACC-5, V14.2.4
test('phone and links belong to a person’s data, without the links, and are erased', async () => {
  const user = await aUser(app.db)
  const wanted = `wanted-${user.email}`
  await app.call(accountCalls.setPhone, { body: { phone: '98765 43210' } }, user)
  // Without a mail server the mail is held with its link.
  const held = await testApp({}, app)
  await held.call(accountCalls.changeEmail, { body: { email: wanted, current_password: PASSWORD } }, user)
  const exported = await exportPerson(app, { email: user.email })
  expect(exported).toMatchObject({
    account: [{ phone: '98765 43210', email_confirmed_at: null }],
    one_time_links: [{ purpose: 'change-email', email: wanted }],
    mails: [{ kind: 'confirm-email', to_address: wanted }],
  })
  expect(JSON.stringify(exported)).not.toContain('token=')
  expect(JSON.stringify(exported)).not.toMatch(/"(text|html)":/)
  await erasePerson(app, { email: user.email })
  expect(await storedText(app.pool)).not.toContain(user.email)
})
