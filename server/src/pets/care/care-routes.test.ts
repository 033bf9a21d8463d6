import { CARE_RECORDS_MAX, type CareForm, careCalls } from '@petsetu/contract/pets/care.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { expect, test } from 'vitest'
import { aCarer, aStreetAnimal } from '../../../test/community.ts'
import { anAdmin, aPet, aUser, PET_FORM } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { lockPet } from '../lock-pet.ts'

const app = await testApp()
const owner = await aUser(app.db)

type Body = Partial<CareForm> & { version?: number }

const add = (pet: { id: number }, body: Body, person = owner, headers = {}) =>
  app.call(careCalls.create, { params: { id: String(pet.id) }, body: { kind: 'rabies', ...body } }, person, headers)
const change = (pet: { id: number }, careId: number, body: Body, person = owner) =>
  app.call(
    careCalls.update,
    { params: { id: String(pet.id), careId: String(careId) }, body: { kind: 'rabies', ...body } },
    person,
  )
const remove = (pet: { id: number }, careId: number, person = owner) =>
  app.call(careCalls.delete, { params: { id: String(pet.id), careId: String(careId) } }, person)
const list = async (pet: { id: number; petId: string }, key = pet.petId, person = owner) =>
  (await app.call(careCalls.list, { params: { id: key } }, person)).body

const RABIES = {
  kind: 'rabies',
  product: 'Nobivac Rabies',
  day: '2026-03-05',
  valid_until: '2027-03-05',
  vet: 'Dr. Rao',
  note: 'Left hind leg',
} as const

// CAR-1
test('a record is added, read by both keys of its pet, replaced and deleted', async () => {
  const pet = await aPet(app.db, owner)
  const added = await add(pet, RABIES)
  expect([added.status, added.body]).toEqual([201, { id: added.body.id, version: 1, ...RABIES }])
  for (const key of [pet.petId, String(pet.id)]) expect(await list(pet, key)).toEqual([added.body])

  const changed = await change(pet, added.body.id, { kind: 'dhppi', day: '2026-03-06' })
  const empty = { product: null, valid_until: null, vet: null, note: null }
  expect([changed.status, changed.body]).toEqual([
    200,
    { id: added.body.id, version: 2, kind: 'dhppi', day: '2026-03-06', ...empty },
  ])
  expect((await remove(pet, added.body.id)).status).toBe(204)
  expect(await list(pet)).toEqual([])
  expect((await remove(pet, added.body.id)).error).toMatchObject({ code: 'care_not_found' })
})

// CAR-1
test('records come newest first, one without a day by the day until which it is valid', async () => {
  const pet = await aPet(app.db, owner)
  for (const body of [{ day: '2026-01-01' }, {}, { day: '2026-05-01' }, { valid_until: '2026-03-01' }])
    await add(pet, { kind: 'other', ...body })
  const days = (await list(pet)).map(({ day, valid_until }) => day ?? valid_until)
  expect(days).toEqual(['2026-05-01', '2026-03-01', '2026-01-01', null])
})

// CAR-1
test('only the owner and an admin get to a record, and only by its own pet', async () => {
  const [pet, other] = [await aPet(app.db, owner), await aPet(app.db, owner)]
  const { id } = (await add(pet, RABIES)).body
  const stranger = await aUser(app.db)
  for (const reply of [
    await app.call(careCalls.list, { params: { id: pet.petId } }, stranger),
    await add(pet, RABIES, stranger),
    await change(pet, id, RABIES, stranger),
    await remove(pet, id, stranger),
  ])
    expect([reply.status, reply.error.code]).toEqual([404, 'pet_not_found'])
  for (const reply of [await change(other, id, {}), await remove(other, id)])
    expect([reply.status, reply.error.code]).toEqual([404, 'care_not_found'])
  expect(await list(pet)).toHaveLength(1)
  expect((await remove(pet, id, await anAdmin(app.db))).status).toBe(204)
})

// CAR-1, API-3
test('an unknown kind, impossible, future and backwards days are refused by field', async () => {
  const pet = await aPet(app.db, owner)
  const refused: [object, string][] = [
    [{ kind: 'vaccination' }, 'kind'],
    [{ kind: null }, 'kind'],
    [{ day: '2026-02-30' }, 'day'],
    [{ day: '2999-01-01' }, 'day'],
    // Made by a browser of a year with two digits.
    [{ day: '0026-01-31' }, 'day'],
    [{ day: '2026-03-05', valid_until: '2026-03-04' }, 'valid_until'],
    [{ valid_until: 'soon' }, 'valid_until'],
    [{ vet: 'x'.repeat(101) }, 'vet'],
    [{ product: 'x'.repeat(1001) }, 'product'],
    [{ note: 7 }, 'note'],
  ]
  for (const [body, field] of refused) {
    const reply = await add(pet, body)
    expect.soft([reply.status, Object.keys(reply.error.errors ?? {})], JSON.stringify(body)).toEqual([400, [field]])
  }
  expect((await add(pet, { day: today(), valid_until: today() })).status).toBe(201)
  expect(await list(pet)).toHaveLength(1)
})

// CAR-1
test('of two edits of one version the second is rejected; a repeat of the first is not', async () => {
  const pet = await aPet(app.db, owner)
  const { id } = (await add(pet, RABIES)).body
  const first = await change(pet, id, { ...RABIES, vet: 'Dr. Iyer', version: 1 })
  const second = await change(pet, id, { ...RABIES, vet: 'Dr. Khan', version: 1 })
  expect([second.status, second.error]).toEqual([
    409,
    {
      status: 'error',
      code: 'changed_meanwhile',
      message: 'Somebody changed this record meanwhile.',
      current: first.body,
    },
  ])
  const again = await change(pet, id, { ...RABIES, vet: 'Dr. Iyer', version: 1 })
  expect([again.status, again.body]).toEqual([200, first.body])
})

// CAR-1
test('a repeated POST with one Idempotency-Key adds one record', async () => {
  const pet = await aPet(app.db, owner)
  const key = { 'idempotency-key': 'care-of-moti-1' }
  const [first, second] = [await add(pet, RABIES, owner, key), await add(pet, RABIES, owner, key)]
  expect([second.status, second.body]).toEqual([201, first.body])
  expect(await list(pet)).toHaveLength(1)
})

// CAR-1
test('a pet has a maximum of records, also for many requests at once', async () => {
  const pet = await aPet(app.db, owner)
  await app.pool.query(`insert into care_records (pet_number, kind) select $1, 'other' from generate_series(1, $2)`, [
    pet.id,
    CARE_RECORDS_MAX - 2,
  ])
  const statuses = (await Promise.all(Array.from({ length: 5 }, () => add(pet, RABIES)))).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([201, 201, 409, 409, 409])
  expect((await add(pet, RABIES)).error).toMatchObject({
    code: 'too_many_care_records',
    message: expect.stringContaining(`at most ${CARE_RECORDS_MAX}`),
  })
})

// CAR-3
test('due next is the earliest end of the newest records, once for each pet', async () => {
  const person = await aUser(app.db)
  const [moti, rani, tara] = [await aPet(app.db, person), await aPet(app.db, person), await aPet(app.db, person)]
  await add(moti, { kind: 'rabies', day: '2025-03-05', valid_until: '2026-03-05' }, person)
  await add(moti, { kind: 'rabies', day: '2026-03-01', valid_until: '2027-03-01' }, person)
  await add(moti, { kind: 'deworming', day: '2026-10-01', valid_until: '2027-01-01' }, person)
  await add(rani, { kind: 'dhppi', day: '2025-01-01', valid_until: '2026-01-01' }, person)
  await add(tara, { kind: 'rabies', day: '2026-01-01' }, person)
  const due = await app.call(careCalls.listDue, {}, person)
  expect(due.body).toEqual([
    { pet_id: rani.id, kind: 'dhppi', day: '2026-01-01' },
    { pet_id: moti.id, kind: 'deworming', day: '2027-01-01' },
  ])
  expect((await app.call(careCalls.listDue, {}, await aUser(app.db))).body).toEqual([])
})

// CAR-3
test('a treatment is replaced by the same product alone, and is not due for ever', async () => {
  const person = await aUser(app.db)
  const pet = await aPet(app.db, person)
  const due = async () => (await app.call(careCalls.listDue, {}, person)).body.map(({ day }) => day)
  const longAgo = today(new Date(Date.now() - 40 * 86_400_000))
  await add(pet, { kind: 'treatment', product: 'Wound cream', day: longAgo, valid_until: longAgo }, person)
  expect(await due()).toEqual([])
  await add(pet, { kind: 'treatment', product: 'Tick tablet', day: '2026-09-01', valid_until: '2999-10-01' }, person)
  await add(pet, { kind: 'treatment', product: 'Ear drops', day: '2026-09-10' }, person)
  expect(await due()).toEqual(['2999-10-01'])
  await add(pet, { kind: 'treatment', product: 'tick TABLET', day: '2026-09-12', valid_until: '2999-11-01' }, person)
  expect(await due()).toEqual(['2999-11-01'])
})

// CAR-1
test('deleting a pet or its account deletes the records', async () => {
  const person = await aUser(app.db)
  const pet = await aPet(app.db, person, { treatmentDetail: 'Worms' })
  await add(pet, RABIES, person)
  await app.call(petCalls.delete, { params: { id: String(pet.id) } }, person)
  const other = await aPet(app.db, person, { treatmentDetail: 'Worms' })
  await app.db.deleteFrom('users').where('id', '=', person.id).execute()
  const left = await app.db
    .selectFrom('care_records')
    .select('id')
    .where('pet_number', 'in', [pet.id, other.id])
    .execute()
  expect(left).toEqual([])
})

// COM-4
test('no change of the care of an animal is stored after the right to it has ended', async () => {
  const carer = await aCarer(app.db)
  const animal = await aStreetAnimal(app.db, carer)
  const { body: record } = await add(animal, RABIES, carer)
  const { answers } = await app.db.transaction().execute(async (transaction) => {
    await lockPet(transaction, animal.id)
    const waiting = [
      add(animal, { day: '2026-06-01' }, carer),
      change(animal, record.id, { day: '2026-06-02' }, carer),
      remove(animal, record.id, carer),
    ]
    await expect.poll(() => lockWaits(app.pool)).toBe(waiting.length)
    await transaction.deleteFrom('carers').where('pet_id', '=', animal.id).execute()
    return { answers: waiting }
  })
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404, 404])
  expect(await list(animal, animal.petId, await anAdmin(app.db))).toEqual([record])
})

// CAR-3
test('rabies that was given again together with another vaccine is no longer due', async () => {
  const vaccination = { vaccinationDetail: 'Anti-rabies', vaccinationDate: '2025-12-03' }
  const pet = await aPet(app.db, owner, { ...vaccination, vaccinationValidUntil: '2998-12-03' })
  const again = { vaccinationDetail: 'Anti-rabies + DHPPi', vaccinationDate: '2026-11-20' }
  const body = { ...PET_FORM, ...again, vaccinationValidUntil: '2999-11-20' }
  expect((await app.call(petCalls.update, { params: { id: pet.petId }, body }, owner)).status).toBe(200)
  const due = (await app.call(careCalls.listDue, {}, owner)).body.filter(({ pet_id }) => pet_id === pet.id)
  expect(due).toEqual([{ pet_id: pet.id, kind: 'other', day: '2999-11-20' }])
})
