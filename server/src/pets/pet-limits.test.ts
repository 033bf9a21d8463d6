import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { beforeEach, expect, test } from 'vitest'
import { anAdmin, aUser, PET_FORM } from '../../test/factories.ts'
import { testApp } from '../../test/harness.ts'
import { LIMITS } from '../limits.ts'

const app = await testApp({ PETS_PER_ACCOUNT_MAX: '3' })
const throttled = await testApp({ RATE_LIMITS: 'on' }, app)

type Who = { token: string }
const register = (as: Who, node = app) => node.call(petCalls.create, { body: PET_FORM }, as)
const petsOf = async (id: number) =>
  (await app.db.selectFrom('pets').select('id').where('user_id', '=', id).execute()).length

beforeEach(() => app.pool.query('delete from throttles'))

// PET-1, V2.3.2
test('an account has at most as many pets as the setting allows, an admin any number', async () => {
  const [user, other, admin] = [await aUser(app.db), await aUser(app.db), await anAdmin(app.db)]
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => register(user)))).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
  const refused = await register(user)
  expect(refused.error).toMatchObject({
    status: 'error',
    code: 'too_many_pets',
    message: expect.stringMatching(/at most 3 pets/),
  })
  expect(await petsOf(user.id)).toBe(3)
  expect((await register(other)).status).toBe(201)
  for (let time = 0; time < 5; time++) expect((await register(admin)).status).toBe(201)

  const [pet] = (await app.call(petCalls.listOwn, { query: {} }, user)).body
  await app.call(petCalls.delete, { params: { id: String(pet?.id) } }, user)
  expect((await register(user)).status).toBe(201)
})

// PET-1, V2.4.1
test('one account registers a limited number of pets an hour, and others go on', async () => {
  const [user, other] = [await aUser(app.db), await aUser(app.db)]
  for (let time = 0; time < LIMITS.petsByAccount.points; time++)
    expect((await register(user, throttled)).status).toBe(201)
  expect((await register(user, throttled)).status).toBe(429)
  expect((await register(other, throttled)).status).toBe(201)
})
