import { authCalls } from '@petsetu/contract/people/auth.ts'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { NOTICE_VERSION } from '@petsetu/languages/notice-version.ts'
import { expect, test } from 'vitest'
import { aPet, aPlan, aUser, PASSWORD } from '../../../test/factories.ts'
import { APPLICANT, COMPLAINT, payingApp, submit } from '../../../test/paying-app.ts'
import { erasePerson, exportPerson } from '../../../test/rights.ts'
import { storeNotices } from './record-consent.ts'

const app = await payingApp()
const HINDI = { 'accept-language': 'hi' }

async function consentsTo(purpose: string, subjectId: number) {
  const { rows } = await app.pool.query(
    "select notice_version, language, at > now() - interval '1 minute' as is_now from consents where purpose = $1 and subject_id = $2",
    [purpose, subjectId],
  )
  return rows
}

const IN_HINDI = [{ notice_version: NOTICE_VERSION, language: 'hi', is_now: true }]
const count = async () => (await app.pool.query('select 1 from consents')).rows.length

const signup = (name: string) =>
  app.call(
    authCalls.signup,
    { body: { username: name, email: `${name}@example.org`, password: PASSWORD } },
    null,
    HINDI,
  )

// PRV-3
test('a sign-up records the notice that stood beside it; a rejected one records none', async () => {
  const { body } = await signup('kavita')
  expect(await consentsTo('signup', body.id)).toEqual(IN_HINDI)
  const before = await count()
  expect((await signup('kavita')).status).toBe(409)
  expect(await count()).toBe(before)
})

// PRV-3
test('a complaint and a membership record it once, however often the form is sent', async () => {
  const file = async () => {
    const reply = await submit(app, { fields: COMPLAINT, key: 'consent-of-a-complaint', language: 'hi' })
    return ((await reply.json()) as { data: { complaint_id: number } }).data.complaint_id
  }
  const complaintId = await file()
  expect(await file()).toBe(complaintId)
  expect(await consentsTo('complaint', complaintId)).toEqual(IN_HINDI)

  const body = { ...APPLICANT, plan_id: (await aPlan(app.db)).id }
  const register = async () => (await app.call(membershipCalls.register, { body }, null, HINDI)).body.data.membership_id
  const membershipId = await register()
  expect(await register()).toBe(membershipId)
  expect(await consentsTo('membership', membershipId)).toEqual(IN_HINDI)
})

// PRV-3
test('a finder’s report records it with the thread, and both are deleted together', async () => {
  const owner = await aUser(app.db)
  const { petId } = await aPet(app.db, owner)
  const body = { message: 'She is here.', contact: 'finder-kiran@example.org' }
  await app.call(foundCalls.report, { params: { petId }, body }, null, HINDI)
  const { rows } = await app.pool.query<{ id: number }>('select id from found_reports order by id desc limit 1')
  const id = rows[0]?.id ?? 0
  expect(await consentsTo('found', id)).toEqual(IN_HINDI)
  expect(await exportPerson(app, { email: 'finder-kiran@example.org' })).toMatchObject({
    consents: [{ purpose: 'found', subject_id: id }],
  })
  await app.pool.query('delete from found_reports where id = $1', [id])
  expect(await consentsTo('found', id)).toEqual([])
})

// TRU-5
test('a complaint names the version of the notice beside its form, if there was one', async () => {
  await storeNotices(app.db)
  const versionOf = async (noticeVersion: string) => {
    const reply = await submit(app, { fields: COMPLAINT, key: `consent-of-${noticeVersion}`, noticeVersion })
    const { data } = (await reply.json()) as { data: { complaint_id: number } }
    return (await consentsTo('complaint', data.complaint_id)).map(({ notice_version: version }) => version)
  }
  expect(await versionOf('2026-11-23')).toEqual(['2026-11-23'])
  expect(await versionOf('1999-01-01')).toEqual([NOTICE_VERSION])
})

// TRU-5
test('a finder’s report names the version of the notice that its page showed', async () => {
  await storeNotices(app.db)
  const owner = await aUser(app.db)
  const { petId } = await aPet(app.db, owner)
  const html = await (await app.fetch(`/pet-detail/${petId}/found`)).text()
  expect(html).toMatch(new RegExp(`<input type="hidden"[^>]* name="notice_version"[^>]* value="${NOTICE_VERSION}"`))
  const versionOf = async (notice_version: string) => {
    const pet = await aPet(app.db, owner)
    const body = { message: 'She is here.', notice_version }
    await app.call(foundCalls.report, { params: { petId: pet.petId }, body })
    const { rows } = await app.pool.query<{ id: number }>('select id from found_reports order by id desc limit 1')
    return (await consentsTo('found', rows[0]?.id ?? 0)).map(({ notice_version: version }) => version)
  }
  expect(await versionOf('2026-11-23')).toEqual(['2026-11-23'])
  expect(await versionOf('1999-01-01')).toEqual([NOTICE_VERSION])
})

// PRV-3, V14.2.4
test('the export holds the notices a person has seen, and an account’s go with it', async () => {
  const { body } = await signup('lalita')
  await signup('not-lalita')
  const exported = await exportPerson(app, { email: 'lalita@example.org' })
  expect(exported.consents).toEqual([
    {
      purpose: 'signup',
      subject_id: body.id,
      notice_version: NOTICE_VERSION,
      language: 'hi',
      at: expect.any(Date),
      is_given: true,
      withdrawn_at: null,
      reminder_kind: null,
    },
  ])
  await erasePerson(app, { email: 'lalita@example.org' })
  expect(await consentsTo('signup', body.id)).toEqual([])
})
