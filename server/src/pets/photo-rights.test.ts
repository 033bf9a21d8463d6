import { photoCalls } from '@petsetu/contract/pets/photos.ts'
import { expect, test } from 'vitest'
import { aPhoto } from '../../test/a-photo.ts'
import { attachmentFiles } from '../../test/attachments.ts'
import { aCarer, aStreetAnimal } from '../../test/community.ts'
import { testApp } from '../../test/harness.ts'
import { lockWaits } from '../../test/lock-waits.ts'
import { sendPhoto } from '../../test/photos.ts'
import { lockPet } from './lock-pet.ts'

const app = await testApp()

// COM-4
test('no change of the photos of an animal is stored after the right to it has ended', async () => {
  const carer = await aCarer(app.db)
  const { id } = await aStreetAnimal(app.db, carer)
  const params = { id: String(id) }
  const [first, second] = [
    await sendPhoto(app, id, await aPhoto(), carer),
    await sendPhoto(app, id, await aPhoto(), carer),
  ]
  const order = [second.body.id, first.body.id]
  const filesBefore = (await attachmentFiles(app)).length
  const bytes = await aPhoto()

  const { answers } = await app.db.transaction().execute(async (transaction) => {
    await lockPet(transaction, id)
    const waiting = [
      sendPhoto(app, id, bytes, carer),
      app.call(photoCalls.order, { params, body: { order } }, carer),
      app.call(photoCalls.remove, { params: { ...params, photoId: String(first.body.id) } }, carer),
    ]
    await expect.poll(() => lockWaits(app.pool)).toBe(waiting.length)
    await transaction.deleteFrom('carers').where('pet_id', '=', id).execute()
    return { answers: waiting }
  })

  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404, 404])
  const stored = await app.db.selectFrom('photos').select('id').where('pet_id', '=', id).orderBy('position').execute()
  expect(stored).toEqual([{ id: first.body.id }, { id: second.body.id }])
  expect((await attachmentFiles(app)).length).toBe(filesBefore)
})
