import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { expect, test } from 'vitest'
import { testSandbox } from '../test-sandbox.ts'

const MAIL = { from: 'PetSetu <no-reply@localhost>', to: 'asha@example.org', subject: 'Hello', text: 'Hello, Asha.' }

async function catcher() {
  const sandbox = await testSandbox()
  const send = (mail: SendMailOptions = {}) => createTransport(sandbox.smtpUrl).sendMail({ ...MAIL, ...mail })
  return { ...sandbox, send }
}

const ENVELOPE = ['EHLO x', 'MAIL FROM:<a@x.org>', 'RCPT TO:<b@x.org>', 'DATA']

const command = (lines: string[]) => lines.map((line) => `${line}\r\n`).join('')

/** A connection on which the server has greeted, for what the mail library never does. */
async function connected(smtpUrl: string): Promise<Socket> {
  const socket = createConnection(Number(new URL(smtpUrl).port), '127.0.0.1')
  await once(socket, 'data')
  return socket
}

// MAIL-2
test('a mail arrives over SMTP with its sender, texts, headers and Message-ID', async () => {
  const { send, mails } = await catcher()
  const before = Date.now()
  await send({
    html: '<p>Hello, Asha.</p>',
    messageId: '<one@petsetu.example>',
    headers: { 'Auto-Submitted': 'auto-generated' },
    envelope: { from: 'bounce+7@petsetu.example', to: MAIL.to },
  })
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    id: expect.any(Number),
    envelopeFrom: 'bounce+7@petsetu.example',
    from: 'PetSetu <no-reply@localhost>',
    to: ['asha@example.org'],
    subject: 'Hello',
    text: 'Hello, Asha.\n',
    html: '<p>Hello, Asha.</p>\n',
    messageId: '<one@petsetu.example>',
  })
  expect(mail?.headers).toMatchObject({ 'auto-submitted': ['auto-generated'], to: ['asha@example.org'] })
  expect(mail?.at).toBeGreaterThanOrEqual(before)
})

// MAIL-6
test('a Hindi subject, sender and text arrive as they were written', async () => {
  const { send, mails } = await catcher()
  const subject = 'आपका पालतू मोती मिल गया है: कृपया जल्द से जल्द खोजने वाले को फ़ोन करें 🐕'
  await send({ from: { name: 'करुणा फ़ाउंडेशन', address: 'no-reply@localhost' }, subject, text: 'नमस्ते, आशा।' })
  expect(await mails()).toMatchObject([{ subject, from: 'करुणा फ़ाउंडेशन <no-reply@localhost>', text: 'नमस्ते, आशा।' }])
})

// MAIL-2
test('a mail to two people is one mail, found by either address', async () => {
  const { send, mails, call } = await catcher()
  await send({ to: ['Asha@example.org', 'ravi@example.org'] })
  await send({ to: 'meera@example.org', subject: 'Another' })
  expect(await mails('?to=asha@example.org')).toMatchObject([{ to: ['Asha@example.org', 'ravi@example.org'] }])
  expect(await mails('?to=ravi@example.org')).toHaveLength(1)
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Another', 'Hello'])
  expect((await mails('?limit=1')).map(({ subject }) => subject)).toEqual(['Another'])
  expect((await call('GET', '/control/mails?limit=many')).status).toBe(400)
})

// MAIL-2
test('the mails can be deleted, and are numbered on', async () => {
  const { send, mails, call } = await catcher()
  await send()
  const [first] = await mails()
  expect(await call('DELETE', '/control/mails')).toEqual({ status: 200, body: [] })
  expect(await mails()).toEqual([])
  await send()
  expect((await mails())[0]?.id).toBeGreaterThan(first?.id ?? 0)
})

// MAIL-2
test('any name and password are accepted, and none', async () => {
  const { smtpUrl, mails } = await catcher()
  await createTransport(smtpUrl.replace('//', '//pets:secret@')).sendMail(MAIL)
  await createTransport(smtpUrl).sendMail(MAIL)
  expect(await mails()).toHaveLength(2)
})

// MAIL-2
test('a mail above 1 MB is refused and not kept', async () => {
  const { send, smtpUrl, mails } = await catcher()
  const tooLarge = 'x '.repeat(600_000)
  await expect(send({ text: tooLarge })).rejects.toMatchObject({ responseCode: 552 })
  // A client that does not announce the size.
  const socket = await connected(smtpUrl)
  socket.write(command([...ENVELOPE, 'Subject: large', '', tooLarge, '.', 'QUIT']))
  expect((await socket.toArray()).join('')).toContain('552 Error: message exceeds fixed maximum message size')
  expect(await mails()).toEqual([])
})

// MAIL-2
test('a client that disconnects in the middle of a mail leaves nothing behind', async () => {
  const errors: unknown[] = []
  const sandbox = await testSandbox({ onError: (error) => errors.push(error) })
  const socket = await connected(sandbox.smtpUrl)
  socket.write(command([...ENVELOPE, 'Subject: half', '', 'Hello']))
  await new Promise((resolve) => socket.on('data', (data) => String(data).includes('354') && resolve(null)))
  socket.destroy()
  await once(socket, 'close')
  await createTransport(sandbox.smtpUrl).sendMail(MAIL)
  expect((await sandbox.mails()).map(({ subject }) => subject)).toEqual(['Hello'])
  expect(errors).toEqual([])
})
