import type { PaymentDisposition, PaymentStatus } from '@petsetu/contract/payments/payments.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import type { MembershipStatus } from '@petsetu/contract/supporters/memberships.ts'
import type { PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import fc from 'fast-check'
import type { Db } from '../src/platform/db/pool.ts'
import { aPlan, aUser } from './factories.ts'

/** A generated membership with its payment attempts, as a report should list them. */
export type Entry = {
  category: PlanCategory
  status: MembershipStatus
  /** Index of the plan and of the user; a user of -1 is a visitor without an account. */
  plan: number
  user: number
  createdAt: Date
  payments: { status: PaymentStatus; disposition: PaymentDisposition; paise: number; createdAt: Date }[]
}

const instant = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2026-03-01T00:00:00Z'),
  noInvalidDate: true,
})

const payment = fc
  .record({
    status: fc.constantFrom<PaymentStatus>('created', 'authorized', 'captured', 'failed', 'refunded'),
    isMatched: fc.boolean(),
    paise: fc.integer({ min: 100, max: 1_000_000 }),
    createdAt: instant,
  })
  .map(({ isMatched, ...rest }) => ({
    ...rest,
    disposition: (rest.status === 'captured' ? (isMatched ? 'surplus' : 'quarantined') : 'none') as PaymentDisposition,
  }))

/** Random books with three plans and three users. */
export const entries: fc.Arbitrary<Entry[]> = fc.array(
  fc.record({
    category: fc.constantFrom<PlanCategory>('regular', 'premium'),
    status: fc.constantFrom<MembershipStatus>('active', 'expired', 'cancelled', 'pending'),
    plan: fc.nat(2),
    user: fc.integer({ min: -1, max: 2 }),
    createdAt: instant,
    payments: fc.array(payment, { maxLength: 3 }),
  }),
  { maxLength: 40 },
)

export type Books = { planIds: number[]; userIds: number[] }

export async function threePlansAndUsers(db: Db): Promise<Books> {
  const plans = [await aPlan(db), await aPlan(db), await aPlan(db)]
  const users = [await aUser(db), await aUser(db), await aUser(db)]
  return { planIds: plans.map(({ id }) => id), userIds: users.map(({ id }) => id) }
}

let count = 0

/** Replaces all stored memberships and payments by these entries. */
export async function writeBooks(db: Db, { planIds, userIds }: Books, all: Entry[]): Promise<void> {
  await db.deleteFrom('payments').execute()
  await db.deleteFrom('payment_orders').execute()
  await db.deleteFrom('memberships').execute()
  for (const entry of all) {
    const isOver = entry.status === 'expired'
    const isRunning = entry.status === 'active' || isOver
    const { id } = await db
      .insertInto('memberships')
      .values({
        plan_id: planIds[entry.plan] ?? 0,
        user_id: userIds[entry.user] ?? null,
        username: 'somebody',
        name: 'Somebody',
        email: 'somebody@example.org',
        phone: '1',
        address: 'Here',
        why_join: 'To help',
        plan_name: 'A plan',
        category: entry.category,
        duration_months: 1,
        price_paise: 0,
        features: 'One',
        status: entry.status === 'expired' ? 'active' : entry.status,
        start_date: isRunning ? '2025-01-01' : null,
        // Yesterday for an expired membership, today for an active one: the days on both sides of the limit.
        expiry_date: isRunning ? (isOver ? today(new Date(Date.now() - 86_400_000)) : today()) : null,
        details_key: String(++count),
        created_at: entry.createdAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const order = await db
      .insertInto('payment_orders')
      .values({
        purpose: 'membership',
        subject_id: id,
        amount_paise: 100,
        receipt: `r${count}`,
        status: entry.payments.length > 0 ? 'paid' : 'created',
        created_at: entry.createdAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const { status, disposition, paise, createdAt } of entry.payments) {
      await db
        .insertInto('payments')
        .values({
          provider_payment_id: `pay_${++count}`,
          order_id: order.id,
          purpose: 'membership',
          subject_id: id,
          amount_paise: paise,
          refunded_paise: status === 'refunded' ? paise : 0,
          currency: 'INR',
          status,
          disposition,
          created_at: createdAt,
        })
        .execute()
    }
  }
}
