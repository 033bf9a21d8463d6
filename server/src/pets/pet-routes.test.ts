import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { aBlankTag, anAdmin, aPet, aUser, PET_FORM } from '../../test/factories.ts'
import { testApp } from '../../test/harness.ts'
import { storedText } from '../../test/stored.ts'

const app = await testApp()

const FULL_FORM = {
  ...PET_FORM,
  ownerName: "Asha D'Souza",
  petGender: 'female' as const,
  treatmentDetail: 'Wound dressed\nTwice a week',
  treatmentDate: '2026-01-05',
  vaccinationDetail: 'Rabies',
  vaccinationDate: '2025-12-31',
  sterilizationDetail: 'Done at the camp',
  sterilizationDate: '2024-02-29',
  dewormingDetail: 'Tablet',
  dewormingDate: '2026-03-01',
  doctorName: 'Dr. Kulkarni',
}

const ALL_SHOWN = { ownerName: true, contact: true, area: true, address: true, medical: true, vet: true }
const NO_EXTRAS = { treatment: null, vaccination: null, sterilization: null, vaccinationValidUntil: null, photos: [] }
const NOTHING = { status: 'error', code: 'pet_not_found', message: 'Pet not found' }

const byId = (pet: { id: number }) => ({ params: { id: String(pet.id) } })
const byTag = (pet: { petId: string }) => ({ params: { id: pet.petId } })

// PET-11, AUTH-10, V8.2.2
test("a user can neither read, update nor delete someone else's pet, by either key", async () => {
  const pet = await aPet(app.db, await aUser(app.db))
  const stranger = await aUser(app.db)
  const before = await storedText(app.pool)
  for (const key of [byId(pet), byTag(pet)]) {
    const update = await app.call(petCalls.update, { ...key, body: { ...PET_FORM, petName: 'Stolen' } }, stranger)
    const remove = await app.call(petCalls.delete, key, stranger)
    // 404, not 403: a stranger may not learn that the pet exists.
    for (const reply of [update, remove]) expect([reply.status, reply.error]).toEqual([404, NOTHING])
  }
  const read = await app.call(petCalls.read, byId(pet), stranger)
  expect([read.status, read.error]).toEqual([404, NOTHING])
  expect(await storedText(app.pool)).toBe(before)
})

// PET-12, AUTH-10
test('by its internal id a pet is visible to its owner and admins only', async () => {
  const owner = await aUser(app.db)
  const pet = await aPet(app.db, owner)
  const nobody = await app.call(petCalls.read, byId(pet))
  const unknown = await app.call(petCalls.read, { params: { id: '999999' } })
  expect([nobody.status, nobody.error]).toEqual([404, NOTHING])
  expect([unknown.status, unknown.error]).toEqual([404, NOTHING])
  const dead = await app.call(petCalls.read, byId(pet), { token: 'x'.repeat(43) })
  expect(dead.status).toBe(401)
  for (const person of [owner, await anAdmin(app.db)]) {
    const reply = await app.call(petCalls.read, byId(pet), person)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ id: pet.id, petId: pet.petId, petName: pet.petName })
  }
})

// PET-12, PET-1
test('by its tag ID, in any notation, anyone can read a pet, but not who registered it', async () => {
  const owner = await aUser(app.db)
  const pet = await aPet(app.db, owner, { petName: 'Sheru', ownerName: 'Ravi' })
  const { id, version, shown: choices, isShownDue, ...shown } = pet
  const groups = pet.petId.match(/.{4}/g) ?? []
  const strangers = [null, await aUser(app.db)]
  for (const writing of [pet.petId, pet.petId.toLowerCase(), groups.join('-'), groups.join(' ').toLowerCase()]) {
    const read = (person: { token: string } | null) => app.call(petCalls.read, { params: { id: writing } }, person)
    for (const person of strangers) {
      const reply = await read(person)
      expect([reply.status, reply.body]).toEqual([200, shown])
      const text = JSON.stringify(reply.body)
      for (const secret of [owner.username, owner.email, 'user', '"id"']) expect(text).not.toContain(secret)
    }
    for (const person of [owner, await anAdmin(app.db)])
      expect((await read(person)).body).toEqual({ id, version, shown: choices, isShownDue, ...shown })
  }
})

// PET-12
test('an unknown tag ID, a blank tag and the tag of a deleted pet get the same reply', async () => {
  const owner = await aUser(app.db)
  const pet = await aPet(app.db, owner)
  await app.call(petCalls.delete, byId(pet), owner)
  for (const id of ['22222222222A', await aBlankTag(app.db), pet.petId]) {
    const reply = await app.call(petCalls.read, { params: { id } })
    expect([reply.status, reply.error]).toEqual([404, NOTHING])
  }
})

// PET-12, API-3
test('an invalid id gets 400 on every call with one', async () => {
  const admin = await anAdmin(app.db)
  const bad = [
    '0',
    '-1',
    '1.5',
    '1e3',
    '01',
    'abc',
    'null',
    '99999999999',
    '222222222220',
    '2222 2222 222',
    "1' or '1'='1",
  ]
  bad.push('../users', '%', '１', '1\0', '[object Object]', 'x'.repeat(190))
  for (const id of bad) {
    for (const reply of [
      await app.call(petCalls.read, { params: { id } }, admin),
      await app.call(petCalls.update, { params: { id }, body: PET_FORM }, admin),
      await app.call(petCalls.delete, { params: { id } }, admin),
      await app.call(petCalls.deleteAny, { params: { id } }, admin),
    ]) {
      expect.soft(reply.status, id).toBe(400)
      expect.soft(reply.error).toMatchObject({ status: 'error', errors: { id: 'That is not a valid id' } })
    }
  }
})

// PET-11, PET-1
test('a pet is created, listed, read, updated and deleted by its owner', async () => {
  const owner = await aUser(app.db)
  const created = await app.call(petCalls.create, { body: FULL_FORM }, owner)
  expect(created.status).toBe(201)
  const expected = {
    ...FULL_FORM,
    ...NO_EXTRAS,
    id: expect.any(Number),
    version: 1,
    shown: ALL_SHOWN,
    isShownDue: false,
    lost: null,
    petId: expect.stringMatching(/^[2-9A-HJ-NP-Z]{12}$/),
  }
  expect(created.body).toEqual(expected)
  const { body: pet } = created

  expect((await app.call(petCalls.listOwn, { query: {} }, owner)).body).toEqual([pet])
  expect((await app.call(petCalls.read, byId(pet), owner)).body).toEqual(pet)

  const update = await app.call(petCalls.update, { ...byId(pet), body: { ...FULL_FORM, petName: 'Sheru' } }, owner)
  expect([update.status, update.body]).toEqual([200, { ...pet, petName: 'Sheru', version: 2 }])
  expect((await app.call(petCalls.read, byTag(pet))).body.petName).toBe('Sheru')

  expect((await app.call(petCalls.delete, byId(pet), owner)).status).toBe(204)
  expect((await app.call(petCalls.delete, byId(pet), owner)).status).toBe(404)
  expect((await app.call(petCalls.listOwn, { query: {} }, owner)).body).toEqual([])
})

// PET-11, PET-19
test("an admin reads, updates and deletes anybody's pet; it stays its owner's", async () => {
  const owner = await aUser(app.db)
  const admin = await anAdmin(app.db)
  const [pet, other] = [await aPet(app.db, owner), await aPet(app.db, owner)]
  const update = await app.call(petCalls.update, { ...byTag(pet), body: { ...PET_FORM, petName: 'Kalu' } }, admin)
  expect([update.status, update.body.petName]).toEqual([200, 'Kalu'])
  const own = await app.call(petCalls.listOwn, { query: {} }, owner)
  expect(own.body.map((each) => each.petName)).toEqual(['Moti', 'Kalu'])
  expect((await app.call(petCalls.delete, byId(pet), admin)).status).toBe(204)
  expect((await app.call(petCalls.deleteAny, byId(other), admin)).status).toBe(204)
  expect((await app.call(petCalls.listOwn, { query: {} }, owner)).body).toEqual([])
})

// PET-1, PET-9
test('an update keeps optional fields it leaves out; empty text or null clears them', async () => {
  const owner = await aUser(app.db)
  const { body: pet } = await app.call(petCalls.create, { body: FULL_FORM }, owner)
  const kept = await app.call(petCalls.update, { ...byId(pet), body: { ...PET_FORM, petGender: 'female' } }, owner)
  expect(kept.body).toEqual({ ...pet, version: 2 })

  const body = { ...PET_FORM, petGender: 'female' as const, ownerName: '', treatmentDate: '', doctorName: null }
  const cleared = await app.call(petCalls.update, { ...byId(pet), body }, owner)
  expect(cleared.body).toEqual({ ...pet, version: 3, ownerName: null, treatmentDate: null, doctorName: null })
})

// PET-11, AUTH-9, V8.2.3
test('an owner, an id, a tag or a date of creation in the body has no effect', async () => {
  const owner = await aUser(app.db)
  const stranger = await aUser(app.db)
  const tag = await aBlankTag(app.db)
  const injected = { id: 1, user_id: stranger.id, userId: stranger.id, created_at: '2001-01-01', treatment: 'canary-a' }
  const body = { ...PET_FORM, ...injected, pet_id: tag, nonsense: 'canary-b' }
  const { status, body: pet } = await app.call(petCalls.create, { body }, owner)
  expect(status).toBe(201)
  expect(pet.petId).not.toBe(tag)
  const update = await app.call(petCalls.update, { ...byId(pet), body: { ...body, petId: tag } as typeof body }, owner)
  expect([update.status, update.body]).toEqual([200, { ...pet, version: 2 }])
  expect((await app.call(petCalls.listOwn, { query: {} }, stranger)).body).toEqual([])
  const stored = await storedText(app.pool)
  for (const text of ['canary', '2001-01-01']) expect(stored).not.toContain(text)
})

// PET-13
test('the older text fields of a record are returned, too', async () => {
  const pet = await aPet(app.db, await aUser(app.db))
  await app.pool.query("update pets set treatment = 'Limp', vaccination = 'All', sterilization = 'Yes' where id = $1", [
    pet.id,
  ])
  const { body } = await app.call(petCalls.read, byTag(pet))
  expect(body).toMatchObject({ treatment: 'Limp', vaccination: 'All', sterilization: 'Yes' })
})
