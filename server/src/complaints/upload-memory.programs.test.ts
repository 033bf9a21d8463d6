import { afterAll, expect, test } from 'vitest'
import { aPdf, chunked, complaintParts, filePart, formBytes, MIB, rawUpload, sendForm } from '../../test/attachments.ts'
import { testDatabase } from '../../test/harness.ts'
import { objectStoreServer } from '../../test/object-store.ts'
import { serverProcess } from '../../test/server-process.ts'

const database = await testDatabase()
afterAll(() => database.drop())
const server = await serverProcess(database.url, 'http://127.0.0.1:9')

const store = await objectStoreServer()
const withStore = await serverProcess(database.url, 'http://127.0.0.1:9', store.env)

test.for([
  ['the disk', server, 4],
  ['the object store', withStore, 1],
] as const)(
  // CMP-2, V5.2.1
  'a file on its way to %s never stands in memory as a whole',
  async ([_, server, rounds]) => {
    const form = [...complaintParts(), filePart(aPdf(5 * MIB))]
    const twentyAtOnce = async () => {
      const replies = await Promise.all(Array.from({ length: 20 }, () => sendForm(server, form)))
      expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(201))
    }
    // A warm-up: memory that the first uploads allocate permanently is not counted.
    for (let round = 0; round < 2; round++) await twentyAtOnce()
    const before = await server.memory()
    let highest = before
    const watch = setInterval(async () => {
      highest = Math.max(highest, await server.memory())
    }, 50)
    try {
      for (let round = 0; round < rounds; round++) await twentyAtOnce()
    } finally {
      clearInterval(watch)
    }
    expect((highest - before) / MIB, 'MiB more than before, of 100 MiB a round').toBeLessThan(120)
  },
)

// CMP-2
test('a file in hundreds of thousands of chunks is accepted like one in a few', async () => {
  const bytes = formBytes([...complaintParts(), filePart(aPdf(1_000_000))])
  const pieces = Buffer.concat([...Array.from(bytes, (byte) => chunked(Buffer.from([byte]))), Buffer.from('0\r\n\r\n')])
  const headers = { 'transfer-encoding': 'chunked' }
  expect(await rawUpload(server, { pieces: [pieces], headers })).toMatch(/^HTTP\/1\.1 201 /)
})
