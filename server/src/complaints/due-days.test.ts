import { COMPLAINT_TYPES, DUE_DAYS_AT_FIRST } from '@petsetu/contract/complaints/complaint-facts.ts'
import { type ComplaintStatus, complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aComplaint, payingApp } from '../../test/paying-app.ts'
import { adminView, theAdmin } from '../../test/payment-state.ts'
import { listCaseEvents } from './case-events.ts'
import { IS_OVERDUE } from './complaint-queries.ts'

const app = await payingApp({ COMPLAINT_DUE_DAYS: 'cruelty=2, Feeder harassment=3, other=9' })

const daysFromToday = (days: number) => new Date(Date.parse(today()) + days * 86_400_000).toISOString().slice(0, 10)

// CASE-5
test('a complaint is due after the days set for its type, counted from the Indian day', async () => {
  for (const [type, days] of [
    ['Cruelty', 2],
    ['FEEDER HARASSMENT', 3],
    ['Noise or nuisance', 9],
    ['Something else', 9],
    ['constructor', 9],
  ] as const) {
    const id = await aComplaint(app, { type_of_complaint: type })
    expect(await adminView(app, id), type).toMatchObject({ due_on: daysFromToday(days), is_overdue: false })
  }
})

// CASE-5
test('the types that have days of their own at first are those that the form offers', async () => {
  const ofTypes = Object.keys(DUE_DAYS_AT_FIRST).filter((type) => type !== 'other')
  expect(COMPLAINT_TYPES.map((type) => type.toLowerCase())).toEqual(expect.arrayContaining(ofTypes))
  expect(DUE_DAYS_AT_FIRST['injured or sick stray']).toBeLessThanOrEqual(DUE_DAYS_AT_FIRST.cruelty)
})

// CASE-5
test('an open case is overdue once its due day is over in India, an ended one never', async () => {
  const id = await aComplaint(app)
  const states = []
  for (const [status, days] of [
    ['pending', 0],
    ['pending', -1],
    ['in_progress', -1],
    ['resolved', -1],
    ['closed', -1],
  ] as const) {
    await sql`update complaints set status = ${status}, due_on = ${daysFromToday(days)} where id = ${id}`.execute(
      app.db,
    )
    states.push((await adminView(app, id)).is_overdue)
  }
  expect(states).toEqual([false, true, true, false, false])
})

// CASE-5
test('the due day is over at midnight in India, whatever day it is elsewhere', async () => {
  const id = await aComplaint(app)
  await sql`update complaints set due_on = '2026-11-24' where id = ${id}`.execute(app.db)
  const isOverdueAt = (instant: string) =>
    app.db.transaction().execute(async (transaction) => {
      // Stands before the function of the same name that tells the time.
      await sql`create schema moved`.execute(transaction)
      await sql`create function moved.now() returns timestamptz language sql as ${sql.lit(`select timestamptz '${instant}'`)}`.execute(
        transaction,
      )
      await sql`set local search_path = moved, pg_catalog, public`.execute(transaction)
      const row = await transaction
        .selectFrom('complaints')
        .select(IS_OVERDUE.as('isOverdue'))
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await sql`drop schema moved cascade`.execute(transaction)
      return row.isOverdue
    })
  expect(await isOverdueAt('2026-11-24T18:29:59Z')).toBe(false)
  expect(await isOverdueAt('2026-11-24T18:30:00Z')).toBe(true)
})

// CASE-5, CASE-3
test('a case that opens again after its due day has the days of its type from then on', async () => {
  const id = await aComplaint(app, { type_of_complaint: 'Feeder harassment' })
  const set = async (...statuses: ComplaintStatus[]) => {
    for (const status of statuses)
      await app.call(complaintCalls.setStatus, { params: { id: String(id) }, body: { status } }, await theAdmin(app))
  }
  const moved = async () =>
    (await listCaseEvents(app.db, id))
      .filter(({ kind }) => kind === 'due')
      .map(({ by, before, after }) => [by, before, after])
  const late = daysFromToday(-4)
  await set('closed', 'pending')
  expect(await adminView(app, id)).toMatchObject({ due_on: daysFromToday(3) })
  await sql`update complaints set due_on = ${late} where id = ${id}`.execute(app.db)
  await set('in_progress', 'resolved')
  expect(await adminView(app, id)).toMatchObject({ due_on: late })
  expect(await moved()).toEqual([])
  await set('pending')
  expect(await adminView(app, id)).toMatchObject({ due_on: daysFromToday(3), is_overdue: false })
  expect(await moved()).toEqual([['system', late, daysFromToday(3)]])
})
