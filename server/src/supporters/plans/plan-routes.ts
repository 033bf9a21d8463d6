import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { type Plan, type PlanForm, planCalls } from '@petsetu/contract/supporters/plans.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../../people/audit/record-audit.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/errors.ts'
import { type CsvColumn, streamCsv } from '../../platform/http/bodies/csv.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { recordAct } from '../../platform/record-event.ts'
import {
  deletePlan,
  findPlan,
  insertPlan,
  listPlans,
  listPlansOf,
  listPlansWithMembers,
  lockPlan,
  updatePlan,
} from './plan-queries.ts'

type PlanDeps = Deps & { isPlanInUse: (transaction: Db, planId: number) => Promise<boolean> }

export function planRoutes(app: FastifyInstance, deps: PlanDeps): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  on(planCalls.listAll, async () => succeed(await listPlansWithMembers(db)))

  on(planCalls.csv, async ({ reply }) =>
    // The list is short, so the first batch holds all of it.
    streamCsv<Plan>(reply, 'plans.csv', CSV_COLUMNS, async (last) => (last ? [] : listPlans(db))),
  )

  on(planCalls.read, async ({ params }) => succeed({ plan: orGone(await findPlan(db, params.id)) }))

  on(planCalls.create, async ({ body, by, createOnce }) => {
    const id = await createOnce(async (transaction) => {
      const plan = await insertPlan(transaction, body)
      await recordAudit(transaction, by, 'plan-created', { kind: 'plan', id: plan.id }, { after: wordsOf(plan) })
      return plan.id
    })
    return succeed({ plan: orGone(await findPlan(db, id)) })
  })

  on(planCalls.update, async ({ params: { id }, body, by }) =>
    inTransaction(db, async (transaction) => {
      const stored = orGone(await lockPlan(transaction, id))
      const plan = orGone(await updatePlan(transaction, id, body))
      const change = { before: wordsOf(stored), after: wordsOf(plan) }
      await recordAudit(transaction, by, 'plan-changed', { kind: 'plan', id }, change)
      return succeed({ plan })
    }),
  )

  on(planCalls.delete, async ({ params, by }) => {
    await inTransaction(db, async (transaction) => {
      const plan = await deletePlan(transaction, params.id, deps.isPlanInUse)
      await recordAudit(transaction, by, 'plan-deleted', { kind: 'plan', id: plan.id }, { before: wordsOf(plan) })
    })
    recordAct(by, { event: 'plan-deleted', planId: params.id })
  })

  on(planCalls.listRegular, async ({ request }) =>
    succeed({ plans: await listPlansOf(db, 'regular', languageOf(request)) }),
  )

  on(planCalls.listPremium, async ({ request }) =>
    succeed({ plans: await listPlansOf(db, 'premium', languageOf(request)) }),
  )
}

const CSV_COLUMNS: CsvColumn<Plan>[] = [
  { headId: 'csv.id', cell: (plan) => plan.id },
  { headId: 'csv.name', cell: (plan) => plan.name },
  { headId: 'csv.category', cell: ({ category }, text) => text(`plan.${category}`) },
  { headId: 'csv.duration', cell: (plan) => plan.duration_months },
  { headId: 'csv.price', cell: (plan) => plan.price },
  { headId: 'csv.description', cell: (plan) => plan.description },
  { headId: 'csv.features', cell: (plan) => plan.features },
]

/** Picks the fields that an admin writes into the form. */
function wordsOf({ id: _, version: __, created_at: ___, ...words }: Plan): PlanForm {
  return words
}

function orGone<T>(plan: T | null): T {
  if (!plan) throw notFound('plan_not_found')
  return plan
}
