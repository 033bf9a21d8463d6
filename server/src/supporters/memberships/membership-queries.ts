import { toRupees } from '@petsetu/contract/platform/money.ts'
import { featureList } from '@petsetu/contract/supporters/membership-facts.ts'
import type { Membership } from '@petsetu/contract/supporters/memberships.ts'
import type { PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { type RawBuilder, sql } from 'kysely'
import { mailedTo } from '../../payments/purpose-rules.ts'
import { receiptPath } from '../../payments/receipts/receipt-numbers.ts'
import { CONFIRMED_EMAIL, CURRENT_FIRST, isOwnMembership } from '../../people/users/own-memberships.ts'
import { inLanguage, todayInIndia } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { endMembership, lockRenewalsOf, membershipStatus } from './membership-period.ts'
import { isImported, isPaidOrImported } from './membership-proof.ts'

/** Selects memberships as they are shown, with the receipt; in the main words of their plans unless a language is given. */
export function selectMemberships(db: Db, language: Language = 'en') {
  return db
    .selectFrom('memberships')
    .leftJoin('payments', (join) =>
      join
        .onRef('payments.subject_id', '=', 'memberships.id')
        .on('payments.purpose', '=', 'membership')
        .on('payments.disposition', '=', 'applied'),
    )
    .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
    .select([
      'memberships.id',
      'memberships.username',
      'memberships.category',
      'memberships.created_at',
      'memberships.start_date',
      'memberships.expiry_date',
      'memberships.amount_paise',
      'payments.status as payment_status',
      'payments.refunded_paise',
      'receipts.token as receipt_token',
      inLanguage('memberships.plan_name', language).as('plan_name'),
      inLanguage('memberships.features', language).as('features'),
      membershipStatus().as('status'),
      isImported('memberships').as('is_imported'),
    ])
}

type MembershipRow = Awaited<ReturnType<ReturnType<typeof selectMemberships>['executeTakeFirstOrThrow']>>

export function membershipOf(row: MembershipRow): Membership {
  const { created_at, amount_paise, payment_status, refunded_paise, features, receipt_token, ...rest } = row
  const returnedPaise = payment_status === 'refunded' ? amount_paise : (refunded_paise ?? 0)
  return {
    ...rest,
    created_at: created_at.toISOString(),
    amount_paid: toRupees(amount_paise),
    returned: toRupees(returnedPaise),
    features: JSON.stringify(featureList(features)),
    receipt_path: receiptPath(receipt_token),
  }
}

/** SQL condition: the membership is this account's own. */
export function isOf(userId: number): RawBuilder<boolean> {
  const confirmedEmail = sql<string | null>`(select ${CONFIRMED_EMAIL} from users where users.id = ${userId})`
  return isOwnMembership(sql<number>`${userId}`, confirmedEmail)
}

/** SQL condition on a membership of `isOf`: the account took it, or it was paid or imported. */
export function isProvenOf(userId: number): RawBuilder<boolean> {
  return sql<boolean>`(memberships.user_id is not distinct from ${userId} or ${isPaidOrImported('memberships')})`
}

/** The account's current membership: the active one that runs, else the next one to start. A free one of a visitor comes last. */
export async function findCurrentMembership(db: Db, userId: number, language: Language): Promise<Membership | null> {
  const row = await selectMemberships(db, language)
    .where(isOf(userId))
    .where('memberships.status', '=', 'active')
    .where('memberships.expiry_date', '>=', todayInIndia())
    .orderBy(isProvenOf(userId), 'desc')
    .orderBy(CURRENT_FIRST)
    .limit(1)
    .executeTakeFirst()
  return row ? membershipOf(row) : null
}

/**
 * The details of the unpaid membership, as they were typed, because the same ones continue it and its order; else of the last one, with the
 * address to which mails about it go.
 */
export async function findRenewal(db: Db, userId: number, category: PlanCategory) {
  const row = await db
    .selectFrom('memberships')
    .leftJoin('users', 'users.id', 'memberships.user_id')
    .select(['plan_id', 'name', 'memberships.phone', 'address', 'why_join'])
    .select(
      sql<string>`case status when 'pending' then memberships.email else ${mailedTo('memberships')} end`.as('email'),
    )
    .where(isOf(userId))
    .where(isProvenOf(userId))
    .where('category', '=', category)
    .where('status', 'in', ['pending', 'active'])
    // Erased ones have no address.
    .where('memberships.email', '<>', '')
    .orderBy(sql`status = 'pending'`, 'desc')
    .orderBy('memberships.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

const HISTORY_MAX = 500

/** Lists the newest first. */
export async function listMembershipsOf(db: Db, userId: number, language: Language): Promise<Membership[]> {
  const rows = await selectMemberships(db, language)
    .where(isOf(userId))
    .orderBy('memberships.id', 'desc')
    .limit(HISTORY_MAX)
    .execute()
  return rows.map(membershipOf)
}

export async function readMembership(db: Db, id: number): Promise<Membership> {
  const row = await selectMemberships(db)
    .where('memberships.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('membership_not_found'))
  return membershipOf(row)
}

/** Until the end of the transaction, nobody else changes it, or when it starts. */
export async function lockMembership(transaction: Db, id: number): Promise<Membership> {
  await lockRenewalsOf(transaction, id)
  await transaction.selectFrom('memberships').select('id').where('id', '=', id).forUpdate().execute()
  return readMembership(transaction, id)
}

/** Cancels a membership; returns the ids of later ones that start earlier. Rejects with 409 if it has expired. */
export async function cancelMembership(transaction: Db, { id, status }: Membership): Promise<number[]> {
  if (status === 'expired') throw conflict('membership_expired')
  return status === 'cancelled' ? [] : endMembership(transaction, id)
}

/** True if a plan has an active or pending membership. */
export async function isPlanInUse(db: Db, planId: number): Promise<boolean> {
  const used = await db
    .selectFrom('memberships')
    .select('id')
    .where('plan_id', '=', planId)
    .where((where) =>
      where.or([
        where('status', '=', 'pending'),
        where.and([where('status', '=', 'active'), where('expiry_date', '>=', todayInIndia())]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}
