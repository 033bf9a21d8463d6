import { expect, test } from 'vitest'
import { errorsOf, NEW_PLAN, planOf, planValuesOf, shorten } from './plan-values.ts'

const WHOLE = { ...NEW_PLAN, name: 'Friend', description: 'For friends', features: 'A newsletter' }

// PLN-7
test('an empty form says what is missing, in the words of each field', () => {
  const empty = {
    ...NEW_PLAN,
    name: '',
    category: '',
    duration_months: '',
    price: '',
    description: ' ',
    features: '\n',
  }
  expect(errorsOf(empty)).toEqual({
    name: 'Name is required',
    category: 'Category is required',
    duration_months: 'Duration is required',
    price: 'Price is required',
    description: 'Description is required',
    features: 'Features are required',
  })
})

// PLN-7
test('a duration is a positive whole number and a price not below 0', () => {
  expect(errorsOf(WHOLE)).toEqual({})
  expect(errorsOf({ ...WHOLE, duration_months: '0' })).toEqual({ duration_months: 'Duration must be positive' })
  expect(errorsOf({ ...WHOLE, duration_months: '-1.5' })).toEqual({ duration_months: 'Duration must be positive' })
  expect(errorsOf({ ...WHOLE, duration_months: '1.5' })).toEqual({ duration_months: 'Duration must be a whole number' })
  expect(errorsOf({ ...WHOLE, price: '-1' })).toEqual({ price: 'Price cannot be negative' })
  expect(errorsOf({ ...WHOLE, price: '0.5' })).toEqual({ price: 'Price must be 0, or at least ₹1' })
})

// PLN-8
test('a plan that was loaded comes back from the form as it was', () => {
  const plan = {
    ...planOf({ ...WHOLE, category: 'premium', price: '499.5' }),
    id: 7,
    version: 1,
    created_at: '2026-03-31T00:00:00Z',
  }
  const { id: _, created_at: __, version: ___, ...form } = plan
  expect(planOf(planValuesOf(plan))).toEqual(form)
})

// PLN-2
test('a description of 50 characters stays whole, and a longer one gets an ellipsis', () => {
  expect(shorten('a'.repeat(50))).toBe('a'.repeat(50))
  expect(shorten('a'.repeat(51))).toBe(`${'a'.repeat(50)}...`)
  expect(shorten('')).toBe('')
})

// PLN-2
test('a character of two code units is never cut in half', () => {
  expect(shorten(`${'a'.repeat(49)}🐕🐈`)).toBe(`${'a'.repeat(49)}🐕...`)
})

// PLN-2
test('lines of a description are shown as one', () => {
  expect(shorten('Food\nand shelter')).toBe('Food and shelter')
})
