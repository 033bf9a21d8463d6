import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { isThisMachine, mailCircuit, smtp } from './smtp.ts'

const lines: string[] = []
const log = createLog('info', { write: (line: string) => void lines.push(line) })
const MAIL = { to: 'b@example.org', messageId: '<1@x>', subject: 's', text: 't', html: 'h' }

/** A sender to a mail server that does this with each connection. */
async function senderTo(onConnection: (socket: Socket) => void, login = '') {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    onConnection(socket)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return smtp({ smtpUrl: `smtp://${login}127.0.0.1:${port}`, from: 'a@example.org', circuit: mailCircuit(log) })
}

// MAIL-2, V12.3.1
test('a mail server on another machine has to encrypt', () => {
  for (const url of ['smtp://127.0.0.1:2525', 'smtp://localhost', 'smtp://[::1]:25'])
    expect(isThisMachine(url)).toBe(true)
  for (const url of ['smtp://mail.example.org', 'smtp://127.0.0.1.example.org', 'smtp://10.0.0.5:587']) {
    expect(isThisMachine(url)).toBe(false)
  }
})

// MAIL-3
test('a mail server that does not accept our password blocks no address', async () => {
  const send = await senderTo((socket) => {
    socket.write('220 test ESMTP\r\n')
    socket.on('data', (line) => {
      if (/^EHLO/i.test(String(line))) socket.write('250-test\r\n250 AUTH PLAIN\r\n')
      else socket.write('535 5.7.8 Authentication failed\r\n')
    })
  }, 'pets:wrong@')
  expect(await send(MAIL)).toEqual({ kind: 'unreachable', reply: '535 5.7.8 Authentication failed' })
})

// MAIL-3
test('a connection that failed is told with its reason', async () => {
  const closed = createServer()
  await new Promise<void>((listening) => closed.listen(0, '127.0.0.1', listening))
  const { port } = closed.address() as AddressInfo
  await new Promise((isClosed) => closed.close(isClosed))
  const send = smtp({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'a@example.org', circuit: mailCircuit(log) })
  expect(await send(MAIL)).toEqual({ kind: 'unreachable', reply: expect.stringContaining('ECONNREFUSED') })
})

// MAIL-3
test('after three mails that timed out none is tried for a minute, then one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  let connections = 0
  let isSilent = true
  const send = await senderTo((socket) => {
    connections++
    if (!isSilent) socket.end('421 try again later\r\n')
  })
  const SILENT = { kind: 'unreachable', reply: 'ETIMEDOUT' }
  expect(await Promise.all([send(MAIL), send(MAIL), send(MAIL)])).toEqual([SILENT, SILENT, SILENT])
  vi.setSystemTime(59_000)
  expect(await send(MAIL)).toEqual({ kind: 'unreachable', reply: 'The mail was not sent: it has not answered lately' })
  expect(connections).toBe(3)

  isSilent = false
  vi.setSystemTime(61_000)
  await send(MAIL)
  await send(MAIL)
  expect(connections).toBe(5)
  for (const event of ['mail-server-silent', 'mail-server-back']) expect(lines.join('')).toContain(event)
})

/** Answers `RCPT` or `DATA` of each mail with these words. */
const refusing = (at: 'RCPT' | 'DATA', reply: string) => (socket: Socket) => {
  let isText = false
  socket.write('220 test ESMTP\r\n')
  socket.on('data', (chunk) => {
    const line = String(chunk)
    if (isText) {
      isText = false
      socket.write(`${reply}\r\n`)
    } else if (line.startsWith('EHLO')) socket.write('250 test\r\n')
    else if (line.startsWith('RCPT') && at === 'RCPT') socket.write(`${reply}\r\n`)
    else if (line.startsWith('DATA')) {
      isText = true
      socket.write('354 go on\r\n')
    } else socket.write('250 2.0.0 OK\r\n')
  })
}

// MAIL-3
test.for([
  ['RCPT', '550 No such mailbox', true],
  ['RCPT', '550 5.1.1 User unknown', true],
  ['RCPT', '550-5.1.1 The account does not exist.', true],
  ['RCPT', '556 5.1.10 The domain takes no mail', true],
  ['RCPT', '550 5.2.1 The account is disabled', true],
  ['RCPT', '550 5.5.0 Mailbox unavailable', true],
  ['RCPT', '550 5.4.5 Daily user sending limit exceeded', false],
  ['RCPT', '550 5.7.1 The sender fails SPF', false],
  ['RCPT', '552 5.2.2 The mailbox is full', false],
  ['RCPT', '553 5.1.8 The domain of the sender does not exist', false],
  ['RCPT', '554 Access denied', false],
  ['DATA', '550 The content looks like spam', false],
  ['DATA', '550 5.1.1 User unknown', false],
] as const)('a refusal of %s with %j is about the address: %s', async ([at, reply, isNoMailbox]) => {
  const [code] = reply.split(/[ -]/)
  // The last line of a reply has a space behind its code.
  const lines = reply.includes('-') ? `${reply}\r\n${code} 5.1.1 Please check it.` : reply
  const send = await senderTo(refusing(at, lines))
  expect(await send(MAIL)).toMatchObject({ kind: 'refused', isNoMailbox })
})
