import { allCalls } from '@petsetu/contract/calls.ts'
import type { Access, Call, Input } from '@petsetu/contract/platform/call.ts'
import { expect, test } from 'vitest'
import { closeSession } from '../src/people/auth/session-queries.ts'
import { ERROR_CODE } from './bad-input.ts'
import { callSamples, nameOf, type Sample, sampleOf } from './call-samples.ts'
import { anAdmin, aUser } from './factories.ts'
import { payingApp } from './paying-app.ts'

const app = await payingApp()
const samples = callSamples(app)

const signedOut = await aUser(app.db)
await closeSession(app.db, signedOut.token)
const deleted = await aUser(app.db)
await app.db.deleteFrom('users').where('id', '=', deleted.id).execute()

type Who = 'nobody' | 'owner' | 'stranger' | 'admin' | 'signedOut' | 'deleted'

/** The error status by role; a role that is missing succeeds. The token of a session that has ended is 401 for nearly every call. */
const REFUSALS: Record<Access, Partial<Record<Who, number>>> = {
  anyone: {},
  'signed-in': { nobody: 401 },
  user: { nobody: 401, admin: 403 },
  owner: { nobody: 401, stranger: 404 },
  admin: { nobody: 401, owner: 403, stranger: 403 },
}

/** A call refuses these for a reason of its own. */
const OTHER_REFUSALS: Record<string, Partial<Record<Who, number>>> = {
  'POST /api/account/delete': { admin: 409 },
  // The call of the stranger before has ended the sessions of the owner, whose link it was.
  'POST /auth/reset-password': { owner: 401 },
  'POST /auth/undo-email-change': { owner: 401 },
  // Only its user is a member.
  'GET /api/memberships/card.pdf': { stranger: 404, admin: 404 },
  // Its challenge is for the account of its owner.
  'POST /api/account/passkeys': { stranger: 400, admin: 400 },
  'PUT /api/account/passkeys/{id}': { stranger: 404, admin: 404 },
  'POST /api/account/passkeys/{id}/remove': { stranger: 404, admin: 404 },
  // An admin reads what was reported, with a reason, by a call of its own.
  ...Object.fromEntries(
    [
      ...['GET /api/found/{id}', 'POST /api/found/{id}/messages', 'POST /api/found/{id}/read'],
      ...['POST /api/found/{id}/close', 'POST /api/found/{id}/mute', 'POST /api/found/{id}/abuse'],
    ].map((name) => [name, { admin: 403 }]),
  ),
  // Only carers may, and admins.
  'POST /api/community': { stranger: 403 },
  // Admins have a call of their own for any complaint.
  'POST /api/complaints/own/{id}/follow': { stranger: 404, admin: 404 },
}

// AUTH-10, V8.2.1
test('the access of every existing call is tested here', () => {
  expect(Object.keys(samples).sort()).toEqual(allCalls.map(nameOf).sort())
})

for (const call of allCalls) {
  // AUTH-10, APP-11, V8.2.1, V8.3.1, API-3, V14.3.2
  test(`${nameOf(call)} answers every kind of caller as '${call.access}' says, uncached`, async () => {
    const people = {
      nobody: null,
      signedOut,
      deleted,
      stranger: await aUser(app.db),
      owner: await aUser(app.db),
      admin: await anAdmin(app.db),
    }
    let sample: Sample | null = null
    for (const [who, person] of Object.entries(people)) {
      sample ??= await sampleOf(samples, call, people.owner)
      const { headers, ...input } = sample
      const reply = await app.call(call, input as Input<Call>, person, headers)
      const isDeadToken = ['signedOut', 'deleted'].includes(who) && !call.ignoresDeadToken && 401
      const lacksAccess = REFUSALS[call.access][who as Who] || isDeadToken
      const refusal = OTHER_REFUSALS[nameOf(call)]?.[who as Who] || lacksAccess
      // Whoever only reads or has no access uses nothing up, so that the same input serves the next one.
      if (!lacksAccess && call.method !== 'GET') sample = null
      expect(`${who}: ${reply.status}`).toBe(`${who}: ${refusal || call.status || 200}`)
      expect(reply.headers.get('cache-control')).toBe('no-store')
      if (refusal)
        expect(reply.error).toMatchObject({
          status: 'error',
          code: expect.stringMatching(ERROR_CODE),
          message: expect.any(String),
        })
      if (refusal === 401) expect(reply.headers.get('www-authenticate')).toBe('Bearer')
    }
  })
}

for (const call of allCalls.filter((call) => call.access !== 'anyone')) {
  // AUTH-10, V8.2.1
  test(`${nameOf(call)} does not validate the input of callers without access`, async () => {
    const params = Object.fromEntries(Object.keys(call.params?.shape ?? {}).map((name) => [name, 'nonsense']))
    const input = { params, ...(call.body && { body: { petName: '' } }) }
    const nobody = await app.call(call, input as Input<Call>)
    expect(nobody.status).toBe(401)
    expect(nobody.error).toEqual({ status: 'error', code: 'not_signed_in', message: 'Please log in to continue.' })
    if (call.access !== 'admin') return
    const user = await app.call(call, input as Input<Call>, await aUser(app.db))
    expect(user.status).toBe(403)
    expect(user.error).toEqual({ status: 'error', code: 'access_denied', message: 'Access denied.' })
  })
}
