import { expect, test } from 'vitest'
import { messagesOf } from '../../test/messages-of.ts'
import { PlanForm } from './plans.ts'

const PLAN = {
  name: 'Friend',
  category: 'regular',
  duration_months: 12,
  price: 500,
  description: 'For everybody who likes animals',
  features: 'A newsletter\nA badge',
}

const messages = (fields: object) => messagesOf(PlanForm, { ...PLAN, ...fields })

// PLN-7
test('each text has a length of its own, and not one letter more', () => {
  const lengths = {
    ...{ name: 100, name_hi: 100, name_mr: 100 },
    ...{ description: 2_000, description_hi: 2_000, description_mr: 2_000 },
    ...{ features: 5_000, features_hi: 5_000, features_mr: 5_000 },
  }
  for (const [field, max] of Object.entries(lengths)) {
    expect(messages({ [field]: 'x'.repeat(max) }), field).toEqual({})
    expect(messages({ [field]: 'x'.repeat(max + 1) })).toEqual({
      [field]: expect.stringContaining(`must be at most ${max} characters long`),
    })
  }
})

// PLN-7
test('a plan lasts from one month to a hundred years', () => {
  for (const duration_months of [1, 1_200]) expect(messages({ duration_months })).toEqual({})
  expect(messages({ duration_months: 0 })).toEqual({ duration_months: 'Duration must be positive' })
  expect(messages({ duration_months: 1_201 })).toEqual({ duration_months: 'Duration must be at most 1200 months' })
})

// PLN-7
test('a plan is free, or costs from ₹1 to a crore', () => {
  for (const price of [0, 1, 1_00_00_000]) expect(messages({ price })).toEqual({})
  expect(messages({ price: -0.01 })).toEqual({ price: 'Price cannot be negative' })
  for (const price of [0.01, 0.99]) expect(messages({ price })).toEqual({ price: 'Price must be 0, or at least ₹1' })
  expect(messages({ price: 1_00_00_000.01 })).toEqual({ price: 'Price is too high' })
})
