import { allCalls } from '@petsetu/contract/calls.ts'
import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { factorCalls } from '@petsetu/contract/people/factors.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import type { Call } from '@petsetu/contract/platform/call.ts'
import { expect, test } from 'vitest'
import { anAdmin, aPet, aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { aProtectedUser, codeOf } from '../../../test/second-factor.ts'

const app = await testApp({ REQUIRE_ADMIN_2FA: 'on' })

const nameOf = ({ method, path }: Call) => `${method} ${path}`
const ask = (call: Call, token: string) =>
  app.fetch(call.path.replace(/\{\w+\}/g, '1'), {
    method: call.method,
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
  })

// ACC-7
test('an admin without a second factor reaches only the set-up and signing out', async () => {
  const admin = await anAdmin(app.db)
  const reached = []
  for (const call of allCalls.filter(({ access, path }) => access !== 'anyone' && path !== '/auth/signout')) {
    const reply = await ask(call, admin.token)
    const body = (await reply.json().catch(() => ({}))) as { code?: string }
    if (
      reply.status !== 403 ||
      body.code !== (call.access === 'user' ? 'access_denied' : 'second_factor_enrolment_required')
    )
      reached.push(nameOf(call))
  }
  expect(reached).toEqual([
    'GET /api/account/second-factor',
    'POST /api/account/second-factor',
    'POST /api/account/second-factor/confirm',
    'GET /api/account/passkeys',
    'POST /api/account/passkeys/challenge',
    'POST /api/account/passkeys',
  ])
  const file = await app.fetch(`/uploads/complaints/${'0'.repeat(32)}.pdf`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(file.status).toBe(403)
  expect((await app.call(authCalls.signout, {}, admin)).status).toBe(204)
})

// ACC-7
test('what anyone may do, such an admin does without the rights of an admin', async () => {
  const [admin, owner] = [await anAdmin(app.db), await aUser(app.db)]
  const pet = await aPet(app.db, owner)
  expect((await app.call(petCalls.read, { params: { id: pet.petId } }, admin)).status).toBe(200)
  const byNumber = { params: { id: String(pet.id) } }
  expect((await app.call(petCalls.read, byNumber, admin)).status).toBe(404)
  expect((await app.call(petCalls.read, byNumber, await aProtectedUser(app, 'admin'))).status).toBe(200)
})

// ACC-7
test('everything opens with the second factor, and closes when it is switched off', async () => {
  const admin = await anAdmin(app.db)
  const dashboard = () => app.call(dashboardCalls.figures, {}, admin)
  expect((await app.call(factorCalls.read, {}, admin)).body.data.is_required).toBe(true)
  const begun = await app.call(factorCalls.begin, { body: { password: PASSWORD } }, admin)
  const { secret } = begun.body.data
  expect((await dashboard()).error.code).toBe('second_factor_enrolment_required')
  await app.call(factorCalls.confirm, { body: { code: await codeOf(secret) } }, admin)
  expect((await dashboard()).status).toBe(200)
  expect((await app.call(factorCalls.read, {}, admin)).body.data.is_required).toBe(false)

  const body = { password: PASSWORD, code: await codeOf(secret, 1) }
  expect((await app.call(factorCalls.end, { body }, admin)).status).toBe(204)
  expect((await dashboard()).error.code).toBe('second_factor_enrolment_required')
})

// ACC-7
test('users need none, and without the setting admins need none either', async () => {
  const user = await aUser(app.db)
  expect((await app.call(petCalls.listOwn, { query: {} }, user)).status).toBe(200)
  const other = await testApp({ REQUIRE_ADMIN_2FA: 'off' }, app)
  expect((await other.call(dashboardCalls.figures, {}, await anAdmin(app.db))).status).toBe(200)
})
