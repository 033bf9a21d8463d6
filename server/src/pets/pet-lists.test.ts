import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { anAdmin, aPet, aUser } from '../../test/factories.ts'
import { testApp } from '../../test/harness.ts'

const app = await testApp()
const admin = await anAdmin(app.db)
const MANY = 3_000

async function manyPets(owner: { id: number }, petName: string): Promise<void> {
  await app.pool.query(
    `with made as (
       insert into tags (pet_id, bound_at)
       select upper(translate(lpad(to_hex(n), 12, 'z'), '01', 'xy')), now() from generate_series(1, $3::int) n returning pet_id
     )
     insert into pets (pet_id, user_id, pet_name, pet_type, pet_age, pet_gender, location, address, contact_details)
     select pet_id, $1, $2, 'Dog', '2', 'male', 'Pune', 'Pune', '1' from made`,
    [owner.id, petName, MANY],
  )
}

const names = (reply: { body: { petName: string }[] }) => reply.body.map((pet) => pet.petName)

// PET-19, API-3
test('an invalid page or limit gets 400 with the valid range', async () => {
  const bad = ['0', '-1', '1.5', '1e3', 'abc', '', ' 1', '١', '100001', '9'.repeat(30), 'NaN', '0x10']
  for (const field of ['page', 'limit'] as const) {
    for (const value of [...bad, ...(field === 'limit' ? ['101', '100000'] : [])]) {
      for (const call of [petCalls.listOwn, petCalls.listAll]) {
        const reply = await app.call(call, { query: { [field]: value } }, admin)
        expect.soft(reply.status, `${field}=${value}`).toBe(400)
        expect.soft(reply.error.errors).toEqual({ [field]: expect.stringMatching(/whole number from 1 to/) })
      }
    }
  }
})

// PET-19, API-3
test('a repeated query parameter or a search that cannot be stored gets 400', async () => {
  const headers = { authorization: `Bearer ${admin.token}`, accept: 'application/json' }
  for (const query of [
    'page=1&page=2',
    'limit=1&limit=1',
    'search=a&search=b',
    'search=%00',
    'search=a%00b',
    `search=${'x'.repeat(101)}`,
  ]) {
    const reply = await app.fetch(`/admin/pets?${query}`, { headers })
    expect.soft(reply.status, query.slice(0, 30)).toBe(400)
    expect.soft(await reply.json()).toMatchObject({ status: 'error', errors: {} })
  }
})

// PET-19
test('with page and limit the list is one page, newest first, with the total', async () => {
  const owner = await aUser(app.db)
  for (let number = 1; number <= 25; number++) await aPet(app.db, owner, { petName: `Paged ${number}` })
  const ask = (query: object) => app.call(petCalls.listAll, { query: { search: 'paged', ...query } }, admin)

  const first = await ask({ page: '1', limit: '10' })
  expect(names(first)).toEqual(Array.from({ length: 10 }, (_, index) => `Paged ${25 - index}`))
  expect(first.headers.get('x-total-count')).toBe('25')
  expect(names(await ask({ page: '3', limit: '10' }))).toEqual(['Paged 5', 'Paged 4', 'Paged 3', 'Paged 2', 'Paged 1'])
  expect(names(await ask({ page: '4', limit: '10' }))).toEqual([])
  expect((await ask({ page: '100000', limit: '100' })).headers.get('x-total-count')).toBe('25')
  expect((await ask({ page: '1' })).body).toHaveLength(20)
  expect((await ask({ limit: '7' })).body).toHaveLength(7)

  const own = await app.call(petCalls.listOwn, { query: { page: '2', limit: '20' } }, owner)
  expect([own.body.length, own.headers.get('x-total-count')]).toEqual([5, '25'])
})

// PET-19, PET-18, V1.2.9
test('the search finds a name’s part in any letter case, every sign taken literally', async () => {
  const owner = await aUser(app.db)
  const wanted = [
    '100% Good',
    'under_score',
    'back\\slash',
    "O'Malley",
    'Zoë',
    'मोती',
    'a.*(b',
    'Underxscore',
    '100x Good',
  ]
  for (const petName of wanted) await aPet(app.db, owner, { petName })
  const found = async (search: string) => {
    const whole = names(await app.call(petCalls.listAll, { query: { search } }, admin))
    expect(names(await app.call(petCalls.listAll, { query: { search, page: '1', limit: '100' } }, admin))).toEqual(
      whole,
    )
    return whole
  }
  expect(await found('GOOD')).toEqual(['100x Good', '100% Good'])
  expect(await found('100%')).toEqual(['100% Good'])
  expect(await found('r_s')).toEqual(['under_score'])
  expect(await found('k\\S')).toEqual(['back\\slash'])
  expect(await found("o'mal")).toEqual(["O'Malley"])
  expect(await found('zOË')).toEqual(['Zoë'])
  expect(await found('मो')).toEqual(['मोती'])
  expect(await found('.*(')).toEqual(['a.*(b'])
  expect(await found("' or 1=1 --")).toEqual([])
  expect(await found('  good  ')).toEqual(['100x Good', '100% Good'])
})

// PET-19, DSK-3
test('the list and its CSV hold the pets of one account, however short its name', async () => {
  const [owner, other] = [await aUser(app.db), await aUser(app.db)]
  for (const petName of ['Kept one', 'Kept two']) await aPet(app.db, owner, { petName })
  await aPet(app.db, other, { petName: 'Kept three' })
  const ask = (query: object) => app.call(petCalls.listAll, { query: { owner_id: String(owner.id), ...query } }, admin)
  const first = await ask({ page: '1' })
  expect([names(first), first.headers.get('x-total-count')]).toEqual([['Kept two', 'Kept one'], '2'])
  expect(names(await ask({}))).toEqual(['Kept two', 'Kept one'])
  expect(names(await ask({ page: '1', search: 'two' }))).toEqual(['Kept two'])
  expect((await ask({ owner_id: 'asha' })).status).toBe(400)

  const csv = await app.call(petCalls.csv, { query: { owner_id: String(owner.id), search: 'kept' } }, admin)
  expect(csv.body.trim().split('\r\n')).toHaveLength(3)
})

// PET-11
test("a list of one's own holds nobody else's pets, an admin's own list neither", async () => {
  const [owner, other] = [await aUser(app.db), await aUser(app.db)]
  await aPet(app.db, other)
  expect((await app.call(petCalls.listOwn, { query: {} }, owner)).body).toEqual([])
  expect((await app.call(petCalls.listOwn, { query: {} }, admin)).body).toEqual([])
})

// PET-19, PET-11
test('the list without a page is complete and newest first, however long it is', async () => {
  const owner = await aUser(app.db)
  await manyPets(owner, 'One of many')
  const isNewestFirst = (pets: { id: number }[]) =>
    pets.every((pet, index) => index === 0 || pet.id < (pets[index - 1]?.id ?? 0))

  const own = await app.call(petCalls.listOwn, { query: {} }, owner)
  const found = await app.call(petCalls.listAll, { query: { search: 'ONE OF many' } }, admin)
  const all = await app.call(petCalls.listAll, { query: {} }, admin)
  const { rows } = await app.pool.query<{ count: number }>('select count(*)::int as count from pets')
  expect([own.body.length, found.body.length, all.body.length]).toEqual([MANY, MANY, rows[0]?.count])
  for (const reply of [own, found, all]) {
    expect(isNewestFirst(reply.body)).toBe(true)
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
  }
  expect(Object.keys(all.body[0] ?? {})).not.toContain('user_id')
})
