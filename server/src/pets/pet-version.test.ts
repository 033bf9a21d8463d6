import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { anAdmin, aPet, aUser, PET_FORM } from '../../test/factories.ts'
import { testApp } from '../../test/harness.ts'

const app = await testApp()
const owner = await aUser(app.db)

const update = (pet: { id: number }, body: Partial<typeof PET_FORM> & { version?: number }, person = owner) =>
  app.call(petCalls.update, { params: { id: String(pet.id) }, body: { ...PET_FORM, ...body } }, person)

// PET-11
test('the version of a pet increases with each update by anyone', async () => {
  const pet = await aPet(app.db, owner)
  expect(pet.version).toBe(1)
  const second = await update(pet, { petAge: '4 years', version: 1 })
  expect([second.status, second.body.version]).toEqual([200, 2])
  const third = await update(pet, { petAge: '5 years' }, await anAdmin(app.db))
  expect([third.status, third.body.version]).toEqual([200, 3])
  const read = await app.call(petCalls.read, { params: { id: String(pet.id) } }, owner)
  expect(read.body.version).toBe(3)
})

// PET-11
test('an update based on an older version is rejected with the stored record', async () => {
  const pet = await aPet(app.db, owner)
  const newer = await update(pet, { contactDetails: '99999 00000', version: 1 })
  const stale = await update(pet, { petAge: '4 years', version: 1 })
  expect(stale.status).toBe(409)
  expect(stale.error).toEqual({
    status: 'error',
    code: 'changed_meanwhile',
    message: 'Somebody changed this pet meanwhile.',
    current: newer.body,
  })
  const read = await app.call(petCalls.read, { params: { id: String(pet.id) } }, owner)
  expect(read.body).toEqual(newer.body)
})

// PET-11
test('the same update repeated after a lost reply succeeds again', async () => {
  const pet = await aPet(app.db, owner)
  const first = await update(pet, { petAge: '4 years', version: 1 })
  const again = await update(pet, { petAge: '4 years', version: 1 })
  expect([again.status, again.body]).toEqual([200, first.body])
})

// PET-11, API-3
test("a version beyond the column's range is rejected, and changes nothing", async () => {
  const pet = await aPet(app.db, owner)
  for (const version of [2 ** 31, Number.MAX_SAFE_INTEGER]) {
    const reply = await update(pet, { petAge: '4 years', version })
    expect([reply.status, reply.error]).toMatchObject([400, { errors: { version: expect.stringMatching(/version/) } }])
  }
  expect((await app.call(petCalls.read, { params: { id: pet.petId } }, owner)).body.version).toBe(1)
})

// PET-11
test('of twenty updates of one version, one succeeds', async () => {
  const pet = await aPet(app.db, owner)
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => update(pet, { petAge: `${index} years`, version: 1 })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
})

// AUTH-10
test('a stranger learns nothing of a pet through a version', async () => {
  const pet = await aPet(app.db, owner)
  const stranger = await update(pet, { version: 7 }, await aUser(app.db))
  expect([stranger.status, stranger.error]).toEqual([
    404,
    { status: 'error', code: 'pet_not_found', message: 'Pet not found' },
  ])
  const anyone = await app.call(petCalls.read, { params: { id: pet.petId } })
  expect(anyone.body).not.toHaveProperty('version')
})
