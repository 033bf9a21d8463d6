import { pageAt, paths } from '@petsetu/contract/paths.ts'
import type { StoredMembershipStatus } from '@petsetu/contract/supporters/membership-facts.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aPlan, aUser } from '../../../test/factories.ts'
import { testDatabase } from '../../../test/harness.ts'
import { startMailCatcher } from '../../../test/mail-catcher.ts'
import { REMINDER_RULES } from '../../reminders.ts'
import { listReminders } from '../../supporters/memberships/membership-reminder.ts'
import { createLog } from '../log.ts'
import { deliverMail } from './deliver-mail.ts'
import { choosePreferences, findPreferences } from './mail-queries.ts'
import { outbox } from './outbox.ts'
import { type DueReminder, nextReminderHour, queueReminders, remindersSince } from './reminders.ts'
import { mailCircuit, smtp } from './smtp.ts'

// No app runs on this database, so that no clock but the tests' own decides.
const { db, drop } = await testDatabase()
afterAll(drop)
const catcher = await startMailCatcher()
const publicUrl = 'https://pets.example.org'
const enqueueMail = outbox(() => ({ publicUrl, foundationName: 'Karuna', legalAddress: 'Pune' }), { isHeld: false })
const delivery = {
  db,
  log: createLog('fatal'),
  send: smtp({ smtpUrl: catcher.smtpUrl, from: 'pets@example.org', circuit: mailCircuit(createLog('fatal')) }),
  publicUrl,
  foundation: () => ({ contactEmail: '', grievanceOfficerEmail: '' }),
  reminders: REMINDER_RULES,
  drawReceipt: async () => null,
}
const plan = await aPlan(db, { name: 'Guardian', category: 'premium' })

let count = 0

type Fields = {
  email?: string
  start_date?: string
  expiry_date?: string
  status?: StoredMembershipStatus
  user_id?: number | null
}
type Price = { price_paise?: number; amount_paise?: number; razorpay_payment_id?: string | null }

async function aMembership(fields: Fields & Price = {}): Promise<{ id: number; email: string }> {
  const email = fields.email ?? `member${++count}@example.org`
  const { id } = await db
    .insertInto('memberships')
    .values({
      plan_id: plan.id,
      plan_name: plan.name,
      category: plan.category,
      duration_months: 12,
      price_paise: 50_000,
      amount_paise: 50_000,
      razorpay_payment_id: 'pay_Ab1Cd2Ef3Gh4Ij',
      features: '',
      username: email,
      name: 'Asha',
      phone: '',
      address: '',
      why_join: '',
      details_key: email + ++count,
      status: 'active',
      start_date: '2026-03-31',
      expiry_date: '2027-03-30',
      ...fields,
      email,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, email }
}

const atTen = (day: string) => new Date(`${day}T10:00:00+05:30`)
const look = (now: Date) => queueReminders({ db, enqueueMail, reminders: REMINDER_RULES }, now)

const stepsOf = async ({ id }: { id: number }) => {
  const rows = await db
    .selectFrom('mails')
    .select('step')
    .where('about', '=', `membership ${id}`)
    .orderBy('id')
    .execute()
  return rows.map(({ step }) => step)
}

async function deliver({ id }: { id: number }, now: Date): Promise<{ state: string; failure: string | null }> {
  const newest = db.selectFrom('mails').where('about', '=', `membership ${id}`).orderBy('id', 'desc').limit(1)
  const mail = await newest.select('id').executeTakeFirstOrThrow()
  await deliverMail(delivery, { mailId: mail.id }, now)
  return newest.select(['state', 'failure']).executeTakeFirstOrThrow()
}

// MBR-3, MAIL-4, LNK-1
test('a membership is reminded of 30, 7 and 0 days before and 7 days after its end', async () => {
  const member = await aMembership()
  for (let day = Date.parse('2027-02-01'); day < Date.parse('2027-05-01'); day += 86_400_000) {
    const now = atTen(new Date(day).toISOString().slice(0, 10))
    await look(now)
    await look(now)
  }
  expect(await stepsOf(member)).toEqual(['-30', '-7', '0', '7'])
  const mails = await db
    .selectFrom('mails')
    .select(['subject', 'action_path', 'text'])
    .where('to_address', '=', member.email)
    .orderBy('id')
    .execute()
  // The renewal is paid at once behind a link of its own. Beside it stands the page where plans of the same category are bought.
  expect(new Set(mails.map(({ action_path }) => action_path)).size).toBe(4)
  for (const { action_path, text } of mails) {
    expect(pageAt(action_path ?? '')).toBe(paths.pay)
    expect(text).toContain(publicUrl + paths.premiumMembership.to({}, { renew: plan.id }))
  }
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Your membership ends on 30 March 2027: Guardian',
    'Your membership ends on 30 March 2027: Guardian',
    'Your membership ends on 30 March 2027: Guardian',
    'Your membership ended on 30 March 2027: Guardian',
  ])
  // Admins see these columns of it.
  const seen = { to_address: member.email, state: 'waiting', sent_at: null, created_at: expect.any(String) }
  expect(await listReminders(db, member.id)).toEqual([-30, -7, 0, 7].map((days) => ({ ...seen, days })))
})

// MBR-3
test('without a payment, only an address that an account has confirmed is reminded', async () => {
  const free = { price_paise: 0, amount_paise: 0, razorpay_payment_id: null, expiry_date: '2027-06-30' }
  const stranger = await aMembership(free)
  const [unconfirmed, confirmed] = [await aUser(db), await aUser(db)]
  const [no, yes] = [
    await aMembership({ ...free, email: unconfirmed.email, user_id: unconfirmed.id }),
    await aMembership({ ...free, email: confirmed.email.toUpperCase() }),
  ]
  await db.updateTable('users').set({ email_confirmed_at: new Date() }).where('id', '=', confirmed.id).execute()
  await look(atTen('2027-06-30'))
  expect(await Promise.all([stranger, no, yes].map(stepsOf))).toEqual([[], [], ['0']])
})

// MBR-3
test('a reminder whose day nobody looked on is caught up for two days, and not later', async () => {
  const [late, tooLate] = [await aMembership(), await aMembership({ expiry_date: '2027-03-29' })]
  await look(atTen('2027-04-01'))
  expect(await stepsOf(late)).toEqual(['0'])
  expect(await stepsOf(tooLate)).toEqual([])
})

// MBR-3
test('a reminder of the last day that goes out later says when the membership ended', async () => {
  const member = await aMembership({ expiry_date: '2027-09-30' })
  await look(atTen('2027-10-01'))
  const mails = await db
    .selectFrom('mails')
    .select(['subject', 'text'])
    .where('to_address', '=', member.email)
    .execute()
  expect(mails).toEqual([
    {
      subject: 'Your membership ended on 30 September 2027: Guardian',
      text: expect.stringContaining('You can become a member again at any time.'),
    },
  ])
})

// MBR-3
test('nobody is reminded of a membership that was renewed, cancelled or begun that day', async () => {
  const user = await aUser(db)
  const renewed = await aMembership({ user_id: user.id, expiry_date: '2028-03-30' })
  await aMembership({ user_id: user.id, expiry_date: '2029-03-30' })
  const visitor = await aMembership({ email: 'Visitor@example.org', expiry_date: '2028-03-30' })
  await aMembership({ email: 'visitor@EXAMPLE.org', expiry_date: '2029-03-30' })
  const cancelled = await aMembership({ status: 'cancelled', expiry_date: '2028-03-30' })
  const begun = await aMembership({ start_date: '2028-03-23', expiry_date: '2028-03-30' })
  const other = await aMembership({ expiry_date: '2028-03-30' })
  await look(atTen('2028-03-23'))
  for (const each of [renewed, visitor, cancelled, begun]) expect(await stepsOf(each)).toEqual([])
  expect(await stepsOf(other)).toEqual(['-7'])
})

// MAIL-4
test('reminders go out between 08:00 and 20:00 Indian time, or wait for the morning', async () => {
  const member = await aMembership({ expiry_date: '2029-03-30' })
  for (const time of ['00:00:00', '07:59:59', '20:00:00', '23:59:59']) {
    await look(new Date(`2029-03-30T${time}+05:30`))
  }
  expect(await stepsOf(member)).toEqual([])
  await look(new Date('2029-03-30T19:59:59+05:30'))
  expect(await stepsOf(member)).toEqual(['0'])

  const evening = new Date('2029-03-30T20:00:00+05:30')
  expect(await deliver(member, evening)).toMatchObject({ state: 'waiting' })
  const { rows } = await sql<{ at: Date }>`
    select run_at as at from graphile_worker.jobs where key = (
      select 'mail ' || id from mails where about = ${`membership ${member.id}`})`.execute(db)
  expect(rows.map(({ at }) => at.toISOString())).toEqual([nextReminderHour(evening).toISOString()])
  expect(nextReminderHour(evening)).toEqual(new Date('2029-03-31T08:00:00+05:30'))
  expect(nextReminderHour(new Date('2029-03-31T00:30:00+05:30'))).toEqual(new Date('2029-03-31T08:00:00+05:30'))
  expect(remindersSince(evening)).toEqual(new Date('2029-03-31T08:00:00+05:30'))
  expect(remindersSince(new Date('2029-03-31T19:59:59+05:30'))).toEqual(new Date('2029-03-31T08:00:00+05:30'))
  expect(await deliver(member, new Date('2029-03-31T08:00:00+05:30'))).toMatchObject({ state: 'sent' })
})

// MAIL-4
test('only a reminder names the address by which a mail program stops reminders', async () => {
  const member = await aMembership({ expiry_date: '2030-03-30' })
  await look(atTen('2030-03-30'))
  await deliver(member, atTen('2030-03-30'))
  const [mail] = await catcher.mails(member.email)
  const [link] = mail?.headers['list-unsubscribe'] ?? []
  expect(link).toMatch(/^<https:\/\/pets\.example\.org\/u\/[\w-]{22}>$/)
  expect(mail?.headers['list-unsubscribe-post']).toEqual(['List-Unsubscribe=One-Click'])
  const page = link?.replace('/u/', '/mail-preferences/').slice(1, -1)
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain(page)
    expect(part).toContain(`${publicUrl}/premium-membership`)
  }
  const content = { subject: 'Hello', paragraphs: ['Hello.'], why: 'A test.' }
  const plain = { kind: 'password-changed', about: 'user 1', to: 'plain@example.org', language: 'en', content } as const
  await db.transaction().execute((transaction) => enqueueMail(transaction, plain))
  const { id } = await db.selectFrom('mails').select('id').where('about', '=', 'user 1').executeTakeFirstOrThrow()
  await deliverMail(delivery, { mailId: id })
  const [other] = await catcher.mails(plain.to)
  expect(Object.keys(other?.headers ?? {}).filter((name) => name.startsWith('list-'))).toEqual([])
})

// MAIL-4
test('whoever does not want reminders gets none: neither new ones nor those that wait', async () => {
  const member = await aMembership({ expiry_date: '2031-03-30' })
  await look(atTen('2031-02-28'))
  expect(await stepsOf(member)).toEqual(['-30'])
  const { token } = await db
    .selectFrom('mail_preferences')
    .select('token')
    .where('address_key', '=', member.email)
    .executeTakeFirstOrThrow()
  await choosePreferences(db, token, ['membership-ends'])
  expect(await deliver(member, atTen('2031-02-28'))).toEqual({ state: 'failed', failure: 'unwanted' })
  await look(atTen('2031-03-23'))
  expect(await stepsOf(member)).toEqual(['-30'])
  expect(await catcher.mails(member.email)).toEqual([])

  await choosePreferences(db, token, [])
  expect(await findPreferences(db, token)).toEqual({
    address: 'm•••@example.org',
    reminders: [
      { kind: 'membership-ends', is_on: true },
      { kind: 'care-due', is_on: true },
    ],
  })
  await look(atTen('2031-03-23'))
  expect(await stepsOf(member)).toEqual(['-30', '-7'])
})

// MBR-3
test('a reminder that waits is not sent once the membership is renewed', async () => {
  const member = await aMembership({ expiry_date: '2032-03-30' })
  await look(atTen('2032-03-30'))
  await aMembership({ email: member.email, expiry_date: '2033-03-30' })
  expect(await deliver(member, atTen('2032-03-30'))).toEqual({ state: 'failed', failure: 'unwanted' })
})

// MAIL-4, TRU-2
test('a reminder that is due no more at its turn stores nothing about its person', async () => {
  const content = { subject: 'Due', paragraphs: ['It is due.'], why: 'You asked for it.' }
  const erased = { to: 'gone@example.org', about: 'test gone', step: '', isMailed: true, userId: null } as const
  const rules = {
    findDue: async () => [{ ...erased, language: 'en' as const, content }],
    isStillDue: async () => false,
  }
  const reminders = { ...REMINDER_RULES, 'membership-ends': rules }
  await queueReminders({ db, enqueueMail, reminders }, new Date('2040-05-01T10:00:00+05:30'))
  const { rows } = await sql`
    select address_key from mails where address_key = ${erased.to}
    union all select address_key from mail_preferences where address_key = ${erased.to}`.execute(db)
  expect(rows).toEqual([])
})

// MAIL-4
test('a reminder that fails stops neither those after it nor another kind', async () => {
  const [one, two] = ['first@example.org', 'second@example.org']
  const content = { subject: 'Due', paragraphs: ['It is due.'], why: 'You asked for it.' }
  const dueTo = (to: string, remember?: DueReminder['remember']): DueReminder => {
    const mail = { to, about: `test ${to}`, step: '', isMailed: true, userId: null, language: 'en', content } as const
    return remember ? { ...mail, remember } : mail
  }
  const rulesOf = (...due: DueReminder[]) => ({ findDue: async () => due, isStillDue: async () => true })
  const fails = async () => {
    throw new Error('Too many values')
  }
  const reminders = {
    ...REMINDER_RULES,
    'membership-ends': rulesOf(dueTo('broken@example.org', fails), dueTo(one)),
    'care-due': rulesOf(dueTo(two)),
  }
  const looking = queueReminders({ db, enqueueMail, reminders }, new Date('2040-05-01T10:00:00+05:30'))
  await expect(looking).rejects.toThrow('1 kinds of reminders failed')
  const { rows } = await sql`select to_address from mails where about like 'test %' order by 1`.execute(db)
  expect(rows).toEqual([{ to_address: one }, { to_address: two }])
})

// MAIL-4
test('reminders that fail, however many, do not keep away those after them', async () => {
  const content = { subject: 'Due', paragraphs: ['It is due.'], why: 'You asked for it.' }
  const mail = { step: '', isMailed: true, userId: null, language: 'en' as const, content }
  const remember = async () => {
    throw new Error('Too many values')
  }
  const broken = Array.from({ length: 250 }, (_, n) => ({
    ...mail,
    to: `${n}@broken.org`,
    about: `broken ${n}`,
    remember,
  }))
  const last = { ...mail, to: 'last@example.org', about: 'after the broken' }
  const findDue = async (_db: unknown, _now: Date, limit: number) => [...broken, last].slice(0, limit)
  const reminders = { ...REMINDER_RULES, 'care-due': { findDue, isStillDue: async () => true } }
  const looking = queueReminders({ db, enqueueMail, reminders }, new Date('2040-05-01T10:00:00+05:30'))
  await expect(looking).rejects.toThrow('1 kinds of reminders failed')
  const { rows } = await sql`select to_address from mails where about = ${last.about}`.execute(db)
  expect(rows).toEqual([{ to_address: last.to }])
})
