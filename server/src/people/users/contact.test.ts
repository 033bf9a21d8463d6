import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/harness.ts'
import { isContact, mailboxOf, phoneKey } from './contact.ts'

const database = await testDatabase()
afterAll(() => database.drop())

// ACC-1, MAIL-3
test.for([
  ['Asha@Example.org', 'asha@example.org'],
  ['asha+pets@example.org', 'asha@example.org'],
  ['asha+a+b@example.org', 'asha@example.org'],
  ['a.sha+x@gmail.com', 'asha@gmail.com'],
  ['a.s.h.a@GoogleMail.com', 'asha@gmail.com'],
  ['a.sha@example.org', 'a.sha@example.org'],
  ['+x@example.org', '+x@example.org'],
])('the mailbox of %s is %s', ([email, mailbox]) => {
  expect(mailboxOf(email ?? '')).toBe(mailbox)
})

// PRV-4
test('a phone number in the digits of Hindi or Marathi is the same, typed or stored', async () => {
  expect(phoneKey('+९१ ९८७६५ ४३२१०')).toBe('9876543210')
  const stored = ['९८७६५ ४३२१०', '+91 98765-43210', '०९८७६५४३२१०']
  const all = [...stored, '९८७६५ ४३२११', '']
  for (const phone of ['98765 43210', '+९१ ९८७६५ ४३२१०']) {
    const { rows } = await sql<{ phone: string }>`
      select phone from unnest(${all}::text[]) as numbers (phone) where ${isContact({ phone })}`.execute(database.db)
    expect(rows.map((row) => row.phone)).toEqual(stored)
  }
})

// PRV-4
test.for([
  ['complaints', 'complaints_email'],
  ['memberships', 'memberships_any_email'],
  ['donations', 'donations_email'],
] as const)('whose %s carry an address is looked up by an index', async ([table, index]) => {
  const plan = await database.db.transaction().execute(async (transaction) => {
    // A few rows are read faster without any index.
    await sql`set local enable_seqscan = off`.execute(transaction)
    return sql<Record<string, string>>`
      explain select id from ${sql.table(table)} where ${isContact({ email: 'asha@example.org' })}`.execute(transaction)
  })
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index)
})
