import { addMonths } from '@petsetu/contract/platform/calendar.ts'
import type { MembershipStatus } from '@petsetu/contract/supporters/memberships.ts'
import { type RawBuilder, sql } from 'kysely'
import { todayInIndia } from '../../platform/db/expressions.ts'

/**
 * The period of a membership: it starts on the day it was paid, or when the current one of the same category ends.
 * `runningUntil` is the expiry of that one, null if there is none. All days are Indian days.
 */
export function membershipPeriod(
  paidOn: string,
  runningUntil: string | null,
  months: number,
): { startDate: string; expiryDate: string } {
  const startDate = runningUntil !== null && runningUntil >= paidOn ? runningUntil : paidOn
  return { startDate, expiryDate: addMonths(startDate, months) }
}

const EXPIRING_DAYS = 30

/** The status as shown: an active membership counts as expired from the day after its expiry, without a job that updates it. */
export function membershipStatus(): RawBuilder<MembershipStatus> {
  // Today is a subquery, so that it is evaluated once per statement and not per row. (In a condition it is inlined, because
  // the planner needs its value.)
  return sql<MembershipStatus>`case
    when memberships.status = 'active' and memberships.expiry_date < (select ${todayInIndia()}) then 'expired'
    else memberships.status
  end`
}

/** Active, and expires within 30 days. */
export function expiresSoon(): RawBuilder<boolean> {
  const today = todayInIndia()
  return sql<boolean>`(memberships.status = 'active'
    and memberships.expiry_date between ${today} and ${today} + ${EXPIRING_DAYS}::integer)`
}
