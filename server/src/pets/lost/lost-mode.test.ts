import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { type LostForm, lostCalls } from '@petsetu/contract/pets/lost.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { expect, test } from 'vitest'
import { anAdmin, aPet, aUser } from '../../../test/factories.ts'
import { aFoundReport } from '../../../test/found.ts'
import { testApp } from '../../../test/harness.ts'
import { aLostPet, LOST } from '../../../test/lost.ts'
import { erasePerson, exportPerson } from '../../../test/rights.ts'

const app = await testApp()
const owner = await aUser(app.db)

const mark = (pet: { petId: string }, body: unknown, person: { token: string } | null = owner) =>
  app.call(lostCalls.mark, { params: { id: pet.petId }, body: body as LostForm }, person)
const end = (pet: { petId: string }, person = owner) => app.call(lostCalls.end, { params: { id: pet.petId } }, person)
const openPage = async (petId: string) =>
  (await app.fetch(`/pet-detail/${petId}`, { headers: { accept: 'text/html' } })).text()
const publicPet = async (petId: string) => (await app.call(petCalls.read, { params: { id: petId } })).body

// FND-4
test('an owner marks a pet as lost, changes what is said, and marks it as home again', async () => {
  const pet = await aPet(app.db, owner)
  expect(pet.lost).toBeNull()
  const { listed, ...forEverybody } = LOST
  expect((await mark(pet, LOST)).body).toMatchObject({ petId: pet.petId, lost: LOST })
  expect((await publicPet(pet.petId)).lost).toEqual(forEverybody)

  const changed = { since: '2026-01-31', area: 'Kothrud', listed: false }
  expect((await mark(pet, changed)).body.lost).toEqual({ ...changed, note: null, reward: null })
  const own = await app.call(petCalls.listOwn, { query: {} }, owner)
  expect(own.body.find(({ id }) => id === pet.id)?.lost).toMatchObject(changed)

  expect((await end(pet)).status).toBe(204)
  expect((await end(pet)).status).toBe(204)
  expect((await publicPet(pet.petId)).lost).toBeNull()
})

// FND-4
test('a changed notice is refused once the pet is home, which can be marked anew', async () => {
  const pet = await aLostPet(app.db, owner)
  const change = { ...LOST, area: 'Kothrud', changes: true }
  expect((await mark(pet, change)).body.lost).toEqual({ ...LOST, area: 'Kothrud' })
  await end(pet)
  const late = await mark(pet, change)
  expect([late.status, late.error.code, late.error.message]).toEqual([
    409,
    'changed_meanwhile',
    'Somebody changed this pet meanwhile.',
  ])
  expect((await publicPet(pet.petId)).lost).toBeNull()
  expect((await mark(pet, LOST)).body.lost).toEqual(LOST)
})

// FND-4
test('nobody marks or unmarks the pet of another owner; an admin may', async () => {
  const [pet, stranger] = [await aPet(app.db, owner), await aUser(app.db)]
  expect((await mark(pet, LOST, null)).status).toBe(401)
  expect((await mark(pet, LOST, stranger)).status).toBe(404)
  expect((await mark(pet, LOST)).status).toBe(200)
  expect((await end(pet, stranger)).status).toBe(404)
  expect((await publicPet(pet.petId)).lost).not.toBeNull()
  expect((await end(pet, await anAdmin(app.db))).status).toBe(204)
  expect((await publicPet(pet.petId)).lost).toBeNull()
})

const wholeReward = 'Reward must be a whole number from 1 to 10,00,000'

test.each([
  [{ since: undefined }, { since: 'Lost since is required' }],
  [{ since: '31.01.2026' }, { since: 'Lost since must be a date like 2026-03-31' }],
  [{ area: ' ' }, { area: 'Area is required' }],
  [{ area: 'x'.repeat(201) }, { area: 'Area must be at most 200 characters long' }],
  [{ note: 'x'.repeat(501) }, { note: 'Note must be at most 500 characters long' }],
  [{ reward: 0 }, { reward: wholeReward }],
  [{ reward: 99.5 }, { reward: wholeReward }],
  [{ reward: '500' }, { reward: wholeReward }],
  [{ reward: 1_000_001 }, { reward: wholeReward }],
  [{ listed: 'yes' }, { listed: 'Public list is required' }],
  // FND-4, LNG-5
])('%j is rejected with what is wrong', isRejected)

// FND-4
test('tomorrow is rejected as the day since when a pet is lost', async () => {
  const tomorrow = new Date(Date.parse(`${today()}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  await isRejected(
    { since: tomorrow },
    { since: 'Lost since cannot be in the future. Please check the date of your device, too' },
  )
})

async function isRejected(wrong: object, errors: object): Promise<void> {
  const pet = await aPet(app.db, owner)
  const reply = await mark(pet, { ...LOST, ...wrong })
  expect([reply.status, reply.error.errors]).toEqual([400, errors])
  expect((await publicPet(pet.petId)).lost).toBeNull()
}

// FND-4
test('a lost pet’s page says so in title and preview, in the reader’s language', async () => {
  const pet = await aLostPet(app.db, owner)
  const page = await openPage(pet.petId)
  expect(page).toContain('<title>Lost: Moti – Dog · PetSetu</title>')
  expect(page).toContain('<meta property="og:title" content="Lost: Moti – Dog · PetSetu">')
  expect(page).toContain('<meta property="og:description" content="Moti has been lost since')
  expect(await openPage(`${pet.petId}?lang=hi`)).toContain('<title>लापता: Moti – कुत्ता · PetSetu</title>')
  await end(pet)
  expect(await openPage(pet.petId)).toContain('<title>Moti – Dog · PetSetu</title>')
})

// FND-4
test('what the owner typed is shown as text and never becomes markup', async () => {
  const pet = await aLostPet(app.db, owner, { area: '<b>Parvati', note: '</script><img src=x onerror=alert(1)>' })
  const page = await openPage(pet.petId)
  expect(page).toContain('&lt;b&gt;Parvati')
  expect(page).not.toContain('<b>Parvati')
  expect(page).not.toContain('<img src=x')
})

// FND-4
test('closing a conversation because the pet is home ends its lost mode', async () => {
  const { pet, id } = await aFoundReport(app, owner)
  await mark(pet, LOST)
  await app.call(foundCalls.close, { params: { id: String(id) } }, owner)
  expect((await publicPet(pet.petId)).lost).toBeNull()
})

// FND-4
test('a pet that is lost again stays so when its earlier conversation is closed anew', async () => {
  const { pet, id } = await aFoundReport(app, owner)
  const close = () => app.call(foundCalls.close, { params: { id: String(id) } }, owner)
  await close()
  await mark(pet, LOST)
  expect((await close()).status).toBe(200)
  expect((await publicPet(pet.petId)).lost).not.toBeNull()
})

// FND-3, FND-4
test('marking a pet as lost ends its mute, and a change of its notice does not', async () => {
  const { pet, id } = await aFoundReport(app, owner)
  const params = { id: String(id) }
  const mute = () => app.call(foundCalls.mute, { params }, owner)
  const mutedUntil = async () => (await app.call(foundCalls.read, { params }, owner)).body.data.muted_until
  await mute()
  await mark(pet, LOST)
  expect(await mutedUntil()).toBeNull()

  await mute()
  await mark(pet, { ...LOST, area: 'Kothrud', changes: true })
  expect(await mutedUntil()).not.toBeNull()
})

// FND-4
test('what is said of a lost pet is in its owner’s export, and goes with the pet', async () => {
  const person = await aUser(app.db)
  const [pet, other] = [await aLostPet(app.db, person), await aLostPet(app.db, person)]
  const rows = () => app.db.selectFrom('lost_pets').select('pet_number').where('pet_number', 'in', [pet.id, other.id])
  expect(await exportPerson(app, { email: person.email })).toMatchObject({
    lost_pets: [
      { pet_id: pet.petId, area: LOST.area, note: LOST.note, reward_rupees: LOST.reward, is_listed: true },
      { pet_id: other.petId },
    ],
  })
  await app.call(petCalls.delete, { params: { id: pet.petId } }, person)
  expect(await rows().execute()).toEqual([{ pet_number: other.id }])
  await erasePerson(app, { email: person.email })
  expect(await rows().execute()).toEqual([])
})

// FND-4
test('the log holds nothing of what the owner typed', async () => {
  await mark(await aPet(app.db, owner), { ...LOST, note: 'a note for the log', area: 'an area for the log' })
  expect(app.logged()).not.toContain('for the log')
})
