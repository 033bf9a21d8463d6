import type { MembershipStatus } from '@petsetu/contract/memberships.ts'
import { type RawBuilder, sql } from 'kysely'
import { todayInIndia } from '../db/indian-days.ts'

/** The status as it shows: an active membership is expired from the day after its expiry, with no job having to run for it. */
export function membershipStatus(): RawBuilder<MembershipStatus> {
  return sql<MembershipStatus>`case
    when memberships.status = 'active' and memberships.expiry_date < ${todayInIndia()} then 'expired'
    else memberships.status
  end`
}
