import { expect, test } from 'vitest'
import { aLink, aUser, PASSWORD } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/harness.ts'
import { plainRequest } from '../../../../test/plain-request.ts'
import { createCode } from '../../users/mailed-code.ts'
import { createUndo } from '../../users/one-time-links.ts'

const app = await testApp()

/** Sends a form as a browser without a script does. */
const post = (path: string, fields: Record<string, string>) =>
  plainRequest(app.url, {
    method: 'POST',
    path,
    headers: {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
    body: new URLSearchParams(fields).toString(),
  })

const NEW_PASSWORD = 'rain on a tin roof'

// LIT-2, ACC-2
test('without a script, asking for a new password is always answered alike', async () => {
  const { username } = await aUser(app.db)
  const main = async (login: string) =>
    /<article.*<\/article>/s.exec((await post('/forgot-password', { login })).text)?.[0] ?? ''
  expect(await main(username)).toContain('role="status"')
  expect(await main('nobody')).toBe(await main(username))
  const missing = await post('/forgot-password', { login: '' })
  expect([missing.status, missing.text.includes('<a href="#login">')]).toEqual([400, true])
})

// LIT-2, ACC-2
test('without a script a link replaces the password, and the login says so', async () => {
  const user = await aUser(app.db)
  const token = await aLink(app.db, user, 'reset-password')
  const short = await post('/reset-password', { token, password: 'a', confirmPassword: 'b' })
  expect(short.status).toBe(400)
  expect(short.text).toContain('<a href="#password">')
  expect(short.text).toContain(`name="token" value="${token}"`)
  const reply = await post('/reset-password', { token, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD })
  expect([reply.status, reply.headers.location]).toEqual([303, '/login?after=reset'])
  const login = (password: string) => post('/login', { username: user.username, password })
  expect([(await login(PASSWORD)).status, (await login(NEW_PASSWORD)).status]).toEqual([401, 303])
})

// LIT-2, AUTH-9
test('without a script a link confirms an address, and a dead one says so', async () => {
  const user = await aUser(app.db)
  const done = await post('/confirm-email', { token: await aLink(app.db, user, 'confirm-email') })
  expect([done.status, done.text.includes('role="status"')]).toEqual([200, true])
  const dead = await post('/confirm-email', { token: 'x' })
  expect([dead.status, dead.text.includes('role="alert"')]).toEqual([400, true])
})

// ACC-3, ACC-5
test('the page of a link that works names its address in short, and no other page does', async () => {
  const user = await aUser(app.db)
  const pageOf = async (path: string, token: string) =>
    (await plainRequest(app.url, { path: `${path}?token=${token}`, headers: { accept: 'text/html' } })).text
  const confirming = await pageOf('/confirm-email', await aLink(app.db, user, 'confirm-email'))
  expect(confirming).toContain('Confirm that u•••@example.org is yours')
  // A person with another address has nothing else to do.
  expect(confirming).toContain('or close this page')
  const undoing = await pageOf('/undo-email-change', await createUndo(app.db, user))
  expect(undoing).toContain('we put u•••@example.org back')
  for (const html of [confirming, undoing]) expect(html).not.toContain(user.email)
  expect(await pageOf('/confirm-email', 'x')).toContain('Confirm that this address is yours')
  expect(await pageOf('/undo-email-change', 'x')).toContain('we put this one back')
})

// LIT-2
test('without a script a link takes a former address back and leads to a new password', async () => {
  const user = await aUser(app.db)
  const token = await createUndo(app.db, user)
  const { status, text: html } = await post('/undo-email-change', { token })
  expect(status).toBe(200)
  expect(html).toMatch(/href="\/reset-password\?token=[\w-]+"/)
})

// LIT-2, PRV-4
test('without a script somebody asks for their data with a code', async () => {
  const asked = 'asked@example.org'
  const first = await post('/privacy/request', { email: asked })
  expect(first.status).toBe(200)
  expect(first.text).toContain(`name="email" value="${asked}"`)
  // The code is for another address, because a mail with a code of its own is still under way.
  const { email } = await aUser(app.db)
  const note = 'Everything since May'
  const wrong = await post('/privacy/request/code', { email, code: '00000000', kind: 'erase', note })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain(note)
  expect(wrong.text).toMatch(/<input type="radio"[^>]*checked=""[^>]*value="erase"/)
  const code = await createCode(app, app.db, email)
  const sent = await post('/privacy/request/code', { email, code, kind: 'erase', note })
  expect([sent.status, sent.text.includes('We have received your request.')]).toEqual([200, true])
  const { rows } = await app.pool.query('select kind, note from privacy_requests where email = $1', [email])
  expect(rows).toEqual([{ kind: 'erase', note }])
})

// LIT-1, LIT-2, PRV-4
test('without a script a nominee is named in one go', async () => {
  const { email } = await aUser(app.db)
  const { text: page } = await post('/privacy/request', { email })
  for (const name of ['nominee_name', 'nominee_contact']) {
    const [field = ''] = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(page) ?? []
    expect(field).toContain('aria-required="true"')
    // A browser would not send a form whose hidden field it requires.
    expect(field).not.toContain(' required')
  }
  const code = await createCode(app, app.db, email)
  const nominee = { nominee_name: 'Ravi Kulkarni', nominee_contact: '+91 55500 12345' }
  const sent = await post('/privacy/request/code', { email, code, kind: 'nominate', note: '', ...nominee })
  expect(sent.status).toBe(200)
  const { rows } = await app.pool.query(
    'select kind, nominee_name, nominee_contact from privacy_requests where email = $1',
    [email],
  )
  expect(rows).toEqual([{ kind: 'nominate', ...nominee }])
})

// LIT-2, PRV-4
test('without a script empty fields of a nominee stop no other request', async () => {
  const { email } = await aUser(app.db)
  const code = await createCode(app, app.db, email)
  const empty = { note: '', nominee_name: '', nominee_contact: '' }
  expect((await post('/privacy/request/code', { email, code, kind: 'export', ...empty })).status).toBe(200)
})
