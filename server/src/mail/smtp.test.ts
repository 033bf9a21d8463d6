import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { isThisMachine, smtp } from './smtp.ts'

test('MAIL-2 V12.3.1 a mail server on another machine has to encrypt', () => {
  for (const url of ['smtp://127.0.0.1:2525', 'smtp://localhost', 'smtp://[::1]:25'])
    expect(isThisMachine(url)).toBe(true)
  for (const url of ['smtp://mail.example.org', 'smtp://127.0.0.1.example.org', 'smtp://10.0.0.5:587']) {
    expect(isThisMachine(url)).toBe(false)
  }
})

test('MAIL-3 a mail server that does not accept our password blocks no address', async () => {
  const server = createServer((socket) => {
    socket.write('220 test ESMTP\r\n')
    socket.on('error', () => {})
    socket.on('data', (line) => {
      if (/^EHLO/i.test(String(line))) socket.write('250-test\r\n250 AUTH PLAIN\r\n')
      else socket.write('535 5.7.8 Authentication failed\r\n')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const send = smtp({ smtpUrl: `smtp://pets:wrong@127.0.0.1:${port}`, from: 'a@example.org' })
  const result = await send({ to: 'b@example.org', messageId: '<1@x>', subject: 's', text: 't', html: 'h' })
  expect(result).toEqual({ kind: 'unreachable', reply: '535 5.7.8 Authentication failed' })
})
