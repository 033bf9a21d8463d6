import { hash } from 'node:crypto'
import type { Registration } from '@petsetu/contract/supporters/memberships.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import { wasPaidToday } from '../../payments/ledger/payment-queries.ts'
import { recordConsent } from '../../people/consents/record-consent.ts'
import { inLanguage } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/errors.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { lockPlanOnOffer, soldWords } from '../plans/plan-queries.ts'

export type RegisteredMembership = {
  id: number
  planName: string
  /** The name in the language of the registration. */
  shownPlan: string
  pricePaise: number
  isPaid: boolean
}

type Wanted = Registration & { is_another?: boolean | undefined; duration_months?: number | undefined }

/**
 * Registers for a plan and copies its present name, terms and price. A repeat with the same details, by the same person for
 * the same offer, returns the same pending membership. Unless another one is wanted, it also returns the one that was paid, or was free,
 * within the last day. The notice that its page shows is recorded. Rejects with 404 if the plan was deleted, or has
 * other months than the form showed.
 */
export async function registerMembership(
  db: Db,
  { plan_id, is_another: isAnother = false, duration_months: months, ...details }: Wanted,
  person: Pick<Person, 'id' | 'username'> | null,
  language: Language,
): Promise<RegisteredMembership> {
  return inTransaction(db, async (transaction) => {
    const plan = await lockPlanOnOffer(transaction, plan_id)
    if (!plan) throw notFound('plan_not_offered')
    if (months !== undefined && months !== plan.duration_months) throw notFound('plan_changed')
    const offer = {
      plan_id: plan.id,
      plan_name: plan.name,
      category: plan.category,
      duration_months: plan.duration_months,
      price_paise: plan.price_paise,
      features: plan.features,
    }
    const detailsKey = hash('sha256', JSON.stringify([details, offer, person?.id ?? null]), 'base64url')
    await sql`select pg_advisory_xact_lock(hashtext(${`registration ${detailsKey}`}))`.execute(transaction)
    const same = isAnother ? null : await findSettledToday(transaction, detailsKey, language)
    if (same) return { ...same, isPaid: true }
    const inserted = await transaction
      .insertInto('memberships')
      .values({
        ...details,
        ...offer,
        ...soldWords(plan),
        language,
        user_id: person?.id ?? null,
        username: person?.username ?? details.name,
        details_key: detailsKey,
      })
      .onConflict((same) => same.column('details_key').where('status', '=', 'pending').doNothing())
      .returning('id as subjectId')
      .executeTakeFirst()
    if (inserted) await recordConsent(transaction, { ...inserted, purpose: 'membership', language })
    const pending = await selectRegistered(transaction, detailsKey, language)
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow()
    return { ...pending, isPaid: false }
  })
}

/** The membership with these details that was paid within the last day, or began then without a price: a repeat means the same one. */
async function findSettledToday(transaction: Db, detailsKey: string, language: Language) {
  const isFree = sql<boolean>`(price_paise = 0 and created_at > now() - interval '1 day')`
  const same = await selectRegistered(transaction, detailsKey, language)
    .where('status', '=', 'active')
    .where(sql<boolean>`(${isFree} or ${wasPaidToday('membership', sql`memberships.id`)})`)
    .executeTakeFirst()
  return same ?? null
}

function selectRegistered(db: Db, detailsKey: string, language: Language) {
  return db
    .selectFrom('memberships')
    .select(['id', 'plan_name as planName', 'price_paise as pricePaise'])
    .select(inLanguage('plan_name', language).as('shownPlan'))
    .where('details_key', '=', detailsKey)
}
