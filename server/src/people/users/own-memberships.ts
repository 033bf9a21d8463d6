import { type RawBuilder, sql } from 'kysely'

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
