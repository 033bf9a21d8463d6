import { createHash } from 'node:crypto'
import type { Registration } from '@petsetu/contract/memberships.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import { recordConsent } from '../consents/record-consent.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { notFound } from '../errors.ts'
import type { Person } from '../http/routing/person.ts'
import { lockPlanOnOffer } from '../plans/plan-queries.ts'

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
