import { z } from 'zod'
import { call } from './call.ts'
import { BaseVersion, InternalId, Nothing, success } from './envelope.ts'
import { requiredText } from './fields.ts'
import { isWholePaise } from './money.ts'
import { problem } from './problem.ts'

export const PlanCategory = z.enum(['regular', 'premium'])
export type PlanCategory = z.output<typeof PlanCategory>

const DURATION_MONTHS_MAX = 1_200
const PRICE_RUPEES_MAX = 1_00_00_000

/** The plan form. `price` is in rupees: 0, or at least 1, the smallest amount that the provider accepts. */
export const PlanForm = z.object({
  name: requiredText({ field: 'name', max: 100 }),
  category: z.enum(['regular', 'premium'], problem('required', { field: 'category' })),
  duration_months: z
    .number(problem('required', { field: 'duration' }))
    .positive({ error: problem('notPositive', { field: 'duration' }), abort: true })
    .refine(Number.isInteger, { error: problem('notWhole', { field: 'duration' }), abort: true })
    .refine(
      (months) => months <= DURATION_MONTHS_MAX,
      problem('tooManyMonths', { field: 'duration', max: DURATION_MONTHS_MAX }),
    ),
  price: z
    .number(problem('required', { field: 'price' }))
    .min(0, { error: problem('negative', { field: 'price' }), abort: true })
    .refine((rupees) => rupees === 0 || rupees >= 1, problem('priceTooSmall'))
    .refine((rupees) => rupees <= PRICE_RUPEES_MAX, problem('priceTooHigh'))
    .refine(isWholePaise, problem('priceDecimals')),
  description: requiredText({ field: 'description', max: 2_000, lines: 'many' }),
  features: requiredText({
    field: 'features',
    missing: problem('areRequired', { field: 'features' }),
    max: 5_000,
    lines: 'many',
  }),
})
export type PlanForm = z.output<typeof PlanForm>

/** An update of a plan; with `version` it is rejected if the stored plan has another version. */
export const PlanUpdate = PlanForm.extend({ version: BaseVersion })

/** Splits the features of a plan, which are stored as one text with one feature per line. */
export function featureList(features: string): string[] {
  return features
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

export const Plan = PlanForm.extend({ id: z.number(), version: z.number(), created_at: z.string() })
export type Plan = z.output<typeof Plan>

const byId = z.object({ id: InternalId })

export const planCalls = {
  listAll: call({
    method: 'GET',
    path: '/api/admin/memberships/plans',
    access: 'admin',
    duty: 'members',
    priority: 'low',
    summary: 'All plans, newest first',
    reply: success(z.array(Plan)),
  }),
  csv: call({
    method: 'GET',
    path: '/api/admin/memberships/plans.csv',
    access: 'admin',
    duty: 'members',
    priority: 'low',
    maxConcurrent: 4,
    summary: 'All plans as CSV',
    file: 'text/csv',
    reply: z.string(),
  }),
  read: call({
    method: 'GET',
    path: '/api/admin/memberships/plans/{id}',
    access: 'admin',
    duty: 'members',
    summary: 'A plan, at data.plan',
    params: byId,
    reply: success(z.object({ plan: Plan })),
  }),
  create: call({
    method: 'POST',
    path: '/api/admin/memberships/plans',
    access: 'admin',
    duty: 'members',
    summary: 'Add a plan',
    body: PlanForm,
    idempotent: true,
    reply: success(z.object({ plan: Plan })),
    status: 201,
  }),
  update: call({
    method: 'PUT',
    path: '/api/admin/memberships/plans/{id}',
    access: 'admin',
    duty: 'members',
    summary:
      'Change a plan, with a version only where the stored plan still has it; what was sold stays as it was sold',
    params: byId,
    body: PlanUpdate,
    reply: success(z.object({ plan: Plan })),
  }),
  delete: call({
    method: 'DELETE',
    path: '/api/admin/memberships/plans/{id}',
    access: 'admin',
    duty: 'members',
    summary: 'Delete a plan that no active or pending membership uses; its name stays in history and reports',
    params: byId,
    reply: Nothing,
    status: 204,
  }),
  listRegular: call({
    method: 'GET',
    path: '/api/memberships/plans/regular',
    access: 'anyone',
    summary: 'The regular plans, cheapest first',
    reply: success(z.object({ plans: z.array(Plan) })),
  }),
  listPremium: call({
    method: 'GET',
    path: '/api/memberships/plans/premium',
    access: 'anyone',
    summary: 'The premium plans, cheapest first',
    reply: success(z.object({ plans: z.array(Plan) })),
  }),
}
