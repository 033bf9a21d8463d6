import { expect, test } from 'vitest'
import { errorsOf } from './donation-checks.ts'
import { type DonationValues, valuesFor } from './donation-values.ts'

const FILLED: DonationValues = {
  ...valuesFor({ username: 'asha', email: 'asha@example.org' }),
  ...{ phone: '98200 11111', address: 'Pune', money_source: 'indian-citizen' },
}

// DON-1
test('an empty form says what is missing; the PAN is not', () => {
  expect(errorsOf({ ...valuesFor(null), amount: '' })).toEqual({
    amount: 'Amount is required',
    name: 'Name is required',
    email: 'Email is required',
    phone: 'Phone number is required',
    address: 'Address is required',
    money_source: 'This is required',
  })
  expect(errorsOf(FILLED)).toEqual({})
})

// DON-1
test('an amount below ₹10, above ₹5,00,000 or with three decimals is not accepted', () => {
  expect(errorsOf({ ...FILLED, amount: '9.99' })).toEqual({ amount: 'A donation is at least ₹10' })
  expect(errorsOf({ ...FILLED, amount: '500000.5' }).amount).toContain('at most ₹5,00,000')
  expect(errorsOf({ ...FILLED, amount: '10.125' })).toEqual({ amount: 'The amount has at most two decimals' })
  for (const amount of ['10', '10.5', '500000']) expect(errorsOf({ ...FILLED, amount })).toEqual({})
})

// DON-1
test('a PAN has its form, and a fourth letter that says what its holder is', () => {
  for (const pan of ['ABCPE1234F', ' aaatk0000a ', 'AABCH1234Z']) expect(errorsOf({ ...FILLED, pan })).toEqual({})
  for (const pan of ['ABCXE1234F', 'ABCPE1234', 'ABCPE12345', '1BCPE1234F', 'ABCPE1234FG', 'ABC PE1234F'])
    expect(errorsOf({ ...FILLED, pan }), pan).toEqual({
      pan: 'A PAN has five letters, four digits and a letter, like ABCPE1234F',
    })
})
