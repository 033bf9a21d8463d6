import { succeed } from '@petsetu/contract/envelope.ts'
import { type Plan, planCalls } from '@petsetu/contract/plans.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/pool.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import { type CsvColumn, streamCsv } from '../http/bodies/csv.ts'
import { mounter } from '../http/routing/mount.ts'
import { recordEvent } from '../record-event.ts'
import { deletePlan, findPlan, insertPlan, listPlans, listPlansOf, updatePlan } from './plan-queries.ts'

type PlanDeps = Deps & { isPlanInUse: (transaction: Db, planId: number) => Promise<boolean> }

export function planRoutes(app: FastifyInstance, deps: PlanDeps): void {
  const on = mounter(app, deps)
  const { db } = deps

  on(planCalls.listAll, async () => succeed(await listPlans(db)))

  on(planCalls.csv, async ({ reply }) =>
    // The list is short, so the first batch holds all of it.
    streamCsv<Plan>(reply, 'plans.csv', CSV_COLUMNS, async (last) => (last ? [] : listPlans(db))),
  )

  on(planCalls.read, async ({ params }) => succeed({ plan: orGone(await findPlan(db, params.id)) }))

  on(planCalls.create, async ({ body, createOnce }) => {
    const id = await createOnce(async (transaction) => (await insertPlan(transaction, body)).id)
    return succeed({ plan: orGone(await findPlan(db, id)) })
  })

  on(planCalls.update, async ({ params, body }) => succeed({ plan: orGone(await updatePlan(db, params.id, body)) }))

  on(planCalls.delete, async ({ params, person, request }) => {
    await deletePlan(db, params.id, deps.isPlanInUse)
    recordEvent(request.log, { event: 'plan-deleted', planId: params.id, actorId: person.id })
  })

  on(planCalls.listRegular, async () => succeed({ plans: await listPlansOf(db, 'regular') }))

  on(planCalls.listPremium, async () => succeed({ plans: await listPlansOf(db, 'premium') }))
}

const CSV_COLUMNS: CsvColumn<Plan>[] = [
  { headId: 'csv.id', cell: (plan) => plan.id },
  { headId: 'csv.name', cell: (plan) => plan.name },
  { headId: 'csv.category', cell: (plan) => plan.category },
  { headId: 'csv.duration', cell: (plan) => plan.duration_months },
  { headId: 'csv.price', cell: (plan) => plan.price },
  { headId: 'csv.description', cell: (plan) => plan.description },
  { headId: 'csv.features', cell: (plan) => plan.features },
]

function orGone<T>(plan: T | null): T {
  if (!plan) throw notFound('plan_not_found')
  return plan
}
