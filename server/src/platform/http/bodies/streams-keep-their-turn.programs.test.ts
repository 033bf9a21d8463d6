import { once } from 'node:events'
import net from 'node:net'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { afterEach, expect, test } from 'vitest'
import { anAdmin, aPet, aUser, manyPets } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/harness.ts'

const app = await testApp()
const admin = await anAdmin(app.db)
const { hostname, port } = new URL(app.url)

const pet = await aPet(app.db, await aUser(app.db), { address: 'x'.repeat(500) })
await manyPets(app.pool, pet, 20_000)

let readers: net.Socket[] = []

/** Requests an answer, reads its beginning and then stops reading. */
async function slowReader(path: string): Promise<void> {
  const socket = net.connect(Number(port), hostname)
  readers.push(socket)
  socket.on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\n\r\n`)
  await once(socket, 'readable')
}

afterEach(() => {
  for (const socket of readers) socket.destroy()
  readers = []
})

// V15.2.2
test('a CSV download holds its slot until its last byte or until its reader goes', async () => {
  await Promise.all([1, 2, 3, 4].map(() => slowReader(petCalls.csv.path)))
  let isAnswered = false
  const fifth = app.call(petCalls.csv, { query: {} }, admin).then((reply) => {
    isAnswered = true
    return reply
  })
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(isAnswered).toBe(false)
  readers[0]?.destroy()
  expect((await fifth).status).toBe(200)
  expect((await app.call(petCalls.csv, { query: { search: 'nobody' } }, admin)).status).toBe(200)
})

// V15.2.2
test('a whole list counts as work under way until its last byte is sent', async () => {
  for (let taken = 0; taken < 79; taken++) app.loadShedding.enter('critical')
  const list = () => app.call(petCalls.listAll, { query: {} }, admin)
  await slowReader(petCalls.listAll.path)
  expect((await list()).status).toBe(503)
  readers[0]?.destroy()
  await expect.poll(async () => (await list()).status, { timeout: 30_000 }).toBe(200)
  for (let taken = 79; taken > 0; taken--) app.loadShedding.leave()
})
