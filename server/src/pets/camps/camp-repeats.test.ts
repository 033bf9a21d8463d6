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
  return { campId, helper, animalId: id, first, repeat }
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
