import { type RawBuilder, sql } from 'kysely'
import { todayInIndia } from '../../platform/db/expressions.ts'

/** SQL of an account: its e-mail address, folded as in the index `memberships_email`; null until it is confirmed. */
export const CONFIRMED_EMAIL = sql<string | null>`case when users.email_confirmed_at is not null
  then lower(normalize(users.email, NFKC)) end`

/** SQL condition on a membership: bought with this account, or without one and with the e-mail address that the account has confirmed. */
export function isOwnMembership(
  accountId: RawBuilder<number>,
  confirmedEmail: RawBuilder<string | null>,
): RawBuilder<boolean> {
  return sql<boolean>`(memberships.user_id = ${accountId} or (memberships.user_id is null
    and lower(normalize(memberships.email, NFKC)) = ${confirmedEmail}))`
}

const HAS_BEGUN = sql`memberships.start_date <= ${todayInIndia()}`
const RUNS = sql`(${HAS_BEGUN} and memberships.expiry_date >= ${todayInIndia()})`

/**
 * SQL: the order of an account's memberships that are or were active, the current one first. Of those that run, premium ones come before
 * regular ones, because the two categories run side by side after an upgrade; then the one that ends last, for a renewal begins on the
 * last day of the one before it. The next one to start follows.
 */
export const CURRENT_FIRST = sql`${RUNS} desc, ${RUNS} and memberships.category = 'premium' desc,
  case when ${HAS_BEGUN} then memberships.expiry_date end desc, memberships.start_date, memberships.id desc`
