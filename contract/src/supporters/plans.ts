import { z } from 'zod'
import { call } from '../platform/call.ts'
import { csvCall } from '../platform/csv-call.ts'
import { BaseVersion, ById, NO_CONTENT, success } from '../platform/envelope.ts'
import { optionalText, requiredText } from '../platform/fields.ts'
import { isWholePaise } from '../platform/money.ts'
import { problem } from '../platform/problem.ts'

export const PlanCategory = z.enum(['regular', 'premium'])
export type PlanCategory = z.output<typeof PlanCategory>

const NAME_MAX = 100
const DESCRIPTION_MAX = 2_000
const FEATURES_MAX = 5_000
const DURATION_MONTHS_MAX = 1_200
const PRICE_RUPEES_MAX = 1_00_00_000

/** The months that a page showed of a plan; a plan that has other ones meanwhile is not sold without a word. */
export const ShownMonths = z.int().min(1).max(DURATION_MONTHS_MAX).optional()

const nameIn = () => optionalText({ field: 'name', max: NAME_MAX })
const descriptionIn = () => optionalText({ field: 'description', max: DESCRIPTION_MAX, lines: 'many' })
const featuresIn = () => optionalText({ field: 'features', max: FEATURES_MAX, lines: 'many' })

/** The plan form. `price` is in rupees: 0 or at least 1. A translation left out stays; null removes it. */
export const PlanForm = z.object({
  name: requiredText({ field: 'name', max: NAME_MAX }),
  category: z.enum(PlanCategory.options, problem('required', { field: 'category' })),
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
  description: requiredText({ field: 'description', max: DESCRIPTION_MAX, lines: 'many' }),
  features: requiredText({
    field: 'features',
    missing: problem('areRequired', { field: 'features' }),
    max: FEATURES_MAX,
    lines: 'many',
  }),
  name_hi: nameIn(),
  description_hi: descriptionIn(),
  features_hi: featuresIn(),
  name_mr: nameIn(),
  description_mr: descriptionIn(),
  features_mr: featuresIn(),
})
export type PlanForm = z.output<typeof PlanForm>

/** An update of a plan; with `version` it is rejected if the stored plan has another version. */
export const PlanUpdate = PlanForm.extend({ version: BaseVersion })

const translated = z.string().nullish()

/** A plan. Admins get its translations, and everybody else the words of their language. */
export const Plan = PlanForm.extend({
  id: z.number(),
  version: z.number(),
  created_at: z.string(),
  name_hi: translated,
  description_hi: translated,
  features_hi: translated,
  name_mr: translated,
  description_mr: translated,
  features_mr: translated,
})
export type Plan = z.output<typeof Plan>

/** A plan as admins list it, with the number of memberships that run today. */
export const ListedPlan = Plan.extend({ members: z.number() })
export type ListedPlan = z.output<typeof ListedPlan>

export const planCalls = {
  listAll: call({
    method: 'GET',
    path: '/api/admin/memberships/plans',
    access: 'admin',
    duty: 'members',
    priority: 'low',
    summary: 'All plans, newest first, each with its number of running memberships',
    reply: success(z.array(ListedPlan)),
  }),
  csv: csvCall({
    path: '/api/admin/memberships/plans.csv',
    duty: 'members',
    summary: 'All plans as CSV',
  }),
  read: call({
    method: 'GET',
    path: '/api/admin/memberships/plans/{id}',
    access: 'admin',
    duty: 'members',
    summary: 'A plan, at data.plan',
    params: ById,
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
    params: ById,
    body: PlanUpdate,
    reply: success(z.object({ plan: Plan })),
  }),
  delete: call({
    method: 'DELETE',
    path: '/api/admin/memberships/plans/{id}',
    access: 'admin',
    duty: 'members',
    summary: 'Delete a plan that no active or pending membership uses; its name stays in history and reports',
    params: ById,
    ...NO_CONTENT,
  }),
  listRegular: call({
    method: 'GET',
    path: '/api/memberships/plans/regular',
    access: 'anyone',
    summary: 'The regular plans in the language of the request, cheapest first',
    reply: success(z.object({ plans: z.array(Plan) })),
  }),
  listPremium: call({
    method: 'GET',
    path: '/api/memberships/plans/premium',
    access: 'anyone',
    summary: 'The premium plans in the language of the request, cheapest first',
    reply: success(z.object({ plans: z.array(Plan) })),
  }),
}
