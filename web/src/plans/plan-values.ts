import { type Plan, PlanForm } from '@petsetu/contract/plans.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { typedRupees } from '../lib/typed-rupees.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'

export type PlanValues = { [Field in keyof PlanForm]: string }

export const NEW_PLAN: PlanValues = {
  name: '',
  category: 'regular',
  duration_months: '30',
  price: '0',
  description: '',
  features: '',
}

export const PLAN_CATEGORIES: Record<Plan['category'], PlainId> = { regular: 'plan.regular', premium: 'plan.premium' }

/** What each field of the form is called. */
export function planLabels(text: Translate): Record<keyof PlanValues, string> {
  return {
    name: text('plans.name'),
    category: text('plans.category'),
    duration_months: text('plans.durationInMonths'),
    price: text('plans.priceInRupees'),
    description: text('plans.description'),
    features: text('plans.features'),
  }
}

export function planValuesOf({ name, category, duration_months, price, description, features }: Plan): PlanValues {
  return { name, category, duration_months: String(duration_months), price: String(price), description, features }
}

/** The input as the server expects it. An invalid number becomes NaN, which every check rejects. */
export function planOf(values: PlanValues): PlanForm {
  return {
    ...values,
    category: values.category === 'premium' ? 'premium' : 'regular',
    duration_months: numberOf(values.duration_months),
    price: typedRupees(values.price),
  }
}

const planErrorsOf = schemaErrors(PlanForm)

export function errorsOf(values: PlanValues): Record<string, string> {
  const { category } = values
  return planErrorsOf({ ...planOf(values), category })
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
