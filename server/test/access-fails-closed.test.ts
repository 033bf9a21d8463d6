import { allCalls } from '@petsetu/contract/calls.ts'
import type { Call, Input } from '@petsetu/contract/platform/call.ts'
import { expect, test } from 'vitest'
import { callSamples, nameOf, type Sample, sampleOf } from './call-samples.ts'
import { anAdmin, aUser } from './factories.ts'
import { payingAppWithoutClocks } from './paying-app.ts'
import { storedText } from './stored.ts'

const app = await payingAppWithoutClocks()
const samples = callSamples(app)
await app.sandbox.injectFault({ webhooks: 'lost' })
const [owner, admin] = [await aUser(app.db), await anAdmin(app.db)]

const calls = allCalls.filter((call: Call) => call.access !== 'anyone')
const sampled = new Map<Call, Sample>()
for (const call of calls) sampled.set(call, await sampleOf(samples, call, owner))
const before = await storedText(app.pool)
// From now on no session can be read.
await app.pool.query('alter table sessions rename column token_hash to hash')

for (const call of calls) {
  // AUTH-10, V16.5.3
  test(`${nameOf(call)} admits nobody while sessions cannot be checked`, async () => {
    const { headers, ...sample } = sampled.get(call) ?? {}
    const reply = await app.call(call, sample as Input<Call>, call.access === 'admin' ? admin : owner, headers)
    expect(reply.status).toBe(500)
    expect(reply.error).toEqual({
      status: 'error',
      code: 'unexpected',
      message: 'Something went wrong. Please try again.',
    })
  })
}

// CMP-18, V16.5.3
test('an attachment is not served while sessions cannot be checked', async () => {
  const headers = { authorization: `Bearer ${admin.token}` }
  expect((await app.fetch(`/uploads/complaints/${'0'.repeat(32)}.pdf`, { headers })).status).toBe(500)
})

// AUTH-10, V16.5.3
test('none of these calls has stored anything', async () => {
  expect(await storedText(app.pool)).toBe(before)
})
