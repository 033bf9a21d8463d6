import { accountCalls } from '@petsetu/contract/people/account.ts'
import { authCalls, recoveryCalls } from '@petsetu/contract/people/auth.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aPet, aSession, PASSWORD } from '../../../test/factories.ts'
import { aFoundReport } from '../../../test/found.ts'
import { aPaidComplaint, payingApp } from '../../../test/paying-app.ts'
import { storedText } from '../../../test/stored.ts'
import { outbox } from '../../platform/mail/outbox.ts'
import { queueReminders } from '../../platform/mail/reminders.ts'
import { REMINDER_RULES } from '../../reminders.ts'

// Without a mail server: the mails are held with their links.
const app = await payingApp()
// Otherwise they arrive at any time.
await app.sandbox.injectFault({ webhooks: 'lost' })
const enqueueMail = outbox(() => app.config, { isHeld: true })

const EMAIL = 'asha@example.org'

/** The addresses in the mails that hold this text, as paths of this site. */
async function linksIn(text: string): Promise<string[]> {
  const { rows } = await app.pool.query(
    "select text || ' ' || html as body from mails where text like $1 order by id",
    [`%${text}%`],
  )
  const found = rows.flatMap(({ body }) => body.match(/https?:[^\s"<]+/g) ?? [])
  for (const link of found) expect(link.startsWith(app.config.publicUrl), link).toBe(true)
  return [...new Set<string>(found.map((link: string) => link.slice(app.config.publicUrl.length)))]
}

const tokenIn = (link: string | undefined) => new URLSearchParams(link?.split('?')[1]).get('token') ?? ''

/** Confirms the address of the account, or its new one, with the newest link. */
async function confirm(): Promise<void> {
  const token = tokenIn((await linksIn('/confirm-email')).at(-1))
  expect((await app.call(recoveryCalls.confirmEmail, { body: { token } })).status).toBe(200)
}

async function everyMailWithALink(): Promise<void> {
  const signup = { username: 'asha', email: EMAIL, password: PASSWORD, wants_reminders: true }
  const { id } = (await app.call(authCalls.signup, { body: signup })).body
  const as = { token: await aSession(app.db, id) }
  await confirm()
  const change = { email: 'asha.new@example.org', current_password: PASSWORD }
  expect((await app.call(accountCalls.changeEmail, { body: change }, as)).status).toBe(200)
  await confirm()
  expect((await app.call(accountCalls.changeEmail, { body: { ...change, email: EMAIL } }, as)).status).toBe(200)
  await app.call(recoveryCalls.forgotPassword, { body: { login: 'asha' } })
  await expect.poll(() => linksIn('/reset-password')).not.toEqual([])
  await aPaidComplaint(app)
  await aFoundReport(app, { id })
  const pet = await aPet(app.db, { id })
  const record = {
    pet_number: pet.id,
    kind: 'rabies' as const,
    day: '2026-01-01',
    valid_until: sql<string>`${today()}::date + 3`,
  }
  await app.db.insertInto('care_records').values(record).execute()
  const reminders = { db: app.db, enqueueMail, reminders: REMINDER_RULES }
  await queueReminders(reminders, new Date(`${today()}T10:00:00+05:30`))
}

// MAIL-4, ACC-2
test('programs that open every link of every mail, by GET and by HEAD, change nothing', async () => {
  await everyMailWithALink()
  const links = await linksIn('http')
  const pages = new Set(links.map((link) => link.split(/[/?]/)[1]))
  expect([...pages].sort()).toEqual(
    ['complaint', 'confirm-email', 'mail-preferences', 'receipt', 'reset-password', 'undo-email-change', 'user'].sort(),
  )
  const tokens = await app.pool.query(
    'select unsubscribe_token as token from mails where unsubscribe_token is not null',
  )
  const addresses = [...links, ...tokens.rows.map(({ token }) => `/u/${token}`)]

  const stored = () => storedText(app.pool, { except: ['scan_days'] })
  const before = await stored()
  for (const address of addresses)
    for (const method of ['GET', 'HEAD'])
      for (const accept of ['text/html', '*/*', 'application/json']) {
        const reply = await app.fetch(address, { method, headers: { accept } })
        expect(reply.status, `${method} ${address}`).toBeLessThan(500)
        await reply.arrayBuffer()
      }
  expect(await stored()).toBe(before)

  const body = { token: tokenIn((await linksIn('/reset-password')).at(-1)), password: 'rain on a tin roof' }
  expect((await app.call(recoveryCalls.resetPassword, { body })).status).toBe(200)
})

// MAIL-6
test('an e-mail address that would become a header or a second recipient is rejected', async () => {
  const hostile = [
    'asha@example.org\r\nBcc: eve@example.org',
    'asha@example.org, eve@example.org',
    'Asha <asha@example.org>',
    'asha@example.org>\r\nRCPT TO:<eve@example.org',
    '"asha@example.org\\r\\n"@example.org',
  ]
  for (const [index, email] of hostile.entries()) {
    const signup = { username: `hostile${index}`, email, password: PASSWORD }
    expect((await app.call(authCalls.signup, { body: signup })).status, email).toBe(400)
    await app.call(recoveryCalls.forgotPassword, { body: { login: email } })
  }
  const { rows } = await app.pool.query("select 1 from mails where to_address like '%eve%' or text like '%eve@%'")
  expect(rows).toEqual([])
})
