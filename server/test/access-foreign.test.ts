import { allCalls } from '@petsetu/contract/calls.ts'
import type { Call, Input } from '@petsetu/contract/platform/call.ts'
import { expect, test } from 'vitest'
import { callSamples, nameOf, type Owner, type Sample, sampleOf } from './call-samples.ts'
import { aPet, aUser } from './factories.ts'
import { payingAppWithoutClocks } from './paying-app.ts'
import { storedHashes } from './stored.ts'

const app = await payingAppWithoutClocks()
const samples = callSamples(app)
// The sandbox sends no webhooks, so that only the test changes data.
await app.sandbox.injectFault({ webhooks: 'lost' })

const NOBODYS = '999999999'

// Plans are public, and anybody may report a found pet or say that they saw an animal of the street; a receipt, a calendar feed, the
// preferences of an address, a finder's conversation and a complaint that is followed or paid are accessible by the secret in their link.
// The provider's name of an order tells only whether it is paid.
const NOBODYS_OWN = new Set([
  'POST /api/memberships/register',
  'GET /api/receipts/{token}',
  'GET /api/receipts/{token}/receipt.pdf',
  'GET /api/receipts/{token}/first',
  'GET /api/receipts/{token}/first/receipt.pdf',
  'GET /care/{token}.ics',
  'GET /api/mail/preferences/{token}',
  'POST /api/mail/preferences/{token}',
  'POST /u/{token}',
  'POST /pet-detail/{petId}/found',
  'POST /pet-detail/{petId}/seen',
  'GET /pet-detail/{petId}/certificate.pdf',
  'POST /found/{token}',
  'GET /found/{token}/messages',
  'POST /complaint/follow/{token}',
  'POST /complaint/follow/{token}/reopen',
  'POST /complaint/follow/{token}/notices/state',
  'PUT /complaint/follow/{token}/notices',
  'POST /complaint/follow/{token}/notices/stop',
  'POST /api/complaints/unpaid',
  'POST /api/complaints/unpaid/pay',
  'POST /api/payments/order-state',
])

const idFieldsOf = (call: Call) =>
  Object.keys(call.body?.shape ?? {}).filter((name) => /^(?!razorpay).*_id$/.test(name))

const takesAnId = (call: Call) => !NOBODYS_OWN.has(nameOf(call)) && (call.params || idFieldsOf(call).length > 0)

/** Returns a stranger's call with the id of somebody else's record, and with an unknown id. */
async function tries(call: Call, owner: Owner, stranger: Owner): Promise<{ theirs: Sample; nobodys: Sample }> {
  const theirs = await sampleOf(samples, call, owner)
  const own = await sampleOf(samples, call, stranger)
  // Anybody may read a pet by its tag ID, but not by its internal number.
  const numbers = nameOf(call) === 'GET /pets/{id}' ? { id: String((await aPet(app.db, owner)).id) } : theirs.params
  const body = own.body && { ...own.body, ...(own.body.email ? { email: stranger.email } : {}) }
  const withIds = (idOf: (name: string) => unknown, params: Sample['params']): Sample => ({
    ...(params && { params }),
    ...(body && { body: { ...body, ...Object.fromEntries(idFieldsOf(call).map((name) => [name, idOf(name)])) } }),
  })
  return {
    theirs: withIds((name) => theirs.body?.[name], numbers),
    nobodys: withIds(() => NOBODYS, numbers && Object.fromEntries(Object.keys(numbers).map((name) => [name, NOBODYS]))),
  }
}

for (const call of allCalls.filter(takesAnId)) {
  // AUTH-10, V8.2.2
  test(`${nameOf(call)} answers a stranger like for an unknown record, and changes none`, async () => {
    const stranger = await aUser(app.db)
    const { theirs, nobodys } = await tries(call, await aUser(app.db), stranger)
    const before = await storedHashes(app.pool)
    for (const person of [null, stranger]) {
      const reply = await app.call(call, theirs as Input<Call>, person)
      const ofNone = await app.call(call, nobodys as Input<Call>, person)
      expect([400, 401, 403, 404]).toContain(reply.status)
      expect([reply.status, reply.error]).toEqual([ofNone.status, ofNone.error])
    }
    expect(await storedHashes(app.pool)).toBe(before)
  })
}
