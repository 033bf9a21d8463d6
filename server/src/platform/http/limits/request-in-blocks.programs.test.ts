import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import net from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import {
  aPdf,
  attachmentFiles,
  chunked,
  complaintParts,
  filePart,
  formBytes,
  MIB,
  rawUpload,
} from '../../../../test/attachments.ts'
import { testDatabase } from '../../../../test/harness.ts'
import { serverProcess } from '../../../../test/server-process.ts'
import { RequestInBlocks } from './request-limits.ts'

const database = await testDatabase()
afterAll(() => database.drop())
const server = await serverProcess(database.url, 'http://127.0.0.1:9')

const END = Buffer.from('0\r\n\r\n')

/** The body in chunks of these sizes in turn, as HTTP sends it without a length. */
function inChunks(body: Buffer, sizes: readonly number[]): Buffer {
  const chunks: Buffer[] = []
  let sent = 0
  while (sent < body.length) {
    const size = sizes[chunks.length % sizes.length] ?? 1
    chunks.push(chunked(body.subarray(sent, sent + size)))
    sent += size
  }
  return Buffer.concat([...chunks, END])
}

// Each of these chunks took some 400 bytes before they were joined, which ended the program.
// API-5, V15.2.2
test('anonymous bodies in chunks of one byte take hardly more memory than their bytes', async () => {
  const pieces = [inChunks(Buffer.alloc(120_000, 'x'), [1])]
  const signature = { 'x-razorpay-signature': '0'.repeat(64) }
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked', ...signature }
  const send = () => rawUpload(server, { path: paymentCalls.webhook.path, pieces, headers })
  await send()
  const before = await server.memory()
  const answers = await Promise.all(Array.from({ length: 12 }, send))
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"bad_signature"/s)
  expect(((await server.memory()) - before) / MIB, 'MiB more than before').toBeLessThan(60)
  expect(server.exitCode()).toBeNull()
})

const BLOCK = 16 * 1024

test.for([
  ['around the size of a block', [BLOCK - 1, 1, BLOCK, BLOCK + 1, 2]],
  ['large and small by turns', [1, 5 * BLOCK, 7, 3, BLOCK - 10, 10, 11]],
  ['of one size', [1_000]],
  ['just one', [MIB]],
  // CMP-2
] as const)('a file arrives unchanged in chunks %s', async ([_, sizes]) => {
  const file = aPdf(300_000)
  for (let at = 100; at < file.length - 100; at++) file[at] = (at * 31 + (at >> 8)) % 251
  const pieces = [inChunks(formBytes([...complaintParts(), filePart(file)]), sizes)]
  const before = await storedFiles()
  expect(await rawUpload(server, { pieces, headers: { 'transfer-encoding': 'chunked' } })).toMatch(/^HTTP\/1\.1 201 /)
  const [added, ...others] = (await storedFiles()).filter((name) => !before.includes(name))
  expect(others).toEqual([])
  expect(file.equals(await readFile(added ?? ''))).toBe(true)
})

// API-5, V15.2.2
test('nothing more is read of a body that waits for its turn', async () => {
  const { sender, request } = await received()
  sender.write(inChunks(Buffer.alloc(10 * MIB), [1_000]))
  await expect.poll(() => request.readableLength).toBeGreaterThan(request.readableHighWaterMark)
  // Long enough for all of it to come if it were read.
  await setTimeout(1_000)
  expect(request.readableLength).toBeLessThan(MIB)
  let bytes = 0
  for await (const block of request) bytes += block.length
  expect(bytes).toBe(10 * MIB)
})

// API-5, V15.2.2
test('single bytes that arrive one after another are passed on ten times a second', async () => {
  const { sender, request } = await received()
  const startedAt = performance.now()
  const sending = (async () => {
    for (let sent = 0; sent < 500; sent++) {
      sender.write(chunked(Buffer.from('x')))
      await setTimeout(2)
    }
    sender.write(END)
  })()
  const blocks = await request.toArray()
  await sending
  expect(Buffer.concat(blocks).toString()).toBe('x'.repeat(500))
  expect(blocks.length).toBeGreaterThan(1)
  expect(blocks.length).toBeLessThan((performance.now() - startedAt) / 90 + 2)
})

/** A request whose body has not been sent yet. */
async function received() {
  const requested = Promise.withResolvers<IncomingMessage>()
  const reader = createServer({ IncomingMessage: RequestInBlocks }, requested.resolve).listen(0, '127.0.0.1')
  await once(reader, 'listening')
  const sender = net.connect((reader.address() as net.AddressInfo).port, '127.0.0.1').setNoDelay()
  onTestFinished(() => {
    sender.destroy()
    reader.close()
  })
  sender.write('POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n')
  return { sender, request: await requested.promise }
}

const storedFiles = () => attachmentFiles({ config: server })
