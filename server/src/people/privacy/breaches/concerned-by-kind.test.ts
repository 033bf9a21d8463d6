import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import type { Insertable, Updateable } from 'kysely'
import { expect, test } from 'vitest'
import { aDeskFee, voidAtDesk } from '../../../../test/desk.ts'
import { aBreach, aConfirmedUser, anAdmin, aPet, aUser, petForm } from '../../../../test/factories.ts'
import { aFoundReport } from '../../../../test/found.ts'
import { aMembership, dayFromToday } from '../../../../test/memberships.ts'
import { COMPLAINT, DONATION, payingApp } from '../../../../test/paying-app.ts'
import { createPayLink } from '../../../payments/pay-links.ts'
import type { DB } from '../../../platform/db/types.ts'
import { PERSONAL_ROWS, type PersonalRow } from '../registry/personal-rows.ts'
import { REGISTRY } from '../registry/registry.ts'
import { type Extent, keepConcerned, PEOPLE_OF } from './concerned-people.ts'

const app = await payingApp()
const { db } = app

/** The addresses to which letters about these kinds of data would go. */
async function concerned(kinds: PersonalRow[], period: Partial<Extent> = {}): Promise<string[]> {
  const id = await aBreach(db)
  await keepConcerned(db, id, { kinds, from_day: null, to_day: null, ...period })
  const told = await db.deleteFrom('breach_people').where('breach_id', '=', id).returning('email').execute()
  return told.map(({ email }) => email).toSorted()
}

let count = 0
const newAddress = () => `row${++count}@example.org`

async function accountWith(fields: Updateable<DB['users']> = {}): Promise<string> {
  const { id, email } = await aUser(db)
  await db.deleteFrom('sessions').where('user_id', '=', id).execute()
  await db
    .updateTable('users')
    .set({ last_seen_at: null, ...fields })
    .where('id', '=', id)
    .execute()
  return email
}

async function complaintWith(fields: Partial<Insertable<DB['complaints']>> = {}): Promise<string> {
  const email = newAddress()
  await db
    .insertInto('complaints')
    .values({ ...COMPLAINT, email, ...fields })
    .execute()
  return email
}

async function membershipWith(fields: Parameters<typeof aMembership>[2] = {}): Promise<string> {
  const email = newAddress()
  const { id: owner } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const id = await aMembership(db, { id: owner, username: email, email }, fields)
  await db.updateTable('memberships').set({ user_id: null }).where('id', '=', id).execute()
  return email
}

async function certifiedDonation(): Promise<string> {
  const email = newAddress()
  const { name, phone, address, purpose } = DONATION
  const donation = { name, email, phone, address, purpose, amount_paise: 50_000, language: 'en' as const }
  const { id } = await db
    .insertInto('donations')
    .values({ ...donation, details_key: email })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('donation_certificates')
    .values({ donation_id: id, number: `10BE-${id}`, issued_on: '2026-05-28', recorded_by_name: 'asha' })
    .execute()
  return email
}

const GRIEVANCE = { kind: 'other', way: 'call', name: 'Meera', phone: '', text: 'Nobody calls.' } as const
const hold = { hold_until: '2030-01-01', hold_cause: 'admin', hold_reason: 'It goes to court' } as const
const paid = { payment_status: 'paid', payment_paise: 10_000, payment_date: new Date() } as const
const fee = { ...paid, razorpay_payment_id: 'pay_of_a_record' }

/** Records in the tables that hold several kinds of data, each with the kinds that are filled. A complaint begins its history at once. */
const RECORDS: [table: keyof DB, make: () => Promise<string>, kinds: PersonalRow[]][] = [
  ['users', () => accountWith(), ['account']],
  ['users', () => accountWith({ is_carer: true }), ['account', 'carers']],
  ['users', () => accountWith({ last_seen_at: new Date() }), ['account', 'devices']],
  ['complaints', () => complaintWith(), ['complaints', 'caseHistory']],
  [
    'complaints',
    () => complaintWith({ file_path: `${'a'.repeat(32)}.pdf` }),
    ['complaints', 'caseHistory', 'caseFiles'],
  ],
  ['complaints', () => complaintWith(hold), ['complaints', 'caseHistory']],
  ['complaints', () => complaintWith(fee), ['complaints', 'caseHistory', 'payments']],
  ['memberships', () => membershipWith(), ['memberships']],
  ['memberships', () => membershipWith({ amount_paise: 50_000 }), ['memberships', 'payments']],
  ['donation_certificates', certifiedDonation, ['donations']],
]

// TRU-6
test('a kind of data concerns nobody whose records hold none of that kind', async () => {
  const several = (Object.keys(REGISTRY) as (keyof DB)[]).filter(
    (table) => PEOPLE_OF[table] && new Set(REGISTRY[table].personal?.map(({ row }) => row)).size > 1,
  )
  expect(several.toSorted(), 'tables with several kinds').toEqual(
    [...new Set(RECORDS.map(([table]) => table))].toSorted(),
  )
  const made: [email: string, kinds: PersonalRow[]][] = []
  for (const [, make, kinds] of RECORDS) made.push([await make(), kinds])
  const addresses = new Set(made.map(([email]) => email))
  for (const kind of Object.keys(PERSONAL_ROWS) as PersonalRow[]) {
    const told = (await concerned([kind])).filter((email) => addresses.has(email))
    const expected = made.filter(([, kinds]) => kinds.includes(kind)).map(([email]) => email)
    expect(told, kind).toEqual(expected.toSorted())
  }
})

// TRU-6
test('whoever has changed a record since the period is concerned all the same', async () => {
  const [owner, later] = [await aUser(db), await aUser(db)]
  const [pet, young] = [await aPet(db, owner), await aPet(db, later)]
  const made = new Date(Date.now() - 90 * 86_400_000)
  await db.updateTable('pets').set({ created_at: made, updated_at: made }).where('id', '=', pet.id).execute()
  await db.updateTable('users').set({ created_at: made }).where('id', '=', owner.id).execute()
  for (const { id } of [pet, young])
    await db
      .insertInto('lost_pets')
      .values({ pet_number: id, since: '2026-01-01', area: 'A park', is_listed: false })
      .execute()
  await db.insertInto('mail_preferences').values({ address_key: owner.email, token: 'a token of wishes-ab' }).execute()
  const networks = [owner.id, later.id].map((user_id, index) => ({ user_id, key: Buffer.alloc(32, index) }))
  await db.insertInto('known_networks').values(networks).execute()
  const body = petForm({ petName: 'Renamed' })
  expect((await app.call(petCalls.update, { params: { id: String(pet.id) }, body }, owner)).status).toBe(200)

  const period = { from_day: dayFromToday(-100), to_day: dayFromToday(-80) }
  expect(await concerned(['pets'], period)).toEqual([owner.email])
  // The time of the last change alone is known of these.
  for (const kind of ['lost', 'devices', 'mails'] as const)
    expect(await concerned([kind], period), kind).toEqual([owner.email])
  expect(await concerned(['pets', 'lost', 'mails'], { from_day: dayFromToday(1) })).toEqual([])
})

// TRU-6
test('a day on which a tag was read is in the period or is not', async () => {
  const owner = await aUser(db)
  const pet = await aPet(db, owner)
  await db.insertInto('scan_days').values({ pet_number: pet.id, day: '2026-03-01', scans: 2 }).execute()
  expect(await concerned(['scans'], { from_day: '2026-03-01', to_day: '2026-03-01' })).toEqual([owner.email])
  expect(await concerned(['scans'], { from_day: '2026-03-02' })).toEqual([])
  expect(await concerned(['scans'], { to_day: '2026-02-28' })).toEqual([])
})

// TRU-6, ACC-5
test('letters about a membership go to the new address of its account', async () => {
  const user = await aConfirmedUser(db)
  const typed = `work-${user.email}`
  const id = await aMembership(db, user, { amount_paise: 1 })
  await aMembership(db, { ...user, email: typed })
  await db
    .insertInto('consents')
    .values({ purpose: 'membership', subject_id: id, notice_version: '1', language: 'en' })
    .execute()
  await createPayLink(db, { purpose: 'membership', subjectId: id }, { madeBy: null })
  const email = `moved-${user.email}`
  await db.updateTable('users').set({ email, email_key: email }).where('id', '=', user.id).execute()
  await db.updateTable('memberships').set({ follows_account: true }).where('id', '=', id).execute()
  for (const kind of ['memberships', 'notices', 'payLinks'] as const) {
    const told = await concerned([kind])
    expect(told, kind).toContain(email)
    expect(told, kind).not.toContain(user.email)
  }
  expect(await concerned(['memberships'])).toContain(typed)
})

// TRU-6, LNK-2
test('a member with a link to renew is concerned by a breach of pay links', async () => {
  const user = await aConfirmedUser(db)
  const id = await aMembership(db, user)
  expect(await concerned(['payLinks'])).not.toContain(user.email)
  await createPayLink(db, { purpose: 'membership', renewsId: id }, { madeBy: null })
  expect(await concerned(['payLinks'])).toContain(user.email)
})

// TRU-6, RCP-2
test('money that was taken at the desk is not among the events of the provider', async () => {
  const { complaintId } = await aDeskFee(app)
  const email = newAddress()
  await db.updateTable('complaints').set({ email }).where('id', '=', complaintId).execute()
  expect(await concerned(['desk'])).toContain(email)
  expect(await concerned(['providerEvents'])).not.toContain(email)
})

// TRU-6, TRU-4
test('a breach of the audit concerns whomever an act of an admin is about', async () => {
  const { complaintId, id: paymentId } = await aDeskFee(app)
  const payer = newAddress()
  await db.updateTable('complaints').set({ email: payer }).where('id', '=', complaintId).execute()
  await voidAtDesk(app, paymentId, await anAdmin(db))
  const [owner, petOwner] = [await aUser(db), await aUser(db)]
  const { id: thread } = await aFoundReport(app, owner)
  const [finder, email] = [newAddress(), newAddress()]
  await db.updateTable('found_messages').set({ contact: finder }).where('report_id', '=', thread).execute()
  const asked = { email, email_key: email, language: 'en', due_on: today() } as const
  const request = await db
    .insertInto('privacy_requests')
    .values({ ...asked, kind: 'erase' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const griever = newAddress()
  const grievance = await db
    .insertInto('grievances')
    .values({ ...asked, ...{ email: griever, email_key: griever }, ...GRIEVANCE })
    .returning('id')
    .executeTakeFirstOrThrow()
  const pet = await aPet(db, petOwner)
  const acts = { thread, 'privacy-request': request.id, grievance: grievance.id, pet: pet.id }
  for (const [object_kind, id] of Object.entries(acts)) {
    const act = { action: 'conversation-read', object_kind, object_id: String(id), admin_id: petOwner.id }
    await db
      .insertInto('audit')
      .values({ ...act, admin_username: 'asha', request_id: 'r' })
      .execute()
  }
  const told = await concerned(['audit'])
  expect(told).toEqual(expect.arrayContaining([payer, owner.email, finder, email, griever, petOwner.email]))
})
