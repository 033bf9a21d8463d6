import { expect, test } from 'vitest'
import { messagesOf } from '../../test/messages-of.ts'
import { Registration } from './memberships.ts'

const APPLICANT = {
  plan_id: 1,
  name: 'Kavita Rao',
  email: 'kavita@example.org',
  phone: '+91 55500 12345',
  address: '12 Neem Road, Pune',
  why_join: 'I like animals',
}

const messages = (fields: object) => messagesOf(Registration, { ...APPLICANT, ...fields })

// MEM-2
test('each text has a length of its own, and not one letter more', () => {
  for (const [field, max] of Object.entries({ name: 100, phone: 30, address: 500, why_join: 2_000 })) {
    expect(messages({ [field]: 'x'.repeat(max) }), field).toEqual({})
    expect(messages({ [field]: 'x'.repeat(max + 1) })).toEqual({
      [field]: expect.stringContaining(`must be at most ${max} characters long`),
    })
  }
})

// MEM-2
test('a plan is chosen by its number, also in digits; anything else asks for one', () => {
  for (const plan_id of [1, '1', 9_999_999_999, '9999999999']) expect(messages({ plan_id })).toEqual({})
  for (const plan_id of [undefined, null, '', 0, '0', -1, 1.5, '01', 10_000_000_000, '10000000000', [1]])
    expect(messages({ plan_id }), String(plan_id)).toEqual({ plan_id: 'Please select a membership plan' })
})
