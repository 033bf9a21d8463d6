import { authCalls } from '@petsetu/contract/people/auth.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { plainRequest } from '../../../test/plain-request.ts'
import { aProtectedUser, aTicket } from '../../../test/second-factor.ts'
import { summaryOf, wrongFieldsOf } from '../../../test/wrong-fields.ts'

const app = await testApp()

type Headers = Record<string, string>

const OWN: Headers = { 'sec-fetch-site': 'same-origin' }

const open = (path: string, headers: Headers = {}) =>
  plainRequest(app.url, { path, headers: { accept: 'text/html', ...headers } })

/** Sends a form as a browser without a script does. */
const post = (path: string, fields: Record<string, string>, headers: Headers = OWN) =>
  plainRequest(app.url, {
    method: 'POST',
    path,
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })

const cookieOf = ({ headers }: { headers: { 'set-cookie'?: string[] | undefined } }) => headers['set-cookie']?.[0] ?? ''
const sent = (cookie: string) => ({ ...OWN, cookie: cookie.split(';')[0] ?? '' })
const listWith = (headers: Headers) =>
  plainRequest(app.url, { path: petCalls.listOwn.path, headers: { accept: 'application/json', ...headers } })

async function aCookie(): Promise<{ username: string; cookie: string }> {
  const { username } = await aUser(app.db)
  return { username, cookie: cookieOf(await post('/login', { username, password: PASSWORD })) }
}

// LIT-1
test.each([
  ['/login', 'Username', '/login'],
  ['/register', 'Confirm password', '/register'],
  ['/forgot-password', 'Username or email', '/forgot-password'],
  ['/reset-password?token=x', 'New password', '/reset-password'],
  ['/confirm-email?token=x', 'Confirm email address', '/confirm-email'],
  ['/undo-email-change?token=x', 'This wasn’t me', '/undo-email-change'],
  ['/privacy/request', 'Email', '/privacy/request'],
])('the HTML of %s has its form, with %s', async (path, words, action) => {
  const { status, text: html } = await open(path)
  expect(status).toBe(200)
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? ''
  expect(main).toContain('<h1')
  expect(main).toContain(words)
  expect(main).toMatch(new RegExp(`<form[^>]* action="${action}" method="post"`))
})

// LIT-2, V3.3.1, V3.3.2, V3.3.4
test('a login without a script has a cookie that only the login page gets', async () => {
  const { username } = await aUser(app.db)
  const reply = await post('/login', { username, password: PASSWORD, next: '/user' })
  expect([reply.status, reply.headers.location]).toEqual([303, '/login?next=%2Fuser'])
  expect(cookieOf(reply)).toMatch(/^session=[\w-]{43}; Path=\/login; HttpOnly; SameSite=Lax$/)
  const { text: html } = await open('/login?next=%2Fuser', sent(cookieOf(reply)))
  expect(html).toContain(`You are logged in as ${username}.`)
  expect(html).toContain('Your own pages need JavaScript.')
  expect(html).toMatch(/<form[^>]* action="\/login\/out"[^>]* method="post"/)
})

// LIT-2, V3.3.1
test('over https a cookie that plain http can set logs nobody in', async () => {
  const secure = await testApp({ PUBLIC_URL: 'https://pets.example.org', TRUSTED_PROXIES: '127.0.0.1' }, app)
  const headers = { accept: 'text/html', 'x-forwarded-proto': 'https', ...OWN }
  const { username } = await aUser(app.db)
  const login = await plainRequest(secure.url, {
    method: 'POST',
    path: '/login',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ username, password: PASSWORD }).toString(),
  })
  expect(cookieOf(login)).toMatch(/^__Secure-session=[\w-]{43}; Path=\/login; HttpOnly; SameSite=Lax; Secure$/)
  const [, token = ''] = /=([\w-]+);/.exec(cookieOf(login)) ?? []
  const shownWith = async (cookie: string) =>
    (await plainRequest(secure.url, { path: '/login', headers: { ...headers, cookie } })).text
  expect(await shownWith(`__Secure-session=${token}`)).toContain(`logged in as ${username}`)
  expect(await shownWith(`session=${token}`)).toContain('id="password"')
  expect(await shownWith(`session=${'x'.repeat(43)}; __Secure-session=${token}`)).toContain(`logged in as ${username}`)
})

// LIT-2, V3.5.1
test('a call does not know the cookie', async () => {
  const { cookie } = await aCookie()
  expect((await listWith(sent(cookie))).status).toBe(401)
})

// LIT-2, V7.2.4
test('a second login without a script ends the session of the first', async () => {
  const { username, cookie } = await aCookie()
  const next = await post('/login', { username, password: PASSWORD }, sent(cookie))
  expect((await open('/login', sent(cookie))).text).toContain('id="password"')
  expect((await open('/login', sent(cookieOf(next)))).text).toContain(`logged in as ${username}`)
})

// LIT-2
test('a login without a script leads back to a page for everybody only', async () => {
  const { username } = await aUser(app.db)
  async function wayOn(next: string) {
    const sentForm = await post('/login', { username, password: PASSWORD, next })
    expect(sentForm.status).toBe(303)
    const { text: html } = await open(sentForm.headers.location ?? '', sent(cookieOf(sentForm)))
    return /<a [^>]*href="([^"]*)"[^>]*>Continue</.exec(html)?.[1]
  }
  expect(await wayOn('/lost')).toBe('/lost')
  expect(await wayOn('/user')).toBe('/login?next=%2Fuser')
  expect(await wayOn('//example.org')).toBe('/login')
  expect(await wayOn('https://example.org/')).toBe('/login')
})

// LIT-2, APP-4
test('a login leads to no other page before a script had the chance to take it over', async () => {
  const { username } = await aUser(app.db)
  const { headers } = await post('/login', { username, password: PASSWORD, next: '/regular-membership' })
  expect(headers.location).toBe('/login?next=%2Fregular-membership')
})

// LIT-2
test('a refused login answers with its page, the name kept, the password not', async () => {
  const reply = await post('/login', { username: 'nobody', password: 'wrong-secret', next: '/user' })
  expect(reply.status).toBe(401)
  expect(reply.headers['content-type']).toMatch(/^text\/html/)
  expect(reply.text).toContain('Invalid username or password.')
  expect(reply.text).toContain('value="nobody"')
  expect(reply.text).toContain('name="next" value="/user"')
  expect(reply.text).toContain('href="?next=%2Fuser&amp;lang=hi"')
  expect(reply.text).not.toContain('wrong-secret')
  expect(cookieOf(reply)).toBe('')
  expect(reply.text.indexOf('role="alert"')).toBeLessThan(reply.text.indexOf('id="username"'))
})

// LIT-2
test('a field that is missing is named in the summary and beside it', async () => {
  const { status, text: html } = await post('/login', { username: 'asha', password: '' })
  expect(status).toBe(400)
  expect(html).toContain('<a href="#password">Password is required</a>')
  expect(html).toMatch(/id="password"[^>]*aria-describedby="password-error"/)
})

// LIT-2
test('the second step works without a script, and a wrong code does not lose it', async () => {
  const user = await aProtectedUser(app)
  const first = await post('/login', { username: user.username, password: PASSWORD })
  expect(first.status).toBe(200)
  const ticket = /name="ticket" value="([^"]+)"/.exec(first.text)?.[1] ?? ''
  const fields = { username: user.username, ticket }
  const wrong = await post('/login/code', { ...fields, code: '000000' })
  expect(wrong.status).toBe(401)
  expect(wrong.text).toContain(`name="ticket" value="${ticket}"`)
  expect(wrong.text).toContain('<a href="#code">')
  const right = await post('/login/code', { ...fields, code: user.recoveryCodes[0] ?? '' })
  expect(right.status).toBe(303)
  expect((await open('/login', sent(cookieOf(right)))).text).toContain(`logged in as ${user.username}`)
})

// LIT-2
test('a second step that took too long begins again', async () => {
  const user = await aProtectedUser(app)
  const ticket = (await aTicket(app, user)).replace(/^(\d+)\.\d+/, '$1.1')
  const { status, text: html } = await post('/login/code', { username: user.username, ticket, code: '123456' })
  expect(status).toBe(401)
  expect(html).toContain(`value="${user.username}"`)
  expect(html).toContain('id="password"')
})

// LIT-2, V7.4.1
test('a logout without a script ends the session and its cookie', async () => {
  const { cookie } = await aCookie()
  const reply = await post('/login/out', {}, sent(cookie))
  expect([reply.status, reply.headers.location]).toEqual([303, '/'])
  expect(cookieOf(reply)).toMatch(/^session=; .*Max-Age=0$/)
  expect((await open('/login', sent(cookie))).text).toContain('id="password"')
})

// LIT-2
test('a script takes the session over once, and the cookie ends', async () => {
  const { username, cookie } = await aCookie()
  const take = () => plainRequest(app.url, { method: 'POST', path: authCalls.takeOver.path, headers: sent(cookie) })
  const taken = await take()
  expect(taken.status).toBe(200)
  expect(cookieOf(taken)).toMatch(/^session=; .*Max-Age=0$/)
  const { accessToken, ...person } = JSON.parse(taken.text) as { accessToken: string }
  expect(person).toMatchObject({ username, role: 'user' })
  expect((await listWith({ authorization: `Bearer ${accessToken}` })).status).toBe(200)
})

// LIT-2, V3.5.1, V3.5.2
test.each<[string, Headers]>([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbour of the site', { 'sec-fetch-site': 'same-site' }],
  ['another site, as an old browser says', { origin: 'https://example.org' }],
  ['a page that hides itself from an old browser', { origin: 'null' }],
])('a form of %s logs nobody in or out', async (_, headers) => {
  const { username, cookie } = await aCookie()
  const login = await post('/login', { username, password: PASSWORD }, headers)
  expect([login.status, cookieOf(login)]).toEqual([403, ''])
  const { cookie: held } = sent(cookie)
  expect((await post('/login/out', {}, { cookie: held, ...headers })).status).toBe(403)
  const take = await plainRequest(app.url, {
    method: 'POST',
    path: authCalls.takeOver.path,
    headers: { cookie: held, ...headers },
  })
  expect(take.status).toBe(403)
  expect((await open('/login', sent(cookie))).text).toContain(`logged in as ${username}`)
})

// LIT-2
test('a form of an old browser says where it comes from, and is taken', async () => {
  expect((await open('/login')).text).toContain('<meta name="referrer" content="same-origin">')
  const { username } = await aUser(app.db)
  const reply = await post('/login', { username, password: PASSWORD }, { origin: new URL(app.url).origin })
  expect(reply.status).toBe(303)
})

// LIT-2, ACC-1
test('a dead link to a new password is told in words, and links to no field', async () => {
  const password = 'rain on a tin roof'
  const { status, text: html } = await post('/reset-password', { token: 'x', password, confirmPassword: password })
  expect(status).toBe(400)
  expect(wrongFieldsOf(html)).toEqual({})
  expect(summaryOf(html)).toBe(
    'This link does not work any more. If you have just used it, it has worked. Otherwise please ask for a new one.',
  )
})

// LIT-2
test('a sign-up without a script makes the account, and the login says so', async () => {
  const fields = {
    username: 'arjun',
    email: 'arjun@example.org',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    reminders: 'yes',
  }
  const reply = await post('/register', fields)
  expect([reply.status, reply.headers.location]).toEqual([303, '/login?after=register'])
  expect((await open('/login?after=register')).text).toContain('Registration successful! Please login.')
  const made = app.db.selectFrom('users').select('wants_reminders').where('username', '=', 'arjun')
  expect(await made.executeTakeFirst()).toEqual({ wants_reminders: true })
})

// AUTH-6, LIT-2
test('a sign-up that is sent twice by two clicks is answered twice as made', async () => {
  const username = 'clicks-twice'
  const fields = { username, email: `${username}@example.org`, password: PASSWORD, confirmPassword: PASSWORD }
  const replies = await Promise.all([post('/register', fields), post('/register', fields)])
  for (const { status, headers } of replies)
    expect([status, headers.location, headers['set-cookie']]).toEqual([303, '/login?after=register', undefined])
  const { rows } = await app.pool.query<{ id: number }>('select id from users where username = $1', [username])
  expect(rows).toHaveLength(1)

  const other = 'another password'
  expect((await post('/register', { ...fields, password: other, confirmPassword: other })).status).toBe(409)
  expect((await post('/register', { ...fields, email: 'not-the-same@example.org' })).status).toBe(409)
  await app.pool.query("update users set created_at = created_at - interval '61 seconds' where id = $1", [rows[0]?.id])
  expect((await post('/register', fields)).status).toBe(409)
})

// LIT-2
test('a sign-up that is refused keeps what was typed, but no password', async () => {
  const { username } = await aUser(app.db)
  const email = 'again@example.org'
  const fields = { username, email, password: 'rain on a roof', confirmPassword: 'rain on a tin roof' }
  const differing = await post('/register', { ...fields, reminders: 'yes' })
  expect(differing.status).toBe(400)
  expect(differing.text).toContain('<a href="#confirmPassword">Passwords do not match</a>')
  expect(differing.text).toContain(`value="${email}"`)
  expect(differing.text).toMatch(/id="reminders"[^>]* checked/)
  expect(differing.text).not.toContain('rain on a')
  const taken = await post('/register', { ...fields, confirmPassword: fields.password })
  expect(taken.status).toBe(409)
  expect(taken.text).toContain('Username or email is already in use.')
})
