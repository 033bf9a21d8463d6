import { expect, test } from 'vitest'
import { CallError } from '../lib/request.ts'
import { messageOfEnding } from './registration-message.ts'

const silent = (status: number) => new CallError(status, null)
const saying = (status: number, message: string) => new CallError(status, { status: 'error', message })

test('MEM-4 a registration that failed is told in the server’s words, else in the product’s', () => {
  const at = 'register'
  const text = (error: CallError) => messageOfEnding({ kind: 'failed', at, error })?.text
  expect(text(silent(0))).toBe('Failed to register membership. Please try again.')
  expect(text(silent(500))).toBe('Failed to register membership. Please try again.')
  expect(text(saying(400, 'Phone number is required'))).toBe('Phone number is required')
  expect(messageOfEnding({ kind: 'failed', at, error: saying(404, 'This plan is gone') })).toBeNull()
})

test('MEM-6 a refused verification asks to contact support; one that the provider could not answer does not', () => {
  const at = 'verify'
  expect(messageOfEnding({ kind: 'failed', at, error: silent(400) })).toEqual({
    kind: 'failed',
    text: 'Payment verification failed. Please contact support.',
  })
  expect(messageOfEnding({ kind: 'failed', at, error: saying(409, 'Payment amount does not match.') })?.more).toBe(
    'Payment amount does not match.',
  )
  expect(messageOfEnding({ kind: 'failed', at, error: silent(503) })?.text).toBe(
    'Payment received. Confirmation is in progress.',
  )
})

test('MEM-4 a changed price is named in rupees', () => {
  expect(messageOfEnding({ kind: 'repriced', pricePaise: 1_20_000_00 })?.text).toContain('it is ₹1,20,000 now')
})
