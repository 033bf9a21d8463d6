import { lostCalls } from '@petsetu/contract/pets/lost.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { aLostPet } from '../../../test/lost.ts'
import { aPetWithPhotos } from '../../../test/photos.ts'
import { DAYS_KEPT } from '../../people/privacy/erasing/forget-old.ts'
import { unlistStaleReports } from './lost-queries.ts'
import { listLost } from './lost-routes.ts'

const app = await testApp()
const owner = await aUser(app.db)

async function open(search = '', headers: Record<string, string> = {}) {
  const reply = await app.fetch(`/lost${search}`, { headers: { accept: 'text/html', ...headers } })
  return { status: reply.status, headers: reply.headers, html: await reply.text() }
}

const idsOn = async (area = '', page = 1) => (await listLost(app.db, { area, page })).pets.map(({ petId }) => petId)
const SECRETS = {
  ownerName: 'Asha Secret',
  address: '12 Hidden Road',
  location: 'Camp, Nagpur',
  contactDetails: '+91 90000 12345, asha@hidden.example',
  doctorName: 'Dr. Unlisted',
}

// FND-4
test('/lost shows photo, name, area, unbroken day and reward, without the owner', async () => {
  const { pet } = await aPetWithPhotos(app, owner, 1)
  const lost = { since: '2026-01-31', area: 'Aundh, Pune', note: 'Call 98222 00000', reward: 2000, listed: true }
  await app.call(lostCalls.mark, { params: { id: pet.petId }, body: lost }, owner)
  const listed = await aLostPet(app.db, owner, { area: 'Aundh, Pune' }, { ...SECRETS, petName: 'Listed' })
  const unlisted = await aLostPet(app.db, owner, { area: 'Aundh, Pune', listed: false }, { petName: 'Unlisted' })
  const { status, html, headers } = await open()
  expect(status).toBe(200)
  expect(html).toContain('open its page and call or write to the owner')
  for (const told of ['Moti', 'Dog', 'Aundh, Pune', '31\u00a0January\u00a02026', '₹2,000', '-small.webp', 'Listed'])
    expect(html).toContain(told)
  for (const { petId } of [pet, listed]) expect(html).toContain(`/pet-detail/${petId}`)
  for (const secret of [...Object.values(SECRETS), 'Nagpur', '98222', owner.username, owner.email])
    expect(html).not.toContain(secret)
  for (const secret of [unlisted.petId, 'Unlisted']) expect(html).not.toContain(secret)
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(html).toContain('<meta name="robots" content="noindex">')
})

// FND-4
test('a pet leaves the list when it is home, unlisted or deleted', async () => {
  const area = 'Leaving, Pune'
  const [home, unlisted, gone, stays] = [
    await aLostPet(app.db, owner, { area }),
    await aLostPet(app.db, owner, { area }),
    await aLostPet(app.db, owner, { area }),
    await aLostPet(app.db, owner, { area }),
  ]
  expect(await idsOn(area)).toEqual([stays, gone, unlisted, home].map(({ petId }) => petId))
  await app.call(lostCalls.end, { params: { id: home.petId } }, owner)
  const body = { since: '2026-01-31', area, listed: false }
  await app.call(lostCalls.mark, { params: { id: unlisted.petId }, body }, owner)
  await app.call(petCalls.delete, { params: { id: gone.petId } }, owner)
  expect(await idsOn(area)).toEqual([stays.petId])
})

// FND-4
test('the list is filtered by area in any capitals, and signs of a pattern are plain', async () => {
  const kothrud = await aLostPet(app.db, owner, { area: 'Kothrud 100%, Pune' })
  const bandra = await aLostPet(app.db, owner, { area: 'Bandra, Mumbai' })
  expect(await idsOn('kothRUD')).toEqual([kothrud.petId])
  expect(await idsOn('100%')).toEqual([kothrud.petId])
  expect(await idsOn('%')).toEqual([kothrud.petId])
  const { html } = await open('?area=mumbai')
  expect(html).toContain(bandra.petId)
  expect(html).not.toContain(kothrud.petId)
  expect((await open('?area=nowhere')).html).toContain('No lost pet on the list is from this area.')
})

// FND-4
test('an area is found whichever keyboard wrote its letters', async () => {
  // The last letter with its dot, as one character and as two.
  const [one, two] = ['चंडीग\u095d', 'चंडीग\u0922\u093c']
  const pets = [await aLostPet(app.db, owner, { area: one }), await aLostPet(app.db, owner, { area: two })]
  for (const typed of [one, two]) expect(await idsOn(typed)).toEqual(pets.map(({ petId }) => petId).reverse())
  const { areas } = await listLost(app.db, { area: '', page: 1 })
  expect(areas.filter(({ area }) => area.normalize('NFC') === two)).toMatchObject([{ pets: 2 }])
})

// FND-4
test('areas are listed by how many pets are lost there, one spelling for all capitals', async () => {
  for (const area of ['Wakad, Pune', 'wakad, pune', 'Wakad, Pune']) await aLostPet(app.db, owner, { area })
  // Its owner did not agree.
  await aLostPet(app.db, owner, { area: 'Wakad, Pune', listed: false })
  const { areas } = await listLost(app.db, { area: '', page: 1 })
  expect(areas.find(({ area }) => area.toLowerCase() === 'wakad, pune')?.pets).toBe(3)
  expect(areas.length).toBeLessThanOrEqual(12)
  expect(areas.map(({ pets }) => pets)).toEqual(areas.map(({ pets }) => pets).sort((one, other) => other - one))
})

// FND-4
test('the list has pages of 24 pets, each pet on one of them', async () => {
  const area = 'Many, Pune'
  for (let made = 0; made < 30; made++) await aLostPet(app.db, owner, { area })
  const [first, second] = [await idsOn(area), await idsOn(area, 2)]
  expect([first.length, second.length, new Set([...first, ...second]).size]).toEqual([24, 6, 30])
  expect((await open('?area=Many')).html).toContain('href="/lost?area=Many&amp;page=2"')
  // Beyond the last page is the last page.
  expect(await idsOn(area, 99)).toEqual(second)
})

test.each([
  '?page=0',
  '?page=-1',
  '?page=1e9',
  '?page=x',
  '?page=1&page=2',
  '?area=%00',
  '?area[]=x',
  '?area=%ED%A0%80',
  // FND-4
])('%s is answered with a page of the list', async (search) => {
  const { status, html } = await open(search)
  expect(status).toBe(200)
  expect(html).toContain('<h1')
})

test.each([
  ['en', 'Lost pets', 'Lost since'],
  ['hi', 'लापता पालतू', 'से लापता'],
  ['mr', 'हरवलेले प्राणी', 'पासून हरवले'],
  // FND-4
])('in %s, the list comes in that language, with what was typed as text', async (language, title, since) => {
  await aLostPet(app.db, owner, { area: '<b>Area</b>' }, { petName: '<script>alert(1)</script>' })
  const { html, headers } = await open('?area=area', { 'accept-language': language })
  expect(headers.get('content-language')).toBe(language)
  expect(html).toContain(`<title>${title} · PetSetu</title>`)
  expect(html).toContain(since)
  for (const markup of ['<b>Area', '<script>alert']) expect(html).not.toContain(markup)
})

// FND-4
test('a pet whose owner saved nothing for a year leaves the list and stays lost', async () => {
  const area = 'Long ago, Pune'
  const [old, recent] = [await aLostPet(app.db, owner, { area }), await aLostPet(app.db, owner, { area })]
  await app.db
    .updateTable('lost_pets')
    .set({ saved_at: sql`now() - interval '366 days'` })
    .where('pet_number', '=', old.id)
    .execute()
  await unlistStaleReports(app.db, DAYS_KEPT.lostOnList)
  expect(await idsOn(area)).toEqual([recent.petId])
  const pet = await app.call(petCalls.read, { params: { id: old.petId } }, owner)
  expect(pet.body.lost).toMatchObject({ area, listed: false })
})

// FND-4
test('the number on the link of an area is that of the pets that it lists', async () => {
  await sql`delete from lost_pets`.execute(app.db)
  for (const area of ['Kothrud', 'kothrud, Pune', 'Kothrud, Pune', 'Baner']) await aLostPet(app.db, owner, { area })
  const { areas } = await listLost(app.db, { area: '', page: 1 })
  expect(areas.map(({ area, pets }) => [area.toLowerCase(), pets])).toEqual([
    ['kothrud', 3],
    ['kothrud, pune', 2],
    ['baner', 1],
  ])
  for (const { area, pets } of areas) expect(await idsOn(area)).toHaveLength(pets)
})
