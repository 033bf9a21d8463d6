import { expect, test } from 'vitest'
import { errorsOf } from './registration-checks.ts'
import { valuesFor } from './registration-fields.tsx'

// MEM-2
test('an empty form says what is missing, in the words of each field', () => {
  expect(errorsOf(valuesFor(null))).toEqual({
    name: 'Name is required',
    email: 'Email is required',
    phone: 'Phone number is required',
    plan_id: 'Please select a membership plan',
    address: 'Address is required',
    why_join: 'Please tell us why you want to join',
  })
  expect(errorsOf({ ...valuesFor(null), email: 'asha@' }).email).toBe('Invalid email address')
})

// MEM-1
test('the name and the e-mail of somebody signed in are filled in', () => {
  const values = valuesFor({ username: 'asha', email: 'asha@example.org' })
  expect(values).toMatchObject({ name: 'asha', email: 'asha@example.org', plan_id: '' })
})
