import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { allCalls } from '@petsetu/contract/calls.ts'
import { attachmentFile } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { DUTIES, type Duty, hasDuty } from '@petsetu/contract/people/duties.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import type { Call, Input } from '@petsetu/contract/platform/call.ts'
import { expect, test } from 'vitest'
import { aPdf } from './attachments.ts'
import { callSamples, nameOf, openConversation, type Sample, sampleOf } from './call-samples.ts'
import { anAdmin, aPet, aUser } from './factories.ts'
import { payingApp, submit } from './paying-app.ts'

const app = await payingApp()
const samples = callSamples(app)
const owner = await aUser(app.db)

const admins = new Map<Duty, Awaited<ReturnType<typeof anAdmin>>>()
for (const duty of DUTIES) admins.set(duty, await anAdmin(app.db, [duty]))

/** They have all duties but this one. */
const others = new Map<Duty, Awaited<ReturnType<typeof anAdmin>>>()
for (const missing of DUTIES) {
  const duties = DUTIES.filter((duty) => duty !== missing)
  others.set(missing, await anAdmin(app.db, duties))
}

async function callAs(call: Call, person: { id: number; token: string }, sample: Sample) {
  const { headers, ...input } = sample
  await openConversation(app, call, input, person)
  return app.call(call, input as Input<Call>, person, headers)
}

for (const call of allCalls) {
  if (call.access !== 'admin' && call.access !== 'owner') continue
  // DSK-5, AUTH-10
  test(`${nameOf(call)} is for an admin with the duty '${call.duty}' only`, async () => {
    const isAllowed = ([duty]: [Duty, unknown]) => hasDuty({ role: 'admin', duties: [duty] }, call.duty)
    const allowed = [...admins].filter(isAllowed)
    const missing = call.duty === 'all' ? DUTIES[0] : call.duty
    const refused = [
      ...[...admins].filter((one) => !isAllowed(one)),
      ...[...others].filter(([duty]) => duty === missing),
    ]
    // Whoever only reads or is refused uses nothing up, so that the same input serves the next one.
    let sample = await sampleOf(samples, call, owner)
    for (const [duty, admin] of refused) {
      const reply = await callAs(call, admin, sample)
      expect(`${duty}: ${reply.status}`).toBe(`${duty}: ${call.access === 'owner' ? 404 : 403}`)
      if (reply.status === 403) expect(reply.error.code).toBe('duty_required')
    }
    for (const [index, [duty, admin]] of allowed.entries()) {
      if (index > 0 && call.method !== 'GET') sample = await sampleOf(samples, call, owner)
      expect(`${duty}: ${(await callAs(call, admin, sample)).status}`).toBe(`${duty}: ${call.status ?? 200}`)
    }
  })
}

// DSK-5
test('the call that is refused names the duty in the language of the request', async () => {
  const cases = await anAdmin(app.db, ['cases'])
  const refused = (language: string) =>
    app.call(petCalls.listAll, { query: {} }, cases, { 'accept-language': language })
  expect((await refused('en')).error).toEqual({
    status: 'error',
    code: 'duty_required',
    message: 'You need the duty “Pets and tags” for this.',
  })
  expect((await refused('hi')).error.message).toBe('इसके लिए “पालतू और टैग” की ज़िम्मेदारी ज़रूरी है।')
  expect((await refused('mr')).error.message).toBe('यासाठी “पाळीव प्राणी आणि टॅग” ही जबाबदारी आवश्यक आहे.')
})

// DSK-5, PRV-1
test('an admin without the pet duty reads no more of another’s pet than a finder', async () => {
  const { petId } = await aPet(app.db, owner)
  const read = async (person: { token: string } | null) =>
    (await app.call(petCalls.read, { params: { id: petId } }, person)).body
  const asFinder = await read(null)
  for (const [duty, admin] of admins) {
    if (duty === 'pets') expect(await read(admin)).not.toEqual(asFinder)
    else expect(await read(admin)).toEqual(asFinder)
  }
})

// DSK-5, CMP-18
test('a complaint’s file opens for an admin with the duty for cases, or by link', async () => {
  const sent = await submit(app, { file: { bytes: aPdf(), name: 'proof.pdf' } })
  const { data } = (await sent.json()) as { data: { complaint_id: number } }
  const detail = await app.call(
    complaintCalls.read,
    { params: { id: String(data.complaint_id) } },
    await anAdmin(app.db, ['cases']),
  )
  const link = detail.body.data.file_url ?? ''
  for (const [duty, admin] of admins) {
    const bare = await app.fetch(link.split('?')[0] ?? '', { headers: { authorization: `Bearer ${admin.token}` } })
    expect(`${duty}: ${bare.status}`).toBe(`${duty}: ${duty === attachmentFile.duty ? 200 : 403}`)
    if (duty !== attachmentFile.duty)
      expect(await bare.json()).toMatchObject({ code: 'duty_required', message: expect.stringContaining('Complaints') })
  }
  expect((await app.fetch(link)).status).toBe(200)
})

// AUTH-10
test('the manual says of each duty what it covers', async () => {
  const manual = await readFile(path.join(import.meta.dirname, '../../docs/operating.md'), 'utf8')
  const [table = ''] = (manual.split('| duty | covers |')[1] ?? '').split('\n\n')
  expect([...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, duty]) => duty)).toEqual([...DUTIES])
})
