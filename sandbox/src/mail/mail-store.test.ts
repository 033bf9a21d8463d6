import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openState } from '../state.ts'
import { testFolder } from '../test-sandbox.ts'
import { findMailSource, keepMail, MAILS_KEPT_MAX, readMails } from './mail-store.ts'

async function testState() {
  const state = openState(path.join(await testFolder(), 'provider.sqlite'))
  onTestFinished(state.close)
  return state
}

function arrived(source: string) {
  return { raw: Buffer.from(source), sender: 'a@x.org', recipients: ['b@x.org'] }
}

// MAIL-2
test('the newest 500 mails are kept', async () => {
  const state = await testState()
  for (let number = 1; number <= MAILS_KEPT_MAX + 2; number++)
    await keepMail(state, arrived(`Subject: ${number}\r\n\r\n`))
  const kept = readMails(state, null, 1_000)
  expect([kept.length, kept[0]?.subject, kept.at(-1)?.subject]).toEqual([500, '502', '3'])
})

// MAIL-2
test('a mail without any headers is kept, and the source is kept byte for byte', async () => {
  const state = await testState()
  await keepMail(state, arrived('\r\nHello \xe9'))
  const [mail] = readMails(state, null, 1)
  expect(mail).toMatchObject({ from: '', subject: '', to: ['b@x.org'], headers: {}, messageId: null, html: null })
  expect(Buffer.from(findMailSource(state, mail?.id ?? 0) ?? []).toString()).toBe('\r\nHello \xe9')
})

// MAIL-6
test('every header line of a mail is told, also repeated ones', async () => {
  const state = await testState()
  await keepMail(state, arrived('X-Tag: one\r\nx-tag: two\r\n__proto__: three\r\nSubject: Hello\r\n\r\n'))
  const { headers } = JSON.parse(JSON.stringify(readMails(state, null, 1)[0]))
  expect(Object.entries(headers)).toEqual([
    ['x-tag', ['one', 'two']],
    ['__proto__', ['three']],
    ['subject', ['Hello']],
  ])
})
