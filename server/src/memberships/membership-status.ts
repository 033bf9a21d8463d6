import type { MembershipStatus } from '@petsetu/contract/memberships.ts'
import { type RawBuilder, sql } from 'kysely'
import { todayInIndia } from '../db/indian-days.ts'

const EXPIRING_DAYS = 30

/** The status as it shows: an active membership is expired from the day after its expiry, with no job having to run for it. */
export function membershipStatus(): RawBuilder<MembershipStatus> {
  // Today is a question of its own, answered once a statement and not once a row. (In a condition it is none: there the planner
  // wants to know the day.)
  return sql<MembershipStatus>`case
    when memberships.status = 'active' and memberships.expiry_date < (select ${todayInIndia()}) then 'expired'
    else memberships.status
  end`
}

/** Active, and over within 30 days. */
export function expiresSoon(): RawBuilder<boolean> {
  const today = todayInIndia()
  return sql<boolean>`(memberships.status = 'active'
    and memberships.expiry_date between ${today} and ${today} + ${EXPIRING_DAYS}::integer)`
}
