import { expect, test } from 'vitest'
import { messagesOf } from '../../test/messages-of.ts'
import { LostForm } from './lost.ts'

const LOST = { since: '2026-01-31', area: 'Kothrud, Pune', note: null, reward: null, listed: true }

const messages = (fields: object) => messagesOf(LostForm, { ...LOST, ...fields })

// FND-4
test('a reward is from ₹1 to ₹10,00,000, or none', () => {
  for (const reward of [1, 10_00_000, null, undefined]) expect(messages({ reward })).toEqual({})
  for (const reward of [0, 10_00_001])
    expect(messages({ reward })).toEqual({ reward: 'Reward must be a whole number from 1 to 10,00,000' })
})

// FND-4
test('area and note have a length of their own, and not one letter more', () => {
  for (const [field, max] of Object.entries({ area: 200, note: 500 })) {
    expect(messages({ [field]: 'x'.repeat(max) }), field).toEqual({})
    expect(messages({ [field]: 'x'.repeat(max + 1) })).toEqual({
      [field]: expect.stringContaining(`must be at most ${max} characters long`),
    })
  }
})
