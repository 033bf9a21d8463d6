import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { accountCalls } from '@petsetu/contract/people/account.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { consentCalls } from '@petsetu/contract/people/consents.ts'
import { lostCalls } from '@petsetu/contract/pets/lost.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { NOTICE_PURPOSES, NOTICE_VERSION } from '@petsetu/languages/notice-version.ts'
import { noticesIn } from '@petsetu/languages/notices.ts'
import { expect, test } from 'vitest'
import { anAdmin, aUser, PASSWORD, petForm } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { LOST } from '../../../test/lost.ts'
import { aComplaint } from '../../../test/paying-app.ts'
import { erasePerson } from '../../../test/rights.ts'
import { chooseReminders } from '../users/reminder-choice.ts'
import { storeNotices } from './record-consent.ts'

const app = await testApp()
const admin = await anAdmin(app.db)
const keeper = await anAdmin(app.db, ['privacy'])
await storeNotices(app.db)
const PET = petForm()

type Filter = Parameters<typeof app.call<typeof consentCalls.list>>[1]['query']

const list = async (query: Filter) => (await app.call(consentCalls.list, { query }, admin)).body.data
const noticesFor = async (purpose: (typeof NOTICE_PURPOSES)[number]) =>
  (await app.call(consentCalls.notices, { query: { purpose } }, admin)).body.data

const stored = () =>
  app.db.selectFrom('notices').selectAll().orderBy('version').orderBy('purpose').orderBy('language').execute()

// TRU-5
test('every node stores its notices in three languages, and changes none', async () => {
  const before = await stored()
  await Promise.all([storeNotices(app.db), storeNotices(app.db)])
  expect(await stored()).toEqual(before)
  const current = before.filter(({ version }) => version === NOTICE_VERSION)
  expect(current).toHaveLength(NOTICE_PURPOSES.length * LANGUAGES.length)
  for (const { purpose, text } of noticesIn('mr'))
    expect(current).toContainEqual(expect.objectContaining({ purpose, language: 'mr', text }))
})

// TRU-5
test('an admin reads each version of a notice as people read it, the newest first', async () => {
  const notices = await noticesFor('complaint')
  expect(notices.filter(({ language }) => language === 'hi').map(({ version }) => version)).toEqual([
    NOTICE_VERSION,
    '2026-11-23',
    '2026-11-21.2',
    '2026-11-21',
  ])
  expect(notices.map(({ text }) => text).join()).not.toContain('<')
  expect(notices.find(({ version, language }) => version === '2026-11-21' && language === 'en')?.text).toContain(
    'Only our admins see it.',
  )
})

// TRU-5
test('a pet and a lost pet record their notice, once a version', async () => {
  const owner = await aUser(app.db)
  const hindi = { 'accept-language': 'hi' }
  const { body: pet } = await app.call(petCalls.create, { body: PET }, owner, hindi)
  const params = { id: String(pet.id) }
  await app.call(petCalls.update, { params, body: { ...PET, petName: 'Sheru' } }, owner)
  for (const area of ['Kothrud', 'Parvati']) await app.call(lostCalls.mark, { params, body: { ...LOST, area } }, owner)
  const subject_id = params.id
  expect(await list({ purpose: 'pet', subject_id })).toMatchObject([{ notice_version: NOTICE_VERSION, language: 'hi' }])
  expect(await list({ purpose: 'lost', subject_id })).toMatchObject([
    { notice_version: NOTICE_VERSION, language: 'en' },
  ])
})

// TRU-5
test('the log names an account, a pet and a complaint, and not the record that is gone', async () => {
  const owner = await aUser(app.db)
  await chooseReminders(app.db, owner.id, { wantsReminders: false, language: 'en' })
  const [reminders] = await list({ purpose: 'reminders', subject_id: String(owner.id) })
  expect(reminders?.subject_name).toBe(owner.username)
  const { body: pet } = await app.call(petCalls.create, { body: { ...PET, petName: 'Sheru' } }, owner)
  const ofPet = async () => (await list({ purpose: 'pet', subject_id: String(pet.id) }))[0]?.subject_name
  expect(await ofPet()).toBe('Sheru')
  const id = await aComplaint(app)
  const [complaint] = await list({ purpose: 'complaint', subject_id: String(id) })
  expect(complaint?.subject_name).toBe(formatReference({ id, createdAt: new Date() }))
  await app.db.updateTable('consents').set({ subject_id: 999_999 }).where('subject_id', '=', pet.id).execute()
  expect(await list({ purpose: 'pet', subject_id: '999999' })).toMatchObject([{ subject_name: null }])
})

// TRU-5
test('a form of the app open since an earlier notice is recorded with that one', async () => {
  const owner = await aUser(app.db)
  const version = '2026-11-22'
  const named = { 'notice-version': version }
  for (const purpose of ['pet', 'lost', 'reminders'] as const)
    await app.db.insertInto('notices').values({ version, purpose, language: 'en', text: 'Earlier' }).execute()
  const { body: pet } = await app.call(petCalls.create, { body: PET }, owner, named)
  const params = { id: String(pet.id) }
  await app.call(petCalls.update, { params, body: { ...PET, petName: 'Sheru' } }, owner, named)
  await app.call(lostCalls.mark, { params, body: LOST }, owner, named)
  for (const purpose of ['pet', 'lost'] as const)
    expect(await list({ purpose, subject_id: params.id })).toMatchObject([{ notice_version: version }])
  await app.call(accountCalls.chooseReminders, { body: { wants_reminders: false } }, owner, named)
  await app.call(accountCalls.chooseReminders, { body: { wants_reminders: true } }, owner, named)
  const [chosen] = await list({ purpose: 'reminders', subject_id: String(owner.id) })
  expect(chosen).toMatchObject({ notice_version: version, is_given: true })
})

// TRU-5
test('whoever has read an earlier version of a notice is recorded for the new one, too', async () => {
  const owner = await aUser(app.db)
  const { body: pet } = await app.call(petCalls.create, { body: PET }, owner)
  const subject_id = String(pet.id)
  const about = app.db.updateTable('consents').where('purpose', '=', 'pet').where('subject_id', '=', pet.id)
  await about.set({ notice_version: '2026-11-23' }).execute()
  for (const petName of ['Sheru', 'Kalu'])
    await app.call(petCalls.update, { params: { id: subject_id }, body: { ...PET, petName } }, owner)
  expect(await list({ purpose: 'pet', subject_id })).toMatchObject([
    { notice_version: NOTICE_VERSION },
    { notice_version: '2026-11-23' },
  ])
})

// TRU-5, DSK-3
test('the log is in the order of its times, the newest or the oldest first', async () => {
  const owner = await aUser(app.db)
  const pets: number[] = []
  for (const day of ['2099-01-02', '2099-01-01']) {
    const { body: pet } = await app.call(petCalls.create, { body: PET }, owner)
    const about = app.db.updateTable('consents').where('purpose', '=', 'pet').where('subject_id', '=', pet.id)
    await about.set({ at: new Date(day) }).execute()
    pets.push(pet.id)
  }
  const newest = await list({ purpose: 'pet' })
  expect(newest.slice(0, 2).map(({ subject_id }) => subject_id)).toEqual(pets)
  const oldest = await list({ purpose: 'pet', sort: 'when' })
  expect(oldest.slice(-2).map(({ subject_id }) => subject_id)).toEqual(pets.toReversed())
})

// TRU-5
test('what an admin writes about somebody’s pet is not the owner’s consent', async () => {
  const { body: pet } = await app.call(petCalls.create, { body: PET }, admin)
  expect(await list({ purpose: 'pet', subject_id: String(pet.id) })).toEqual([])
})

// TRU-5
test('reminders that are switched off leave their consent in the log, as withdrawn', async () => {
  const { id } = await aUser(app.db)
  for (const wantsReminders of [false, true, false])
    await chooseReminders(app.db, id, { wantsReminders, language: 'mr' })
  expect(await list({ purpose: 'reminders', subject_id: String(id) })).toMatchObject([
    { is_given: false, withdrawn_at: null },
    { is_given: true, withdrawn_at: expect.stringMatching(/Z$/) },
    { is_given: false, withdrawn_at: null },
  ])
})

// TRU-5
test('the statement about one’s age at the sign-up is recorded', async () => {
  const signUp = async (username: string, states?: boolean) => {
    const body = { username, email: `${username}@example.org`, password: PASSWORD, ...(states && { states_age: true }) }
    const reply = await app.call(authCalls.signup, { body }, null)
    expect(reply.status).toBe(201)
    return list({ purpose: 'adult', subject_id: String(reply.body.id) })
  }
  expect(await signUp('of-age', true)).toMatchObject([{ notice_version: NOTICE_VERSION, is_given: true }])
  expect(await signUp('asked-nothing')).toEqual([])
})

// TRU-5
test('the same statement is recorded without a script', async () => {
  const fields = { username: 'plainly', email: 'plainly@example.org', password: PASSWORD, confirmPassword: PASSWORD }
  const before = (await list({ purpose: 'adult' })).length
  const body = new URLSearchParams({ ...fields, adult: 'yes' })
  await app.fetch('/register', { method: 'POST', body, redirect: 'manual' })
  expect(await list({ purpose: 'adult' })).toHaveLength(before + 1)
})

// TRU-5
test('the log is taken out as CSV, and that is in the audit', async () => {
  const reply = await app.call(consentCalls.csv, { query: { purpose: 'adult' } }, admin)
  expect(reply.status).toBe(200)
  const [head, ...lines] = String(reply.body).trim().split('\r\n')
  expect(head).toMatch(/^\uFEFF?ID,When,Agreed to,Record,Version of the notice,Language,Given,Withdrawn,Read out by$/)
  expect(lines).toHaveLength((await list({ purpose: 'adult' })).length)
  expect(lines[0]).toContain(NOTICE_VERSION)
  const audit = await app.db.selectFrom('audit').select('after').where('object_kind', '=', 'consent').execute()
  expect(audit).toEqual([{ after: { purpose: 'adult' } }])
})

// TRU-5
test('the log is for the admins who answer requests about data', async () => {
  const members = await anAdmin(app.db, ['members'])
  for (const call of [consentCalls.list, consentCalls.csv]) {
    expect((await app.call(call, { query: {} }, keeper)).status).toBe(200)
    expect((await app.call(call, { query: {} }, members)).error.code).toBe('duty_required')
  }
})

// TRU-5, PRV-3
test('a consent goes with the record that it is about', async () => {
  const owner = await aUser(app.db)
  const { body: pet } = await app.call(petCalls.create, { body: PET }, owner)
  await erasePerson(app, { email: owner.email })
  expect(await list({ purpose: 'pet', subject_id: String(pet.id) })).toEqual([])
})
