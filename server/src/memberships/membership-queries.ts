import { createHash } from 'node:crypto'
import type { Membership, Registration } from '@petsetu/contract/memberships.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { featureList, type PlanCategory } from '@petsetu/contract/plans.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import { recordConsent } from '../consents/record-consent.ts'
import { todayInIndia } from '../db/indian-days.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { conflict, notFound } from '../errors.ts'
import type { Person } from '../http/routing/person.ts'
import { lockPlanOnOffer } from '../plans/plan-queries.ts'
import { findConfirmedEmail } from '../users/account-details.ts'
import { hasEmail } from '../users/contact.ts'
import { membershipStatus } from './membership-status.ts'

/** Selects memberships as they are shown, with the receipt. */
export function selectMemberships(db: Db) {
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
      'memberships.plan_name',
      'memberships.category',
      'memberships.created_at',
      'memberships.start_date',
      'memberships.expiry_date',
      'memberships.amount_paise',
      'memberships.features',
      'receipts.token as receipt_token',
      membershipStatus().as('status'),
    ])
}

type MembershipRow = Awaited<ReturnType<ReturnType<typeof selectMemberships>['executeTakeFirstOrThrow']>>

export function membershipOf(row: MembershipRow): Membership {
  const { created_at, amount_paise, features, receipt_token, category, ...rest } = row
  return {
    ...rest,
    // A check constraint limits the column to these two; the generated type only says string.
    category: category as PlanCategory,
    created_at: created_at.toISOString(),
    amount_paid: amount_paise / PAISE_PER_RUPEE,
    features: JSON.stringify(featureList(features)),
    receipt_path: receipt_token === null ? null : paths.receipt.to({ token: receipt_token }),
  }
}

export type PendingMembership = { id: number; planName: string; pricePaise: number; status: string }

/**
 * Registers for a plan and copies its present name, terms and price. A repeat with the same details, by the same person for
 * the same offer, returns the same pending (or free) membership. Rejects with 404 if the plan was deleted.
 */
export async function registerMembership(
  db: Db,
  { plan_id, ...details }: Registration,
  person: Pick<Person, 'id' | 'username'> | null,
  language: Language,
): Promise<PendingMembership> {
  return inTransaction(db, async (transaction) => {
    const plan = await lockPlanOnOffer(transaction, plan_id)
    if (!plan) throw notFound('plan_not_offered')
    const offer = {
      plan_id: plan.id,
      plan_name: plan.name,
      category: plan.category,
      duration_months: plan.duration_months,
      price_paise: plan.price_paise,
      features: plan.features,
    }
    const detailsKey = createHash('sha256')
      .update(JSON.stringify([details, offer, person?.id ?? null]))
      .digest('base64url')
    if (offer.price_paise === 0) {
      const same = await findFreeOfToday(transaction, detailsKey)
      if (same) return same
    }
    const inserted = await transaction
      .insertInto('memberships')
      .values({
        ...details,
        ...offer,
        language,
        user_id: person?.id ?? null,
        username: person?.username ?? details.name,
        details_key: detailsKey,
      })
      .onConflict((same) => same.column('details_key').where('status', '=', 'pending').doNothing())
      .returning('id as subjectId')
      .executeTakeFirst()
    if (inserted) await recordConsent(transaction, { ...inserted, purpose: 'membership', language })
    const { id, plan_name, price_paise, status } = await transaction
      .selectFrom('memberships')
      .select(['id', 'plan_name', 'price_paise', 'status'])
      .where('details_key', '=', detailsKey)
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow()
    return { id, planName: plan_name, pricePaise: price_paise, status }
  })
}

/**
 * A free membership created with the same details within a day: a client that lost the reply sends them again. Of two
 * concurrent requests the second waits here for the first.
 */
async function findFreeOfToday(transaction: Db, detailsKey: string): Promise<PendingMembership | null> {
  await sql`select pg_advisory_xact_lock(hashtext(${`free membership ${detailsKey}`}))`.execute(transaction)
  const same = await transaction
    .selectFrom('memberships')
    .select(['id', 'plan_name as planName', 'price_paise as pricePaise', 'status'])
    .where('details_key', '=', detailsKey)
    .where('status', '=', 'active')
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst()
  return same ?? null
}

/** SQL condition: bought with the account, or without one and with the e-mail address that the account has confirmed. */
export async function isOf(db: Db, userId: number) {
  const email = await findConfirmedEmail(db, userId)
  const isBought = sql<boolean>`memberships.user_id = ${userId}`
  return email === null ? isBought : sql<boolean>`(${isBought} or (memberships.user_id is null and ${hasEmail(email)}))`
}

/** The account's current membership: the active one that ends last, else the next one to start. */
export async function findCurrentMembership(db: Db, userId: number): Promise<Membership | null> {
  const row = await selectMemberships(db)
    .where(await isOf(db, userId))
    .where('memberships.status', '=', 'active')
    .where('memberships.expiry_date', '>=', todayInIndia())
    .orderBy(sql`memberships.start_date <= ${todayInIndia()}`, 'desc')
    .orderBy('memberships.expiry_date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? membershipOf(row) : null
}

/**
 * What was typed for the unpaid membership of a category, else for the last one; null if there is none. The same details again
 * continue the same membership and its order.
 */
export async function findRenewal(db: Db, userId: number, category: PlanCategory) {
  const row = await db
    .selectFrom('memberships')
    .select(['plan_id', 'name', 'email', 'phone', 'address', 'why_join'])
    .where(await isOf(db, userId))
    .where('category', '=', category)
    .where('status', 'in', ['pending', 'active'])
    // Erased ones have no address.
    .where('email', '<>', '')
    .orderBy(sql`status = 'pending'`, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

const HISTORY_MAX = 500

/** Newest first. */
export async function listMembershipsOf(db: Db, userId: number): Promise<Membership[]> {
  const rows = await selectMemberships(db)
    .where(await isOf(db, userId))
    .orderBy('memberships.id', 'desc')
    .limit(HISTORY_MAX)
    .execute()
  return rows.map(membershipOf)
}

export async function readMembership(db: Db, id: number): Promise<Membership> {
  const row = await selectMemberships(db).where('memberships.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('membership_not_found')
  return membershipOf(row)
}

/** Until the end of the transaction, nobody else changes it. */
export async function lockMembership(transaction: Db, id: number): Promise<Membership> {
  await transaction.selectFrom('memberships').select('id').where('id', '=', id).forUpdate().execute()
  return readMembership(transaction, id)
}

/** Cancels a pending or active membership; does nothing if it is cancelled. Rejects with 409 if it has expired. */
export async function cancelMembership(db: Db, id: number): Promise<Membership> {
  await db
    .updateTable('memberships')
    .set({ status: 'cancelled' })
    .where('id', '=', id)
    .where(membershipStatus(), 'in', ['pending', 'active'])
    .execute()
  const membership = await readMembership(db, id)
  if (membership.status === 'expired') throw conflict('membership_expired')
  return membership
}

/** Whether a plan has an active or pending membership. */
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
