import { createTransport, type SendMailOptions } from 'nodemailer'
import { expect, test } from 'vitest'
import { testSandbox } from '../test-sandbox.ts'

const MAIL = { from: 'PetSetu <no-reply@localhost>', to: 'asha@example.org', subject: 'Hello', text: 'Hello, Asha.' }
const HOSTILE = `"><script>alert('x')</script><img src=x onerror=alert(1)>&amp;`
const ESCAPED =
  '&#34;&#62;&#60;script&#62;alert(&#39;x&#39;)&#60;/script&#62;&#60;img src=x onerror=alert(1)&#62;&#38;amp;'

async function site() {
  const sandbox = await testSandbox()
  const send = (mail: SendMailOptions = {}) => createTransport(sandbox.smtpUrl).sendMail({ ...MAIL, ...mail })
  async function open(target: string, init: RequestInit = {}) {
    const response = await fetch(sandbox.origin + target, init)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return { ...sandbox, send, open }
}

// MAIL-2
test('/mail lists the mails, the newest first, without a sign-in', async () => {
  const { send, open } = await site()
  expect((await open('/mail')).text).toContain('No mail has arrived yet.')
  await send({ subject: 'First' })
  await send({ subject: '', to: 'ravi@example.org' })
  await send({ subject: 'मोती मिल गया' })
  const { status, headers, text } = await open('/mail')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect([...text.matchAll(/href="\/mail\/\d+"><bdi>([^<]*)</g)].map(([, subject]) => subject)).toEqual([
    'मोती मिल गया',
    'No subject',
    'First',
  ])
  expect(text).toContain('<bdi>ravi@example.org</bdi>')
})

// MAIL-2
test('a mail has a page with its headers, its text and its HTML in a frame', async () => {
  const { send, open, mails } = await site()
  await send({ html: '<p>Hello, <b>Asha</b>.</p>', headers: { 'Auto-Submitted': 'auto-generated' } })
  const id = (await mails())[0]?.id
  const { text } = await open(`/mail/${id}`)
  for (const part of ['<bdi>Hello</bdi>', 'PetSetu &#60;no-reply@localhost&#62;', 'Hello, Asha.', 'auto-generated']) {
    expect.soft(text).toContain(part)
  }
  expect(text).toContain(`<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mail/${id}/html"`)
  expect((await open(`/mail/${id}/html`)).text).toContain('<p>Hello, <b>Asha</b>.</p>')
  const source = await open(`/mail/${id}/source`)
  expect(source.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(source.text).toContain('Subject: Hello\r\n')
})

// MAIL-6
test('text of a mail is shown as text, wherever it stands', async () => {
  const { send, open, mails } = await site()
  await send({
    subject: HOSTILE,
    text: HOSTILE,
    from: { name: HOSTILE, address: 'no-reply@localhost' },
    headers: { 'X-Note': HOSTILE },
  })
  const list = await open('/mail')
  const one = await open(`/mail/${(await mails())[0]?.id}`)
  for (const { text } of [list, one]) {
    expect(text).toContain(ESCAPED)
    expect(text).not.toMatch(/<script|<img/)
  }
  expect(one.text.split(ESCAPED)).toHaveLength(6)
})

// MAIL-6
test('no page runs a script or loads anything, and no other page may frame them', async () => {
  const { send, open, mails } = await site()
  await send({ html: '<script>alert(1)</script>' })
  const at = `/mail/${(await mails())[0]?.id}`
  for (const target of ['/mail', at, `${at}/html`, `${at}/source`]) {
    const { headers } = await open(target)
    const policy = headers.get('content-security-policy') ?? ''
    expect
      .soft(policy)
      .toMatch(/default-src 'none'; .*base-uri 'none'; form-action 'none'; frame-ancestors '(none|self)'$/)
    expect.soft(policy).not.toMatch(/script-src|connect-src|https?:|\*/)
    expect.soft(headers.get('referrer-policy')).toBe('no-referrer')
    expect.soft(headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect((await open(`${at}/html`)).headers.get('content-security-policy')).toMatch(/^sandbox allow-popups /)
})

// MAIL-2
test('what is no mail is answered with 404, and the page only reads', async () => {
  const { send, open, mails } = await site()
  await send()
  for (const target of [
    '/mail/',
    '/mail/0',
    '/mail/999',
    '/mail/1/raw',
    '/mail/__proto__',
    `/mail/${'9'.repeat(20)}`,
  ]) {
    expect.soft((await open(target)).status, target).toBe(404)
  }
  expect((await open('/mail', { method: 'DELETE' })).status).toBe(400)
  expect((await open('/mailbox')).status).toBe(400)
  expect(await mails()).toHaveLength(1)
})
