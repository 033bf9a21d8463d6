// The load generator, in its own process. It uses raw sockets: an HTTP client would need more CPU than what it measures.
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { petIdOf } from '../data/ids.ts'
import type { Load, Plan } from './load.ts'

const plan = JSON.parse(await text(process.stdin)) as Plan
const isFixed = !/\{petId\}|\{n\}/.test(plan.path + (plan.body ?? ''))
const fixed = isFixed ? Buffer.from(requestText(), 'latin1') : null
const times: number[] = []
let refused = 0
let bytes = 0
let serial = Date.now() * 1_000
let isOver = false

const startedAt = performance.now()
const cpu = process.cpuUsage()
for (let client = 0; client < plan.connections; client++) open()
setTimeout(finish, plan.seconds * 1_000)

function open(): void {
  const socket = connect({ port: plan.port, host: '127.0.0.1', noDelay: true })
  let received: Buffer | null = null
  let sentAt = 0
  const ask = () => {
    sentAt = performance.now()
    if (fixed) socket.write(fixed)
    else socket.write(requestText(), 'latin1')
  }
  socket.on('connect', ask)
  socket.on('error', () => {
    refused++
  })
  socket.on('data', (chunk) => {
    received = received ? Buffer.concat([received, chunk]) : chunk
    const answer = readAnswer(received)
    if (!answer) return
    bytes += received.length
    received = null
    times.push(performance.now() - sentAt)
    if (!answer.isSuccess) refused++
    if (isOver) socket.destroy()
    else if (answer.isLast) reopen(socket)
    else ask()
  })
}

function reopen(socket: Socket): void {
  socket.destroy()
  open()
}

/** Null until the answer is complete. */
function readAnswer(received: Buffer): { isSuccess: boolean; isLast: boolean } | null {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const head = received.toString('latin1', 0, headEnd).toLowerCase()
  const length = /\r\ncontent-length: (\d+)/.exec(head)
  const isWhole = length
    ? received.length >= headEnd + 4 + Number(length[1])
    : received.length >= 5 && received.toString('latin1', received.length - 5) === '0\r\n\r\n'
  if (!isWhole) return null
  return { isSuccess: head.charAt(9) === '2', isLast: head.includes('\r\nconnection: close') }
}

function requestText(): string {
  const body = filled(plan.body ?? '')
  const headers = { host: '127.0.0.1', ...plan.headers, ...(body && { 'content-length': String(body.length) }) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${plan.method ?? 'GET'} ${filled(plan.path)} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

function filled(text: string): string {
  return text
    .replace('{petId}', () => petIdOf(1 + Math.floor(Math.random() * (plan.pets ?? 1))))
    .replaceAll('{n}', () => String(serial++))
}

function finish(): void {
  isOver = true
  const seconds = (performance.now() - startedAt) / 1_000
  const used = process.cpuUsage(cpu)
  const sorted = Float64Array.from(times).sort()
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  const load: Load = {
    perSecond: times.length / seconds,
    answers: times.length,
    refused,
    p50: at(0.5),
    p99: at(0.99),
    bytesAnAnswer: bytes / times.length,
    loaderBusy: (used.user + used.system) / 1e6 / seconds,
  }
  process.stdout.write(JSON.stringify(load), () => process.exit(0))
}
