import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { startOfDay } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { conflict } from '../../platform/errors.ts'
import { lockPlanOnOffer, soldWords } from '../plans/plan-queries.ts'
import { membershipPeriod } from './membership-period.ts'

/** A membership that was bought elsewhere. Without an account it is the member's own once an account has confirmed the e-mail address. */
export type EarlierMembership = {
  name: string
  email: string
  phone: string
  address?: string | null | undefined
  why_join?: string | null | undefined
  planId: number
  /** An Indian day. */
  startDate: string
  account: { id: number; username: string } | null
}

/**
 * Stores memberships that run from their start for the months of their plan. They cost nothing here, so that they need no payment and
 * count in no revenue; in reports they stand on the day on which they began. Nobody is told. Returns their ids.
 */
export async function insertEarlierMemberships(transaction: Db, members: EarlierMembership[]): Promise<number[]> {
  const plans = await lockPlans(transaction, members)
  const rows = await transaction
    .insertInto('memberships')
    .values(
      members.map(({ planId, startDate, account, address, why_join, ...person }) => {
        const plan = plans.get(planId)
        if (!plan) throw conflict('plan_not_offered')
        return {
          ...person,
          address: address ?? '',
          why_join: why_join ?? '',
          user_id: account?.id ?? null,
          username: account?.username ?? person.name,
          plan_id: planId,
          category: plan.category,
          ...soldWords(plan),
          duration_months: plan.duration_months,
          price_paise: 0,
          status: 'active',
          start_date: startDate,
          expiry_date: membershipPeriod(startDate, null, plan.duration_months).expiryDate,
          created_at: sql<Date>`least(now(), ${startOfDay(startDate)})`,
          // Only the details of what is not paid yet have to be found again.
          details_key: `imported ${randomUUID()}`,
        }
      }),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function lockPlans(transaction: Db, members: EarlierMembership[]) {
  const ids = [...new Set(members.map(({ planId }) => planId))].sort((one, other) => one - other)
  const plans = new Map<number, NonNullable<Awaited<ReturnType<typeof lockPlanOnOffer>>>>()
  for (const id of ids) {
    const plan = await lockPlanOnOffer(transaction, id)
    if (plan) plans.set(id, plan)
  }
  return plans
}
