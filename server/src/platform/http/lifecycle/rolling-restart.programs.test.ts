import { afterAll, expect, test } from 'vitest'
import { aPet, aUser, PET_FORM } from '../../../../test/factories.ts'
import { testDatabase } from '../../../../test/harness.ts'
import { runClosedLoop } from '../../../../test/offered-load.ts'
import { rolledNodes } from '../../../../test/rolled-nodes.ts'

const database = await testDatabase()
afterAll(() => database.drop())
const user = await aUser(database.db)
const pet = await aPet(database.db, user)
const nodes = await rolledNodes(database.url, 'http://127.0.0.1:9')

const authorization = `Bearer ${user.token}`
const scan = { what: 'scan', path: `/pet-detail/${pet.petId}` }
const list = { what: 'list', path: '/pets?page=1&limit=10', headers: { authorization } }
const make = {
  what: 'make',
  method: 'POST',
  path: '/pets',
  headers: { authorization, 'content-type': 'application/json' },
  body: JSON.stringify(PET_FORM),
}

// API-5, V16.5.2
test('two nodes restart one after the other, and no visitor notices', async () => {
  const petsBefore = await countPets()
  const rolls = (async () => [await nodes.roll(0), await nodes.roll(1)])()
  const { answers, unanswered } = await runClosedLoop(nodes.url, 6, {
    until: rolls,
    next: (count) => (count % 20 === 0 ? make : count % 4 === 0 ? list : scan),
  })

  expect(await rolls).toEqual([0, 0])
  expect(unanswered).toEqual([])
  expect(answers.filter(({ status }) => status >= 300)).toEqual([])
  const made = answers.filter(({ status }) => status === 201)
  expect(made.length).toBeGreaterThan(0)
  expect(await countPets(), 'what was answered 201 is there').toBe(petsBefore + made.length)
})

async function countPets(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>('select count(*) from pets')
  return rows[0]?.count ?? 0
}
