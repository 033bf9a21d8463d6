import { expect, test } from 'vitest'
import { messagesOf } from '../../test/messages-of.ts'
import { DonationForm } from './donations.ts'

const DONATION = {
  amount: 500,
  purpose: 'Food',
  name: 'Kavita Rao',
  email: 'kavita@example.org',
  phone: '+91 55500 12345',
  address: '12 Neem Road, Pune',
}

const messages = (fields: object) => messagesOf(DonationForm, { ...DONATION, ...fields })

// DON-1
test('a donation is from ₹10 to ₹5,00,000, each paisa of it', () => {
  for (const amount of [10, 10.01, 4_99_999.99, 5_00_000]) expect(messages({ amount })).toEqual({})
  expect(messages({ amount: 9.99 })).toEqual({ amount: 'A donation is at least ₹10' })
  expect(messages({ amount: 5_00_000.01 })).toEqual({
    amount: 'A donation through this page is at most ₹5,00,000. Please write to us to give more.',
  })
})

// DON-1
test('each text has a length of its own, and not one letter more', () => {
  for (const [field, max] of Object.entries({ purpose: 100, name: 100, phone: 30, address: 500 })) {
    expect(messages({ [field]: 'x'.repeat(max) }), field).toEqual({})
    expect(messages({ [field]: 'x'.repeat(max + 1) })).toEqual({
      [field]: expect.stringContaining(`must be at most ${max} characters long`),
    })
  }
})
