import { once } from 'node:events'
import net from 'node:net'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { afterEach, expect, test } from 'vitest'
import {
  aPng,
  attachmentFiles,
  complaintParts,
  FORM_TYPE,
  filePart,
  formBytes,
  sendForm,
} from '../../../../test/attachments.ts'
import { anAdmin } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/harness.ts'

const app = await testApp({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
const admin = await anAdmin(app.db)
const { hostname, port } = new URL(app.url)
const form = formBytes([...complaintParts(), filePart(aPng(200_000), 'photo.png')])

type Sender = { answer: string; socket: net.Socket }
let senders: Sender[] = []

// So much that a file has begun.
const MUCH = 60_000

/** Sends the beginning of a form from this address, then one byte at a time. */
async function slowForm(from: string, atOnce: number): Promise<Sender> {
  const socket = net.connect(Number(port), hostname)
  const sender: Sender = { answer: '', socket }
  senders.push(sender)
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    sender.answer += chunk
  })
  const drip = setInterval(() => socket.writable && socket.write('x'), 500)
  socket.on('close', () => clearInterval(drip))
  await once(socket, 'connect')
  const head = `POST ${complaintCalls.submit.path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\nContent-Type: ${FORM_TYPE}\r\n`
  socket.write(`${head}Content-Length: ${form.length}\r\n\r\n${form.subarray(0, atOnce).toString('latin1')}`)
  return sender
}

const file = (from: string) => sendForm(app, complaintParts(), { 'x-forwarded-for': from })

const fileWithPhoto = (from: string) =>
  sendForm(app, [...complaintParts(), filePart(aPng())], { 'x-forwarded-for': from })

const openFiles = async () => (await attachmentFiles(app)).filter((file) => file.includes('/incoming/')).length

afterEach(async () => {
  for (const { socket } of senders) socket.destroy()
  senders = []
  await expect.poll(openFiles).toBe(0)
})

// CMP-4, V15.2.2
test('however many forms arrive slowly, others can file and admins get their lists', async () => {
  const addresses = Array.from({ length: 15 }, (_, index) => `198.51.100.${index + 1}`)
  await Promise.all(addresses.flatMap((from) => Array.from({ length: 4 }, () => slowForm(from, MUCH))))
  await expect.poll(openFiles).toBe(60)
  for (let time = 0; time < 5; time++) expect((await file('203.0.113.9')).status).toBe(201)
  expect((await app.call(complaintCalls.listAll, { query: {} }, admin)).status).toBe(200)
  expect(senders.map(({ answer }) => answer)).toEqual(senders.map(() => ''))
})

// CMP-4, V15.2.2
test('one address may send four files at a time; a fifth must wait until one has ended', async () => {
  await Promise.all([1, 2, 3, 4].map(() => slowForm('198.51.100.77', MUCH)))
  await expect.poll(openFiles).toBe(4)
  const fifth = await fileWithPhoto('198.51.100.77')
  expect(fifth.status).toBe(429)
  expect(Number(fifth.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await fileWithPhoto('198.51.100.78')).status).toBe(201)
  for (const { socket } of senders) socket.destroy()
  await expect.poll(async () => (await fileWithPhoto('198.51.100.77')).status).toBe(201)
})

// CMP-4, V15.2.2
test('a form slower than any phone ends with 408 and a reason, and leaves nothing', async () => {
  const sender = await slowForm('198.51.100.88', 1_500)
  await expect.poll(() => sender.answer, { timeout: 120_000 }).toMatch(/^HTTP\/1\.1 408 /)
  expect(sender.answer).toContain('too slow')
  expect(sender.answer).toMatch(/connection: close/i)
})
