import { schemaResolver } from '@mantine/form'
import { type Plan, PlanForm } from '@petsetu/contract/plans.ts'

export type PlanValues = { [Field in keyof PlanForm]: string }

export const NEW_PLAN: PlanValues = {
  name: '',
  category: 'regular',
  duration_months: '30',
  price: '0',
  description: '',
  features: '',
}

export const PLAN_LABELS: Record<keyof PlanValues, string> = {
  name: 'Plan Name',
  category: 'Category',
  duration_months: 'Duration (month)',
  price: 'Price (₹)',
  description: 'Description',
  features: 'Features',
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
    price: numberOf(values.price),
  }
}

const planErrorsOf = schemaResolver(PlanForm, { sync: true })

export function errorsOf(values: PlanValues): Record<string, string> {
  const { category } = values
  return planErrorsOf({ ...planOf(values), category }) as Record<string, string>
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
