import net from 'node:net'
import { test } from 'vitest'
import { aPdf, complaintParts, filePart, MIB, sendForm } from '../../server/test/attachments.ts'
import { offerLoad } from '../../server/test/offered-load.ts'
import { serverProcess } from '../../server/test/server-process.ts'
import { createFixture, reportProfile, seconds, UNREACHABLE_URL } from './fixture.ts'
import { failuresOf, holdings, percentile, refusedIn, sampled } from './rows.ts'

const SLOW_SENDERS = 300
const SLOW_READERS = 100
// The readers come at once, and the kernel takes megabytes of each file: the program is busy with them for about a second.
const FIRST_SECONDS = 2
const SECONDS = 36
// Enough connections for the visits.
const VISITORS_MAX = 120

const fixture = await createFixture()
const node = await serverProcess(fixture.url, UNREACHABLE_URL)
const { hostname, port } = new URL(node.url)

function slowClient(talk: (socket: net.Socket) => void): net.Socket {
  const socket = net.connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.on('connect', () => talk(socket))
  return socket
}

/** Sends a header now and then and never finishes the request. */
function slowSender(socket: net.Socket): void {
  socket.resume()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
  const timer = setInterval(() => socket.write('X-Slow: x\r\n'), 1_000)
  socket.on('close', () => clearInterval(timer))
}

test('slow clients: many that hardly send, many that never read', async () => {
  const { body } = await sendForm(node, [...complaintParts(), filePart(aPdf(5 * MIB))])
  const { file_path } = await fixture.db
    .selectFrom('complaints')
    .select('file_path')
    .where('id', '=', body.data.complaint_id)
    .executeTakeFirstOrThrow()
  const ask = `GET /uploads/complaints/${file_path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${fixture.asAdmin.authorization}\r\n\r\n`
  const slowReader = (socket: net.Socket) => void socket.write(ask)

  await offerLoad(node.url, 50, { until: seconds(2), next: fixture.visit })
  const after = await holdings(node)
  const before = await node.openFiles()
  const clients = [
    ...Array.from({ length: SLOW_SENDERS }, () => slowClient(slowSender)),
    ...Array.from({ length: SLOW_READERS }, () => slowClient(slowReader)),
  ]
  // Measured at the node: a client that never reads does not notice the closed connection.
  const held = sampled(() => node.openFiles(), 1_000)
  const first = await offerLoad(node.url, 50, { until: seconds(FIRST_SECONDS), next: fixture.visit })
  const outcome = await offerLoad(node.url, 50, { until: seconds(SECONDS - FIRST_SECONDS), next: fixture.visit })
  const files = held()
  for (const client of clients) client.destroy()
  const most = Math.max(...files)
  const lastOver = (count: number) => files.findLastIndex((held) => held > before + VISITORS_MAX + count) + 1
  const [sendersCut, readersCut] = [lastOver(2 * SLOW_READERS), lastOver(0)]
  const [slowest, p99] = [percentile(first.answers, 1), percentile(outcome.answers, 0.99)]
  const refused = [first, outcome].flatMap(refusedIn).length
  await reportProfile({
    profile: `${SLOW_SENDERS} slow senders, ${SLOW_READERS} readers`,
    outcome,
    faults: [first, outcome].flatMap(failuresOf),
    ...(await after()),
    goal: 'cut off ≤ 30 s, both; others < 3 s at first, then p99 < 500 ms, none refused',
    reached: `${sendersCut} s, ${readersCut} s, from ${most} fds back; at first ${slowest}, then p99 ${p99}, ${refused} refused`,
    isReached:
      most > before + SLOW_SENDERS &&
      sendersCut <= 30 &&
      readersCut <= 30 &&
      slowest < 3_000 &&
      p99 < 500 &&
      refused === 0,
  })
})
