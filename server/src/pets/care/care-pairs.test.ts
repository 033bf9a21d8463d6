import { CARE_RECORDS_MAX, type CareForm, careCalls } from '@petsetu/contract/pets/care.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { aPet, aUser, PET_FORM } from '../../../test/factories.ts'
import { emptyDatabase, testApp } from '../../../test/harness.ts'
import { migrate } from '../../platform/db/migrate.ts'

const app = await testApp()
const owner = await aUser(app.db)

type Pet = { id: number; petId: string }
type Pairs = { [field: string]: string | null | number }

const save = async (pet: Pet, fields: Pairs) => {
  const reply = await app.call(
    petCalls.update,
    { params: { id: String(pet.id) }, body: { ...PET_FORM, ...fields } },
    owner,
  )
  expect(reply.status).toBe(200)
  // The saved texts are read as before there were records.
  const read = await app.call(petCalls.read, { params: { id: String(pet.id) } }, owner)
  expect(read.body).toEqual(reply.body)
  return reply.body
}
const add = async (pet: Pet, body: CareForm) =>
  (await app.call(careCalls.create, { params: { id: pet.petId }, body }, owner)).body
const list = async (pet: Pet) => (await app.call(careCalls.list, { params: { id: pet.petId } }, owner)).body
const GIVEN = { kind: 'rabies', product: 'Anti-rabies', day: '2026-09-01' } as const
const read = async (pet: Pet) => (await app.call(petCalls.read, { params: { id: pet.petId } }, owner)).body
const rabiesUntil = async (pet: Pet) =>
  (await app.db.selectFrom('pets').select('rabies_valid_until').where('id', '=', pet.id).executeTakeFirst())
    ?.rabies_valid_until
const rabies = async (pet: Pet) =>
  (await app.db.selectFrom('pets').select(['rabies_day', 'rabies_valid_until']).where('id', '=', pet.id).execute())[0]

// CAR-1
test('each pair of a new pet writes a record of its kind', async () => {
  const pet = await aPet(app.db, owner, {
    treatmentDetail: 'Ear drops',
    vaccinationDetail: 'Anti-rabies',
    vaccinationDate: '2026-01-31',
    sterilizationDate: '2025-05-01',
    dewormingDetail: 'Drontal',
    dewormingDate: '2026-02-01',
  })
  const records = (await list(pet)).map(({ kind, product, day }) => [kind, product, day])
  expect(records).toEqual([
    ['deworming', 'Drontal', '2026-02-01'],
    ['rabies', 'Anti-rabies', '2026-01-31'],
    ['sterilisation', null, '2025-05-01'],
    ['treatment', 'Ear drops', null],
  ])
  expect(pet).toMatchObject({ version: 1, treatmentDetail: 'Ear drops', sterilizationDate: '2025-05-01' })
})

// CAR-1
test('a vaccination is of the kind its text names, and other if it names no single one', async () => {
  const kinds = { 'Anti Rabies Vaccine': 'rabies', रेबीज: 'rabies', 'DHPPi booster': 'dhppi', Lepto: 'leptospirosis' }
  for (const [text, kind] of Object.entries({ ...kinds, 'DHPPi and rabies': 'other', 'All done': 'other' })) {
    const pet = await aPet(app.db, owner, { vaccinationDetail: text })
    expect.soft(await list(pet), text).toMatchObject([{ kind, product: text }])
    expect.soft((await read(pet)).vaccinationDetail).toBe(text)
  }
})

// CAR-1
test('a pair with a later day adds a record, and any other change corrects the newest', async () => {
  const pet = await aPet(app.db, owner, { dewormingDetail: 'Drontal', dewormingDate: '2026-01-01' })
  await save(pet, { dewormingDetail: 'Drontal', dewormingDate: '2026-01-01' })
  expect((await list(pet)).map(({ version }) => version)).toEqual([1])

  await save(pet, { dewormingDetail: 'Drontal plus', dewormingDate: '2026-01-01' })
  expect(await list(pet)).toMatchObject([{ product: 'Drontal plus', day: '2026-01-01', version: 2 }])

  await save(pet, { dewormingDetail: 'Milbemax', dewormingDate: '2026-04-01' })
  expect((await list(pet)).map(({ product }) => product)).toEqual(['Milbemax', 'Drontal plus'])

  await save(pet, { dewormingDetail: 'Milbemax', dewormingDate: '2025-12-01' })
  expect((await list(pet)).map(({ product, day }) => [product, day])).toEqual([
    ['Drontal plus', '2026-01-01'],
    ['Milbemax', '2025-12-01'],
  ])
  await save(pet, { petAge: '4 years' })
  expect((await read(pet)).dewormingDate).toBe('2025-12-01')
})

// CAR-1
test('a cleared pair shows nothing; its records stay, and a newer one counts again', async () => {
  const pet = await aPet(app.db, owner, { treatmentDetail: 'Ear drops', treatmentDate: '2026-01-01' })
  await save(pet, { treatmentDetail: 'Bandage', treatmentDate: '2026-02-01' })
  expect(await save(pet, { treatmentDetail: '', treatmentDate: '' })).toMatchObject({
    treatmentDetail: null,
    treatmentDate: null,
  })
  expect(await list(pet)).toHaveLength(2)
  await save(pet, { treatmentDetail: 'Eye drops', treatmentDate: null })
  expect(await list(pet)).toHaveLength(3)
})

// CAR-1
test('a pair shows the newest record of its kinds, whoever wrote it, until deleted', async () => {
  const pet = await aPet(app.db, owner, { vaccinationDetail: 'Anti-rabies', vaccinationDate: '2025-01-31' })
  const dhppi = await add(pet, { kind: 'dhppi', day: '2026-03-01' })
  expect(await read(pet)).toMatchObject({ vaccinationDetail: 'DHPPi', vaccinationDate: '2026-03-01', version: 2 })
  await add(pet, { kind: 'leptospirosis', product: 'Older', day: '2024-01-01' })
  await add(pet, { kind: 'other', product: 'Insurance', day: '2026-05-01' })
  expect(await read(pet)).toMatchObject({ vaccinationDetail: 'DHPPi', version: 2 })
  await app.call(careCalls.delete, { params: { id: pet.petId, careId: String(dhppi.id) } }, owner)
  expect(await read(pet)).toMatchObject({ vaccinationDetail: 'Anti-rabies', vaccinationDate: '2025-01-31', version: 3 })
})

// CAR-1, PET-11
test('an edit of a pet that is based on pairs from before a new record is told', async () => {
  const pet = await aPet(app.db, owner)
  await add(pet, { kind: 'treatment', product: 'Bandage', day: '2026-03-01' })
  const stale = await app.call(
    petCalls.update,
    { params: { id: pet.petId }, body: { ...PET_FORM, petAge: '4 years', version: 1 } },
    owner,
  )
  expect([stale.status, stale.error.current]).toMatchObject([409, { treatmentDetail: 'Bandage' }])
})

// CAR-2
test('the newest rabies record says until when it is valid, and a save answers it', async () => {
  const pet = await aPet(app.db, owner)
  await add(pet, { kind: 'rabies', day: '2026-03-05', valid_until: '2027-03-05' })
  await add(pet, { kind: 'rabies', day: '2025-03-05', valid_until: '2028-03-05' })
  expect(await rabiesUntil(pet)).toBe('2027-03-05')
  const saved = await save(pet, { vaccinationDetail: 'Rabies', vaccinationDate: '2026-09-01' })
  expect(await rabiesUntil(pet)).toBeNull()
  expect((await save(pet, { version: saved.version, petAge: '4 years' })).petAge).toBe('4 years')
})

// CAR-1, CAR-3
test('a list says which record of another kind is a vaccination of the form', async () => {
  const pet = await aPet(app.db, owner, { vaccinationDetail: 'All done', vaccinationDate: '2026-01-31' })
  await add(pet, { kind: 'other', product: 'Insurance', day: '2026-05-01' })
  await add(pet, GIVEN)
  expect((await list(pet)).map(({ kind, is_vaccination }) => [kind, is_vaccination])).toEqual([
    ['rabies', undefined],
    ['other', undefined],
    ['other', true],
  ])
})

// CAR-2
test('text that names rabies among other vaccines counts as one of rabies', async () => {
  const detail = { vaccinationDetail: 'Anti-rabies and DHPP', vaccinationDate: '2026-01-31' }
  const pet = await aPet(app.db, owner, detail)
  expect(await rabies(pet)).toEqual({ rabies_day: '2026-01-31', rabies_valid_until: null })
  await save(pet, { ...detail, vaccinationValidUntil: '2027-01-31' })
  expect(await list(pet)).toMatchObject([{ kind: 'other', day: '2026-01-31', valid_until: '2027-01-31' }])
  expect(await rabies(pet)).toEqual({ rabies_day: '2026-01-31', rabies_valid_until: '2027-01-31' })
  await save(pet, { vaccinationDetail: 'DHPPi', vaccinationDate: '2026-02-28' })
  expect(await rabies(pet)).toEqual({ rabies_day: '2026-01-31', rabies_valid_until: '2027-01-31' })
})

const UNKNOWN = { rabies_day: null, rabies_valid_until: null }
const DHPPI = { vaccinationDetail: 'DHPPi', vaccinationDate: '2026-11-20', vaccinationValidUntil: '2027-11-20' }

// CAR-1, CAR-2
test('another vaccine leaves what is known of rabies, which had no day', async () => {
  const pet = await aPet(app.db, owner, { vaccinationDetail: 'Anti-rabies', vaccinationValidUntil: '2026-12-31' })
  await save(pet, DHPPI)
  expect(await rabies(pet)).toEqual({ rabies_day: null, rabies_valid_until: '2026-12-31' })
  expect((await list(pet)).map(({ kind, valid_until }) => [kind, valid_until])).toEqual([
    ['rabies', '2026-12-31'],
    ['dhppi', '2027-11-20'],
  ])
  const undated = await aPet(app.db, owner, { vaccinationDetail: 'Rabies', vaccinationValidUntil: '2026-12-31' })
  await save(undated, { vaccinationDetail: 'DHPPi', vaccinationDate: '', vaccinationValidUntil: '2027-10-01' })
  expect(await rabies(undated)).toEqual({ rabies_day: null, rabies_valid_until: '2026-12-31' })
})

// CAR-1, CAR-2
test('a vaccination that is corrected to another vaccine says nothing of rabies', async () => {
  const given = { vaccinationDetail: 'Anti-rabies', vaccinationDate: '2026-09-01', vaccinationValidUntil: '2027-09-01' }
  const kinds = { DHPPi: 'dhppi', 'Distemper and lepto': 'other', 'Nobivac 7': 'other', '': 'other' }
  for (const [vaccinationDetail, kind] of Object.entries(kinds)) {
    const pet = await aPet(app.db, owner, given)
    await save(pet, { ...given, vaccinationDetail })
    expect.soft([await list(pet), await rabies(pet)], vaccinationDetail).toMatchObject([[{ kind }], UNKNOWN])
  }
  const pet = await aPet(app.db, owner, given)
  for (const vaccinationDetail of ['DHPPi', 'Rabies and DHPPi', 'Rabies'])
    await save(pet, { ...given, vaccinationDetail })
  expect([await list(pet), await rabies(pet)]).toMatchObject([[{ kind: 'rabies' }], { rabies_day: '2026-09-01' }])
})

// CAR-1
test('a chosen kind stays when the name of its vaccine, known to nobody, is corrected', async () => {
  const pet = await aPet(app.db, owner)
  await add(pet, { ...GIVEN, product: 'Nobivc R', valid_until: '2027-09-01' })
  await save(pet, { vaccinationDetail: 'Nobivac R', vaccinationDate: '2026-09-01' })
  expect([await list(pet), await rabiesUntil(pet)]).toMatchObject([[{ kind: 'rabies' }], '2027-09-01'])
})

// CAR-2
test('nothing is known of rabies once the form is cleared, until it is entered anew', async () => {
  const pet = await aPet(app.db, owner, { vaccinationDetail: 'Anti-rabies', vaccinationValidUntil: '2026-12-31' })
  await save(pet, DHPPI)
  await save(pet, { vaccinationDetail: '', vaccinationDate: '', vaccinationValidUntil: '' })
  expect(await rabies(pet)).toEqual(UNKNOWN)
  expect((await list(pet)).map(({ kind, is_cleared }) => [kind, is_cleared])).toEqual([
    ['rabies', true],
    ['dhppi', true],
  ])
  const [cleared] = await list(pet)
  const body = { kind: 'rabies', valid_until: '2026-12-31' } as const
  await app.call(careCalls.update, { params: { id: pet.petId, careId: String(cleared?.id) }, body }, owner)
  expect(await rabiesUntil(pet)).toBe('2026-12-31')
  expect((await list(pet))[0]).not.toHaveProperty('is_cleared')
})

// CAR-2
test('kinds that the form had left behind are mended, and chosen ones stay', async () => {
  const { db, pool } = await emptyDatabase()
  await migrate(db, '0150-counts-of-long-transactions')
  await pool.query(`
    insert into users (username, username_key, email, email_key, password_hash) values ('meera', 'meera', 'm@example.org', 'm@example.org', 'x');
    insert into tags (pet_id) values ('ABCDEFGHJKLM'), ('ABCDEFGHJKLN'), ('ABCDEFGHJKLP');
    insert into pets (pet_id, user_id, pet_name, pet_type, pet_age, pet_gender, location, address, contact_details,
      vaccination_detail, vaccination_valid_until)
    select pet_id, 1, 'Moti', 'Dog', '2', 'male', 'Pune', 'Pune', '1', 'Anti-rabies', '2026-12-31' from tags;
    update pets set vaccination_detail = 'DHPPi', vaccination_valid_until = '2027-11-20' where pet_id = 'ABCDEFGHJKLM';
    update pets set vaccination_detail = null, vaccination_valid_until = null where pet_id = 'ABCDEFGHJKLN';
    update pets set vaccination_detail = null, vaccination_valid_until = null where pet_id = 'ABCDEFGHJKLP';
    insert into care_records (pet_number, kind, product, valid_until, pair)
    select id, 'rabies', 'Combined, with DHPPi', '2028-01-31', 'vaccination' from pets where pet_id = 'ABCDEFGHJKLP'`)
  await migrate(db)
  const { rows } = await pool.query('select vaccination_detail, rabies_valid_until from pets order by pet_id')
  expect(rows).toEqual([
    { vaccination_detail: 'DHPPi', rabies_valid_until: null },
    { vaccination_detail: null, rabies_valid_until: null },
    { vaccination_detail: 'Combined, with DHPPi', rabies_valid_until: '2028-01-31' },
  ])
})

// CAR-1
test('the form says until when a vaccination is valid, and a later one begins without', async () => {
  const detail = { vaccinationDetail: 'Anti-rabies', vaccinationDate: '2026-01-31' }
  const pet = await aPet(app.db, owner, { ...detail, vaccinationValidUntil: '2027-01-31' })
  expect(await list(pet)).toMatchObject([{ kind: 'rabies', valid_until: '2027-01-31' }])
  expect((await save(pet, detail)).vaccinationValidUntil).toBe('2027-01-31')
  expect((await save(pet, { ...detail, vaccinationDate: '2026-09-01' })).vaccinationValidUntil).toBeNull()
  const [newest] = await list(pet)
  await app.call(
    careCalls.update,
    { params: { id: pet.petId, careId: String(newest?.id) }, body: { ...GIVEN, valid_until: '2028-09-01' } },
    owner,
  )
  expect((await read(pet)).vaccinationValidUntil).toBe('2028-09-01')
  const reply = await app.call(
    petCalls.update,
    { params: { id: pet.petId }, body: { ...PET_FORM, ...detail, vaccinationValidUntil: '2025-01-31' } },
    owner,
  )
  expect(reply.error.errors).toEqual({ vaccinationValidUntil: 'This is before the date it was given' })
})

// CAR-1
test('saves of the form cannot add records without end: the oldest one gives way', async () => {
  const pet = await aPet(app.db, owner, { sterilizationDate: '2020-01-01' })
  await app.pool.query(
    `insert into care_records (pet_number, kind, product, day)
     select $1, 'other', n, date '2021-01-01' + n from generate_series(1, $2::int) n`,
    [pet.id, CARE_RECORDS_MAX - 1],
  )
  await save(pet, { sterilizationDate: '2020-01-01', dewormingDate: '2026-01-01' })
  const records = await list(pet)
  expect(records).toHaveLength(CARE_RECORDS_MAX)
  expect(records.map(({ product }) => product)).not.toContain('1')
  expect((await read(pet)).sterilizationDate).toBe('2020-01-01')
})

// CAR-1
test('twenty saves and records at once leave the pair with the newest record', async () => {
  const pet = await aPet(app.db, owner)
  const days = Array.from({ length: 10 }, (_, index) => `2026-01-${10 + index}`)
  await Promise.all([
    ...days.map((day) => add(pet, { kind: 'treatment', product: `Added ${day}`, day })),
    ...days.map((day) =>
      app.call(petCalls.update, { params: { id: pet.petId }, body: { ...PET_FORM, treatmentDate: day } }, owner),
    ),
  ])
  const { rows } = await app.pool.query<{ product: string | null; day: string }>(
    `select product, day from care_records where pet_number = $1 and pair = 'treatment' order by sort_day desc, id desc limit 1`,
    [pet.id],
  )
  expect(await read(pet)).toMatchObject({ treatmentDetail: rows[0]?.product, treatmentDate: rows[0]?.day })
})

// CAR-1
test('pairs from before there were records become records, and stay as they were', async () => {
  const { db, pool } = await emptyDatabase()
  await migrate(db, '0017-mails')
  await pool.query(`
    insert into users (username, username_key, email, email_key, password_hash) values ('meera', 'meera', 'm@example.org', 'm@example.org', 'x');
    insert into tags (pet_id) values ('ABCDEFGHJKLM'), ('ABCDEFGHJKLN');
    insert into pets (pet_id, user_id, pet_name, pet_type, pet_age, pet_gender, location, address, contact_details,
      vaccination_detail, vaccination_date, deworming_detail)
    select pet_id, 1, 'Moti', 'Dog', '2', 'male', 'Pune', 'Pune', '1',
      case pet_id when 'ABCDEFGHJKLM' then 'Anti-rabies' end, case pet_id when 'ABCDEFGHJKLM' then date '2026-01-31' end,
      case pet_id when 'ABCDEFGHJKLM' then 'Drontal' end
    from tags`)
  // Saved by a node of the version before, after the table of records was made and before the pairs were copied.
  await migrate(db, '0062-copy-of-care-pairs')
  await pool.query("update pets set treatment_detail = 'Ointment' where pet_id = 'ABCDEFGHJKLN'")
  const before = await pool.query(
    'select pet_id, version, vaccination_detail, vaccination_date, deworming_detail from pets order by pet_id',
  )
  await migrate(db)
  const after = await pool.query(
    'select pet_id, version, vaccination_detail, vaccination_date, deworming_detail from pets order by pet_id',
  )
  expect(after.rows).toEqual(before.rows)
  const { rows } = await pool.query('select kind, product, day, pair from care_records order by pair')
  expect(rows).toEqual([
    { kind: 'deworming', product: 'Drontal', day: null, pair: 'deworming' },
    { kind: 'treatment', product: 'Ointment', day: null, pair: 'treatment' },
    { kind: 'rabies', product: 'Anti-rabies', day: '2026-01-31', pair: 'vaccination' },
  ])
})
