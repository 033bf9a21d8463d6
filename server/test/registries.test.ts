import { MAIL_KINDS, mailStates } from '@petsetu/contract/office/mails.ts'
import { paymentStatuses } from '@petsetu/contract/payments/payments.ts'
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
