import { afterAll, expect, test } from 'vitest'
import { aPdf, chunked, complaintParts, filePart, formBytes, MIB, rawUpload, sendForm } from '../../test/attachments.ts'
import { testDatabase } from '../../test/harness.ts'
import { objectStoreServer } from '../../test/object-store.ts'
import { type ServerProcess, serverProcess } from '../../test/server-process.ts'

const database = await testDatabase()
afterAll(() => database.drop())
// The program collects its young garbage all the time, so that bytes no longer in use hardly count.
const COLLECT = encodeURIComponent("setInterval(() => gc({ type: 'minor' }), 20).unref()")
const COLLECTING = { NODE_OPTIONS: `--expose-gc --import=data:text/javascript,${COLLECT}` }
const server = await serverProcess(database.url, 'http://127.0.0.1:9', COLLECTING)

const AT_ONCE = 10
const store = await objectStoreServer()
const withStore = await serverProcess(database.url, 'http://127.0.0.1:9', { ...store.env, ...COLLECTING })

async function sendAtOnce(server: ServerProcess, count: number) {
  const form = [...complaintParts(), filePart(aPdf(5 * MIB))]
  const replies = await Promise.all(Array.from({ length: count }, () => sendForm(server, form)))
  expect(replies.map((reply) => reply.status)).toEqual(Array(count).fill(201))
}

/** In MiB. Five files are sent before, each by itself, so that code loaded for them is not counted. */
async function mostMore(server: ServerProcess, round: () => Promise<unknown>, rounds: number): Promise<number> {
  for (let warmUp = 0; warmUp < 5; warmUp++) await sendAtOnce(server, 1)
  const bytes = await server.memoryFor(async () => {
    for (let done = 0; done < rounds; done++) await round()
  })
  return bytes / MIB
}

// Files kept in memory as a whole made it 93 MiB, otherwise it is 27.
// CMP-2, V5.2.1
test('a file on its way to the disk never stands in memory as a whole', async () => {
  const most = await mostMore(server, () => sendAtOnce(server, 20), 4)
  expect(most, 'MiB more than before, of 100 MiB a round').toBeLessThan(60)
})

// The store reads none of them before it has all. Files kept in memory as a whole made it 50 MiB, otherwise it is 23.
// CMP-2, V5.2.1
test('a file on its way to the object store never stands in memory as a whole', async () => {
  const most = await mostMore(withStore, () => Promise.all([store.gather(AT_ONCE), sendAtOnce(withStore, AT_ONCE)]), 3)
  expect(most, 'MiB more than before, of 50 MiB a round').toBeLessThan(40)
})

// CMP-2
test('a file in hundreds of thousands of chunks is accepted like one in a few', async () => {
  const bytes = formBytes([...complaintParts(), filePart(aPdf(1_000_000))])
  const pieces = Buffer.concat([...Array.from(bytes, (byte) => chunked(Buffer.from([byte]))), Buffer.from('0\r\n\r\n')])
  const headers = { 'transfer-encoding': 'chunked' }
  expect(await rawUpload(server, { pieces: [pieces], headers })).toMatch(/^HTTP\/1\.1 201 /)
})
