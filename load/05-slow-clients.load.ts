import net from 'node:net'
import { expect, test } from 'vitest'
import { aPdf, complaintParts, filePart, MIB, sendForm } from '../server/test/attachments.ts'
import { offerLoad } from '../server/test/offered-load.ts'
import { serverProcess } from '../server/test/server-process.ts'
import { failuresOf, holdings, percentile, refusedIn } from './rows.ts'
import { aTown, conclude, NOBODY, seconds } from './town.ts'

const SLOW_SENDERS = 300
const SLOW_READERS = 100
const SECONDS = 45

const town = await aTown()
const node = await serverProcess(town.url, NOBODY)
const { hostname, port } = new URL(node.url)

/** A client that is slow on purpose; resolves with the seconds after which it was cut off, or null. */
function slowClient(talk: (socket: net.Socket) => void): { cutAfter: () => number | null; end: () => void } {
  const start = Date.now()
  let cut: number | null = null
  const socket = net.connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.on('close', () => {
    cut ??= (Date.now() - start) / 1_000
  })
  socket.on('connect', () => talk(socket))
  return { cutAfter: () => cut, end: () => socket.destroy() }
}

/** A header now and then, and never the last one. */
function slowSender(socket: net.Socket): void {
  socket.resume()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
  const timer = setInterval(() => socket.write('X-Slow: x\r\n'), 1_000)
  socket.on('close', () => clearInterval(timer))
}

test('slow clients: many that hardly send, many that never read', async () => {
  const { body } = await sendForm(node, [...complaintParts(), filePart(aPdf(5 * MIB))])
  const { file_path } = await town.db
    .selectFrom('complaints')
    .select('file_path')
    .where('id', '=', body.data.complaint_id)
    .executeTakeFirstOrThrow()
  const ask = `GET /uploads/complaints/${file_path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${town.asAdmin.authorization}\r\n\r\n`
  const slowReader = (socket: net.Socket) => void socket.write(ask)

  await offerLoad(node.url, 50, { until: seconds(2), next: town.visit })
  const after = await holdings(node)
  const senders = Array.from({ length: SLOW_SENDERS }, () => slowClient(slowSender))
  const readers = Array.from({ length: SLOW_READERS }, () => slowClient(slowReader))
  const outcome = await offerLoad(node.url, 50, { until: seconds(SECONDS), next: town.visit })
  const lastCut = (clients: { cutAfter: () => number | null }[]) =>
    Math.max(...clients.map((client) => client.cutAfter() ?? Number.POSITIVE_INFINITY))
  const [sendersCut, readersCut] = [lastCut(senders), lastCut(readers)]
  for (const client of [...senders, ...readers]) client.end()
  const before = (await after()).openFiles[0]
  // The connections of the visits go five seconds after the last one.
  await expect.poll(async () => (await node.openFiles()) <= before + 5, { timeout: 20_000, interval: 500 }).toBe(true)
  const p99 = percentile(outcome.answers, 0.99)
  await conclude({
    profile: `${SLOW_SENDERS} slow senders, ${SLOW_READERS} readers`,
    outcome,
    faults: failuresOf(outcome),
    ...(await after()),
    goal: 'cut off ≤ 30 s and ≤ 45 s, others p99 < 500 ms',
    reached: `${sendersCut.toFixed(0)} s, ${readersCut.toFixed(0)} s, p99 ${p99}, ${refusedIn(outcome).length} refused`,
    isReached: sendersCut <= 30 && readersCut <= 45 && p99 < 500 && refusedIn(outcome).length === 0,
  })
})
