import { type Plan, PlanForm } from '@petsetu/contract/supporters/plans.ts'
import { type Language, languages } from '@petsetu/languages/languages.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { typedRupees } from '../../platform/lib/amounts.ts'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'

export type PlanValues = { [Field in keyof Required<PlanForm>]: string }

export const NEW_PLAN: PlanValues = {
  name: '',
  category: 'regular',
  duration_months: '30',
  price: '0',
  description: '',
  features: '',
  name_hi: '',
  description_hi: '',
  features_hi: '',
  name_mr: '',
  description_mr: '',
  features_mr: '',
}

/** The languages beside that of the main words. */
export const TRANSLATIONS = ['hi', 'mr'] as const
export const TRANSLATED = ['name', 'description', 'features'] as const

export const PLAN_CATEGORIES: Record<Plan['category'], PlainId> = { regular: 'plan.regular', premium: 'plan.premium' }

/** Returns the label of each field of the form. */
export function planLabels(text: Translate): Record<keyof PlanValues, string> {
  const words = {
    name: text('plans.name'),
    description: text('plans.description'),
    features: text('plans.features'),
  }
  const inLanguage = (field: keyof typeof words, language: Language) =>
    text('plans.inLanguage', { field: words[field], language: languages[language].name })
  return {
    ...words,
    category: text('plans.category'),
    duration_months: text('plans.durationInMonths'),
    price: text('plans.priceInRupees'),
    name_hi: inLanguage('name', 'hi'),
    description_hi: inLanguage('description', 'hi'),
    features_hi: inLanguage('features', 'hi'),
    name_mr: inLanguage('name', 'mr'),
    description_mr: inLanguage('description', 'mr'),
    features_mr: inLanguage('features', 'mr'),
  }
}

export function planValuesOf(plan: Plan): PlanValues {
  const { name, category, duration_months, price, description, features } = plan
  const { name_hi, description_hi, features_hi, name_mr, description_mr, features_mr } = plan
  return {
    name,
    category,
    description,
    features,
    duration_months: String(duration_months),
    price: String(price),
    name_hi: name_hi ?? '',
    description_hi: description_hi ?? '',
    features_hi: features_hi ?? '',
    name_mr: name_mr ?? '',
    description_mr: description_mr ?? '',
    features_mr: features_mr ?? '',
  }
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

const LENGTH_MAX = 50

export function shorten(description: string): string {
  const characters = [...description.replaceAll(/\s+/g, ' ')]
  return characters.length > LENGTH_MAX ? `${characters.slice(0, LENGTH_MAX).join('')}...` : characters.join('')
}
