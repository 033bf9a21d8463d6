import { createHash } from 'node:crypto'
import { maySee, pageAt, paths } from '@petsetu/contract/paths.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aStreetAnimal } from '../../../test/community.ts'
import { aConfirmedUser, aPet, aUser } from '../../../test/factories.ts'
import { testDatabase } from '../../../test/harness.ts'
import { readNotice } from '../../people/push/queue-notice.ts'
import { choosePreferences, preferencesToken } from '../../platform/mail/mail-queries.ts'
import { outbox } from '../../platform/mail/outbox.ts'
import { queueReminders } from '../../platform/mail/reminders.ts'
import { REMINDER_RULES } from '../../reminders.ts'

// No app runs on this database, so that no clock but the tests' own decides.
const { db, drop } = await testDatabase()
afterAll(drop)
const SENDER = { publicUrl: 'https://pets.example.org', foundationName: 'Karuna', legalAddress: 'Pune' }
const enqueueMail = outbox(() => SENDER, { isHeld: false })

const look = (day: string) =>
  queueReminders({ db, enqueueMail, reminders: REMINDER_RULES }, new Date(`${day}T10:00:00+05:30`))

async function aRecord(owner: { id: number }, valid_until: string, created_at = '2026-01-01T00:00:00Z') {
  const pet = await aPet(db, owner, { petName: 'Rani' })
  const { id } = await db
    .insertInto('care_records')
    .values({ pet_number: pet.id, kind: 'rabies', day: '2026-01-01', valid_until, created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, petNumber: pet.id }
}

/** A device of an account, with Hindi as its language. */
function aDevice({ id }: { id: number }, kinds: string[]): Promise<{ id: number }> {
  const endpoint = `https://push.example.org/${id}/${kinds}`
  return db
    .insertInto('push_devices')
    .values({
      ...{ user_id: id, endpoint, p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
      ...{ language: 'hi', kinds, endpoint_hash: createHash('sha256').update(endpoint).digest() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

const noticesOn = (...devices: number[]) =>
  db
    .selectFrom('push_notices')
    .select(['device_id', 'title', 'path'])
    .where('device_id', 'in', devices)
    .where('kind', '=', 'care-due')
    .orderBy('id')
    .execute()

const mailsTo = ({ email }: { email: string }) =>
  db.selectFrom('mails').select(['step', 'subject', 'text']).where('to_address', '=', email).orderBy('id').execute()
const stepsTo = async (person: { email: string }) => (await mailsTo(person)).map(({ step }) => step)

// CAR-3, MAIL-4
test('an owner is reminded 14, 3 and 0 days before a pet’s care ends and 7 days after', async () => {
  const owner = await aConfirmedUser(db)
  await aRecord(owner, '2027-03-01')
  for (let day = Date.parse('2027-02-01'); day < Date.parse('2027-04-01'); day += 86_400_000) {
    const today = new Date(day).toISOString().slice(0, 10)
    await look(today)
    await look(today)
  }
  const mails = await mailsTo(owner)
  expect(mails.map(({ step }) => step)).toEqual(['-14', '-3', '0', '7'])
  expect(mails[0]?.subject).toBe('Rani: Rabies vaccination due on 1 March 2027')
  expect(mails[3]?.subject).toBe('Rani: Rabies vaccination was due on 1 March 2027')
  expect(mails[0]?.text).toContain('https://pets.example.org/user/care/')
})

// CAR-3
test('all that is due of an owner’s pets on one day comes in one mail', async () => {
  const [owner, other] = [await aConfirmedUser(db), await aConfirmedUser(db)]
  for (const day of ['2027-05-15', '2027-05-15', '2027-05-04']) await aRecord(owner, day)
  await aRecord(other, '2027-05-15')
  await look('2027-05-01')
  await aRecord(owner, '2027-05-15')
  await look('2027-05-01')
  const [mail, ...further] = await mailsTo(owner)
  expect(further).toEqual([])
  expect(mail?.subject).toBe('Care of your pets: 3 things are due')
  expect(mail?.text?.match(/Rabies vaccination: 15 May 2027/g)).toHaveLength(2)
  expect(mail?.text).toContain('Rabies vaccination: 4 May 2027')
  expect(mail?.text).toContain('https://pets.example.org/user')
  expect((await mailsTo(other)).map(({ subject }) => subject)).toEqual(['Rani: Rabies vaccination due on 15 May 2027'])

  await look('2027-05-02')
  expect((await mailsTo(owner)).map(({ subject }) => subject)).toEqual([
    'Care of your pets: 3 things are due',
    'Rani: Rabies vaccination due on 15 May 2027',
  ])
  await look('2027-05-03')
  expect(await mailsTo(owner)).toHaveLength(2)
})

// CAR-3
test('an account with very many due records is told of the first, and all others too', {
  timeout: 60_000,
}, async () => {
  const [owner, next] = [await aConfirmedUser(db), await aConfirmedUser(db)]
  await sql`
    with tag as (
      insert into tags (pet_id, bound_at)
      select left(translate(upper(md5(n::text)), '01', 'GH'), 12), now() from generate_series(1, 1320) n returning pet_id
    ), pet as (
      insert into pets (pet_id, user_id, pet_name, pet_type, pet_age, pet_gender, location, address, contact_details)
      select pet_id, ${owner.id}, 'Rani', 'Dog', '1 year', 'male', 'Pune', 'Lake Road', '98200 11111' from tag returning id
    )
    insert into care_records (pet_number, kind, product, day, valid_until, created_at)
    select id, 'treatment', 'Tablet ' || n, '2026-01-01', '2032-05-15', '2026-01-01'
    from pet cross join generate_series(1, 10) n`.execute(db)
  await aRecord(next, '2032-05-15')
  await look('2032-05-01')
  const [mail] = await mailsTo(owner)
  expect(mail?.subject).toBe('Care of your pets: 13,200 things are due')
  expect(mail?.text).toContain('The first 30 are listed here. 13,170 more are on the website.')
  expect(mail?.text?.match(/15 May 2032/g)).toHaveLength(30)
  expect(await stepsTo(next)).toEqual(['-14'])
  await look('2032-05-02')
  expect(await mailsTo(owner)).toHaveLength(1)
})

// CAR-3
test('an admin with own pets is led to the list that admins have', async () => {
  const admin = await aConfirmedUser(db)
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.id).execute()
  for (const day of ['2033-05-15', '2033-05-15']) await aRecord(admin, day)
  await look('2033-05-01')
  const [mail] = await mailsTo(admin)
  expect(mail?.text).toContain('https://pets.example.org/admin/pets')
})

// CAR-3
test('a mail about several records is sent while one of them is still due', async () => {
  const owner = await aConfirmedUser(db)
  const [first, second] = [await aRecord(owner, '2027-11-15'), await aRecord(owner, '2027-11-15')]
  await look('2027-11-01')
  const { about } = await db
    .selectFrom('mails')
    .select('about')
    .where('to_address', '=', owner.email)
    .executeTakeFirstOrThrow()
  const isDue = () => REMINDER_RULES['care-due'].isStillDue(db, about)
  const renew = (record: { petNumber: number }) =>
    db.insertInto('care_records').values({ pet_number: record.petNumber, kind: 'rabies', day: '2027-11-02' }).execute()
  await renew(first)
  expect(await isDue()).toBe(true)
  await renew(second)
  expect(await isDue()).toBe(false)
})

// CAR-3
test('nobody is reminded of care that is replaced, entered later or opted out of', async () => {
  const [renewed, late, optedOut] = [await aConfirmedUser(db), await aConfirmedUser(db), await aConfirmedUser(db)]
  const { petNumber } = await aRecord(renewed, '2027-06-15')
  await db.insertInto('care_records').values({ pet_number: petNumber, kind: 'rabies', day: '2027-01-01' }).execute()
  await aRecord(late, '2027-06-15', '2027-06-02T00:00:00Z')
  await aRecord(optedOut, '2027-06-15')
  await choosePreferences(db, await preferencesToken(db, optedOut.email), ['care-due'])
  await look('2027-06-01')
  await look('2027-06-02')
  expect([await stepsTo(renewed), await stepsTo(late), await stepsTo(optedOut)]).toEqual([[], [], []])
  await look('2027-06-12')
  expect(await stepsTo(late)).toEqual(['-3'])
})

// CAR-3
test('a treatment is no longer told once the same product was given again', async () => {
  const [other, same] = [await aConfirmedUser(db), await aConfirmedUser(db)]
  const give = async (pet_number: number, product: string, day: string, valid_until: string | null) => {
    const row = {
      pet_number,
      kind: 'treatment',
      product,
      day,
      valid_until,
      created_at: '2027-01-01T00:00:00Z',
    } as const
    await db.insertInto('care_records').values(row).execute()
  }
  const [ours, theirs] = [await aPet(db, other, { petName: 'Rani' }), await aPet(db, same, { petName: 'Rani' })]
  for (const { id } of [ours, theirs]) await give(id, 'Tick tablet', '2027-01-01', '2027-07-15')
  await give(ours.id, 'Ear drops', '2027-02-01', null)
  await give(theirs.id, 'tick TABLET', '2027-02-01', null)
  await look('2027-07-01')
  expect([await stepsTo(other), await stepsTo(same)]).toEqual([['-14'], []])
})

// CAR-3
test('an address that nobody has confirmed is not reminded, nor is a new one', async () => {
  const [stranger, changed] = [await aUser(db), await aConfirmedUser(db)]
  await aRecord(stranger, '2027-08-15')
  const { id } = await aRecord(changed, '2027-08-15')
  await look('2027-08-01')
  expect([await stepsTo(stranger), await stepsTo(changed)]).toEqual([[], ['-14']])
  const isDue = () => REMINDER_RULES['care-due'].isStillDue(db, `care ${id} 2027-08-15`)
  expect(await isDue()).toBe(true)
  await db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', changed.id).execute()
  expect(await isDue()).toBe(false)
})

// CAR-3
test('a corrected day begins the reminders anew and drops those of the day before', async () => {
  const owner = await aConfirmedUser(db)
  const { id } = await aRecord(owner, '2027-09-15')
  await look('2027-09-01')
  const isDue = (day: string) => REMINDER_RULES['care-due'].isStillDue(db, `care ${id} ${day}`)
  expect(await isDue('2027-09-15')).toBe(true)
  await db.updateTable('care_records').set({ valid_until: '2027-10-15' }).where('id', '=', id).execute()
  expect([await isDue('2027-09-15'), await isDue('2027-10-15')]).toEqual([false, true])
  await look('2027-10-01')
  expect(await stepsTo(owner)).toEqual(['-14', '-14'])
})

// CAR-3
test('the reminder’s link leads to the pet’s care, which owner and admin may see', async () => {
  const owner = await aConfirmedUser(db)
  const record = await aRecord(owner, '2028-03-15')
  await look('2028-03-01')
  const { action_path } = await db
    .selectFrom('mails')
    .select('action_path')
    .where('to_address', '=', owner.email)
    .executeTakeFirstOrThrow()
  const pet = await db.selectFrom('pets').select('pet_id').where('id', '=', record.petNumber).executeTakeFirstOrThrow()
  expect(action_path).toBe(`/user/care/${pet.pet_id}`)
  expect(pageAt(action_path ?? '')).toBe(paths.care)
  for (const role of ['user', 'admin'] as const) expect(maySee(paths.care, role)).toBe(true)
})

// COM-4
test('carers of an animal of the street are reminded until it or their work ends', async () => {
  const [one, other] = [await aConfirmedUser(db), await aConfirmedUser(db)]
  const animal = await aStreetAnimal(db, one, { rabiesOn: '2026-01-01', rabiesValidUntil: '2027-07-15' })
  await db.insertInto('carers').values({ pet_id: animal.id, user_id: other.id }).execute()
  await db.updateTable('care_records').set({ created_at: '2026-01-01T00:00:00Z' }).execute()

  await look('2027-07-01')
  await look('2027-07-01')

  const told = ['Kalu: Rabies vaccination due on 15 July 2027']
  for (const carer of [one, other]) expect((await mailsTo(carer)).map(({ subject }) => subject)).toEqual(told)
  await db.deleteFrom('carers').where('user_id', '=', other.id).execute()
  await look('2027-07-12')
  await db.updateTable('community_animals').set({ status: 'died' }).where('pet_id', '=', animal.id).execute()
  await look('2027-07-15')
  expect([(await mailsTo(one)).length, (await mailsTo(other)).length]).toEqual([2, 1])
})

// COM-4, MAIL-4
test('a carer is reminded of animals that they look after, and not of pets', async () => {
  const carer = await aConfirmedUser(db)
  const rabies = { rabiesOn: '2026-01-05', rabiesValidUntil: '2030-05-15' }
  await aStreetAnimal(db, carer, { petName: 'Moti', ...rabies })
  await look('2030-05-01')
  await aStreetAnimal(db, carer, { petName: 'Rani', ...rabies })
  await look('2030-05-12')
  const [one, both] = await mailsTo(carer)
  expect(one?.text).toContain('because a street animal that you look after has a care record')
  expect(both?.subject).toBe('Care of animals: 2 things are due')
  expect(both?.text).toContain('because animals that you look after have care records')
  expect(`${one?.text}${both?.text}`).not.toContain('of your account')
})

// COM-4
test('a device of a carer is told once of care that is due, beside the mail', async () => {
  const carer = await aConfirmedUser(db)
  const [wanting, other] = [await aDevice(carer, ['care-due']), await aDevice(carer, ['found'])]
  const rabies = { rabiesOn: '2026-01-05', rabiesValidUntil: '2029-05-15' }
  const first = await aStreetAnimal(db, carer, { petName: 'Moti', ...rabies })
  const notices = () => noticesOn(wanting.id, other.id)

  await look('2029-05-01')
  await look('2029-05-01')

  const path = paths.care.to({ petId: first.petId })
  expect(await notices()).toEqual([{ device_id: wanting.id, title: 'देखभाल का समय: Moti', path }])
  expect(await mailsTo(carer)).toHaveLength(1)

  await aStreetAnimal(db, carer, { petName: 'Rani', ...rabies })
  await look('2029-05-12')
  expect((await notices())[1]).toMatchObject({ title: '2 जानवरों की देखभाल का समय', path: paths.myPets.to({}) })
  expect((await notices()).filter(({ device_id }) => device_id === other.id)).toEqual([])
})

// COM-4, PSH-1
test('a device is told of care that is due although no mail may go to its owner', async () => {
  const [unconfirmed, unwilling, without] = [await aUser(db), await aConfirmedUser(db), await aUser(db)]
  await db.updateTable('users').set({ wants_reminders: false }).where('id', '=', unwilling.id).execute()
  const devices = [await aDevice(unconfirmed, ['care-due']), await aDevice(unwilling, ['care-due'])]
  const rabies = { rabiesOn: '2026-01-05', rabiesValidUntil: '2030-05-15' }
  for (const carer of [unconfirmed, unwilling, without]) await aStreetAnimal(db, carer, rabies)

  await look('2030-05-01')
  await look('2030-05-01')

  for (const { id } of devices) expect(await noticesOn(id)).toMatchObject([{ title: 'देखभाल का समय: Kalu' }])
  for (const carer of [unconfirmed, unwilling, without]) expect(await mailsTo(carer)).toEqual([])
  await db.updateTable('users').set({ email_confirmed_at: new Date() }).where('id', '=', unconfirmed.id).execute()
  await look('2030-05-02')
  expect(await mailsTo(unconfirmed)).toEqual([])
})

// PSH-1, COM-4
test('a mail about care waits where a device was told, and is dropped once read', async () => {
  const [told, untold] = [await aConfirmedUser(db), await aConfirmedUser(db)]
  const device = await aDevice(told, ['care-due'])
  const rabies = { rabiesOn: '2026-01-05', rabiesValidUntil: '2031-05-15' }
  for (const carer of [told, untold]) await aStreetAnimal(db, carer, rabies)
  await look('2031-05-01')
  const secondsUntilSent = async ({ id }: { id: number }) => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs
      where key = (select 'mail ' || id from mails where user_id = ${id})`.execute(db)
    return rows[0]?.seconds ?? Number.NaN
  }
  expect(await secondsUntilSent(told)).toBeGreaterThan(200)
  expect(await secondsUntilSent(untold)).toBeLessThanOrEqual(0)

  const [notice] = await db.selectFrom('push_notices').select('read_token').where('device_id', '=', device.id).execute()
  expect(await readNotice(db, notice?.read_token ?? '')).toBe(true)
  expect([(await mailsTo(told)).length, (await mailsTo(untold)).length]).toEqual([0, 1])
})
