import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { aBlankTag, anAdmin, aPet, aUser, PET_FORM } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { aPasskey } from '../../../test/passkeys.ts'
import { aProtectedUser } from '../../../test/second-factor.ts'
import { storedText } from '../../../test/stored.ts'

const app = await testApp()

const remove = (user: { id: number }, as: { token: string }) =>
  app.call(userCalls.delete, { params: { id: String(user.id) } }, as)

const isThere = async ({ id }: { id: number }) =>
  (await app.pool.query('select 1 from users where id = $1', [id])).rows.length === 1

const LAST_ADMIN = { status: 'error', code: 'last_admin', message: 'At least one admin must remain.' }

// ADM-4
test('an admin cannot delete their own account, even if there are others', async () => {
  const admin = await anAdmin(app.db)
  await anAdmin(app.db)
  const reply = await remove(admin, admin)
  expect([reply.status, reply.error]).toEqual([
    409,
    { status: 'error', code: 'own_account', message: 'You cannot delete your own account.' },
  ])
  expect(await isThere(admin)).toBe(true)
})

// ADM-4
test('of two admins who delete each other at once one remains, signed in', async () => {
  for (let round = 0; round < 5; round++) {
    await app.pool.query('delete from users')
    const [first, second] = [await anAdmin(app.db), await anAdmin(app.db)]
    const replies = await Promise.all([remove(second, first), remove(first, second)])
    const statuses = replies.map((reply) => reply.status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    // The loser's account is deleted before or during its call.
    expect([401, 409]).toContain(statuses.find((status) => status !== 204))
    const left = [await isThere(first), await isThere(second)]
    expect(left).toEqual([statuses[0] === 204, statuses[1] === 204])
    const winner = statuses[0] === 204 ? first : second
    expect((await app.call(dashboardCalls.figures, {}, winner)).status).toBe(200)
  }
})

// ADM-4
test('of admins who all delete one another at once at least one remains', async () => {
  await app.pool.query('delete from users')
  const admins = await Promise.all(Array.from({ length: 6 }, () => anAdmin(app.db)))
  const replies = await Promise.all(
    admins.flatMap((admin) => admins.filter((other) => other !== admin).map((other) => remove(other, admin))),
  )
  for (const reply of replies) {
    expect([204, 401, 404, 409]).toContain(reply.status)
    if (reply.status === 409) expect(reply.error).toEqual(LAST_ADMIN)
  }
  const { rows } = await app.pool.query("select 1 from users where role = 'admin'")
  expect(rows.length).toBeGreaterThan(0)
})

// ADM-4
test('an unknown account gets 404, an invalid id 400', async () => {
  const admin = await anAdmin(app.db)
  const unknown = await remove({ id: 999_999 }, admin)
  expect([unknown.status, unknown.error]).toEqual([
    404,
    { status: 'error', code: 'user_not_found', message: 'User not found' },
  ])
  for (const id of ['0', '-1', '1.5', 'abc', '1e3', '01', '99999999999', '%00', "1' or '1'='1"]) {
    const reply = await app.call(userCalls.delete, { params: { id } }, admin)
    expect.soft([reply.status, reply.error.errors], id).toEqual([400, { id: 'That is not a valid id' }])
  }
})

// ADM-4
test('deleting an account deletes its sessions and pets; its tags stay spent', async () => {
  const admin = await anAdmin(app.db)
  const [user, other] = [await aUser(app.db), await aUser(app.db)]
  const tag = await aBlankTag(app.db)
  await app.call(petCalls.create, { body: { ...PET_FORM, petId: tag } }, user)
  const kept = await aPet(app.db, other)

  expect((await remove(user, admin)).status).toBe(204)
  expect(await isThere(user)).toBe(false)
  expect((await app.call(petCalls.listOwn, { query: {} }, user)).status).toBe(401)
  expect((await app.call(petCalls.read, { params: { id: tag } })).status).toBe(404)
  const again = await app.call(petCalls.create, { body: { ...PET_FORM, petId: tag } }, other)
  expect(again.status).toBe(409)
  expect((await app.call(petCalls.listOwn, { query: {} }, other)).body).toEqual([kept])
  const { rows } = await app.pool.query('select 1 from sessions where user_id = $1', [user.id])
  expect(rows).toEqual([])
  expect((await remove(user, admin)).status).toBe(404)
})

// ADM-4
test('an admin deletes another admin while one more remains', async () => {
  const [admin, other] = [await anAdmin(app.db), await anAdmin(app.db)]
  expect((await remove(other, admin)).status).toBe(204)
  expect(await isThere(other)).toBe(false)
  expect((await app.call(dashboardCalls.figures, {}, other)).status).toBe(401)
})

// ADM-3, V15.3.1
test('the list holds all users, oldest first, and never a password, a hash or a token', async () => {
  await app.pool.query('delete from users')
  const admin = await anAdmin(app.db)
  const users = [await aUser(app.db), await aUser(app.db)]
  const reply = await app.call(userCalls.listAll, { query: {} }, admin)
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual([admin, ...users].map(({ token: _, ...user }) => user))
  const text = JSON.stringify(reply.body)
  for (const secret of ['$argon2id$', 'password', 'hash', 'username_key', admin.token])
    expect(text).not.toContain(secret)
})

// ADM-3, API-3
test('with page and limit the list is one page with the total; invalid ones get 400', async () => {
  await app.pool.query('delete from users')
  const admin = await anAdmin(app.db)
  await app.pool.query(
    `insert into users (username, username_key, email, email_key, password_hash)
     select 'u' || n, 'u' || n, 'u' || n || '@example.org', 'u' || n || '@example.org', 'x' from generate_series(1, 1204) n`,
  )
  const ask = (query: object) => app.call(userCalls.listAll, { query }, admin)
  const page = await ask({ page: '2', limit: '3' })
  expect(page.body.map((user) => user.username)).toEqual(['u3', 'u4', 'u5'])
  expect(page.headers.get('x-total-count')).toBe('1205')
  expect((await ask({ page: '500', limit: '100' })).body).toEqual([])

  const whole = await ask({})
  expect(whole.body.map((user) => user.username)).toEqual([
    admin.username,
    ...Array.from({ length: 1_204 }, (_, index) => `u${index + 1}`),
  ])
  for (const query of [{ page: '0' }, { limit: '100000' }, { limit: '0' }, { page: '1e3' }, { page: '' }]) {
    const reply = await ask(query)
    expect.soft(reply.status, JSON.stringify(query)).toBe(400)
  }
})

// ADM-1
test('the dashboard counts the pets and the users', async () => {
  await app.pool.query('delete from users')
  const admin = await anAdmin(app.db)
  const user = await aUser(app.db)
  await aPet(app.db, user)
  await aPet(app.db, user)
  await aBlankTag(app.db)
  const reply = await app.call(dashboardCalls.figures, {}, admin)
  expect(reply.body).toMatchObject({ status: 'success', data: { total_pets: 2, total_users: 2 } })
})

// ADM-3, ADM-1, API-3
test('reading changes nothing', async () => {
  const admin = await anAdmin(app.db)
  await aPet(app.db, await aUser(app.db))
  const before = await storedText(app.pool)
  const headers = { authorization: `Bearer ${admin.token}`, accept: 'application/json' }
  for (const path of [
    '/admin/users',
    '/admin/pets',
    '/pets',
    '/pets/1',
    '/api/admin/dashboard',
    '/',
    '/readyz',
    '/docs',
  ])
    for (const method of ['GET', 'HEAD', 'OPTIONS']) await app.fetch(path, { method, headers })
  expect(await storedText(app.pool)).toBe(before)
})

// ADM-4, ACC-8
test('an admin reads an account with its pets, and corrects its phone and language', async () => {
  const admin = await anAdmin(app.db)
  const user = await aUser(app.db)
  const pet = await aPet(app.db, user)
  const params = { id: String(user.id) }
  const read = await app.call(userCalls.read, { params }, admin)
  expect(read.body).toMatchObject({ username: user.username, phone: null, isEmailConfirmed: false, membership: null })
  expect(read.body.pets).toEqual([{ id: pet.id, petId: pet.petId, petName: pet.petName }])
  const corrected = await app.call(userCalls.correct, { params, body: { phone: '98765 43210', language: 'mr' } }, admin)
  expect(corrected.body).toMatchObject({ phone: '98765 43210', language: 'mr' })
  const { rows } = await app.pool.query(
    `select before, after, personal_fields from audit where action = 'user-corrected' and object_id = $1`,
    [params.id],
  )
  expect(rows).toEqual([{ before: { language: null }, after: { language: 'mr' }, personal_fields: ['phone'] }])
})

// ADM-4, KEY-1
test('an account says whether two-step login is on, and counts its passkeys', async () => {
  const admin = await anAdmin(app.db)
  const [withPasskey, withCodes] = [await aUser(app.db), await aProtectedUser(app)]
  await aPasskey(app, withPasskey)
  const read = async ({ id }: { id: number }) =>
    (await app.call(userCalls.read, { params: { id: String(id) } }, admin)).body
  expect(await read(withPasskey)).toMatchObject({ hasSecondFactor: false, passkeys: 1 })
  expect(await read(withCodes)).toMatchObject({ hasSecondFactor: true, passkeys: 0 })

  // An admin ends either from the list.
  const { body } = await app.call(userCalls.listAll, { query: {} }, admin)
  const isFlagged = (id: number) => body.find((row) => row.id === id)?.hasSecondFactor
  expect([withPasskey.id, withCodes.id, admin.id].map(isFlagged)).toEqual([true, true, undefined])
})

// ADM-4
test('who corrects an account is told that it was changed since it was read', async () => {
  const admin = await anAdmin(app.db)
  const params = { id: String((await aUser(app.db)).id) }
  const correct = (phone: string, version?: number) =>
    app.call(userCalls.correct, { params, body: { phone, language: null, version } }, admin)
  const { version } = (await app.call(userCalls.read, { params }, admin)).body
  expect((await correct('98765 43210', version)).body).toMatchObject({ version: version + 1 })
  const late = await correct('99999 00000', version)
  expect([late.status, late.error]).toMatchObject([
    409,
    { code: 'changed_meanwhile', current: { phone: '98765 43210', version: version + 1 } },
  ])
  // The reply to the first correction may have been lost.
  const repeated = await correct('98765 43210', version)
  expect([repeated.status, repeated.body]).toMatchObject([200, { version: version + 1 }])
  // A login or a new password changes nothing that an admin corrects.
  await app.pool.query('update users set last_seen_at = now() where id = $1', [params.id])
  expect((await correct('99999 00000', version + 1)).body).toMatchObject({ phone: '99999 00000', version: version + 2 })
})

// ADM-4, DSK-5
test('an account that is not there is 404, and another admin’s needs all duties', async () => {
  const members = await anAdmin(app.db, ['members'])
  const other = { params: { id: String((await anAdmin(app.db)).id) }, body: { phone: null, language: null } }
  expect((await app.call(userCalls.correct, other, members)).status).toBe(403)
  const nobody = { params: { id: '999999' } }
  expect((await app.call(userCalls.read, nobody, members)).error.code).toBe('user_not_found')
  const change = { ...nobody, body: { phone: null, language: null } }
  expect((await app.call(userCalls.correct, change, members)).error.code).toBe('user_not_found')
})
