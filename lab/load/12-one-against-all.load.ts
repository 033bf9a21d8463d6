import net from 'node:net'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { test } from 'vitest'
import { aHeavyWebp, aPhoto, aTurnedPhoto } from '../../server/test/a-photo.ts'
import { aJpeg, complaintParts, FORM_TYPE, filePart, formBytes, MIB, type Part } from '../../server/test/attachments.ts'
import { aPet, PASSWORD } from '../../server/test/factories.ts'
import { freePort } from '../../server/test/free-port.ts'
import { aLostPet } from '../../server/test/lost.ts'
import { type Asked, offerLoad, runClosedLoop } from '../../server/test/offered-load.ts'
import { anOrder } from '../../server/test/paying-app.ts'
import { startSandbox } from '../../server/test/sandbox.ts'
import { type ServerProcess, serverProcess } from '../../server/test/server-process.ts'
import { createFixture, reportProfile, seconds, UNREACHABLE_URL } from './fixture.ts'
import { failuresOf, holdings, percentile, refusedIn, sampled } from './rows.ts'

const SECONDS = 15
const SCANS_A_SECOND = 50
const MEMORY_MIB_MAX = 350
const TIMES_IDLE_MAX = 8
// Below this nobody notices a difference, and the load generator itself adds as much.
const IDLE_MS_MIN = 5
const WAITING_MAILS = 25
const APPLIED_MS_MAX = 3_000

const fixture = await createFixture()
const next = fixture.requests.scan

type Attack = { stop: () => void | Promise<void>; trouble?: () => string[] }

/** Compares how long scans take at a new node, and how much memory it takes, while this goes on with how it was before. */
async function measure(
  profile: string,
  attack: (node: ServerProcess) => Promise<Attack> | Attack,
  { env = {} }: { env?: Record<string, string> } = {},
): Promise<void> {
  const node = await serverProcess(fixture.url, UNREACHABLE_URL, env)
  const scans = (length: Promise<unknown>) => offerLoad(node.url, SCANS_A_SECOND, { until: length, next })
  await scans(seconds(2))
  const idle = await scans(seconds(5))
  const after = await holdings(node)
  const memory = sampled(() => node.memory(), 100)
  const { stop, trouble = () => [] } = await attack(node)
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
    goal: `scans p99 ≤ ${TIMES_IDLE_MAX} × idle, none refused; ≤ ${MEMORY_MIB_MAX} MiB`,
    reached: `p99 ${p99}, idle ${idleP99}; ${refused} refused; ${mostMib} MiB`,
    isReached: p99 <= TIMES_IDLE_MAX * idleP99 && refused === 0 && mostMib <= MEMORY_MIB_MAX,
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
  measure('2,000 unfinished bodies', ({ url }) => {
    const head = headOf(paymentCalls.webhook.path, 'application/json', 250_000)
    const body = `${head}X-Razorpay-Signature: ${'0'.repeat(64)}\r\n\r\n${'x'.repeat(240_000)}`
    return slowSenders(url, 2_000, Buffer.from(body), 'x'.repeat(100))
  }))

test('200 slow forms of finders, while others report', async () => {
  const { petId } = await aPet(fixture.db, fixture.owner)
  const file = { ...filePart(await aPhoto(), 'photo.jpg'), name: 'photo' }
  await measure('200 slow forms of finders', (node) =>
    slowForms(node, foundCalls.report.path.replace('{petId}', petId), (count) => [
      { name: 'message', value: `Seen ${count} times` },
      file,
    ]),
  )
})

test('200 slow complaints with files, while others file theirs', async () => {
  const file = filePart(aJpeg(MIB / 4), 'proof.jpg')
  await measure('200 slow complaints', (node) =>
    slowForms(node, complaintCalls.submit.path, (count) => [
      ...complaintParts({ description: `Chained for ${count} days` }),
      file,
    ]),
  )
})

/** Begins two hundred forms that hardly go on, while somebody else sends one a second, each of which has to be stored. */
async function slowForms({ url }: ServerProcess, path: string, partsOf: (count: number) => Part[]): Promise<Attack> {
  const begun = Buffer.concat([
    Buffer.from(`${headOf(path, FORM_TYPE, 5_000_000)}\r\n`),
    formBytes(partsOf(0).slice(-1)).subarray(0, 300),
  ])
  const slow = slowSenders(url, 200, begun, 'x'.repeat(700))
  // From then on the slow ones give way.
  await seconds(8)
  const next = (count: number) => aForm(path, partsOf(count))
  const sending = offerLoad(url, 1, { until: seconds(SECONDS), next })
  let refused: string[] = []
  return {
    trouble: () => refused,
    async stop() {
      const { answers } = await sending
      refused = answers.filter(({ status }) => status !== 201).map(({ status }) => `form: ${status}`)
      await slow.stop()
    },
  }
}

const aForm = (path: string, parts: Part[]): Asked => ({
  what: 'form',
  method: 'POST',
  path,
  headers: { 'content-type': FORM_TYPE, accept: 'application/json' },
  body: formBytes(parts),
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
  await measure('posters, 40 at once', ({ url }) => again(url, 40, () => poster), { env: { RATE_LIMITS: 'on' } })
})

test('the largest WebP photos, four at a time', async () => {
  const file = { ...filePart(await aHeavyWebp(), 'photo.webp'), name: 'photo' }
  const { petId } = await aPet(fixture.db, fixture.owner)
  const path = foundCalls.report.path.replace('{petId}', petId)
  await measure('largest WebPs, 4 at once', ({ url }) =>
    again(url, 4, (count) => aForm(path, [{ name: 'message', value: `Nr ${count}` }, file])),
  )
})

test('the largest progressive JPEGs of complaints, four at a time', async () => {
  const file = filePart(await aTurnedPhoto({ width: 6_016, height: 4_016, isProgressive: true }), 'street.jpg')
  await measure('largest JPEGs, 4 at once', ({ url }) =>
    again(url, 4, (count) =>
      aForm(complaintCalls.submit.path, [...complaintParts({ description: `Chained for ${count} days` }), file]),
    ),
  )
})

// This profile is the last one, because the mails that wait after it are drawn and sent again for a while.
test('a mail server that hangs, while others pay', async () => {
  const port = String(await freePort())
  const { provider, sandbox, smtpUrl } = await startSandbox(`http://127.0.0.1:${port}${paymentCalls.webhook.path}`)
  await sandbox.control('POST', '/faults', { mail: { fault: 'delay', ms: 10 * 60_000 } })
  const env = { PORT: port, SMTP_URL: smtpUrl, RAZORPAY_API_URL: provider.apiUrl }
  await measure(
    'a hanging mail server',
    async (node) => {
      for (let number = 0; number < WAITING_MAILS; number++) {
        const body = { username: `waits${number}`, email: `waits${number}@example.org`, password: PASSWORD }
        await node.call(authCalls.signup, { body })
      }
      const over = performance.now() + SECONDS * 1_000
      const waits: number[] = []
      const paying = payUntil(over, async () => {
        const { complaintId, orderId } = await anOrder(node)
        await sandbox.pay(orderId)
        waits.push(await msUntilPaid(complaintId))
      })
      return {
        trouble: () => waits.filter((ms) => ms > APPLIED_MS_MAX).map((ms) => `a payment was applied after ${ms} ms`),
        stop: () => paying,
      }
    },
    { env },
  )
})

async function payUntil(over: number, pay: () => Promise<void>): Promise<void> {
  for (; performance.now() < over; await seconds(1)) await pay()
}

/** The webhook alone tells of the payment; a job applies it. */
async function msUntilPaid(complaintId: number): Promise<number> {
  const begun = performance.now()
  const row = () =>
    fixture.db.selectFrom('complaints').select('payment_status').where('id', '=', complaintId).executeTakeFirstOrThrow()
  while ((await row()).payment_status !== 'paid' && performance.now() - begun < 2 * APPLIED_MS_MAX) await seconds(0.02)
  return Math.round(performance.now() - begun)
}
