import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { expect, test } from 'vitest'
import { anAdmin } from '../../test/factories.ts'
import { aComplaint, aPaidComplaint, payingApp } from '../../test/paying-app.ts'
import { refund } from '../../test/payment-state.ts'
import { erasePerson, exportPerson } from '../../test/rights.ts'
import { listCaseEvents, listPublicEvents, recordCaseEvent } from './case-events.ts'

const app = await payingApp()
const { db, pool } = app
const admin = await anAdmin(db)
const byAdmin = { role: 'admin', userId: admin.id } as const

const setStatus = (id: number, status: 'in_progress' | 'closed') =>
  app.call(complaintCalls.setStatus, { params: { id: String(id) }, body: { status } }, admin)

const historyOf = async (id: number) =>
  (await listCaseEvents(db, id)).map(({ by, username, kind, before, after }) => [by, username, kind, before, after])

// CASE-2
test('filing, payment, each change of status and the refund stand in the history once', async () => {
  const { complaintId, checkout } = await aPaidComplaint(app, 250)
  for (const status of ['in_progress', 'in_progress', 'closed'] as const) await setStatus(complaintId, status)
  await Promise.all([setStatus(complaintId, 'in_progress'), setStatus(complaintId, 'in_progress')])
  await refund(app, checkout.razorpay_payment_id)
  const history = [
    ['complainant', null, 'filed', null, null],
    ['complainant', null, 'paid', null, '25000'],
    ['admin', admin.username, 'status', 'pending', 'in_progress'],
    ['admin', admin.username, 'status', 'in_progress', 'closed'],
    ['admin', admin.username, 'status', 'closed', 'in_progress'],
    ['system', null, 'refund', null, '25000'],
  ]
  expect(await historyOf(complaintId)).toEqual(history)

  // The same history, as the migration reads it from what was stored before there was one.
  await pool.query('alter table case_events disable trigger all')
  await pool.query('delete from case_events where complaint_id = $1', [complaintId])
  await pool.query('alter table case_events enable trigger all')
  const file = path.join(import.meta.dirname, '../../migrations/0061-history-of-old-complaints.sql')
  const migration = await readFile(file, 'utf8')
  await pool.query(migration.slice(migration.indexOf('insert into case_events')))
  expect(await historyOf(complaintId)).toEqual(history.filter(([, , kind]) => kind !== 'status'))
})

// CASE-2
test('the history only grows, goes with its complaint and names no deleted admin', async () => {
  const id = await aComplaint(app)
  const leaving = await anAdmin(db)
  await recordCaseEvent(db, id, { by: { role: 'admin', userId: leaving.id }, kind: 'note', text: 'We called.' })
  for (const statement of [
    `update case_events set kind = 'note' where complaint_id = ${id}`,
    `update case_events set text = 'We did not call.' where complaint_id = ${id}`,
    `update case_events set internal = true where complaint_id = ${id}`,
    `update case_events set by_user = ${admin.id} where complaint_id = ${id}`,
    `delete from case_events where complaint_id = ${id}`,
    'truncate case_events',
  ])
    await expect(pool.query(statement), statement).rejects.toThrow('only added')
  await expect(recordCaseEvent(db, id, { by: byAdmin, kind: 'reveal', internal: false })).rejects.toThrow('check')
  await pool.query('delete from users where id = $1', [leaving.id])
  expect(await historyOf(id)).toEqual([
    ['complainant', null, 'filed', null, null],
    ['admin', null, 'note', null, null],
  ])
  await pool.query('delete from complaints where id = $1', [id])
  expect(await historyOf(id)).toEqual([])
})

// CASE-2
test("internal notes and an admin's name are in no public history and no export", async () => {
  const email = 'notes@example.org'
  const id = await aComplaint(app, { email })
  await recordCaseEvent(db, id, { by: byAdmin, kind: 'note', text: 'A word for her', internal: false })
  await recordCaseEvent(db, id, { by: byAdmin, kind: 'note', text: 'A word among us', internal: true })
  await recordCaseEvent(db, id, { by: byAdmin, kind: 'assign', after: admin.id })
  for (const seen of [await listPublicEvents(db, id), (await exportPerson(app, { email })).complaints]) {
    expect(JSON.stringify(seen)).toContain('A word for her')
    for (const hidden of ['among us', '"assign"', admin.username]) expect(JSON.stringify(seen)).not.toContain(hidden)
  }
  const texts = async () => (await listCaseEvents(db, id)).flatMap(({ text }) => text ?? [])
  await erasePerson(app, { email })
  expect(await texts()).toEqual(['A word for her', 'A word among us'])
  await setStatus(id, 'closed')
  await erasePerson(app, { email: 'nobody@example.org' })
  expect(await texts()).toEqual(['Erased', 'Erased'])
})
