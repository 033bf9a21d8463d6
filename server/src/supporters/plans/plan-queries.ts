import type { ReportedPlan } from '@petsetu/contract/office/reports.ts'
import { toPaise, toRupees } from '@petsetu/contract/platform/money.ts'
import type { ListedPlan, Plan, PlanCategory, PlanForm } from '@petsetu/contract/supporters/plans.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import { containsValues, inLanguage, todayInIndia } from '../../platform/db/expressions.ts'
import { isoTimes } from '../../platform/db/iso-times.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Plans } from '../../platform/db/types.ts'
import { changedMeanwhile, conflict, notFound } from '../../platform/errors.ts'

const TERMS = ['id', 'category', 'duration_months', 'price_paise', 'created_at', 'version'] as const
const PLAN_COLUMNS = [
  ...TERMS,
  ...(['name', 'description', 'features'] as const),
  ...(['name_hi', 'description_hi', 'features_hi'] as const),
  ...(['name_mr', 'description_mr', 'features_mr'] as const),
] as const

type PlanRow = {
  id: number
  name: string
  category: PlanCategory
  duration_months: number
  price_paise: number
  description: string
  features: string
  created_at: Date
  version: number
}
type TranslatedRow = PlanRow & Pick<Plans, 'name_hi' | 'features_hi' | 'name_mr' | 'features_mr'>

function planOf({ price_paise, ...row }: PlanRow): Plan {
  return { ...isoTimes(row), price: toRupees(price_paise) }
}

function rowOf({ price, ...form }: PlanForm) {
  return { ...form, price_paise: toPaise(price) }
}

const plansOnOffer = (db: Db) => db.selectFrom('plans').where('deleted_at', 'is', null)
const selectPlans = (db: Db) => plansOnOffer(db).select(PLAN_COLUMNS)
const newestPlans = (db: Db) => selectPlans(db).orderBy('id', 'desc').limit(1_000)

/** Newest first. There are only a handful; the limit is a safeguard. */
export async function listPlans(db: Db): Promise<Plan[]> {
  return (await newestPlans(db).execute()).map(planOf)
}

/** Adds the memberships of each plan that run today, counted in the same statement; a renewal that starts later does not count. */
export async function listPlansWithMembers(db: Db): Promise<ListedPlan[]> {
  const today = todayInIndia()
  const members = sql<number>`(
    select count(*) from memberships
    where memberships.plan_id = plans.id and memberships.status = 'active'
      and ${today} between memberships.start_date and memberships.expiry_date
  )`
  const rows = await newestPlans(db).select(members.as('members')).execute()
  return rows.map(({ members, ...row }) => ({ ...planOf(row), members }))
}

/** The plans for sale in one language, cheapest first. */
export async function listPlansOf(db: Db, category: PlanCategory, language: Language): Promise<Plan[]> {
  const rows = await plansOnOffer(db)
    .select(TERMS)
    .select(inLanguage('name', language).as('name'))
    .select(inLanguage('description', language).as('description'))
    .select(inLanguage('features', language).as('features'))
    .where('category', '=', category)
    .orderBy('price_paise')
    .orderBy('id')
    .limit(1_000)
    .execute()
  return rows.map(planOf)
}

/** The plans in the report's filter, newest first: those for sale, and deleted ones that have memberships. */
export async function listReportedPlans(db: Db): Promise<ReportedPlan[]> {
  return db
    .selectFrom('plans')
    .select(['id', 'name', sql<boolean>`deleted_at is not null`.as('is_deleted')])
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('deleted_at', 'is', null),
        exists(selectFrom('memberships').select('id').whereRef('memberships.plan_id', '=', 'plans.id')),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(1_000)
    .execute()
}

export async function findPlan(db: Db, id: number): Promise<Plan | null> {
  const row = await selectPlans(db).where('id', '=', id).executeTakeFirst()
  return row ? planOf(row) : null
}

/** Returns null for a deleted plan. */
export async function lockPlan(transaction: Db, id: number): Promise<Plan | null> {
  const row = await selectPlans(transaction).where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? planOf(row) : null
}

export async function insertPlan(db: Db, form: PlanForm): Promise<Plan> {
  return planOf(await db.insertInto('plans').values(rowOf(form)).returning(PLAN_COLUMNS).executeTakeFirstOrThrow())
}

/** Null for a deleted plan. With a `version`, the update is rejected with 409 if the plan has another version by now. */
export async function updatePlan(
  db: Db,
  id: number,
  { version, ...form }: PlanForm & { version?: number | undefined },
): Promise<Plan | null> {
  const row = await db
    .updateTable('plans')
    .set(rowOf(form))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returning(PLAN_COLUMNS)
    .executeTakeFirst()
  if (row) return planOf(row)
  const current = version === undefined ? null : await findPlan(db, id)
  // A repeat of the same update whose reply was lost.
  if (!current || containsValues(current, form)) return current
  throw changedMeanwhile('errorSentences.changedPlan', current)
}

/** Deletes a plan. Rejects with 409 while a membership uses it; the lock lets nobody register at the same time. */
export async function deletePlan(
  db: Db,
  id: number,
  isInUse: (transaction: Db, planId: number) => Promise<boolean>,
): Promise<Plan> {
  return inTransaction(db, async (transaction) => {
    const plan = await lockPlan(transaction, id)
    if (!plan) throw notFound('plan_not_found')
    if (await isInUse(transaction, id)) {
      throw conflict('plan_in_use')
    }
    await transaction.updateTable('plans').set({ deleted_at: sql`now()` }).where('id', '=', id).execute()
    return plan
  })
}

/** The words of a plan as a membership keeps them. */
export function soldWords({ name, features, name_hi, features_hi, name_mr, features_mr }: TranslatedRow) {
  return { plan_name: name, features, plan_name_hi: name_hi, features_hi, plan_name_mr: name_mr, features_mr }
}

/** The plan that somebody registers for, locked so that it cannot be deleted meanwhile. Null if it was deleted. */
export async function lockPlanOnOffer(
  transaction: Db,
  id: number,
): Promise<(TranslatedRow & { category: PlanCategory }) | null> {
  const row = await selectPlans(transaction).where('id', '=', id).forShare().executeTakeFirst()
  return row ?? null
}
