import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import type { Plan, PlanCategory, PlanForm } from '@petsetu/contract/plans.ts'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { conflict, notFound } from '../errors.ts'

const PLAN_COLUMNS = [
  'id',
  'name',
  'category',
  'duration_months',
  'price_paise',
  'description',
  'features',
  'created_at',
] as const

type PlanRow = {
  id: number
  name: string
  category: string
  duration_months: number
  price_paise: number
  description: string
  features: string
  created_at: Date
}

function planOf({ price_paise, created_at, category, ...row }: PlanRow): Plan {
  return {
    ...row,
    // The table's check allows these two; the generated types only say text.
    category: category as PlanCategory,
    price: price_paise / PAISE_PER_RUPEE,
    created_at: created_at.toISOString(),
  }
}

function rowOf({ price, ...form }: PlanForm) {
  return { ...form, price_paise: Math.round(price * PAISE_PER_RUPEE) }
}

const selectPlans = (db: Db) => db.selectFrom('plans').select(PLAN_COLUMNS).where('deleted_at', 'is', null)

/** Newest first. A foundation has a handful; the bound is there so that it holds whatever happens. */
export async function listPlans(db: Db): Promise<Plan[]> {
  return (await selectPlans(db).orderBy('id', 'desc').limit(1_000).execute()).map(planOf)
}

/** The plans on offer, cheapest first. */
export async function listPlansOf(db: Db, category: PlanCategory): Promise<Plan[]> {
  const rows = await selectPlans(db)
    .where('category', '=', category)
    .orderBy('price_paise')
    .orderBy('id')
    .limit(1_000)
    .execute()
  return rows.map(planOf)
}

export async function findPlan(db: Db, id: number): Promise<Plan | null> {
  const row = await selectPlans(db).where('id', '=', id).executeTakeFirst()
  return row ? planOf(row) : null
}

export async function insertPlan(db: Db, form: PlanForm): Promise<Plan> {
  return planOf(await db.insertInto('plans').values(rowOf(form)).returning(PLAN_COLUMNS).executeTakeFirstOrThrow())
}

export async function updatePlan(db: Db, id: number, form: PlanForm): Promise<Plan | null> {
  const row = await db
    .updateTable('plans')
    .set(rowOf(form))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(PLAN_COLUMNS)
    .executeTakeFirst()
  return row ? planOf(row) : null
}

/**
 * Takes a plan off the list. Refuses with 409 while an active or pending membership uses it, `isInUse` tells. The plan's row is
 * locked meanwhile, so that nobody registers for it at the same moment.
 */
export async function deletePlan(
  db: Db,
  id: number,
  isInUse: (transaction: Db, planId: number) => Promise<boolean>,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const plan = await selectPlans(transaction).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!plan) throw notFound('Membership plan not found')
    if (await isInUse(transaction, id)) {
      throw conflict('Failed to delete plan. It may be in use by active memberships.')
    }
    await transaction.updateTable('plans').set({ deleted_at: sql`now()` }).where('id', '=', id).execute()
  })
}

/** The plan that somebody registers for, locked against being deleted while they do. Null once it is gone. */
export async function lockPlanOnOffer(
  transaction: Db,
  id: number,
): Promise<(PlanRow & { category: PlanCategory }) | null> {
  const row = await selectPlans(transaction).where('id', '=', id).forShare().executeTakeFirst()
  return row ? { ...row, category: row.category as PlanCategory } : null
}
