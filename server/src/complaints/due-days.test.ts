import { COMPLAINT_TYPES, DUE_DAYS_AT_FIRST } from '@petsetu/contract/complaints/complaint-limits.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aComplaint, payingApp } from '../../test/paying-app.ts'
import { adminView } from '../../test/payment-state.ts'

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
