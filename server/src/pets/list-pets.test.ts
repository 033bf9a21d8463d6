import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { anAdmin, aPet, aUser } from '../../test/factories.ts'
import { testApp } from '../../test/harness.ts'
import { aLostPet } from '../../test/lost.ts'

const app = await testApp()
const admin = await anAdmin(app.db)
const owner = await aUser(app.db)
const other = await aUser(app.db)
const moti = await aPet(app.db, owner, { petName: 'Moti', ownerName: 'Meera 50% Nair', contactDetails: '98200 11111' })
const rani = await aPet(app.db, other, { petName: 'rani', contactDetails: 'Ask at the shop, +91 99300-22222' })
const bruno = await aPet(app.db, owner, { petName: 'Bruno', ownerName: 'Under_score', contactDetails: 'none' })

const ask = (query: object) => app.call(petCalls.listAll, { query }, admin)

async function found(search: string): Promise<string[]> {
  const page = await ask({ search, page: '1' })
  expect((await ask({ search })).body).toEqual(page.body)
  expect(page.headers.get('x-total-count')).toBe(String(page.body.length))
  return page.body.map(({ petName }) => petName)
}

// DSK-3
test('pets are found by tag, owner and phone, and by no wildcard', async () => {
  expect(await found(moti.petId)).toEqual(['Moti'])
  expect(await found(groupPetId(rani.petId).toLowerCase())).toEqual(['rani'])
  expect(await found(bruno.petId.slice(2, 9).toLowerCase())).toEqual(['Bruno'])
  expect(await found('MEERA 50%')).toEqual(['Moti'])
  expect(await found('r_s')).toEqual(['Bruno'])
  expect(await found(owner.username.toUpperCase())).toEqual(['Bruno', 'Moti'])
  expect(await found(other.email)).toEqual(['rani'])
  for (const phone of ['9820011111', '+91 98200 11111', '98200-111', '+91 98200 1'])
    expect(await found(phone)).toEqual(['Moti'])
  expect(await found('099300 22222')).toEqual(['rani'])
  expect(await found('%%%')).toEqual([])
})

// DSK-3
test('the CSV holds the pets that the search finds', async () => {
  const headers = { authorization: `Bearer ${admin.token}` }
  const csv = await (await app.fetch('/admin/pets.csv?search=98200%2011111', { headers })).text()
  expect(csv).toContain('Moti')
  expect(csv).not.toContain('Bruno')
})

// DSK-3, API-3
test('pets come in the order that is asked for; an unknown order gets 400', async () => {
  const names = async (sort: string) => (await ask({ sort, page: '1' })).body.map(({ petName }) => petName)
  expect(await names('newest')).toEqual(['Bruno', 'rani', 'Moti'])
  expect(await names('oldest')).toEqual(['Moti', 'rani', 'Bruno'])
  expect(await names('name')).toEqual(['Bruno', 'Moti', 'rani'])
  expect(await names('name-desc')).toEqual(['rani', 'Moti', 'Bruno'])
  for (const sort of ['pet_name', '', 'name; drop table pets']) {
    const reply = await ask({ sort, page: '1' })
    expect.soft([reply.status, Object.keys(reply.error.errors ?? {})], sort).toEqual([400, ['sort']])
  }
})

// PET-18
test('a search of digits with spaces, dots or dashes finds names that contain it', async () => {
  for (const petName of ['Litter 2026-11-28', 'Camp 12.11.2026', 'Pup 100 200 300'])
    await aPet(app.db, owner, { petName, contactDetails: 'none' })
  expect(await found('2026-11-28')).toEqual(['Litter 2026-11-28'])
  expect(await found('12.11.2026')).toEqual(['Camp 12.11.2026'])
  expect(await found('100 200 3')).toEqual(['Pup 100 200 300'])
})

// PET-17
test('with lost=yes the list, its search and its CSV hold the lost pets alone', async () => {
  for (const petName of ['Gone Kalu', 'Gone Sheru']) await aLostPet(app.db, other, {}, { petName })
  await aPet(app.db, other, { petName: 'Gone home' })
  const lost = await ask({ lost: 'yes', page: '1' })
  expect(lost.body.map(({ petName }) => petName)).toEqual(['Gone Sheru', 'Gone Kalu'])
  expect(lost.headers.get('x-total-count')).toBe('2')
  expect((await ask({ lost: 'yes', search: 'kalu', page: '1' })).body.map(({ petName }) => petName)).toEqual([
    'Gone Kalu',
  ])
  const headers = { authorization: `Bearer ${admin.token}` }
  const csv = await (await app.fetch('/admin/pets.csv?lost=yes&search=gone', { headers })).text()
  expect(csv).toContain('Gone Sheru')
  expect(csv).not.toContain('Gone home')
  expect((await ask({ lost: 'no', page: '1' })).status).toBe(400)
})

// DSK-3
test('pets are found whichever keyboard wrote their letters and digits', async () => {
  // The letter with its dot, as one character and as two.
  const [one, two] = ['कि\u095cन', 'कि\u0921\u093cन']
  await aPet(app.db, owner, { petName: one, contactDetails: '९९८७६ ५४३२१' })
  await aPet(app.db, owner, { petName: two, contactDetails: '99876 54321' })
  for (const typed of [one, two, '9987654321', '९९८७६५४३२१', '९९८७६ ५४३२१', '९९८७'])
    expect.soft(await found(typed), typed).toEqual([two, one])
})
