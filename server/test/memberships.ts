import { today } from '@petsetu/contract/platform/dates.ts'
import type { StoredMembershipStatus } from '@petsetu/contract/supporters/membership-facts.ts'
import { sql } from 'kysely'
import type { Db } from '../src/platform/db/pool.ts'
import { aPlan } from './factories.ts'

type Fields = {
  name?: string
  email?: string
  status?: StoredMembershipStatus
  start_date?: string
  expiry_date?: string
  category?: 'regular' | 'premium'
  plan_name?: string
  price_paise?: number
  amount_paise?: number
  razorpay_payment_id?: string
}

let count = 0

/** The Indian day so many days from today. */
export function dayFromToday(days: number): string {
  return new Date(Date.parse(today()) + days * 86_400_000).toISOString().slice(0, 10)
}

/** An active membership of an account, without a payment unless the fields say so; returns its id. */
export async function aMembership(db: Db, user: { id: number; username: string; email: string }, fields: Fields = {}) {
  const { category = 'regular', plan_name = 'Guardian' } = fields
  const plan = await aPlan(db, { category, price: 0, name: plan_name })
  const { id } = await db
    .insertInto('memberships')
    .values({
      plan_id: plan.id,
      user_id: user.id,
      username: user.username,
      name: 'Asha Rao',
      email: user.email,
      phone: '+91 55500 12345',
      address: '12 Neem Road',
      why_join: 'To help',
      plan_name,
      category,
      duration_months: 12,
      price_paise: 0,
      features: plan.features,
      status: 'active',
      start_date: dayFromToday(-30),
      expiry_date: dayFromToday(335),
      details_key: sql<string>`'a membership ' || ${String(++count)}`,
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
