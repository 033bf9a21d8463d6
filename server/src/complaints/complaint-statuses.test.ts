import { randomUUID } from 'node:crypto'
import {
  COMPLAINT_STATUSES,
  DUE_FEES,
  feeStatuses,
  isFeeDue,
  OPEN_STATUSES,
} from '@petsetu/contract/complaints/complaint-statuses.ts'
import { keysOf } from '@petsetu/contract/platform/registry.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/harness.ts'
import { IS_PAYABLE } from './complaint-payment.ts'

const { db, drop } = await testDatabase()
afterAll(drop)

async function insertComplaint(status: string, fee: string, duplicateOf: number | null = null): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into complaints (fullname, email, phone, type_of_complaint, location_of_incident, date_of_incident, description,
      status, payment_status, payment_paise, razorpay_payment_id, duplicate_of)
    values ('Asha', 'asha@example.org', '98200 11111', 'Cruelty', 'Pune', '2026-03-31', 'A long story.',
      ${status}, ${fee}, 10000, ${`pay_${randomUUID()}`}, ${duplicateOf}) returning id`.execute(db)
  return rows[0]?.id ?? 0
}

// CMP-10, CMP-11
test('the database takes a complaint of each status and each status of its fee', async () => {
  for (const status of COMPLAINT_STATUSES) for (const fee of keysOf(feeStatuses)) await insertComplaint(status, fee)
  const { rows } = await sql`select distinct status, payment_status from complaints`.execute(db)
  expect(rows).toHaveLength(COMPLAINT_STATUSES.length * keysOf(feeStatuses).length)
})

// CMP-11
test('a fee can be paid exactly where it is due', async () => {
  const first = await insertComplaint('pending', 'none')
  for (const fee of keysOf(feeStatuses)) {
    await insertComplaint('pending', fee)
    await insertComplaint('closed', fee, first)
  }
  const rows = await db
    .selectFrom('complaints')
    .select(['payment_status', 'duplicate_of', IS_PAYABLE.as('is_payable')])
    .where('id', '>', first)
    .execute()
  expect(rows.filter(({ is_payable }) => is_payable)).toHaveLength(DUE_FEES.length)
  expect(rows.filter((row) => row.is_payable !== isFeeDue(row))).toEqual([])
})

// CMP-10, CMP-11
test('the index of open complaints knows every open status and no other', async () => {
  const { rows } = await sql<{ condition: string }>`
    select pg_get_expr(indpred, indrelid) as condition from pg_index
    where indexrelid = 'complaints_open_due'::regclass`.execute(db)
  const known = [...(rows[0]?.condition ?? '').matchAll(/'(\w+)'/g)].map(([, status]) => status)
  expect(known.sort()).toEqual(OPEN_STATUSES.toSorted())
})
