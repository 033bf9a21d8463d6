import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { campAdminCalls } from '@petsetu/contract/pets/camps/camps.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { CAMP } from '../../../../test/camps.ts'
import { aCarer } from '../../../../test/community.ts'
import { anAdmin, aPet, aUser, PET_FORM } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/harness.ts'
import { lockWaits } from '../../../../test/lock-waits.ts'
import { aComplaint } from '../../../../test/paying-app.ts'
import { plainRequest, rawConversation } from '../../../../test/plain-request.ts'
import { isAccountGone } from '../../db/database-errors.ts'

const app = await testApp()

const json = { accept: 'application/json' }

const UNREADABLE = { status: 'error', code: 'unreadable', message: 'What you sent could not be read.' }

// API-3
test('a call that does not exist is a 404 in every error’s form, whatever the method', async () => {
  const paths = [
    '/api',
    '/api/nothing',
    '/auth/nothing',
    '/pets/1/toys',
    '/admin/nothing',
    '/uploads/x',
    '/nothing',
    '/pet-detail',
  ]
  for (const path of paths) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      const reply = await plainRequest(app.url, { method, path, headers: json })
      expect.soft(reply.status, `${method} ${path}`).toBe(404)
      expect.soft(reply.headers['content-type']).toBe('application/json; charset=utf-8')
      expect
        .soft(JSON.parse(reply.text))
        .toEqual({ status: 'error', code: 'address_not_found', message: 'There is nothing at this address.' })
    }
  }
})

// API-3
test('a known address with another method is a 404 in the same form', async () => {
  const { token } = await aUser(app.db)
  const headers = { ...json, authorization: `Bearer ${token}` }
  for (const [method, path] of [
    ['PATCH', '/pets/1'],
    ['PUT', '/pets'],
    ['GET', '/auth/signin'],
    ['POST', '/admin/users'],
    ['DELETE', '/'],
    ['POST', '/donate'],
  ]) {
    const reply = await plainRequest(app.url, { method: method ?? '', path: path ?? '', headers })
    expect.soft(reply.status, `${method} ${path}`).toBe(404)
    expect.soft(JSON.parse(reply.text)).toMatchObject({ status: 'error' })
  }
})

// API-3
test('an address with a broken encoding is a 400 in the same form, with all headers', async () => {
  for (const path of ['/%', '/%E0%A4%A', '/pets/%ff', '/pet-detail/%', '/assets/%c0%ae%c0%ae/x.js']) {
    const reply = await plainRequest(app.url, { path, headers: { accept: 'text/html' } })
    expect.soft(reply.status, path).toBe(400)
    expect.soft(JSON.parse(reply.text)).toEqual(UNREADABLE)
    expect.soft(reply.headers['x-content-type-options'], path).toBe('nosniff')
    expect.soft(reply.headers['x-request-id'], path).toBeTruthy()
  }
})

// API-3
test('what is not HTTP is answered in the same form and the connection ends', async () => {
  const wrong = [
    'nonsense\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n',
    'GET /\\ HTTP/9.9\r\nHost: x\r\n\r\n',
    'GET \\ HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST /pets HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /pets HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
  ]
  for (const bytes of wrong) {
    const answer = await rawConversation(app.url, bytes)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect
      .soft(head, bytes.slice(0, 60))
      .toMatch(/^HTTP\/1\.1 400 Bad Request\r\ncontent-type: application\/json; charset=utf-8/)
    expect.soft(JSON.parse(body)).toEqual(UNREADABLE)
  }
})

// API-3
test('a body that is too large gets 413, announced or not, for anybody', async () => {
  const { token } = await aUser(app.db)
  const authorization = `Bearer ${token}`
  const body = JSON.stringify({ ...PET_FORM, petName: 'x'.repeat(100_000) })
  for (const headers of [{ 'content-length': body.length }, { 'transfer-encoding': 'chunked' }]) {
    const reply = await plainRequest(app.url, {
      method: 'POST',
      path: '/pets',
      headers: { ...headers, authorization, 'content-type': 'application/json' },
      body,
    })
    expect(reply.status).toBe(413)
    expect(JSON.parse(reply.text)).toEqual({
      status: 'error',
      code: 'too_large',
      message: 'What you sent is too large.',
    })
  }
})

// API-3, API-2, V16.5.1, V16.3.4
test('a bug is answered without details, and logged once with the reply’s request id', async () => {
  const owner = await aUser(app.db)
  await app.pool.query("alter table pets add constraint a_forced_bug check (pet_name <> 'canary-name')")
  const body = { ...PET_FORM, petName: 'canary-name', contactDetails: 'canary-contact', address: 'canary-address' }
  const reply = await app.call(petCalls.create, { body }, owner)
  await app.pool.query('alter table pets drop constraint a_forced_bug')

  expect(reply.status).toBe(500)
  expect(reply.error).toEqual({
    status: 'error',
    code: 'unexpected',
    message: 'Something went wrong. Please try again.',
  })
  const id = reply.headers.get('x-request-id') ?? 'no id'
  const lines = app
    .logged()
    .split('\n')
    .filter((line) => line.includes(id) && JSON.parse(line).level >= 40)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('a_forced_bug')
  // PostgreSQL's error detail contains the whole row.
  expect(app.logged()).not.toContain('canary')
})

// API-3, V2.3.3
test('a bug leaves nothing half done, and the next try succeeds', async () => {
  const owner = await aUser(app.db)
  await app.pool.query('alter table pets rename column doctor_name to doctor')
  const tags = () => app.pool.query('select count(*) from tags')
  const before = (await tags()).rows
  expect((await app.call(petCalls.create, { body: PET_FORM }, owner)).status).toBe(500)
  expect((await app.call(petCalls.listOwn, { query: {} }, owner)).error).toMatchObject({ status: 'error' })
  expect((await tags()).rows).toEqual(before)
  await app.pool.query('alter table pets rename column doctor to doctor_name')
  expect((await app.call(petCalls.create, { body: PET_FORM }, owner)).status).toBe(201)
})

/** Deletes an account while the call waits for it: the deletion holds a lock on its row when the call arrives, and then commits. */
async function deletedMeanwhile<T>(account: { id: number }, call: () => Promise<T>): Promise<T> {
  const deletion = await app.pool.connect()
  try {
    await deletion.query('begin')
    await deletion.query('delete from users where id = $1', [account.id])
    const called = call()
    await expect.poll(() => lockWaits(app.pool)).toBeGreaterThan(0)
    await deletion.query('commit')
    return await called
  } finally {
    deletion.release()
  }
}

// API-3, AUTH-12
test('a call whose account is deleted meanwhile is answered with 401', async () => {
  const [owner, admin] = [await aUser(app.db), await anAdmin(app.db)]
  const complaint = { id: String(await aComplaint(app)) }
  const note = { text: 'Our team is on its way.', internal: true }
  for (const reply of [
    await deletedMeanwhile(owner, () => app.call(petCalls.create, { body: PET_FORM }, owner)),
    await deletedMeanwhile(admin, () => app.call(caseCalls.addNote, { params: complaint, body: note }, admin)),
  ]) {
    expect(reply.status).toBe(401)
    expect(reply.error).toEqual({ status: 'error', code: 'not_signed_in', message: 'Please log in to continue.' })
  }
})

// API-3, COM-3
test('a call that names somebody whose account is deleted meanwhile signs nobody out', async () => {
  const [helper, admin] = [await aCarer(app.db), await anAdmin(app.db)]
  const body = { ...CAMP, helpers: [helper.username] }
  const reply = await deletedMeanwhile(helper, () => app.call(campAdminCalls.create, { body }, admin))
  expect([reply.status, reply.error.code]).toEqual([503, 'busy'])
  expect((await app.call(campAdminCalls.create, { body }, admin)).status).toBe(400)
})

// API-3, AUTH-12
test('every reference to the account of the one who asks is answered so', async () => {
  const { rows } = await app.pool.query<{ constraint: string }>(
    `select conname as constraint from pg_constraint where contype = 'f' and confrelid = 'users'::regclass`,
  )
  const others = rows.filter(({ constraint }) => !isAccountGone({ code: '23503', constraint }))
  // Its account is locked before (CASE-4).
  expect(others).toEqual([{ constraint: 'complaints_assignee_id_fkey' }])
})

// API-2
test('the calls of /auth, /pets and /admin reply without an envelope', async () => {
  const owner = await aUser(app.db)
  const pet = await aPet(app.db, owner)
  expect((await app.call(petCalls.listOwn, { query: {} }, owner)).body).toEqual([pet])
  expect((await app.call(petCalls.read, { params: { id: String(pet.id) } }, owner)).body).toEqual(pet)
})

// API-3
test('a JSON body with broken Unicode or deep nesting never causes a server error', async () => {
  const { token } = await aUser(app.db)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const keys = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 1]))
  for (const body of [
    '\ufeff{}',
    '{"petName":"\\ud800"}',
    `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
    JSON.stringify(keys),
  ]) {
    const reply = await plainRequest(app.url, { method: 'POST', path: '/pets', headers, body })
    expect.soft(reply.status, body.slice(0, 30)).toBe(400)
    expect.soft(JSON.parse(reply.text)).toMatchObject({ status: 'error', message: expect.any(String) })
  }
})
