import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { expect, test } from 'vitest'
import { anAdmin, aUser } from '../../../test/factories.ts'
import { aFoundReport, REPORT } from '../../../test/found.ts'
import { testApp } from '../../../test/harness.ts'

const app = await testApp()
const [owner, admin] = [await aUser(app.db), await anAdmin(app.db)]

const LONG_AGO = new Date('2026-01-02T03:04:05Z')

async function aThread({ isReported }: { isReported: boolean }) {
  const { id, path } = await aFoundReport(app, owner)
  const params = { id: String(id) }
  if (isReported) await app.call(foundCalls.reportAbuse, { params, body: { reason: 'Asks for money' } }, owner)
  return { params, path, token: path.split('/').at(-1) ?? '' }
}

const open = (params: { id: string }, by = admin) =>
  app.call(foundCalls.openReported, { params, body: { reason: 'The owner asked us to look' } }, by)

const auditOf = ({ id }: { id: string }) =>
  app.db
    .selectFrom('audit')
    .select(['admin_id', 'action', 'reason'])
    .where('object_kind', '=', 'thread')
    .where('object_id', '=', id)
    .execute()

// TRU-4
test('no admin reads or answers a conversation that nobody reported', async () => {
  const { params } = await aThread({ isReported: false })
  const body = { message: 'x' }
  const replies = [
    await app.call(foundCalls.read, { params }, admin),
    await app.call(foundCalls.answer, { params, body }, admin),
    await app.call(foundCalls.reportAbuse, { params, body: { reason: 'So that I can read it' } }, admin),
    await open(params),
  ]
  for (const { status, error } of replies) expect([status, error.code]).toEqual([403, 'found_not_reported'])
  expect(JSON.stringify(replies)).not.toContain(REPORT.contact)
  expect(await auditOf(params)).toEqual([])
})

// TRU-4
test('no admin closes or deletes a conversation that nobody reported', async () => {
  const { params } = await aThread({ isReported: false })
  const replies = [
    await app.call(foundCalls.closeAny, { params }, admin),
    await app.call(foundCalls.deleteAny, { params }, admin),
  ]
  for (const { status, error } of replies) expect([status, error.code]).toEqual([403, 'found_not_reported'])
  expect(await auditOf(params)).toEqual([])
  expect((await app.call(foundCalls.read, { params }, owner)).body.data.closed_at).toBeNull()
})

// TRU-4
test('a reported conversation is read with a reason, which is in the audit', async () => {
  const { params } = await aThread({ isReported: true })
  const unopened = await app.call(foundCalls.read, { params }, admin)
  expect([unopened.status, unopened.error.code]).toEqual([403, 'found_needs_reason'])
  expect((await app.call(foundCalls.openReported, { params, body: { reason: ' ' } }, admin)).status).toBe(400)

  expect((await open(params)).body.data.messages[0]).toMatchObject(REPORT)
  expect((await app.call(foundCalls.read, { params }, admin)).status).toBe(200)
  expect(await auditOf(params)).toEqual([
    { admin_id: admin.id, action: 'conversation-read', reason: 'The owner asked us to look' },
  ])
})

// TRU-4
test('what one admin opened no other reads, and after an hour nobody without a reason', async () => {
  const { params } = await aThread({ isReported: true })
  await open(params)
  const other = await anAdmin(app.db)
  expect((await app.call(foundCalls.read, { params }, other)).error.code).toBe('found_needs_reason')
  await app.pool.query("update found_openings set opened_at = now() - interval '61 minutes' where report_id = $1", [
    params.id,
  ])
  expect((await app.call(foundCalls.read, { params }, admin)).error.code).toBe('found_needs_reason')
  expect((await open(params)).status).toBe(200)
})

// TRU-4
test('owner and finder see when an admin read their conversation', async () => {
  const { params, path, token } = await aThread({ isReported: true })
  const seen = async () => [
    (await app.call(foundCalls.read, { params }, owner)).body.data.read_by_admin_at,
    (await app.call(foundCalls.readAsFinder, { params: { token } })).body.data.read_by_admin_at,
  ]
  expect(await seen()).toEqual([null, null])
  expect(await (await app.fetch(path)).text()).not.toContain('An admin read this conversation')
  await open(params)
  await app.pool.query('update found_openings set opened_at = $1 where report_id = $2', [LONG_AGO, params.id])
  expect(await seen()).toEqual([LONG_AGO.toISOString(), LONG_AGO.toISOString()])
  expect(await (await app.fetch(path)).text()).toContain('An admin read this conversation because it was reported')
})

// TRU-4
test('an admin reads the conversation about a pet of their own like any owner', async () => {
  const { id } = await aFoundReport(app, admin)
  expect((await app.call(foundCalls.read, { params: { id: String(id) } }, admin)).status).toBe(200)
})

/** The reported conversations that wait, in the dashboard and, by their number, in the menu. */
async function waiting(): Promise<string[]> {
  const work = (await app.call(dashboardCalls.work, {}, admin)).body.data
  const listed = work.filter(({ kind }) => kind === 'conversation').map(({ id }) => String(id))
  const { conversations } = (await app.call(dashboardCalls.waiting, {}, admin)).body.data
  expect(conversations).toBe(listed.length)
  return listed
}

// TRU-4, JRN-7, DSK-1
test('a reported conversation waits for an admin, also once its owner has closed it', async () => {
  const { params: ended } = await aThread({ isReported: true })
  const { params: kept } = await aThread({ isReported: true })
  await app.call(foundCalls.close, { params: ended }, owner)
  expect(await waiting()).toEqual(expect.arrayContaining([ended.id, kept.id]))
  await open(ended)
  expect(await waiting()).not.toContain(ended.id)
  await app.call(foundCalls.closeAny, { params: kept }, admin)
  expect(await waiting()).not.toContain(kept.id)
  // Another report is about what came after that reading.
  await app.call(foundCalls.reportAbuse, { params: ended, body: { reason: 'Asks again' } }, owner)
  expect(await waiting()).toContain(ended.id)
})
