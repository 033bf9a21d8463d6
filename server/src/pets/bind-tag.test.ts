import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { aBlankTag, anAdmin, aUser, PET_FORM } from '../../test/factories.ts'
import { testApp } from '../../test/harness.ts'
import { storedText } from '../../test/stored.ts'

const app = await testApp()

const ALREADY = { status: 'error', code: 'tag_already_registered', message: 'This tag is already registered to a pet.' }

type Someone = { token: string }
const register = (petId: unknown, person: Someone) =>
  app.call(petCalls.create, { body: { ...PET_FORM, petId: petId as string } }, person)

// PET-16
test('an ID that was never generated gets 404, and no pet is saved', async () => {
  const before = await storedText(app.pool, { except: ['users', 'sessions'] })
  const reply = await register('22222222222A', await aUser(app.db))
  expect(reply.status).toBe(404)
  expect(reply.error).toEqual({
    status: 'error',
    code: 'tag_not_found',
    message: expect.stringContaining('no tag with this ID'),
  })
  expect(await storedText(app.pool, { except: ['users', 'sessions'] })).toBe(before)
})

// PET-16
test('an invalid tag ID gets 400 with an error at its field', async () => {
  const person = await aUser(app.db)
  for (const petId of [
    '',
    '1',
    'ABCD',
    'ABCD-EFGH-JKL0',
    'ABCD-EFGH-JKLI',
    'ABCDEFGHJKLMN',
    7,
    true,
    ['ABCDEFGHJKLM'],
    {},
    'x'.repeat(500),
  ]) {
    const reply = await register(petId, person)
    expect.soft(reply.status, JSON.stringify(petId)).toBe(400)
    expect.soft(reply.error.errors).toEqual({ petId: expect.stringMatching(/tag ID/) })
  }
})

// PET-16
test('a tag is bound once: a second attempt gets 409, also for its owner and an admin', async () => {
  const tag = await aBlankTag(app.db)
  const owner = await aUser(app.db)
  expect((await register(tag, owner)).status).toBe(201)
  for (const person of [owner, await aUser(app.db), await anAdmin(app.db)]) {
    const reply = await register(tag, person)
    expect([reply.status, reply.error]).toEqual([409, ALREADY])
  }
})

// PET-16, V2.3.4
test('if twenty people claim one tag at once, one gets it and nineteen are told', async () => {
  const tag = await aBlankTag(app.db)
  const people = await Promise.all(Array.from({ length: 20 }, () => aUser(app.db)))
  const replies = await Promise.all(people.map((person) => register(tag, person)))
  const won = replies.filter((reply) => reply.status === 201)
  const lost = replies.filter((reply) => reply.status === 409)
  expect([won.length, lost.length]).toEqual([1, 19])
  for (const reply of lost) expect(reply.error).toEqual(ALREADY)
  const { rows } = await app.pool.query('select user_id from pets where pet_id = $1', [tag])
  expect(rows).toEqual([{ user_id: people[replies.findIndex((reply) => reply.status === 201)]?.id }])
})

// PET-16
test('the tag of a deleted pet does not become blank again, whoever deleted it', async () => {
  const owner = await aUser(app.db)
  const admin = await anAdmin(app.db)
  for (const person of [owner, admin]) {
    const { body: pet } = await register(await aBlankTag(app.db), owner)
    expect((await app.call(petCalls.delete, { params: { id: String(pet.id) } }, person)).status).toBe(204)
    const again = await register(pet.petId, owner)
    expect([again.status, again.error]).toEqual([409, ALREADY])
    expect((await app.call(petCalls.read, { params: { id: pet.petId } })).status).toBe(404)
  }
})

// PET-16, PET-2
test('a form with a bad field leaves the tag blank for the next try', async () => {
  const tag = await aBlankTag(app.db)
  const owner = await aUser(app.db)
  const bad = await app.call(petCalls.create, { body: { ...PET_FORM, petName: '', petId: tag } }, owner)
  expect(bad.status).toBe(400)
  expect((await register(tag, owner)).status).toBe(201)
})

// PET-16, TAG-2
test('a blank tag is bound to the pet that is saved for it, however its ID was typed', async () => {
  const owner = await aUser(app.db)
  for (const writing of [(id: string) => id, groupPetId, (id: string) => ` ${groupPetId(id).toLowerCase()} `]) {
    const tag = await aBlankTag(app.db)
    const { status, body: pet } = await register(writing(tag), owner)
    expect([status, pet.petId]).toEqual([201, tag])
    expect((await app.call(petCalls.read, { params: { id: tag } })).body.petName).toBe(PET_FORM.petName)
  }
})

// PET-16
test('without a tag a pet gets a new ID that cannot be claimed', async () => {
  const owner = await aUser(app.db)
  for (const petId of [undefined, null]) {
    const { status, body: pet } = await register(petId, owner)
    expect(status).toBe(201)
    expect((await register(pet.petId, owner)).status).toBe(409)
  }
})
