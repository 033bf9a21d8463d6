import { randomUUID } from 'node:crypto'
import { IMPORT_KINDS, IMPORT_STATES } from '@petsetu/contract/office/imports.ts'
import { MAIL_KINDS, mailStates } from '@petsetu/contract/office/mails.ts'
import { deskStates, paymentDispositions, paymentStatuses } from '@petsetu/contract/payments/payments.ts'
import { tagStates } from '@petsetu/contract/pets/tags.ts'
import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import { keysOf } from '@petsetu/contract/platform/registry.ts'
import {
  MEMBERSHIP_STATUSES,
  membershipStatuses,
  STORED_MEMBERSHIP_STATUSES,
} from '@petsetu/contract/supporters/membership-facts.ts'
import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { TAG_STATE } from '../src/pets/tags/tag-queries.ts'
import { membershipStatus } from '../src/supporters/memberships/membership-period.ts'
import { aBlankTag, aFailedMail, aUser } from './factories.ts'
import { testDatabase } from './harness.ts'
import { aMembership, dayFromToday } from './memberships.ts'

// The statuses of complaints and of their fees have such a test beside the queries of complaints.

const { db, drop } = await testDatabase()
afterAll(drop)

// MEM-8
test('the database takes a membership of each stored status and shows each status', async () => {
  for (const status of STORED_MEMBERSHIP_STATUSES) await aMembership(db, await aUser(db), { status })
  const ended = { start_date: dayFromToday(-400), expiry_date: dayFromToday(-1) }
  await aMembership(db, await aUser(db), { status: 'active', ...ended })

  const rows = await db.selectFrom('memberships').select(membershipStatus().as('status')).distinct().execute()
  expect(rows.map(({ status }) => status).sort()).toEqual(MEMBERSHIP_STATUSES.toSorted())
  expect(membershipStatuses.expired.setBy).toBe('calendar')
})

// TAG-6
test('the database takes a tag of each state', async () => {
  for (const state of keysOf(tagStates)) {
    const petId = await aBlankTag(db)
    const [bound_at, spent_at] = [
      state === 'blank' ? null : sql<Date>`now()`,
      state === 'spent' ? sql<Date>`now()` : null,
    ]
    await db.updateTable('tags').set({ bound_at, spent_at }).where('pet_id', '=', petId).execute()
  }
  const rows = await db.selectFrom('tags').select(TAG_STATE.as('state')).execute()
  expect(rows.map(({ state }) => state).sort()).toEqual(keysOf(tagStates).toSorted())
})

// PAY-1
test('the database takes an order of each purpose and a payment of each status', async () => {
  for (const [index, purpose] of PURPOSES.entries())
    await db
      .insertInto('payment_orders')
      .values({ purpose, subject_id: index, amount_paise: 100, receipt: `order-of-${purpose}` })
      .execute()
  for (const status of keysOf(paymentStatuses))
    await db
      .insertInto('payments')
      .values({ provider_payment_id: `pay_${status}`, amount_paise: 100, currency: 'INR', status })
      .execute()
  expect(await db.selectFrom('payment_orders').select('purpose').execute()).toHaveLength(PURPOSES.length)
  expect(await db.selectFrom('payments').select('status').execute()).toHaveLength(keysOf(paymentStatuses).length)
})

// PAY-6
test('the database takes each disposition, and applies only money that has come', async () => {
  const { id: order_id } = await db
    .insertInto('payment_orders')
    .values({ purpose: 'donation', subject_id: 99, amount_paise: 100, receipt: 'order-of-dispositions' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const disposition of keysOf(paymentDispositions))
    for (const status of keysOf(paymentStatuses)) {
      const provider_payment_id = `pay_${disposition}_${status}`
      const payment = { provider_payment_id, order_id, amount_paise: 100, currency: 'INR', status, disposition }
      const [stored] = await Promise.allSettled([db.insertInto('payments').values(payment).execute()])
      const isRight = disposition !== 'applied' || paymentStatuses[status].isReceived
      expect(stored.status, provider_payment_id).toBe(isRight ? 'fulfilled' : 'rejected')
    }
})

// RCP-2
test('the database takes each state of desk money, and one valid row a reference', async () => {
  const now = sql<Date>`now()`
  for (const state of keysOf(deskStates)) {
    const cheque = {
      mode: 'cheque',
      reference: state,
      bank: 'SBI',
      state,
      taken_by_name: 'asha',
      decided_at: now,
    } as const
    const voided = state === 'void' ? { void_asked_at: now, void_reason: 'Torn', voided_at: now } : {}
    const [first, second] = [await aDeskPaymentId(), await aDeskPaymentId()]
    await db
      .insertInto('desk_payments')
      .values({ payment_id: first, ...cheque, ...voided })
      .execute()
    const again = db.insertInto('desk_payments').values({ payment_id: second, ...cheque, ...voided })
    const [stored] = await Promise.allSettled([again.execute()])
    expect(stored.status, state).toBe(deskStates[state].isValid ? 'rejected' : 'fulfilled')
  }
})

async function aDeskPaymentId(): Promise<number> {
  const { id } = await db
    .insertInto('payments')
    .values({ provider_payment_id: `desk_${randomUUID()}`, amount_paise: 100, currency: 'INR', status: 'created' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

// DSK-6
test('the database takes an import of each kind and each state', async () => {
  const file = { headings: [], sample: '[]', columns: '{}', fingerprint: 'none', row_count: 0 }
  const admin = { admin_id: 1, admin_username: 'asha', request_id: 'none' }
  for (const kind of IMPORT_KINDS)
    for (const state of IMPORT_STATES)
      await db
        .insertInto('imports')
        .values({ kind, state, ...file, ...admin })
        .execute()
  const rows = await db.selectFrom('imports').select(['kind', 'state']).distinct().execute()
  expect(rows).toHaveLength(IMPORT_KINDS.length * IMPORT_STATES.length)
})

// MAIL-1, LNG-1
test('the database takes a mail of each state, each kind and each language', async () => {
  for (const state of keysOf(mailStates)) await aFailedMail(db, { state })
  for (const kind of MAIL_KINDS)
    await db
      .updateTable('mails')
      .set({ kind })
      .where('id', '=', await aFailedMail(db))
      .execute()
  for (const language of LANGUAGES)
    await db
      .updateTable('mails')
      .set({ language })
      .where('id', '=', await aFailedMail(db))
      .execute()
  const { rows } = await sql<{ states: number; kinds: number; languages: number }>`
    select count(distinct state) as states, count(distinct kind) as kinds, count(distinct language) as languages from mails`.execute(
    db,
  )
  expect(rows).toEqual([{ states: keysOf(mailStates).length, kinds: MAIL_KINDS.length, languages: LANGUAGES.length }])
})
