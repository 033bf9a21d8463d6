import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { mailCalls } from '@petsetu/contract/office/mails.ts'
import { authCalls, recoveryCalls } from '@petsetu/contract/people/auth.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anAdmin, aUser, PASSWORD } from '../../../test/factories.ts'
import { changeSettings } from '../../../test/foundation.ts'
import { testApp } from '../../../test/harness.ts'
import { startMailCatcher } from '../../../test/mail-catcher.ts'
import { erasePerson, exportPerson } from '../../../test/rights.ts'
import { forgetOld } from '../../people/privacy/erasing/forget-old.ts'
import type { NewMail } from './mail-content.ts'
import { failLostMails } from './mail-queries.ts'
import { outbox } from './outbox.ts'
import { renderMail } from './render-mail.ts'

const catcher = await startMailCatcher()
const app = await testApp({}, undefined, { smtpUrl: catcher.smtpUrl })

const SENDER = {
  publicUrl: 'https://pets.example.org',
  foundationName: 'Karuna',
  legalAddress: '12 Example Road, Pune',
  contactEmail: 'care@example.org',
}
const enqueueMail = outbox(() => SENDER, { isHeld: false })

const caught = catcher.mails
const rowsTo = (to: string) => app.db.selectFrom('mails').selectAll().where('to_address', '=', to).execute()

let count = 0

function aMail(to: string, content: Partial<NewMail['content']> = {}): NewMail {
  return {
    kind: 'password-changed',
    about: `user ${++count}`,
    to,
    language: 'hi',
    content: { subject: 'नमस्ते', paragraphs: ['आपका पासवर्ड बदल दिया गया है।'], why: 'खाता', ...content },
  }
}

// MAIL-1
test('a mail is stored with its cause and sent once, however often it is queued', async () => {
  const mail = aMail('once@example.org')
  await app.db.transaction().execute((transaction) => enqueueMail(transaction, mail))
  await app.db.transaction().execute((transaction) => enqueueMail(transaction, mail))
  await expect.poll(() => rowsTo(mail.to)).toMatchObject([{ state: 'sent', attempts: 1 }])
  expect(await caught(mail.to)).toHaveLength(1)
})

// MAIL-1, PRV-4
test('an answer goes to the foundation, about personal data to its grievance officer', async () => {
  const replyTo = async (mail: NewMail) => {
    await app.db.transaction().execute((transaction) => enqueueMail(transaction, mail))
    await expect.poll(() => caught(mail.to)).toHaveLength(1)
    return (await caught(mail.to))[0]?.headers['reply-to']
  }
  expect(await replyTo(aMail('answers@example.org'))).toEqual(['care@karuna-foundation.example'])
  const asked = ['privacy-received', 'nominee-asked', 'grievance-answered'] as const
  for (const kind of asked)
    expect(await replyTo({ ...aMail(`${kind}@example.org`), kind })).toEqual(['grievance@karuna-foundation.example'])
  await changeSettings(app, { contactEmail: '', grievanceOfficerEmail: '' })
  expect(await replyTo(aMail('nowhere@example.org'))).toBeUndefined()
  await changeSettings(app, { contactEmail: 'help@daya.example' })
  expect(await replyTo({ ...aMail('officer@example.org'), kind: 'nominee-asked' })).toEqual(['help@daya.example'])
})

// MAIL-1
test('a cause that is rolled back sends nothing', async () => {
  const mail = aMail('rolled-back@example.org')
  const cause = app.db.transaction().execute(async (transaction) => {
    await enqueueMail(transaction, mail)
    throw new Error('The cause failed')
  })
  await expect(cause).rejects.toThrow('The cause failed')
  expect(await rowsTo(mail.to)).toEqual([])
})

// MAIL-6, V1.3.11
test('a Hindi mail arrives as written, and what people typed is no header or markup', async () => {
  const typed = 'x\r\nBcc: eve@example.org\r\n\r\n<script>alert(1)</script>'
  const mail = aMail('hindi@example.org', {
    subject: `नमस्ते ${typed}`,
    paragraphs: [typed],
    action: { label: 'खोलें', path: '/account' },
  })
  await app.db.transaction().execute((transaction) => enqueueMail(transaction, mail))
  await expect.poll(() => caught(mail.to)).toHaveLength(1)
  const [arrived] = await caught(mail.to)
  expect(arrived?.subject).toBe('नमस्ते x Bcc: eve@example.org <script>alert(1)</script>')
  expect(arrived?.html).toContain('&lt;script&gt;')
  expect(arrived?.html).not.toContain('<script>')
  expect(arrived?.html).toContain('href="https://pets.example.org/account?lang=hi"')
  expect(arrived?.text).toMatch(/^https:\/\/pets\.example\.org\/account\?lang=hi$/m)
  expect(await caught('eve@example.org')).toEqual([])
})

// MAIL-6, LNG-2
test('a mail’s links open in its language; a secret behind the # stays behind it', () => {
  const { content } = aMail('links@example.org', {
    action: { label: 'Pay', path: '/complaint/pay#secret' },
    more: { label: 'Register', path: '/register?next=%2Fuser' },
    preferences: { label: 'Fewer mails', path: '/mail-preferences/token' },
  })
  const linksIn = (language: Language) =>
    renderMail(content, SENDER, language)
      .text.match(/^https:\S+$/gm)
      ?.map((link) => link.replace(SENDER.publicUrl, ''))
  const plain = ['/complaint/pay#secret', '/register?next=%2Fuser', '/mail-preferences/token']
  expect(linksIn('en')).toEqual(plain)
  const marathi = ['/complaint/pay?lang=mr#secret', '/register?next=%2Fuser&lang=mr', '/mail-preferences/token?lang=mr']
  expect(linksIn('mr')).toEqual(marathi)
  const { html } = renderMail(content, SENDER, 'mr')
  for (const path of marathi) expect(html).toContain(`href="${SENDER.publicUrl}${path.replace('&', '&amp;')}"`)
})

// MAIL-4
test('a mail begins with its first paragraph, which only the list of mails shows', () => {
  const { content } = aMail('first@example.org', { paragraphs: ['Come & see.', 'Later.'] })
  const { html } = renderMail(content, SENDER, 'en')
  expect(html).toMatch(/<body[^>]*><div style="display:none[^"]*">Come &amp; see\.<\/div>/)
  expect(html.match(/Come &amp; see\./g)).toHaveLength(2)
  expect(html.match(/Later\./g)).toHaveLength(1)
})

// MAIL-4
test('after a short first paragraph a list of mails has no room for name and subject', () => {
  const { html } = renderMail(aMail('short@example.org', { paragraphs: ['Come.'] }).content, SENDER, 'en')
  const [, blank = ''] = />Come\.<\/div><div style="display:none[^>]*>([^<]*)<\/div>/.exec(html) ?? []
  expect(blank.trim()).not.toMatch(/[\p{L}\p{N}]/u)
  expect(blank.split('\u00a0').length).toBeGreaterThan(150)
})

// MAIL-4
test('the lines of a paragraph stay lines in text and HTML', async () => {
  const mail = aMail('lines@example.org', { paragraphs: ['Your data:\n– Your pets\n– Your payments'] })
  await app.db.transaction().execute((transaction) => enqueueMail(transaction, mail))
  await expect.poll(() => caught(mail.to)).toHaveLength(1)
  const [arrived] = await caught(mail.to)
  expect(arrived?.text).toContain('Your data:\n– Your pets\n– Your payments')
  expect(arrived?.html).toMatch(/Your data:<br ?\/?>– Your pets<br ?\/?>– Your payments/)
})

// MAIL-4
test('a long label, such as the name of a pet, wraps, and a short one does not', () => {
  const styleOf = (label: string) => {
    const { content } = aMail('labels@example.org', { facts: [[label, 'Rabies vaccination']] })
    const { html } = renderMail(content, SENDER, 'en')
    return new RegExp(`<th [^>]*style="([^"]*)"[^>]*>${label}</th>`).exec(html)?.[1]
  }
  expect(styleOf('Moti')).toContain('white-space:nowrap')
  expect(styleOf('Sir Barksalot of Shivaji Nagar the Second and Only True')).toContain('white-space:normal')
  expect(styleOf('M'.repeat(56))).toContain('overflow-wrap:anywhere')
  expect(styleOf('M'.repeat(56))).not.toContain('nowrap')
})

// MAIL-4
test('a mail says in text and HTML why it came, who sent it and that it is automatic', async () => {
  const mail = aMail('why@example.org', { why: 'आपका खाता हमारे यहाँ है।' })
  await app.db.transaction().execute((transaction) => enqueueMail(transaction, mail))
  await expect.poll(() => caught(mail.to)).toHaveLength(1)
  const [arrived] = await caught(mail.to)
  for (const part of [arrived?.text, arrived?.html]) {
    expect(part).toContain('आपका खाता हमारे यहाँ है।')
    expect(part).toContain(SENDER.foundationName)
    expect(part).toContain(SENDER.legalAddress)
    expect(part).toContain(SENDER.contactEmail)
  }
  expect(arrived?.html).toContain('<html lang="hi">')
  const [row] = await rowsTo(mail.to)
  expect(arrived?.headers).toMatchObject({
    'auto-submitted': ['auto-generated'],
    'message-id': [row?.message_id],
  })
})

// MAIL-4
test('a mail has the pages’ colours, and the foundation’s name where there is no logo', async () => {
  const { html } = renderMail(aMail('look@example.org').content, SENDER, 'hi')
  const tokens = await readFile(path.join(import.meta.dirname, '../../../../web/src/app/tokens.css'), 'utf8')
  for (const colours of tokens.split('(prefers-color-scheme: dark)').slice(0, 2))
    for (const name of ['ground', 'ink', 'soft-ink', 'line', 'brand']) {
      const [, colour = 'none'] = new RegExp(`--${name}: (#\\w{6});`).exec(colours) ?? []
      expect(html, name).toContain(colour)
    }
  expect(html).not.toContain('font-size:14px')
  expect(html.indexOf(SENDER.foundationName)).toBeGreaterThan(0)
  expect(html.indexOf(SENDER.foundationName)).toBeLessThan(html.indexOf('<h1'))
})

// MAIL-2
test('without a mail server mails are held', async () => {
  const hold = outbox(() => SENDER, { isHeld: true })
  const mail = aMail('held@example.org')
  await app.db.transaction().execute((transaction) => hold(transaction, mail))
  expect(await rowsTo(mail.to)).toMatchObject([{ state: 'held', attempts: 0 }])
})

// MAIL-3
test('a blocked address gets no mail', async () => {
  await app.db.insertInto('mail_blocks').values({ address_key: 'blocked@example.org', reason: 'it bounced' }).execute()
  const mail = aMail('blocked@example.org')
  await app.db.transaction().execute((transaction) => enqueueMail(transaction, mail))
  await expect
    .poll(() => rowsTo(mail.to))
    .toMatchObject([{ state: 'failed', last_error: expect.stringContaining('it bounced') }])
  expect(await caught(mail.to)).toEqual([])
})

// MAIL-1
test('whoever changes a password gets a mail about it, in the language of the request', async () => {
  const user = await aUser(app.db)
  const body = { currentPassword: PASSWORD, newPassword: 'another-marigold-9' }
  const changed = await app.call(authCalls.changePassword, { body }, user, { cookie: 'lang=mr' })
  expect(changed.status).toBe(204)
  await expect.poll(() => caught(user.email)).toMatchObject([{ subject: 'तुमचा पासवर्ड बदलला आहे' }])
})

// MAIL-5
test('mails belong to the data of a person, and what they say is deleted after 30 days', async () => {
  const user = await aUser(app.db)
  await app.db.transaction().execute((transaction) => enqueueMail(transaction, aMail(user.email)))
  await expect.poll(() => rowsTo(user.email)).toMatchObject([{ state: 'sent' }])
  const people = app
  expect(await exportPerson(people, { email: user.email })).toMatchObject({ mails: [{ to_address: user.email }] })

  await app.pool.query("update mails set created_at = now() - interval '31 days' where to_address = $1", [user.email])
  await forgetOld(people)
  expect(await rowsTo(user.email)).toMatchObject([{ subject: null, text: null, html: null, state: 'sent' }])

  await erasePerson(people, { email: user.email })
  expect(await rowsTo(user.email)).toEqual([])
})

// MAIL-5, V14.2.4
test('a blocked address is forgotten after a year, once no mail to it is kept', async () => {
  await app.pool.query(`
    insert into mail_blocks (address_key, reason, blocked_at) values
      ('old-block@example.org', 'No such mailbox', now() - interval '366 days'),
      ('mailed-block@example.org', 'No such mailbox', now() - interval '366 days'),
      ('new-block@example.org', 'No such mailbox', now() - interval '364 days');
    insert into mails (kind, about, to_address, address_key, language, message_id, state, failure)
      values ('refund', 'payment 1', 'mailed-block@example.org', 'mailed-block@example.org', 'en', '<b@example.org>', 'failed', 'blocked')`)
  await forgetOld(app)
  const blocks = app.db.selectFrom('mail_blocks').select('address_key').where('reason', '=', 'No such mailbox')
  const left = await blocks.orderBy('address_key').execute()
  expect(left.map(({ address_key }) => address_key)).toEqual(['mailed-block@example.org', 'new-block@example.org'])
})

// MAIL-3
test('while the server is busy or away nothing is lost, and the mail soon goes out', async () => {
  for (const fault of ['refuse', 'away'] as const) {
    await catcher.fault({ fault })
    const mail = aMail(`${fault}@example.org`)
    await app.db.transaction().execute((transaction) => enqueueMail(transaction, mail))
    await expect.poll(() => rowsTo(mail.to)).toMatchObject([{ state: 'waiting', attempts: 1 }])
    await catcher.fault()
    await expect.poll(() => rowsTo(mail.to), { timeout: 30_000 }).toMatchObject([{ state: 'sent' }])
    expect(await caught(mail.to)).toHaveLength(1)
  }
})

// MAIL-3
test('a mail that is refused for good has failed at once, and its address is blocked', async () => {
  const mail = aMail('nobody@example.org')
  await catcher.fault({ fault: 'reject', to: mail.to })
  await app.db.transaction().execute((transaction) => enqueueMail(transaction, mail))
  await expect.poll(() => rowsTo(mail.to)).toMatchObject([{ state: 'failed', attempts: 1 }])
  await catcher.fault()
  const next = aMail(mail.to)
  await app.db.transaction().execute((transaction) => enqueueMail(transaction, next))
  await expect.poll(async () => (await rowsTo(mail.to)).map(({ state }) => state)).toEqual(['failed', 'failed'])
  expect(await caught(mail.to)).toEqual([])
})

// MAIL-3
test('a mail whose content is refused has failed, and its address gets the next one', async () => {
  const mail = aMail('content@example.org')
  await catcher.fault({ fault: 'reject' })
  await app.db.transaction().execute((transaction) => enqueueMail(transaction, mail))
  await expect.poll(() => rowsTo(mail.to)).toMatchObject([{ state: 'failed', failure: 'refused' }])
  await catcher.fault()
  await app.db.transaction().execute((transaction) => enqueueMail(transaction, aMail(mail.to)))
  await expect.poll(() => caught(mail.to)).toHaveLength(1)
})

// MAIL-3, ACC-1
test('a link that somebody asks for goes to a blocked address, and unblocks it', async () => {
  const user = await aUser(app.db)
  await app.db.insertInto('mail_blocks').values({ address_key: user.email, reason: '550 a bad day' }).execute()
  await app.call(recoveryCalls.forgotPassword, { body: { login: user.email } })
  await expect.poll(() => caught(user.email)).toHaveLength(1)
  // The server has taken it a moment before its row says so and the block goes.
  await expect.poll(() => rowsTo(user.email)).toMatchObject([{ state: 'sent' }])
  await app.db.transaction().execute((transaction) => enqueueMail(transaction, aMail(user.email)))
  await expect.poll(() => caught(user.email)).toHaveLength(2)
})

// MAIL-3
test('after a day without success a mail has failed', async () => {
  await catcher.fault({ fault: 'refuse' })
  const mail = aMail('too-long@example.org')
  await app.db.transaction().execute(async (transaction) => {
    await enqueueMail(transaction, mail)
    await transaction
      .updateTable('mails')
      .set({ created_at: sql`now() - interval '25 hours'` })
      .where('to_address', '=', mail.to)
      .execute()
  })
  await expect.poll(() => rowsTo(mail.to)).toMatchObject([{ state: 'failed' }])
  await catcher.fault()
})

// MAIL-1
test('if the server’s answer is lost, at most one more copy goes out, with one id', async () => {
  await catcher.fault({ fault: 'drop-after-data', times: 1 })
  const mail = aMail('twice@example.org')
  await app.db.transaction().execute((transaction) => enqueueMail(transaction, mail))
  await expect.poll(() => rowsTo(mail.to), { timeout: 30_000 }).toMatchObject([{ state: 'sent' }])
  const copies = await caught(mail.to)
  expect(copies).toHaveLength(2)
  expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1)
})

// MAIL-1
test('two nodes send a mail once', async () => {
  const other = await testApp({}, { pool: app.pool, db: app.db }, { smtpUrl: catcher.smtpUrl })
  expect(other.url).not.toBe(app.url)
  const mails = Array.from({ length: 10 }, (_, index) => aMail(`node${index}@example.org`))
  await Promise.all(mails.map((mail) => app.db.transaction().execute((transaction) => enqueueMail(transaction, mail))))
  for (const mail of mails) {
    await expect.poll(() => rowsTo(mail.to)).toMatchObject([{ state: 'sent', attempts: 1 }])
    expect(await caught(mail.to)).toHaveLength(1)
  }
})

// MAIL-3
test('a mail that waits without a job has failed, and can be sent again', async () => {
  await catcher.fault({ fault: 'refuse' })
  const [lost, tried] = [aMail('lost@example.org'), aMail('tried@example.org')]
  for (const mail of [lost, tried]) await app.db.transaction().execute((transaction) => enqueueMail(transaction, mail))
  const attempts = async ({ to }: { to: string }) => (await rowsTo(to))[0]?.attempts
  for (const mail of [lost, tried]) await expect.poll(() => attempts(mail)).toBeGreaterThan(0)
  // As after the last attempt.
  await app.pool.query(`
    update graphile_worker._private_jobs set attempts = max_attempts, locked_at = null, locked_by = null
    where key = (select 'mail ' || id from mails where to_address = 'lost@example.org')`)
  await failLostMails(app.db)
  expect(await rowsTo(tried.to)).toMatchObject([{ state: 'waiting' }])
  expect(await rowsTo(lost.to)).toMatchObject([{ state: 'failed' }])
  await catcher.fault()
  const { rows } = await app.pool.query("select id from mails where to_address = 'lost@example.org'")
  const again = await app.call(mailCalls.sendAgain, { params: { id: String(rows[0].id) } }, await anAdmin(app.db))
  expect(again.status).toBe(200)
  await expect.poll(() => rowsTo(lost.to), { timeout: 30_000 }).toMatchObject([{ state: 'sent' }])
})

// Last, because the mail is tried again once the server is back.
// MAIL-3
test('a mail has attempts for a whole day', async () => {
  await catcher.fault({ fault: 'refuse' })
  const mail = aMail('whole-day@example.org')
  await app.db.transaction().execute((transaction) => enqueueMail(transaction, mail))
  // This is the sum of the pauses that graphile-worker makes before the last attempt.
  const { rows } = await app.pool.query(
    `select sum(exp(least(attempt, 10))) > 86400 as "isADay"
    from graphile_worker.jobs, generate_series(1, max_attempts - 1) attempt
    where key = (select 'mail ' || id from mails where to_address = $1)`,
    [mail.to],
  )
  expect(rows).toEqual([{ isADay: true }])
  await catcher.fault()
})
