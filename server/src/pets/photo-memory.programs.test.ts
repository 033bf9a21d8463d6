import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { aHeavyWebp, aPhoto, aTurnedPhoto } from '../../test/a-photo.ts'
import { complaintParts, filePart, MIB, sendForm } from '../../test/attachments.ts'
import { aPet, aUser } from '../../test/factories.ts'
import { testDatabase } from '../../test/harness.ts'
import { sendPhoto } from '../../test/photos.ts'
import { serverProcess } from '../../test/server-process.ts'

const database = await testDatabase()
afterAll(() => database.drop())
const server = await serverProcess(database.url, 'http://127.0.0.1:9')
const owner = await aUser(database.db)

/** The memory that the program needs at most during some work, beyond what it had before, in MiB. */
async function mostMore(work: Promise<unknown>): Promise<number> {
  const before = await server.memory()
  let most = before
  let isDone = false
  void work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    most = Math.max(most, await server.memory())
    await setTimeout(10)
  }
  return (most - before) / MIB
}

// The library for WebP holds the whole picture: of two at once 260 MB.
// PHO-3, V5.2.6
test('the largest WebP photos are decoded one after the other', async () => {
  const webp = await aHeavyWebp()
  const pets = await Promise.all([1, 2, 3].map(() => aPet(database.db, owner)))
  const sending = Promise.all(pets.map(({ id }) => sendPhoto(server, id, webp, owner)))
  expect(await mostMore(sending)).toBeLessThan(170)
  expect((await sending).map(({ status }) => status)).toEqual([201, 201, 201])
})

// PHO-3, V5.2.6
test('the largest pictures of complaints are decoded small, one after the other', async () => {
  const jpegs = await Promise.all([
    aPhoto({ width: 8_100, height: 6_100 }),
    aTurnedPhoto({ width: 8_100, height: 6_100 }),
    aTurnedPhoto({ width: 7_600, height: 5_600, isProgressive: true }),
  ])
  const sending = Promise.all(
    jpegs.map((jpeg) =>
      sendForm({ fetch: (path, init) => fetch(server.url + path, init) }, [
        ...complaintParts(),
        filePart(jpeg, 'street.jpg'),
      ]),
    ),
  )
  expect(await mostMore(sending)).toBeLessThan(170)
  expect((await sending).map(({ status }) => status)).toEqual([201, 201, 201])
})
