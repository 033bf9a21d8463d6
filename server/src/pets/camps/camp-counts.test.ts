import type { CampKind } from '@petsetu/contract/pets/camps/camp-kinds.ts'
import { campAdminCalls, campCalls } from '@petsetu/contract/pets/camps/camps.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCamp, aWorkKey, CAMP } from '../../../test/camps.ts'
import { aStreetAnimal } from '../../../test/community.ts'
import { anAdmin } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { type ListedWork, listWorks } from './camp-queries.ts'

const app = await testApp()
const admin = await anAdmin(app.db)

/** An animal of the street with these works at a camp. Returns its number. */
async function aTreatedAnimal(campId: number, kinds: CampKind[], at = '2026-01-31T05:30:00Z'): Promise<number> {
  const { id, petId } = await aStreetAnimal(app.db, null, { ward: CAMP.ward })
  for (const kind of kinds) {
    const body = { key: aWorkKey(), tag: petId, kind, at }
    expect((await app.call(campCalls.addWork, { params: { id: String(campId) }, body }, admin)).status).toBe(200)
  }
  return id
}

/** The keys of all works, read one by one; it gives up after ten. */
async function keysOneByOne(campId: number): Promise<string[]> {
  const keys: string[] = []
  let last: ListedWork | null = null
  while (keys.length < 10) {
    const [work]: ListedWork[] = await listWorks(app.db, campId, last, 1)
    if (!work) break
    keys.push(work.key)
    last = work
  }
  return keys
}

// COM-3
test('each work is listed once, however close together they were stored', async () => {
  const campId = await aCamp(app.db)
  await aTreatedAnimal(campId, ['rabies', 'deworming', 'tag'])
  const works = () => app.db.selectFrom('camp_works').select(['key', 'at']).where('camp_id', '=', campId).orderBy('key')
  const [first = '', second = '', third = ''] = (await works().execute()).map(({ key }) => key)
  // An earlier program stored the microseconds of the server's clock.
  const storedAt = { [first]: '.123900', [second]: '.123100', [third]: '.122999' }
  for (const [key, part] of Object.entries(storedAt)) {
    const at = sql<Date>`${`2026-01-31T05:30:00${part}Z`}::timestamptz`
    await app.db.updateTable('camp_works').set({ at }).where('key', '=', key).execute()
  }
  expect(await keysOneByOne(campId)).toEqual([third, first, second])
})

// COM-3
test('a work is stored to the millisecond also where the clock of the phone is ahead', async () => {
  const campId = await aCamp(app.db)
  await aTreatedAnimal(campId, ['rabies'], '2999-01-31T05:30:00Z')
  const { rest } = await app.db
    .selectFrom('camp_works')
    .select(sql<number>`(extract(microseconds from at) % 1000)::int`.as('rest'))
    .where('camp_id', '=', campId)
    .executeTakeFirstOrThrow()
  expect(rest).toBe(0)
})

// COM-3
test('animals that are deleted after the camp are still counted once each', async () => {
  const campId = await aCamp(app.db)
  const gone = [await aTreatedAnimal(campId, ['rabies', 'deworming', 'tag']), await aTreatedAnimal(campId, ['rabies'])]
  await aTreatedAnimal(campId, ['deworming', 'tag'])
  const animals = async () =>
    (await app.call(campAdminCalls.read, { params: { id: String(campId) } }, admin)).body.animals
  expect(await animals()).toBe(3)
  await app.db.deleteFrom('pets').where('id', 'in', gone).execute()
  expect(await animals()).toBe(3)
  const { body: camps } = await app.call(campCalls.list, {}, admin)
  expect(camps.find(({ id }) => id === campId)).toMatchObject({ animals: 3, works: 6 })
})
