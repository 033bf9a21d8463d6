import net from 'node:net'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { test } from 'vitest'
import { aHeavyWebp, aPhoto } from '../../server/test/a-photo.ts'
import { FORM_TYPE, filePart, formBytes, MIB } from '../../server/test/attachments.ts'
import { aPet } from '../../server/test/factories.ts'
import { aLostPet } from '../../server/test/lost.ts'
import { type Asked, offerLoad, runClosedLoop } from '../../server/test/offered-load.ts'
import { serverProcess } from '../../server/test/server-process.ts'
import { createFixture, reportProfile, seconds, UNREACHABLE_URL } from './fixture.ts'
import { failuresOf, holdings, percentile, refusedIn, sampled } from './rows.ts'

const SECONDS = 15
const SCANS_A_SECOND = 50
const MEMORY_MIB_MAX = 350
// With the 160 MB that one picture may take while it is decoded.
const MEMORY_OF_PICTURES_MIB_MAX = 425
const TIMES_IDLE_MAX = 8
// Below this nobody notices a difference, and the load generator itself adds as much.
const IDLE_MS_MIN = 5

const fixture = await createFixture()
const next = fixture.requests.scan

type Attack = { stop: () => void | Promise<void>; trouble?: () => string[] }

/** Compares how long scans take at a new node, and how much memory it takes, while this goes on with how it was before. */
async function measure(
  profile: string,
  attack: (url: string) => Promise<Attack> | Attack,
  { memoryMibMax = MEMORY_MIB_MAX, env = {} }: { memoryMibMax?: number; env?: Record<string, string> } = {},
): Promise<void> {
  const node = await serverProcess(fixture.url, UNREACHABLE_URL, env)
  const scans = (length: Promise<unknown>) => offerLoad(node.url, SCANS_A_SECOND, { until: length, next })
  await scans(seconds(2))
  const idle = await scans(seconds(5))
  const after = await holdings(node)
  const memory = sampled(() => node.memory(), 100)
  const { stop, trouble = () => [] } = await attack(node.url)
  const outcome = await scans(seconds(SECONDS))
  await stop()
  const mostMib = Math.round(Math.max(...memory()) / MIB)
  const p99 = percentile(outcome.answers, 0.99)
  const idleP99 = Math.max(IDLE_MS_MIN, percentile(idle.answers, 0.99))
  const refused = refusedIn(outcome).length
  await reportProfile({
    profile,
    outcome,
    faults: [...failuresOf(outcome), ...trouble()],
    ...(await after()),
    goal: `scans p99 ≤ ${TIMES_IDLE_MAX} × idle, none refused; ≤ ${memoryMibMax} MiB`,
    reached: `p99 ${p99}, idle ${idleP99}; ${refused} refused; ${mostMib} MiB`,
    isReached: p99 <= TIMES_IDLE_MAX * idleP99 && refused === 0 && mostMib <= memoryMibMax,
  })
}

/** Opens connections that send `atOnce`, and then `rest` once a second. They open again some seconds after they are closed. */
function slowSenders(url: string, count: number, atOnce: Buffer, rest: string): Attack {
  const { hostname, port } = new URL(url)
  const sockets = new Set<net.Socket>()
  let isOver = false
  const open = () => {
    if (isOver) return
    const socket = net.connect(Number(port), hostname).on('error', () => {})
    sockets.add(socket)
    socket.resume().write(atOnce)
    const drip = setInterval(() => socket.writable && socket.write(rest), 1_000)
    socket.on('close', () => {
      clearInterval(drip)
      sockets.delete(socket)
      setTimeout(open, 5_000)
    })
  }
  for (let opened = 0; opened < count; opened++) setTimeout(open, opened * 4)
  return {
    stop() {
      isOver = true
      for (const socket of sockets) socket.destroy()
    },
  }
}

const headOf = (path: string, type: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n`

test('2,000 anonymous bodies that do not end', () =>
  measure('2,000 unfinished bodies', (url) => {
    const head = headOf(paymentCalls.webhook.path, 'application/json', 250_000)
    const body = `${head}X-Razorpay-Signature: ${'0'.repeat(64)}\r\n\r\n${'x'.repeat(240_000)}`
    return slowSenders(url, 2_000, Buffer.from(body), 'x'.repeat(100))
  }))

test('200 slow forms of finders, while others report', async () => {
  const { petId } = await aPet(fixture.db, fixture.owner)
  const path = foundCalls.report.path.replace('{petId}', petId)
  const photo = await aPhoto()
  const parts = [{ ...filePart(photo, 'photo.jpg'), name: 'photo' }]
  await measure('200 slow forms of finders', async (url) => {
    const begun = Buffer.concat([
      Buffer.from(`${headOf(path, FORM_TYPE, 5_000_000)}\r\n`),
      formBytes(parts).subarray(0, 300),
    ])
    const slow = slowSenders(url, 200, begun, 'x'.repeat(700))
    // From then on the slow ones give way.
    await seconds(8)
    const report = (count: number): Asked => ({
      what: 'report',
      method: 'POST',
      path,
      headers: { 'content-type': FORM_TYPE, accept: 'application/json' },
      body: formBytes([{ name: 'message', value: `Seen ${count} times` }, ...parts]),
    })
    const reporting = offerLoad(url, 1, { until: seconds(SECONDS), next: report })
    let refused: string[] = []
    return {
      trouble: () => refused,
      async stop() {
        const { answers } = await reporting
        refused = answers.filter(({ status }) => status !== 201).map(({ status }) => `report: ${status}`)
        await slow.stop()
      },
    }
  })
})

/** Lets this many send the same again and again. */
function again(url: string, clients: number, next: (count: number) => Asked): Attack {
  const ended = Promise.withResolvers<void>()
  const running = runClosedLoop(url, clients, { until: ended.promise, next })
  return {
    async stop() {
      ended.resolve()
      await running
    },
  }
}

test('one account prints posters, forty at a time', async () => {
  const { petId } = await aLostPet(fixture.db, fixture.owner, { note: 'मोती '.repeat(50) })
  const headers = { authorization: `Bearer ${fixture.owner.token}` }
  const poster = { what: 'poster', path: `/pets/${petId}/poster.pdf`, headers }
  await measure('posters, 40 at once', (url) => again(url, 40, () => poster), { env: { RATE_LIMITS: 'on' } })
})

test('the largest WebP photos, four at a time', async () => {
  const webp = await aHeavyWebp()
  const { petId } = await aPet(fixture.db, fixture.owner)
  const path = foundCalls.report.path.replace('{petId}', petId)
  const headers = { 'content-type': FORM_TYPE, accept: 'application/json' }
  await measure(
    'largest WebPs, 4 at once',
    (url) =>
      again(url, 4, (count) => ({
        what: 'photo',
        method: 'POST',
        path,
        headers,
        body: formBytes([
          { name: 'message', value: `Nr ${count}` },
          { ...filePart(webp, 'photo.webp'), name: 'photo' },
        ]),
      })),
    { memoryMibMax: MEMORY_OF_PICTURES_MIB_MAX },
  )
})
