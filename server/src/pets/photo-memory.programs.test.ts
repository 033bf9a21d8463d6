import { afterAll, expect, test } from 'vitest'
import { aHeavyWebp, aTurnedPhoto } from '../../test/a-photo.ts'
import { complaintParts, filePart, MIB, sendForm } from '../../test/attachments.ts'
import { aPet, aUser } from '../../test/factories.ts'
import { testDatabase } from '../../test/harness.ts'
import { sendPhoto } from '../../test/photos.ts'
import { serverProcess } from '../../test/server-process.ts'

const database = await testDatabase()
afterAll(() => database.drop())
const server = await serverProcess(database.url, 'http://127.0.0.1:9')
const owner = await aUser(database.db)

// The library for WebP holds the whole picture: 80 MiB were measured one after the other, 137 at once.
// PHO-3, V5.2.6
test('the largest WebP photos are decoded one after the other', async () => {
  const webp = await aHeavyWebp()
  const pets = await Promise.all([1, 2, 3].map(() => aPet(database.db, owner)))
  const bytes = await server.memoryFor(async () => {
    const replies = await Promise.all(pets.map(({ id }) => sendPhoto(server, id, webp, owner)))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
  })
  expect(bytes / MIB).toBeLessThan(105)
})

// The decoder holds 72 MB of a progressive picture: 106 MiB were measured one after the other, 196 at once.
// PHO-3, V5.2.6
test('the largest pictures of complaints are decoded small, one after the other', async () => {
  const jpegs = await Promise.all([
    aTurnedPhoto({ width: 8_100, height: 6_100 }),
    aTurnedPhoto({ width: 6_016, height: 4_016, isProgressive: true }),
    aTurnedPhoto({ width: 6_016, height: 4_016, isProgressive: true }),
  ])
  const bytes = await server.memoryFor(async () => {
    const replies = await Promise.all(
      jpegs.map((jpeg) =>
        sendForm({ fetch: (path, init) => fetch(server.url + path, init) }, [
          ...complaintParts(),
          filePart(jpeg, 'street.jpg'),
        ]),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
  })
  expect(bytes / MIB).toBeLessThan(150)
})
