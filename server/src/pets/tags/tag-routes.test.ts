import { PET_ID_ALPHABET } from '@petsetu/contract/pets/pet-id.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { tagCalls } from '@petsetu/contract/pets/tags.ts'
import { expect, test } from 'vitest'
import { anAdmin, aPet, aUser, PET_FORM } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { plainRequest } from '../../../test/plain-request.ts'

const app = await testApp()
const limited = await testApp({ RATE_LIMITS: 'on' })
const admin = await anAdmin(app.db)

const generate = (numberOfIds: string) => app.call(tagCalls.generate, { query: { numberOfIds } }, admin)

async function tagCount(): Promise<number> {
  const { rows } = await app.pool.query<{ count: number }>('select count(*)::int as count from tags')
  return rows[0]?.count ?? -1
}

// TAG-2, V2.3.2
test('a number outside 1 to 100, not whole, repeated or missing gets 400', async () => {
  const before = await tagCount()
  for (const number of [
    '0',
    '101',
    '1.5',
    '',
    'abc',
    '-1',
    '1e2',
    ' 5',
    '+5',
    '0x10',
    '99999999999999999999',
    '५',
    '1\0',
  ]) {
    const reply = await generate(number)
    expect.soft(reply.status, number).toBe(400)
    expect.soft(reply.error).toEqual({
      status: 'error',
      code: 'invalid_fields',
      message: 'numberOfIds must be a whole number from 1 to 100',
      errors: { numberOfIds: 'numberOfIds must be a whole number from 1 to 100' },
    })
  }
  const headers = { authorization: `Bearer ${admin.token}` }
  for (const query of ['', '?', '?numberOfIds', '?numberOfIds=1&numberOfIds=2', '?NumberOfIds=1', '?numberOfIds[]=1'])
    expect.soft((await app.fetch(`/admin/generate-pet-id${query}`, { headers })).status, query).toBe(400)
  expect(await tagCount()).toBe(before)
})

// TAG-2
test('a HEAD request generates no IDs, because it would show none', async () => {
  const before = await tagCount()
  const headers = { authorization: `Bearer ${admin.token}` }
  const reply = await app.fetch('/admin/generate-pet-id?numberOfIds=3', { method: 'HEAD', headers })
  expect(reply.status).toBe(200)
  expect(await tagCount()).toBe(before)
})

// TAG-2
test('the requested number of IDs is made: twelve clear characters, all different', async () => {
  const made = []
  for (const number of ['1', '2', '100', '100']) {
    const reply = await generate(number)
    expect(reply.status).toBe(200)
    expect(reply.body).toHaveLength(Number(number))
    made.push(...reply.body)
  }
  expect(new Set(made).size).toBe(made.length)
  for (const petId of made) expect(petId).toMatch(/^[23456789ABCDEFGHJKLMNPQRSTUVWXYZ]{12}$/)
  const { rows } = await app.pool.query('select pet_id from tags where bound_at is null and pet_id = any($1)', [made])
  expect(rows).toHaveLength(made.length)
})

// TAG-2
test('every character of an ID is drawn uniformly from the whole alphabet', async () => {
  const made: string[] = []
  for (let time = 0; time < 30; time++) made.push(...(await generate('100')).body)
  for (let place = 0; place < 12; place++) {
    const counts = new Map<string, number>()
    for (const petId of made) counts.set(petId.charAt(place), (counts.get(petId.charAt(place)) ?? 0) + 1)
    expect(counts.size).toBe(PET_ID_ALPHABET.length)
    // 3,000 draws from 32 characters give about 94 of each; half or twice as many has a chance of less than one in a million.
    for (const count of counts.values()) expect(count > 40 && count < 180).toBe(true)
  }
})

// TAG-2
test('an ID is never generated twice, since the table keeps it', async () => {
  const { body } = await generate('1')
  await expect(app.pool.query('insert into tags (pet_id) values ($1)', [body[0]])).rejects.toThrow(/tags_pkey/)
  await expect(app.pool.query("insert into tags (pet_id) values ('ABCDEFGHJKL0')")).rejects.toThrow(/check/)
})

// TAG-2, PET-12, V2.4.1
test('one address is throttled after twenty unknown IDs a minute, on page and call', async () => {
  const owner = await aUser(limited.db)
  const pet = await aPet(limited.db, owner)
  const look = (petId: string, from: string, page = false) =>
    plainRequest(limited.url, { path: page ? `/pet-detail/${petId}` : `/pets/${petId}`, from })

  // Known IDs are not counted, however many.
  for (let time = 0; time < 25; time++) expect((await look(pet.petId, '127.0.50.2', time % 2 === 0)).status).toBe(200)
  for (let miss = 0; miss < 20; miss++) {
    const petId = `22222222222${PET_ID_ALPHABET[miss]}`
    expect((await look(petId, '127.0.50.2', miss % 2 === 0)).status).toBe(404)
  }
  await look('333333333333', '127.0.50.2')
  for (const petId of ['333333333333', pet.petId]) {
    const call = await look(petId, '127.0.50.2')
    expect(call.status).toBe(429)
    expect(JSON.parse(call.text)).toEqual({
      status: 'error',
      code: 'too_many_attempts',
      message: 'Too many attempts. Please try again later.',
    })
    const page = await look(petId, '127.0.50.2', true)
    expect(page.status).toBe(429)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    for (const reply of [call, page]) {
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60)
      expect(reply.text).not.toContain(pet.contactDetails)
    }
  }
  const register = await limited.call(petCalls.create, { body: { ...PET_FORM, petId: '333333333333' } }, owner)
  expect(register.status).toBe(404)
  expect((await look(pet.petId, '127.0.50.3')).status).toBe(200)
})

// TAG-2, PET-16
test('registering on unknown IDs counts as look-ups', async () => {
  const owner = await aUser(limited.db)
  const register = () => limited.call(petCalls.create, { body: { ...PET_FORM, petId: '444444444444' } }, owner)
  const statuses = []
  for (let time = 0; time < 23; time++) statuses.push((await register()).status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
  expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(20)
})
