import { allCalls } from '@petsetu/contract/calls.ts'
import type { Call, Input } from '@petsetu/contract/platform/call.ts'
import { expect, test } from 'vitest'
import { callSamples, nameOf, sampleOf } from './call-samples.ts'
import { anAdmin, aUser } from './factories.ts'
import { payingAppWithoutClocks } from './paying-app.ts'
import { storedText } from './stored.ts'

const app = await payingAppWithoutClocks()
const samples = callSamples(app)
await app.sandbox.injectFault({ webhooks: 'lost' })
const [owner, admin] = [await aUser(app.db), await anAdmin(app.db)]

async function whileSessionsCannotBeRead(work: () => Promise<void>): Promise<void> {
  await app.pool.query('alter table sessions rename column token_hash to hash')
  try {
    await work()
  } finally {
    await app.pool.query('alter table sessions rename column hash to token_hash')
  }
}

for (const call of allCalls.filter((call: Call) => call.access !== 'anyone')) {
  // AUTH-10, V16.5.3
  test(`${nameOf(call)} admits nobody while sessions cannot be checked`, async () => {
    const { headers, ...sample } = await sampleOf(samples, call, owner)
    const before = await storedText(app.pool)
    await whileSessionsCannotBeRead(async () => {
      const reply = await app.call(call, sample as Input<Call>, call.access === 'admin' ? admin : owner, headers)
      expect(reply.status).toBe(500)
      expect(reply.error).toEqual({
        status: 'error',
        code: 'unexpected',
        message: 'Something went wrong. Please try again.',
      })
    })
    expect(await storedText(app.pool)).toBe(before)
  })
}

// CMP-18, V16.5.3
test('an attachment is not served while sessions cannot be checked', async () => {
  await whileSessionsCannotBeRead(async () => {
    const headers = { authorization: `Bearer ${admin.token}` }
    expect((await app.fetch(`/uploads/complaints/${'0'.repeat(32)}.pdf`, { headers })).status).toBe(500)
  })
})
