import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { aHeavyWebp } from '../../test/a-photo.ts'
import { MIB } from '../../test/attachments.ts'
import { aPet, aUser } from '../../test/factories.ts'
import { testDatabase } from '../../test/harness.ts'
import { sendPhoto } from '../../test/photos.ts'
import { serverProcess } from '../../test/server-process.ts'

const database = await testDatabase()
afterAll(() => database.drop())
const server = await serverProcess(database.url, 'http://127.0.0.1:9')
const owner = await aUser(database.db)

// The library for WebP holds the whole picture: of two at once 240 MB.
// PHO-3, V5.2.6
test('the largest WebP photos are decoded one after the other', async () => {
  const webp = await aHeavyWebp()
  const pets = await Promise.all([1, 2, 3].map(() => aPet(database.db, owner)))
  const before = await server.memory()
  let most = before
  const sending = Promise.all(pets.map(({ id }) => sendPhoto(server, id, webp, owner)))
  let isDone = false
  void sending.finally(() => {
    isDone = true
  })
  while (!isDone) {
    most = Math.max(most, await server.memory())
    await setTimeout(10)
  }
  expect((await sending).map(({ status }) => status)).toEqual([201, 201, 201])
  expect((most - before) / MIB, 'MiB more than before').toBeLessThan(190)
})
