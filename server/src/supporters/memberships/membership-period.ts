import { addMonths } from '@petsetu/contract/platform/calendar.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import type { MembershipStatus } from '@petsetu/contract/supporters/memberships.ts'
import type { PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import { type RawBuilder, sql } from 'kysely'
import { findAccountOf, findConfirmedEmail } from '../../people/users/account-details.ts'
import { todayInIndia } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { notFound } from '../../platform/errors.ts'
import { isImported } from './membership-proof.ts'

/** A membership starts when it is paid, or when the running one of its category ends (`runningUntil`); Indian days. */
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

export function expiresSoon(): RawBuilder<boolean> {
  const today = todayInIndia()
  return sql<boolean>`(memberships.status = 'active'
    and memberships.expiry_date between ${today} and ${today} + ${EXPIRING_DAYS}::integer)`
}

export type Member = { user_id: number | null; email: string; category: PlanCategory }

/** The day on which the member's last active membership of this category ends; null if there is none. */
export async function findLastExpiry(transaction: Db, member: Member): Promise<string | null> {
  const isOfMember = await lockRenewals(transaction, member)
  const { expiry } = await transaction
    .selectFrom('memberships')
    .select(({ fn }) => fn.max('expiry_date').as('expiry'))
    .where(isOfMember)
    .where('category', '=', member.category)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  return expiry
}

/** Cancels a membership. Its renewals start earlier, without a gap; returns the ids of those that were moved. */
export async function endMembership(transaction: Db, membershipId: number): Promise<number[]> {
  const { isOfMember, ended } = await lockRenewalsOf(transaction, membershipId)
  await transaction.updateTable('memberships').set({ status: 'cancelled' }).where('id', '=', membershipId).execute()
  if (ended.expiry_date === null) return []
  const active = await transaction
    .selectFrom('memberships')
    .select(['id', 'start_date', 'expiry_date', 'duration_months'])
    .where(isOfMember)
    .where('category', '=', ended.category)
    .where('status', '=', 'active')
    .orderBy('start_date')
    .orderBy('id')
    .execute()
  const followers = followersOf(ended.expiry_date, active)
  const others = active.filter((one) => !followers.includes(one)).map(({ expiry_date }) => expiry_date ?? '')
  let runningUntil = others.toSorted().at(-1) ?? null
  const moved: number[] = []
  for (const { id, start_date, duration_months } of followers) {
    const { startDate, expiryDate } = membershipPeriod(today(), runningUntil, duration_months)
    if (start_date === null || startDate >= start_date) break
    await transaction
      .updateTable('memberships')
      .set({ start_date: startDate, expiry_date: expiryDate })
      .where('id', '=', id)
      .execute()
    runningUntil = expiryDate
    moved.push(id)
  }
  return moved
}

/** Locks when this member's memberships start. Call it before locking one, or two that end at once may deadlock. */
export async function lockRenewalsOf(transaction: Db, membershipId: number) {
  const ended = await transaction
    .selectFrom('memberships')
    .select(['user_id', 'email', 'category', 'expiry_date'])
    .where('id', '=', membershipId)
    .executeTakeFirstOrThrow(() => notFound('membership_not_found'))
  return { isOfMember: await lockRenewals(transaction, ended), ended }
}

type Period = { start_date: string | null; expiry_date: string | null }

/** Those that have not begun and each start on the day on which the one before ends. */
function followersOf<Row extends Period>(expiry: string, active: Row[]): Row[] {
  const followers: Row[] = []
  let end: string | null = expiry
  for (const one of active) {
    if (one.start_date === null || one.start_date !== end || one.start_date <= today()) continue
    followers.push(one)
    end = one.expiry_date
  }
  return followers
}

/**
 * SQL condition: a membership of the same member. It belongs to the same account; or it has the e-mail address that was typed, or that
 * the account has confirmed, and belongs to no other account. Anybody can type an address for a free plan, so of those found by their
 * address only paid and imported ones count. The locks let two renewals that are paid at once follow each other.
 */
async function lockRenewals(
  transaction: Db,
  { user_id, email }: Omit<Member, 'category'>,
): Promise<RawBuilder<boolean>> {
  const accountId = user_id ?? (await findAccountOf(transaction, email))
  const confirmed = accountId === null ? null : await findConfirmedEmail(transaction, accountId)
  const emails = [...new Set([email, confirmed ?? ''].filter((one) => one !== '').map(foldCase))].sort()
  // In a fixed order, so that two transactions never wait for each other.
  if (accountId !== null)
    await sql`select pg_advisory_xact_lock(hashtext('petsetu renewal'), ${accountId}::integer)`.execute(transaction)
  for (const one of emails)
    await sql`select pg_advisory_xact_lock(hashtext('petsetu renewal by address'), hashtext(${one}))`.execute(
      transaction,
    )
  const isOfAccount = accountId === null ? sql`false` : sql`user_id = ${accountId}`
  const isOfNoOther = user_id === null ? sql`true` : sql`user_id is null`
  return sql<boolean>`(${isOfAccount} or (lower(normalize(email, NFKC)) = any (${emails}::text[]) and ${isOfNoOther}
    and (price_paise > 0 or ${isImported('memberships')})))`
}
