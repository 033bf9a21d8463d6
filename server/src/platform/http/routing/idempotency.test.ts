import { allCalls } from '@petsetu/contract/calls.ts'
import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { type ImportKind, memberImportCalls, petImportCalls } from '@petsetu/contract/office/imports.ts'
import { cashSheetCalls } from '@petsetu/contract/payments/books.ts'
import { deskCalls } from '@petsetu/contract/payments/desk.ts'
import { breachCalls } from '@petsetu/contract/people/breaches.ts'
import { grievanceCalls } from '@petsetu/contract/people/grievances.ts'
import { privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { campAdminCalls } from '@petsetu/contract/pets/camps/camps.ts'
import { careCalls } from '@petsetu/contract/pets/care.ts'
import { communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { photoCalls } from '@petsetu/contract/pets/photos.ts'
import { tagCalls } from '@petsetu/contract/pets/tags.ts'
import type { Call, Input } from '@petsetu/contract/platform/call.ts'
import { planCalls } from '@petsetu/contract/supporters/plans.ts'
import { expect, test } from 'vitest'
import { aPhoto } from '../../../../test/a-photo.ts'
import { CAMP } from '../../../../test/camps.ts'
import { STREET_ANIMAL } from '../../../../test/community.ts'
import { aBlankTag, aBreach, aConfirmedUser, anAdmin, aPet, aUser, PET_FORM, PLAN } from '../../../../test/factories.ts'
import { aFoundReport } from '../../../../test/found.ts'
import { testApp } from '../../../../test/harness.ts'
import { aComplaint, COMPLAINT } from '../../../../test/paying-app.ts'
import { confirmEmail } from '../../../people/users/account-details.ts'

const app = await testApp()
const [owner, admin] = [await aConfirmedUser(app.db), await anAdmin(app.db)]
await confirmEmail(app.db, admin.id)

let count = 0
const newKey = () => `creation-${++count}`
const withKey = (key: string) => ({ 'idempotency-key': key })

type Table =
  | 'answers'
  | 'breach_steps'
  | 'breaches'
  | 'camps'
  | 'care_records'
  | 'cash_handovers'
  | 'complaints'
  | 'case_events'
  | 'community_animals'
  | 'desk_payments'
  | 'found_messages'
  | 'grievances'
  | 'imports'
  | 'pets'
  | 'photos'
  | 'plans'
  | 'privacy_requests'
  | 'tags'

const rowsOf = async (table: Table | 'idempotency_keys') => (await app.pool.query(`select 1 from ${table}`)).rows.length

const ofPet = { id: String((await aPet(app.db, owner)).id) }
const breach = { id: String(await aBreach(app.db)) }
const thread = { id: String((await aFoundReport(app, owner)).id) }
// An admin answers only in a conversation that was reported and that this admin has opened.
await app.call(foundCalls.reportAbuse, { params: thread, body: { reason: 'They ask for money' } }, owner)
await app.call(foundCalls.openReported, { params: thread, body: { reason: 'It was reported' } }, admin)
const complaint = { id: String(await aComplaint(app)) }
await app.pool.query(`insert into privacy_requests (kind, email, email_key, language, due_on, nominee_name, nominee_contact)
  values ('nominate', 'asha@example.org', 'asha@example.org', 'en', current_date, 'Gauri Patil', '+91 98000 11111')`)
const photo = (bytes: Buffer<ArrayBuffer>) => ({ params: ofPet, body: { photo: new Blob([bytes]) } })

const BREACH = { title: 'A stolen laptop', happened: 'It was stolen.', noticed_at: '2026-01-05T08:00:00.000Z' }
const STEP = { kind: 'note', at: '2026-01-05T09:00:00.000Z', text: 'The police have been told.' }
const ASKED_BY_NOMINEE = {
  email: 'asha@example.org',
  nominee_email: 'gauri@example.org',
  proof: 'Certificate of death seen',
}
const GRIEVANCE = { kind: 'other', way: 'call', language: 'en', name: 'Meera Joshi', text: 'Nobody calls me back.' }

// The same words of the same person within a day are one grievance, whatever the key: each test has a person of its own.
const aGrievance = async () => ({ body: { ...GRIEVANCE, phone: `98765${++count}` } })

const importOf = (kind: ImportKind, name: string) => ({ body: { kind, file: new Blob([`Name\n${name}`]) } })

// A thing that can be paid for only once is created anew in each test.
const aFee = async () => ({
  body: { purpose: 'complaint', subject_id: await aComplaint(app), mode: 'cash', amount: 100 },
})

/** The calls that create something, with an input and a different one. */
const CREATING: [call: Call, table: Table, input: object | (() => Promise<object>), other: object][] = [
  [
    cashSheetCalls.handOver,
    'cash_handovers',
    { body: { kind: 'received', amount: 100, note: 'From the bank' } },
    { body: { kind: 'received', amount: 120, note: 'From the bank' } },
  ],
  [deskCalls.take, 'desk_payments', aFee, { body: { purpose: 'complaint', subject_id: 1, mode: 'cash', amount: 120 } }],
  [breachCalls.create, 'breaches', { body: BREACH }, { body: { ...BREACH, noticed_at: '2026-01-05T08:01:00.000Z' } }],
  [
    breachCalls.addStep,
    'breach_steps',
    { params: breach, body: STEP },
    { params: breach, body: { ...STEP, kind: 'team-told' } },
  ],
  [campAdminCalls.create, 'camps', { body: CAMP }, { body: { ...CAMP, day: '2026-02-01' } }],
  [
    careCalls.create,
    'care_records',
    { params: ofPet, body: { kind: 'rabies' } },
    { params: ofPet, body: { kind: 'dhppi' } },
  ],
  [
    communityCalls.register,
    'community_animals',
    { body: STREET_ANIMAL },
    { body: { ...STREET_ANIMAL, earNotch: 'right' } },
  ],
  [
    foundCalls.answer,
    'found_messages',
    { params: thread, body: { message: 'I am coming' } },
    { params: thread, body: { message: 'I am late' } },
  ],
  [
    grievanceCalls.enter,
    'grievances',
    aGrievance,
    { body: { ...GRIEVANCE, phone: '98765', text: 'Nobody writes to me.' } },
  ],
  [
    caseCalls.addNote,
    'case_events',
    { params: complaint, body: { text: 'The dog was seen.', internal: true } },
    { params: complaint, body: { text: 'The dog was seen.', internal: false } },
  ],
  [
    caseCalls.enter,
    'complaints',
    { body: { ...COMPLAINT, source: 'phone', language: 'en', agreed: true } },
    { body: { ...COMPLAINT, source: 'desk', language: 'en', agreed: true } },
  ],
  [
    caseCalls.createAnswer,
    'answers',
    { body: { title: 'Thanks', text: 'Thank you for telling us.', language: 'en' } },
    { body: { title: 'Thanks', text: 'We thank you.', language: 'en' } },
  ],
  [photoCalls.add, 'photos', photo(await aPhoto()), photo(await aPhoto())],
  [petCalls.create, 'pets', { body: PET_FORM }, { body: { ...PET_FORM, petName: 'Kaju' } }],
  [petImportCalls.create, 'imports', importOf('pets', 'Moti'), importOf('pets', 'Bruno')],
  [memberImportCalls.create, 'imports', importOf('members', 'Asha'), importOf('members', 'Ravi')],
  [planCalls.create, 'plans', { body: PLAN }, { body: { ...PLAN, price: PLAN.price + 1 } }],
  [privacyCalls.request, 'privacy_requests', { body: { kind: 'export' } }, { body: { kind: 'correct' } }],
  [
    privacyCalls.enterForNominee,
    'privacy_requests',
    { body: { ...ASKED_BY_NOMINEE, kind: 'export' } },
    { body: { ...ASKED_BY_NOMINEE, kind: 'erase' } },
  ],
  [tagCalls.generate, 'tags', { query: { numberOfIds: '3' } }, { query: { numberOfIds: '4' } }],
]

// PET-1, MEM-3, TAG-2
test('every call that creates something when signed in takes an idempotency key', () => {
  const idempotent = allCalls.filter((call: Call) => call.idempotent && call.access !== 'anyone')
  expect(new Set(idempotent)).toEqual(new Set(CREATING.map(([call]) => call)))
  const created = allCalls.filter((call: Call) => call.status === 201 && call.access !== 'anyone')
  for (const call of created) expect(call, call.path).toMatchObject({ idempotent: true })
})

for (const [call, table, given, other] of CREATING) {
  const inputOf = async () => (typeof given === 'function' ? given() : given)
  const send = (sent: object, key: string, as = admin) => app.call(call, sent as Input<Call>, as, withKey(key))

  // PET-1, TAG-2
  test(`${call.method} ${call.path} repeated creates nothing more and replies the same`, async () => {
    const [key, input] = [newKey(), await inputOf()]
    const before = await rowsOf(table)
    const first = await send(input, key)
    const created = (await rowsOf(table)) - before
    expect(created).toBeGreaterThan(0)
    const again = await send(input, key)
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(await rowsOf(table)).toBe(before + created)

    const different = await send(other, key)
    expect([different.status, different.error.code]).toEqual([409, 'different_content'])
    expect(await rowsOf(table)).toBe(before + created)
    const { body: anew } = await send(input, newKey())
    if (call === grievanceCalls.enter) expect(anew).toEqual(first.body)
    else expect(anew).not.toEqual(first.body)
  })

  // PET-1, TAG-2, V2.3.4
  test(`${call.method} ${call.path} sent five times at once under one key creates once`, async () => {
    const [key, input] = [newKey(), await inputOf()]
    const before = await rowsOf(table)
    const replies = await Promise.all(Array.from({ length: 5 }, () => send(input, key)))
    const bodies = new Set(replies.map(({ body }) => JSON.stringify(body)))
    expect(bodies.size).toBe(1)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([call.status ?? 200]))
    expect(await rowsOf(table)).toBe(before + (table === 'tags' ? 3 : 1))
  })
}

// PET-16
test('a repeated registration binds a tag once; a rejected one does not use up the key', async () => {
  const [key, petId] = [newKey(), await aBlankTag(app.db)]
  const register = (sent: string) =>
    app.call(petCalls.create, { body: { ...PET_FORM, petId: sent } }, owner, withKey(key))
  expect((await register('ABCD-EFGH-JKLM')).status).toBe(404)
  const first = await register(petId)
  const again = await register(petId)
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
})

// AUTH-10
test('keys are per person: another person with the same key creates their own record', async () => {
  const key = newKey()
  const create = (as: { token: string }) => app.call(petCalls.create, { body: PET_FORM }, as, withKey(key))
  const [one, other] = [await create(owner), await create(admin)]
  expect([one.status, other.status]).toEqual([201, 201])
  expect(other.body.id).not.toBe(one.body.id)
})

// PET-1
test('a repeat does not restore a record that was deleted meanwhile', async () => {
  const key = newKey()
  const create = () => app.call(petCalls.create, { body: PET_FORM }, owner, withKey(key))
  const { id } = (await create()).body
  await app.call(petCalls.delete, { params: { id: String(id) } }, owner)
  expect((await create()).status).toBe(404)
})

// V14.2.4
test('keys are stored with ids and hashes only, and deleted with the account', async () => {
  const user = await aUser(app.db)
  await aPet(app.db, user)
  const key = newKey()
  await app.call(petCalls.create, { body: PET_FORM }, user, withKey(key))
  const { rows } = await app.pool.query<{ row: string }>(
    'select row_to_json(k)::text as row from idempotency_keys k where user_id = $1',
    [user.id],
  )
  expect(rows).toHaveLength(1)
  for (const text of [key, ...Object.values(PET_FORM)]) if (text) expect(rows[0]?.row).not.toContain(text)
  await app.db.deleteFrom('users').where('id', '=', user.id).execute()
  const { rowCount } = await app.pool.query('select 1 from idempotency_keys where user_id = $1', [user.id])
  expect(rowCount).toBe(0)
})

// API-3
test('a key that cannot be read is refused with 400, and nothing is created', async () => {
  const before = [await rowsOf('pets'), await rowsOf('idempotency_keys')]
  for (const key of ['short', 'with space', 'x'.repeat(101)]) {
    expect((await app.call(petCalls.create, { body: PET_FORM }, owner, withKey(key))).status).toBe(400)
  }
  expect([await rowsOf('pets'), await rowsOf('idempotency_keys')]).toEqual(before)
})
