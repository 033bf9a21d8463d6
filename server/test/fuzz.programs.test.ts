import http from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { allCalls } from '@petsetu/contract/calls.ts'
import { ATTACHMENT_PATH } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { PHOTO_PATH } from '@petsetu/contract/pets/pet-pictures.ts'
import fc from 'fast-check'
import { NoResultError } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aPdf, complaintParts, filePart, sendForm } from './attachments.ts'
import { aBlankTag, aPet, aPlan, aSession, aUser, PASSWORD } from './factories.ts'
import { type FuzzRequest, type Operation, requestsFor, type Who } from './fuzz-requests.ts'
import type { Known } from './fuzz-values.ts'
import { testDatabase } from './harness.ts'
import { anOrder, aPaidComplaint, aRegistration } from './paying-app.ts'
import { type PlainReply, plainRequest } from './plain-request.ts'
import { faultOf } from './reply-fault.ts'
import { startSandbox } from './sandbox.ts'
import { serverProcess } from './server-process.ts'

// Another seed is another ten thousand requests: FUZZ_SEED=7 npx vitest run server/test/fuzz
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)
const REQUESTS_MIN = Number(process.env.FUZZ_REQUESTS ?? 10_000)
const AT_ONCE = 8
// Files, which are no calls of the contract.
const FILES = [ATTACHMENT_PATH, PHOTO_PATH].map((path) => ({ method: 'GET', path }))
const ANSWER_MS_MAX = 15_000
const ATTEMPTS_MAX = 5

const MIB = 1024 * 1024
const database = await testDatabase()
afterAll(() => database.drop())
const { sandbox, provider } = await startSandbox('http://127.0.0.1:9')
// In a small heap garbage does not pass for growth, and what truly grows ends the program.
const server = await serverProcess(database.url, provider.apiUrl, { NODE_OPTIONS: '--max-old-space-size=192' })
const app = { ...server, db: database.db, sandbox }

const document = (await (await server.fetch('/openapi.json')).json()) as {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>
}
const operations: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
)

const people: Record<'user' | 'admin', Awaited<ReturnType<typeof aUser>>> = {
  user: await aUser(app.db),
  admin: await aUser(app.db, 'admin'),
}

/** Some records of every kind, so that what is nearly right finds something. */
async function someRecords(): Promise<Known> {
  const paid = await aPaidComplaint(app)
  const complaints = [paid.complaintId, (await anOrder(app)).complaintId]
  const open = await aRegistration(app)
  const checkouts = [paid.checkout, await sandbox.pay((await anOrder(app)).orderId), await sandbox.pay(open.orderId)]
  const pets = await Promise.all(Array.from({ length: 20 }, () => aPet(app.db, people.user)))
  const plans = await Promise.all(Array.from({ length: 10 }, () => aPlan(app.db)))
  const petIds = [...pets.slice(0, 5).map((pet) => pet.petId), await aBlankTag(app.db)]
  await sendForm(app, [...complaintParts(), filePart(aPdf())])
  const files = await app.db.selectFrom('complaints').select('file_path').where('file_path', 'is not', null).execute()
  const receipts = await app.db.selectFrom('receipts').select('token').execute()
  const numbers = [...complaints, ...pets.map((pet) => pet.id), ...plans.map((plan) => plan.id), open.membershipId]
  return [
    [/^petIds?$/, petIds],
    [/^id$/, [...numbers.map(String), ...petIds]],
    [/^complaint_id$/, complaints],
    [/^membership_id$/, [open.membershipId]],
    [/^(?!razorpay).*_id$/, [...numbers, ...numbers.map(String)]],
    [/^file_path$/, files.map((file) => file.file_path)],
    [/^token$/, receipts.map(({ token }) => token)],
    [/payment_id$/, checkouts.map((checkout) => checkout.razorpay_payment_id)],
    [/order_id$/, checkouts.map((checkout) => checkout.razorpay_order_id)],
    [/signature$/, checkouts.map((checkout) => checkout.razorpay_signature)],
    [/email/i, ['kavita@example.org', 'arjun@example.org', people.user.email, 'new@example.org']],
    [/password/i, [PASSWORD, 'another-1']],
    [/username/i, [people.user.username, 'new', 'मोती', 'a b']],
    [/date/i, ['2026-01-31', '2024-02-29', '1999-12-31', '2026-12-31']],
    [/^(page|limit|numberOfIds)$/, ['1', '2', '3']],
    [/^amount$/, [100, 100.5, 250]],
  ]
}

type Findings = { statuses: Map<number, number>; calls: Set<string>; wrong: string[]; slowestMs: number }

/** Sends the request again where it was told to: on a slow machine the erasure of an account is waited for longer than a lock may be. */
async function send(request: FuzzRequest): Promise<PlainReply> {
  for (let attempt = 1; ; attempt++) {
    const reply = await sendOnce(request)
    const retryAfter = Number(reply.headers['retry-after'])
    if (reply.status !== 503 || !retryAfter || attempt === ATTEMPTS_MAX) return reply
    await setTimeout(retryAfter * 1_000)
  }
}

async function sendOnce(request: FuzzRequest): Promise<PlainReply> {
  const token = request.who === 'nobody' ? null : people[request.who].token
  const headers = {
    accept: 'application/json',
    ...request.headers,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(request.body !== undefined && { 'content-length': Buffer.byteLength(request.body) }),
  }
  const reply = await plainRequest(server.url, { ...request, headers, agent, timeoutMs: ANSWER_MS_MAX })
  if (reply.status === 401) await renew(request.who)
  return reply
}

/** Requests sign people out and delete accounts, so invalid tokens and accounts are replaced. */
async function renew(who: Who): Promise<void> {
  if (who === 'nobody') return
  const { id } = people[who]
  // Null if the account is gone; another request may delete it at this moment.
  const token = await aSession(app.db, id).catch((error: unknown) => {
    if (error instanceof NoResultError) return null
    throw error
  })
  people[who] = token ? { ...people[who], token } : await aUser(app.db, who)
}

const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE })
afterAll(() => agent.destroy())

async function sendAll(requests: [Operation, FuzzRequest][], findings: Findings): Promise<void> {
  const left = requests.values()
  const one = async () => {
    for (const [operation, request] of left) {
      const start = performance.now()
      const reply = await send(request).catch((error: unknown) => String(error))
      findings.slowestMs = Math.max(findings.slowestMs, performance.now() - start)
      const fault = typeof reply === 'string' ? reply : faultOf(operation, reply)
      if (fault) findings.wrong.push(`${fault}: ${JSON.stringify(request).slice(0, 1_000)}`)
      if (typeof reply === 'string') continue
      findings.statuses.set(reply.status, (findings.statuses.get(reply.status) ?? 0) + 1)
      if (reply.status < 300) findings.calls.add(`${operation.method} ${operation.path}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

// API-3, API-4, V2.2.1, V2.2.2, V1.4.3
test('ten thousand generated requests get replies that match the OpenAPI document', {
  timeout: 900_000,
}, async () => {
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    [...allCalls, ...FILES].map(({ method, path }) => `${method} ${path}`).sort(),
  )
  const known = await someRecords()
  const rounds = Math.ceil(REQUESTS_MIN / operations.length)
  const byOperation = operations.map((operation) =>
    fc.sample(requestsFor(operation, known), { seed: SEED, numRuns: rounds }),
  )
  const requests = Array.from({ length: rounds }, (_, round) =>
    operations.map((operation, index): [Operation, FuzzRequest] => [
      operation,
      byOperation[index]?.[round] as FuzzRequest,
    ]),
  ).flat()

  const findings: Findings = { statuses: new Map(), calls: new Set(), wrong: [], slowestMs: 0 }
  const warmUp = Math.floor(requests.length / 4)
  await sendAll(requests.slice(0, warmUp), findings)
  const before = { memory: await server.memory(), files: await server.openFiles() }
  const start = performance.now()
  await sendAll(requests.slice(warmUp), findings)
  const grown = Math.round(((await server.memory()) - before.memory) / MIB)
  const statuses = [...findings.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
  process.stdout.write(
    `fuzz: seed ${SEED}, ${requests.length} requests over ${operations.length} calls (${findings.calls.size} of them also succeeded), ${statuses.join(', ')}; slowest answer ${Math.round(findings.slowestMs)} ms, memory ${grown >= 0 ? '+' : ''}${grown} MiB after the warm-up, ${Math.round(((requests.length - warmUp) / (performance.now() - start)) * 1000)} a second\n`,
  )
  expect(findings.wrong.join('\n'), `of seed ${SEED}`).toBe('')
  expect(grown).toBeLessThan(96)
  agent.destroy()
  await expect.poll(() => server.openFiles()).toBeLessThanOrEqual(before.files)
})
