import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { mailCalls } from '@petsetu/contract/office/mails.ts'
import { accountCalls, deviceCalls } from '@petsetu/contract/people/account.ts'
import { auditCalls } from '@petsetu/contract/people/audit.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { DUTIES, type Duty } from '@petsetu/contract/people/duties.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { tagCalls } from '@petsetu/contract/pets/tags.ts'
import { expect, test } from 'vitest'
import { aFailedMail, anAdmin, aSession, aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { aProtectedUser } from '../../../test/second-factor.ts'
import { setPassword } from '../auth/set-password.ts'

const app = await testApp()
const chief = await anAdmin(app.db)

type Signed = { id: number; token: string }

const give = (admin: { id: number }, duties: Duty[], as: Signed = chief) =>
  app.call(userCalls.giveDuties, { params: { id: String(admin.id) }, body: { duties } }, as)

const withAll = async () =>
  (await app.pool.query("select id from users where role = 'admin' and duties is null")).rows.map(({ id }) => id)

// DSK-5
test('given duties hold in open sessions, and stand in sign-in, list, audit and log', async () => {
  const admin = await anAdmin(app.db)
  const mayList = async () => (await app.call(petCalls.listAll, { query: { page: '1' } }, admin)).status
  const account = async () => (await app.call(accountCalls.read, {}, admin)).body.data
  const signIn = () => app.call(authCalls.signin, { body: { username: admin.username, password: PASSWORD } })
  expect(await mayList()).toBe(200)
  expect((await signIn()).body).not.toHaveProperty('duties')
  expect(await account()).not.toHaveProperty('duties')

  const given = await give(admin, ['money', 'cases'])
  expect(given.body).toEqual({
    ...{ id: admin.id, username: admin.username, email: admin.email, role: 'admin', duties: ['cases', 'money'] },
  })
  expect(await mayList()).toBe(403)
  expect((await signIn()).body.duties).toEqual(['cases', 'money'])
  expect((await account()).duties).toEqual(['cases', 'money'])
  const listed = await app.call(userCalls.listAll, { query: {} }, chief)
  expect(listed.body.find(({ id }) => id === admin.id)?.duties).toEqual(['cases', 'money'])
  expect(listed.body.find(({ id }) => id === chief.id)).not.toHaveProperty('duties')
  const audit = await app.call(auditCalls.list, { query: { action: 'duties-given' } }, chief)
  expect(audit.body.data[0]).toMatchObject({
    ...{ object_kind: 'user', object_id: String(admin.id), admin: chief.username },
    before: { duties: [...DUTIES] },
    after: { duties: ['cases', 'money'] },
  })
  expect(app.logged()).toContain(
    `"event":"duties-given","userId":${admin.id},"actorId":${chief.id},"duties":["cases","money"]`,
  )

  expect((await give(admin, [...DUTIES])).body).not.toHaveProperty('duties')
  expect(await mayList()).toBe(200)
})

// DSK-5
test('duties are given to admins only, at least one, and only ones that exist', async () => {
  const admin = await anAdmin(app.db)
  expect((await give(admin, [])).status).toBe(400)
  expect((await give(admin, ['cases', 'root' as Duty])).status).toBe(400)
  expect(await give(await aUser(app.db), ['cases'])).toMatchObject({ status: 409, error: { code: 'not_an_admin' } })
  expect((await give({ id: 999_999 }, ['cases'])).status).toBe(404)
  expect(await withAll()).toContain(admin.id)
})

// DSK-5
test('of two admins who give duties at once, the second is told what the first gave', async () => {
  const admin = await anAdmin(app.db)
  const change = (duties: Duty[], before: Duty[]) =>
    app.call(userCalls.giveDuties, { params: { id: String(admin.id) }, body: { duties, before } }, chief)
  const replies = await Promise.all([change(['cases'], [...DUTIES]), change(['money'], [...DUTIES])])
  const first = replies.find(({ status }) => status === 200)?.body.duties ?? []
  expect(first).toHaveLength(1)
  const late = replies.find(({ status }) => status !== 200)
  expect(late?.status).toBe(409)
  expect(late?.error).toMatchObject({ code: 'changed_meanwhile', current: { id: admin.id, duties: first } })
  expect((await change(['members', 'pets'], first)).body.duties).toEqual(['pets', 'members'])
  expect((await change(['money'], ['members', 'pets'])).body.duties).toEqual(['money'])
  // The reply to it may have been lost.
  const repeated = await change(['money'], ['members', 'pets'])
  expect([repeated.status, repeated.body.duties]).toEqual([200, ['money']])
})

// DSK-5
test('an admin who becomes one again has all duties', async () => {
  const admin = await anAdmin(app.db, ['cases'])
  await setPassword(app.db, admin.id, 'rain on a tin roof', 'admin')
  expect(await withAll()).toContain(admin.id)
})

// DSK-5
test('the last admin with all duties keeps them, also when two give them up at once', async () => {
  const alone = await testApp()
  const put = (admin: Signed, as: Signed) =>
    alone.call(userCalls.giveDuties, { params: { id: String(admin.id) }, body: { duties: ['pets'] } }, as)
  const allLeft = async () =>
    (await alone.pool.query("select id from users where role = 'admin' and duties is null")).rows.length
  const only = await anAdmin(alone.db)
  await anAdmin(alone.db, ['members'])
  expect(await put(only, only)).toMatchObject({ status: 409, error: { code: 'last_admin_with_all_duties' } })
  for (let round = 0; round < 5; round++) {
    await alone.pool.query('delete from users')
    const [first, second] = [await anAdmin(alone.db), await anAdmin(alone.db)]
    const crosswise = round % 2 === 0
    const replies = await Promise.all([put(crosswise ? second : first, first), put(crosswise ? first : second, second)])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([403, 409]).toContain(replies.find(({ status }) => status !== 200)?.status)
    expect(await allLeft()).toBe(1)
  }
})

// DSK-5
test('an admin for members acts on accounts of users, and not on those of admins', async () => {
  const members = await anAdmin(app.db, ['members'])
  const other = await anAdmin(app.db, ['pets'])
  const user = await aProtectedUser(app)
  const act = async (target: { id: number }, call: typeof userCalls.endSessions | typeof userCalls.delete) =>
    (await app.call(call, { params: { id: String(target.id) } }, members)).status
  const endFactor = (target: { id: number }) =>
    app.call(userCalls.endSecondFactor, { params: { id: String(target.id) }, body: { reason: 'Lost' } }, members)
  const endDevice = async (target: { id: number }) => {
    await aSession(app.db, target.id)
    const { rows } = await app.pool.query('select max(id) as id from sessions where user_id = $1', [target.id])
    return (await app.call(deviceCalls.signOut, { params: { id: String(rows[0].id) } }, members)).status
  }
  expect([await endDevice(user), (await endFactor(user)).status]).toEqual([204, 204])
  expect([await act(user, userCalls.endSessions), await act(user, userCalls.delete)]).toEqual([204, 204])
  for (const admin of [chief, other]) {
    expect(await endDevice(admin)).toBe(404)
    expect(await endFactor(admin)).toMatchObject({ status: 403, error: { code: 'duty_required' } })
    expect([await act(admin, userCalls.endSessions), await act(admin, userCalls.delete)]).toEqual([403, 403])
  }
  expect((await app.call(tagCalls.list, { query: {} }, other)).status).toBe(200)
})

// DSK-5, MAIL-5
test('the link of a held mail is shown to an admin with all duties only', async () => {
  const id = await aFailedMail(app.db, { state: 'held' })
  await app.pool.query("update mails set action_path = '/reset-password?token=x' where id = $1", [id])
  const linkFor = async (admin: Signed) =>
    (await app.call(mailCalls.listAll, { query: { state: 'held' } }, admin)).body.data.find((mail) => mail.id === id)
      ?.link
  expect(await linkFor(chief)).toMatch(/\/reset-password\?token=x$/)
  expect(await linkFor(await anAdmin(app.db, ['settings']))).toBeNull()
})

// DSK-5, ADM-1
test('the dashboard tells each admin what their duties cover', async () => {
  const FIGURES: Record<Duty, string[]> = {
    pets: [],
    cases: ['waiting_complaints'],
    members: ['expiring_memberships'],
    money: ['unmatched_payments'],
    settings: [],
    privacy: [],
  }
  for (const [duty, figures] of Object.entries(FIGURES) as [Duty, string[]][]) {
    const { body } = await app.call(dashboardCalls.figures, {}, await anAdmin(app.db, [duty]))
    expect(Object.keys(body.data).sort()).toEqual(['total_pets', 'total_users', ...figures].sort())
  }
})

// DSK-5, CASE-4
test('cases are assigned to admins with the duty for them', async () => {
  const [able, unable] = [await anAdmin(app.db, ['cases']), await anAdmin(app.db, ['money'])]
  const listed = (await app.call(caseCalls.listAssignees, {}, able)).body.data.map(({ id }) => id)
  expect(listed).toEqual(expect.arrayContaining([able.id, chief.id]))
  expect(listed).not.toContain(unable.id)
})
