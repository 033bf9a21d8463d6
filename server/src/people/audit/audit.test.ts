import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { auditCalls } from '@petsetu/contract/people/audit.ts'
import { planCalls } from '@petsetu/contract/supporters/plans.ts'
import { expect, test } from 'vitest'
import { anAdmin, aPlan, aUser, PLAN } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'

const app = await testApp()
const admin = await anAdmin(app.db)
const { pool } = app

const list = async (query: Record<string, string> = {}) =>
  (await app.call(auditCalls.list, { query: query as object }, admin)).body

const changePlan = (id: number, fields: Partial<typeof PLAN>, by = admin) =>
  app.call(planCalls.update, { params: { id: String(id) }, body: { ...PLAN, ...fields } }, by)

// DSK-4
test('a row says who did what to which record, and holds only the fields that changed', async () => {
  const { id } = await aPlan(app.db)
  await changePlan(id, { price: 750, description: 'Cheaper' })
  const { data } = await list({ object_kind: 'plan', object_id: String(id) })
  expect(data).toEqual([
    {
      id: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      ...{ admin: admin.username, action: 'plan-changed', object_kind: 'plan', object_id: String(id) },
      is_there: true,
      before: { price: PLAN.price, description: PLAN.description },
      after: { price: 750, description: 'Cheaper' },
      ...{ personal_fields: [], reason: null, request_id: expect.stringMatching(/^[\da-f-]{36}$/) },
    },
  ])
})

// DSK-4
test('a row says whether its record was deleted since', async () => {
  const { id } = await aPlan(app.db)
  await changePlan(id, { price: 750 })
  const isThere = async () =>
    (await list({ object_kind: 'plan', object_id: String(id) })).data.map(({ is_there }) => is_there)
  expect(await isThere()).toEqual([true])
  expect((await app.call(planCalls.delete, { params: { id: String(id) } }, admin)).status).toBeLessThan(300)
  expect(await isThere()).toEqual([false, false])
})

// DSK-4
test('an update that changes nothing is no row', async () => {
  const { id } = await aPlan(app.db)
  expect((await changePlan(id, {})).status).toBe(200)
  expect((await list({ object_kind: 'plan', object_id: String(id) })).data).toEqual([])
})

// DSK-4
test('a long text is cut', async () => {
  const { id } = await aPlan(app.db)
  await changePlan(id, { description: `${'a'.repeat(999)}🐕 the rest` })
  const [row] = (await list({ object_kind: 'plan', object_id: String(id) })).data
  expect(row?.after?.description).toMatch(/^a{999}\uFFFD…$/)
})

// DSK-4
test('rows can be neither changed nor deleted by SQL before their time is over', async () => {
  const { id } = await aPlan(app.db)
  await changePlan(id, { price: 1 })
  const [row] = (await list({ object_kind: 'plan', object_id: String(id) })).data
  for (const statement of [
    `update audit set admin_username = 'nobody' where id = ${row?.id}`,
    `update audit set at = now() - interval '10 years' where id = ${row?.id}`,
    `update audit set after = null where id = ${row?.id}`,
    `update audit set reason = 'Because' where id = ${row?.id}`,
    `update audit set reason = 'Erased' where id = ${row?.id}`,
    `delete from audit where id = ${row?.id}`,
    'truncate audit',
  ])
    await expect(pool.query(statement), statement).rejects.toThrow('rows of audit are only added')
  expect((await list({ object_kind: 'plan', object_id: String(id) })).data).toEqual([row])
})

// DSK-4
test('the filters select by admin, action, record and Indian days, and add up', async () => {
  const other = await anAdmin(app.db)
  const { id } = await aPlan(app.db)
  await changePlan(id, { price: 2 }, other)
  await app.call(planCalls.delete, { params: { id: String(id) } }, other)
  await pool.query(
    `insert into audit (at, admin_id, admin_username, action, object_kind, object_id, request_id)
     values ('2026-01-31 18:29:59Z', 1, 'Meera', 'pet-deleted', 'pet', '7', 'r'),
       ('2026-01-31 18:30:00Z', 1, 'Meera', 'pet-deleted', 'pet', '8', 'r')`,
  )
  const found = async (query: Record<string, string>) => {
    const { data, pagination } = await list(query)
    expect(pagination.total).toBe(data.length)
    return data.map(({ action, object_id }) => `${action} ${object_id}`)
  }
  expect(await found({ admin: other.username.toUpperCase() })).toEqual([`plan-deleted ${id}`, `plan-changed ${id}`])
  expect(await found({ admin: other.username, action: 'plan-changed' })).toEqual([`plan-changed ${id}`])
  expect(await found({ admin: 'meera', object_kind: 'pet' })).toEqual(['pet-deleted 8', 'pet-deleted 7'])
  expect(await found({ to: '2026-01-31' })).toEqual(['pet-deleted 7'])
  expect(await found({ from: '2026-02-01', to: '2026-02-01' })).toEqual(['pet-deleted 8'])
  expect(await found({ admin: 'meer' })).toEqual([])
  expect((await app.call(auditCalls.list, { query: { from: 'yesterday' } }, admin)).status).toBe(400)
})

// DSK-4
test('the CSV holds all that is filtered, and no cell of it starts a formula', async () => {
  await pool.query(
    `insert into audit (admin_id, admin_username, action, object_kind, object_id, reason, after, request_id)
     select 1, '=HYPERLINK("x")', 'pan-shown', 'donation', n::text, '@SUM(1)', '{"note": "a, \\"b\\""}', 'r'
     from generate_series(1, 1300) n`,
  )
  const reply = await app.fetch('/api/admin/audit.csv?action=pan-shown', {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  const [heading, ...lines] = (await reply.text()).trimEnd().split('\r\n')
  expect(heading).toContain('When,Admin,Action')
  expect(new Set(lines).size).toBe(1_300)
  expect(lines[0]).toMatch(
    /"'=HYPERLINK\(""x""\)",PAN shown,Donation,1300,,"\{""note"": ?""a, \\""b\\""""\}",,"'@SUM\(1\)",r$/,
  )
})

// DSK-4
test('what is not an admin is refused, and what a user changes is no row', async () => {
  const user = await aUser(app.db)
  expect((await app.call(auditCalls.list, { query: {} }, user)).status).toBe(403)
  expect((await app.call(auditCalls.list, { query: {} })).status).toBe(401)
})

// TRU-4
test('a download is a row with the filter, but without the words searched for', async () => {
  const query = { status: 'pending', search: 'Asha from Pune' } as const
  expect((await app.call(complaintCalls.csv, { query }, admin)).status).toBe(200)
  const [row] = (await list({ action: 'export-downloaded' })).data
  expect(row).toMatchObject({
    ...{ admin: admin.username, object_kind: 'complaint', object_id: null },
    ...{ after: { status: 'pending' }, personal_fields: ['search'] },
  })
})

// TRU-4
test('a request for the head of a download is no row, because nothing was taken out', async () => {
  const rows = async () => (await list({ action: 'export-downloaded' })).pagination.total
  const before = await rows()
  const headers = { authorization: `Bearer ${admin.token}` }
  const { path } = complaintCalls.csv
  expect((await app.fetch(path, { method: 'HEAD', headers })).status).toBe(200)
  expect(await rows()).toBe(before)
  await (await app.fetch(path, { headers })).text()
  expect(await rows()).toBe(before + 1)
})
