import { mailCalls } from '@petsetu/contract/office/mails.ts'
import { accountCalls } from '@petsetu/contract/people/account.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { NOTICE_VERSION } from '@petsetu/languages/notice-version.ts'
import { expect, test } from 'vitest'
import { aConfirmedUser, aPet, aSession, aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { aMembership } from '../../../test/memberships.ts'
import { exportPerson } from '../../../test/rights.ts'
import { preferencesToken } from '../../platform/mail/mail-queries.ts'
import { REMINDER_RULES } from '../../reminders.ts'

const app = await testApp()
const HINDI = { 'accept-language': 'hi' }
const AT_TEN = new Date('2027-03-01T10:00:00+05:30')

type Person = { id: number; email: string; username: string }

const signUp = async (username: string, wants_reminders?: boolean): Promise<Person> => {
  const email = `${username}@example.org`
  const body = { username, email, password: PASSWORD, ...(wants_reminders !== undefined && { wants_reminders }) }
  return (await app.call(authCalls.signup, { body }, null, HINDI)).body
}

const decisionsOf = async ({ id }: Person) => {
  const consents = app.db.selectFrom('consents').select(['notice_version', 'language', 'is_given'])
  return consents.where('purpose', '=', 'reminders').where('subject_id', '=', id).orderBy('id').execute()
}

const inHindi = (is_given: boolean) => ({ notice_version: NOTICE_VERSION, language: 'hi', is_given })

const choose = async (person: Person, wants_reminders: boolean) => {
  const as = { token: await aSession(app.db, person.id) }
  return (await app.call(accountCalls.chooseReminders, { body: { wants_reminders } }, as, HINDI)).body.data
}

const isOn = async (token: string) =>
  (await app.call(mailCalls.preferences, { params: { token } })).body.data.reminders.map((kind) => kind.is_on)

async function careIsDue(owner: Person) {
  const pet = await aPet(app.db, owner)
  const made = { day: '2026-03-01', valid_until: '2027-03-01', created_at: '2026-03-01T00:00:00Z' }
  await app.db
    .insertInto('care_records')
    .values({ pet_number: pet.id, kind: 'rabies', ...made })
    .execute()
}

const careMails = async ({ email }: Person) => {
  const due = await REMINDER_RULES['care-due'].findDue(app.db, AT_TEN, 100)
  return due.filter(({ to }) => to === email).length
}

// PRV-3
test('a sign-up without the tick for reminders gets none; one with it has consented', async () => {
  const [silent, declined, asked] = [
    await signUp('silent'),
    await signUp('declined', false),
    await signUp('asked', true),
  ]
  for (const person of [silent, declined, asked]) await careIsDue(person)
  await app.db.updateTable('users').set({ email_confirmed_at: new Date() }).execute()
  expect(await Promise.all([silent, declined, asked].map(decisionsOf))).toEqual([[], [], [inHindi(true)]])
  expect(await Promise.all([silent, declined, asked].map(careMails))).toEqual([0, 0, 1])
})

// PRV-3
test('the account switches reminders off and on again, and each decision is kept', async () => {
  const owner = await aConfirmedUser(app.db)
  await careIsDue(owner)
  expect(await careMails(owner)).toBe(1)
  expect(await choose(owner, false)).toMatchObject({ wants_reminders: false })
  expect(await choose(owner, false)).toMatchObject({ wants_reminders: false })
  expect(await careMails(owner)).toBe(0)
  expect(await choose(owner, true)).toMatchObject({ wants_reminders: true })
  expect(await careMails(owner)).toBe(1)
  expect(await decisionsOf(owner)).toEqual([inHindi(false), inHindi(true)])
})

// PRV-3
test('no reminder of a membership goes to an account that wants none, confirmed or not', async () => {
  for (const buyer of [await aUser(app.db), await aConfirmedUser(app.db)]) {
    await aMembership(app.db, buyer, {
      ...{ price_paise: 50_000, amount_paise: 50_000, razorpay_payment_id: 'pay_Ab1Cd2Ef3Gh4Ij' },
      ...{ start_date: '2026-03-02', expiry_date: '2027-03-01' },
    })
    const due = async () => {
      const found = await REMINDER_RULES['membership-ends'].findDue(app.db, AT_TEN, 100)
      return found.filter(({ to }) => to === buyer.email).length
    }
    expect(await due()).toBe(1)
    await choose(buyer, false)
    expect(await due()).toBe(0)
  }
})

// PRV-3, MAIL-4
test('the link of a reminder and the account say the same', async () => {
  const owner = await aConfirmedUser(app.db)
  const token = await preferencesToken(app.db, owner.email)
  await choose(owner, false)
  expect(await isOn(token)).toEqual([false, false])
  await app.call(mailCalls.choose, { params: { token }, body: { off: ['membership-ends'] } }, null, HINDI)
  expect(await isOn(token)).toEqual([false, true])
  const as = { token: await aSession(app.db, owner.id) }
  const read = async () => (await app.call(accountCalls.read, {}, as)).body.data.wants_reminders
  expect(await read()).toBe(true)
  const click = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  await app.fetch(`/u/${token}`, { ...click, body: 'List-Unsubscribe=One-Click' })
  expect(await read()).toBe(false)
  await choose(owner, true)
  expect(await isOn(token)).toEqual([true, true])
})

// TRU-5, MAIL-4
test('each kind of reminder that is switched by itself is a row of the consents', async () => {
  const owner = await aConfirmedUser(app.db)
  const token = await preferencesToken(app.db, owner.email)
  const kinds = async () => {
    const rows = app.db.selectFrom('consents').select(['reminder_kind', 'is_given']).where('purpose', '=', 'reminders')
    const found = await rows.where('subject_id', '=', owner.id).orderBy('id').execute()
    return found.map(({ reminder_kind, is_given }) => `${is_given ? 'on' : 'off'} ${reminder_kind ?? 'all'}`)
  }
  const chooseKinds = (off: ('care-due' | 'membership-ends')[]) =>
    app.call(mailCalls.choose, { params: { token }, body: { off } }, null, HINDI)
  await chooseKinds(['care-due'])
  await chooseKinds(['care-due'])
  await chooseKinds([])
  expect(await kinds()).toEqual(['off care-due', 'on care-due'])
  await chooseKinds(['membership-ends'])
  await choose(owner, true)
  expect((await kinds()).slice(2)).toEqual(['off membership-ends', 'on membership-ends'])
  await chooseKinds(['care-due', 'membership-ends'])
  await chooseKinds(['care-due'])
  expect((await kinds()).slice(4)).toEqual(['off all', 'on all', 'off care-due'])
  const { rows } = await app.pool.query(
    'select count(*)::int as open from consents where subject_id = $1 and reminder_kind is not null and is_given and withdrawn_at is null',
    [owner.id],
  )
  expect(rows).toEqual([{ open: 0 }])
})

// PRV-3
test('the link of a reminder changes no account that has not confirmed the address', async () => {
  const stranger = await signUp('stranger', true)
  const token = await preferencesToken(app.db, stranger.email)
  await app.call(mailCalls.choose, { params: { token }, body: { off: ['membership-ends', 'care-due'] } })
  await choose(stranger, false)
  await choose(stranger, true)
  expect(await isOn(token)).toEqual([false, false])
})

// PRV-3, V14.2.4
test('the export of a person holds the choice of reminders', async () => {
  const { email, id } = await signUp('exported', true)
  const exported = await exportPerson(app, { email })
  expect(exported).toMatchObject({
    account: [{ wants_reminders: true }],
    consents: [{ purpose: 'signup' }, { purpose: 'reminders', subject_id: id, is_given: true }],
  })
})
