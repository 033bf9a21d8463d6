import { campAdminCalls, campCalls, type WorkForm } from '@petsetu/contract/pets/camps/camps.ts'
import { communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { expect, test } from 'vitest'
import { aCamp, aWorkKey, CAMP } from '../../../test/camps.ts'
import { aCarer, aStreetAnimal } from '../../../test/community.ts'
import { anAdmin, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { listCare } from '../care/care-queries.ts'

const app = await testApp()
const admin = await anAdmin(app.db)

/** A vaccination that a helper has sent. `repeat` sends it again by its key, as a phone does whose reply was lost. */
async function aSentWork() {
  const helper = await aCarer(app.db)
  const campId = await aCamp(app.db, { helpers: [helper.username] })
  const { id, petId } = await aStreetAnimal(app.db, null, { ward: CAMP.ward })
  const params = { id: String(campId) }
  const body: WorkForm = { key: aWorkKey(), tag: petId, kind: 'rabies', at: '2026-01-31T05:30:00Z' }
  const repeat = (changed: Partial<WorkForm> = {}) =>
    app.call(campCalls.addWork, { params, body: { ...body, ...changed } }, helper)
  const first = await repeat()
  expect(first.status).toBe(200)
  return { campId, helper, animalId: id, body, first, repeat }
}

async function nameHelpers(campId: number, helpers: { username: string }[]): Promise<void> {
  const body = { ...CAMP, helpers: helpers.map(({ username }) => username) }
  const { status } = await app.call(campAdminCalls.update, { params: { id: String(campId) }, body }, admin)
  expect(status).toBe(200)
}

// COM-3, COM-4
test('a work that is sent again after an adoption is answered as done', async () => {
  const { animalId, first, repeat } = await aSentWork()
  const { username: login } = await aUser(app.db)
  await app.call(communityCalls.adopt, { params: { id: String(animalId) }, body: { login } }, admin)
  const again = await repeat()
  expect([again.status, again.body]).toEqual([200, first.body])
  expect(await listCare(app.db, animalId)).toHaveLength(1)
  const another = await repeat({ key: aWorkKey() })
  expect([another.status, another.error.code]).toEqual([409, 'animal_has_owner'])
})

// COM-3
test('a work that is sent again after its camp was changed is answered as done', async () => {
  const { campId, helper, animalId, first, repeat } = await aSentWork()
  const body = { ...CAMP, kinds: [{ kind: 'deworming' as const }], helpers: [helper.username] }
  const changed = await app.call(campAdminCalls.update, { params: { id: String(campId) }, body }, admin)
  expect(changed.status).toBe(200)
  const again = await repeat()
  expect([again.status, again.body]).toEqual([200, first.body])
  expect(await listCare(app.db, animalId)).toHaveLength(1)
  expect((await repeat({ key: aWorkKey() })).status).toBe(409)
  expect((await repeat({ kind: 'deworming' })).error.code).toBe('different_content')
})

// COM-3
test('a work that is taken back becomes that of the helper who has sent the same', async () => {
  const { campId, helper, animalId, body } = await aSentWork()
  const other = await aCarer(app.db)
  await nameHelpers(campId, [helper, other])
  const params = { id: String(campId) }
  const again = { ...body, key: aWorkKey(), at: '2026-01-31T06:30:00Z' }
  for (const _ of ['sent', 'sent again'])
    expect((await app.call(campCalls.addWork, { params, body: again }, other)).body).toMatchObject({
      outcome: 'already',
      by: helper.username,
    })
  const before = await listCare(app.db, animalId)
  for (const _ of ['undone', 'undone again'])
    expect((await app.call(campCalls.undoWork, { params: { ...params, key: body.key } }, helper)).status).toBe(204)
  expect(await listCare(app.db, animalId)).toEqual(before)
  const { rows } = await app.pool.query('select key, by_user, at from camp_works where camp_id = $1', [campId])
  expect(rows).toEqual([{ key: again.key, by_user: other.id, at: new Date(again.at) }])

  const reply = await app.call(campCalls.addWork, { params, body: again }, other)
  expect(reply.body).toMatchObject({ outcome: 'done', by: other.username })
  expect((await app.call(campCalls.undoWork, { params: { ...params, key: again.key } }, other)).status).toBe(204)
  expect(await listCare(app.db, animalId)).toEqual([])
})

// COM-3
test('a work that both helpers take back is gone, whoever of them is first', async () => {
  const { campId, helper, animalId, body } = await aSentWork()
  const other = await aCarer(app.db)
  await nameHelpers(campId, [helper, other])
  const params = { id: String(campId) }
  const again = { ...body, key: aWorkKey() }
  await app.call(campCalls.addWork, { params, body: again }, other)
  await app.call(campCalls.undoWork, { params: { ...params, key: again.key } }, other)
  expect(await listCare(app.db, animalId)).toHaveLength(1)
  await app.call(campCalls.undoWork, { params: { ...params, key: body.key } }, helper)
  expect(await listCare(app.db, animalId)).toEqual([])
})
