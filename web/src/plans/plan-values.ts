import { schemaResolver } from '@mantine/form'
import { type Plan, PlanForm } from '@petsetu/contract/plans.ts'

/** What stands in the fields of the plan form: all of it text. */
export type PlanValues = { [Field in keyof PlanForm]: string }

export const NEW_PLAN: PlanValues = {
  name: '',
  category: 'regular',
  duration_months: '30',
  price: '0',
  description: '',
  features: '',
}

/** What the fields are called, in the order on screen. */
export const PLAN_LABELS: Record<keyof PlanValues, string> = {
  name: 'Plan Name',
  category: 'Category',
  duration_months: 'Duration (month)',
  price: 'Price (₹)',
  description: 'Description',
  features: 'Features',
}

/** A plan as the form shows it. */
export function planValuesOf({ name, category, duration_months, price, description, features }: Plan): PlanValues {
  return { name, category, duration_months: String(duration_months), price: String(price), description, features }
}

/** What was typed, as the server takes it; a number that is none becomes NaN, which no check lets pass. */
export function planOf(values: PlanValues): PlanForm {
  return {
    ...values,
    category: values.category === 'premium' ? 'premium' : 'regular',
    duration_months: numberOf(values.duration_months),
    price: numberOf(values.price),
  }
}

const planErrorsOf = schemaResolver(PlanForm, { sync: true })

/** The messages for the fields that are not right. */
export function errorsOf(values: PlanValues): Record<string, string> {
  const { category } = values
  return planErrorsOf({ ...planOf(values), category }) as Record<string, string>
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
