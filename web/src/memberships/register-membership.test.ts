import { expect, test } from 'vitest'
import type { CheckoutOutcome } from '../checkout/open-checkout.ts'
import { confirmMembership, registerMembership, type Steps } from './register-membership.ts'

const REPLY = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'abc' }
const PAID: CheckoutOutcome = { kind: 'paid', reply: REPLY }

function stepsWith(changes: Partial<Steps> = {}) {
  const told: string[] = []
  const steps: Steps = {
    register: async () => {
      told.push('register')
      const checkout_data = { key: 'k', amount: 50_000, currency: 'INR' as const, name: 'F', description: 'M' }
      return { membershipId: 7, order: { order_id: 'order_1', checkout_data } }
    },
    checkout: async ({ order_id }) => {
      told.push(`checkout ${order_id}`)
      return PAID
    },
    verify: async ({ membershipId, reply }) => {
      told.push(`verify ${membershipId} ${reply.razorpay_payment_id}`)
      return '/receipt/abc'
    },
    ...changes,
  }
  return { steps, told }
}

test('MEM-6 registered, paid and verified, the membership is active and has a receipt', async () => {
  const { steps, told } = stepsWith()
  expect(await registerMembership(steps, 50_000)).toEqual({ kind: 'active', receiptPath: '/receipt/abc' })
  expect(told).toEqual(['register', 'checkout order_1', 'verify 7 pay_1'])
})

test('MEM-11 where nothing is to be paid no checkout opens', async () => {
  const { steps, told } = stepsWith({ register: async () => ({ membershipId: 7, order: null }) })
  expect(await registerMembership(steps, 0)).toEqual({ kind: 'active', receiptPath: null })
  expect(told).toEqual([])
})

test('MEM-4 a price that is not the one shown is never asked for', async () => {
  const { steps, told } = stepsWith()
  expect(await registerMembership(steps, 40_000)).toEqual({ kind: 'repriced', pricePaise: 50_000 })
  expect(await registerMembership(steps, 0)).toEqual({ kind: 'repriced', pricePaise: 50_000 })
  expect(told).toEqual(['register', 'register'])
})

test('MEM-7 a closed window ends the story unpaid, with the reason where a try had failed', async () => {
  const dismissed = stepsWith({ checkout: async () => ({ kind: 'dismissed' }) })
  expect(await registerMembership(dismissed.steps, 50_000)).toEqual({ kind: 'unpaid', reason: null })
  const failed = stepsWith({ checkout: async () => ({ kind: 'failed', message: 'The bank said no' }) })
  expect(await registerMembership(failed.steps, 50_000)).toEqual({ kind: 'unpaid', reason: 'The bank said no' })
  expect([...dismissed.told, ...failed.told]).toEqual(['register', 'register'])
})

test('MEM-4 MEM-6 a failure says at which step it came, and nothing after it is tried', async () => {
  const error = new Error('no')
  const fail = () => Promise.reject(error)
  for (const [at, reached] of [
    ['register', 0],
    ['checkout', 1],
    ['verify', 2],
  ] as const) {
    const { steps, told } = stepsWith({ [at]: fail })
    expect(await registerMembership(steps, 50_000)).toEqual({ kind: 'failed', at, error })
    expect(told).toHaveLength(reached)
  }
})

test('MEM-6 a payment that was made is confirmed without paying again', async () => {
  const { steps, told } = stepsWith()
  const payment = { membershipId: 7, reply: REPLY }
  expect(await confirmMembership(steps, payment)).toEqual({ kind: 'active', receiptPath: '/receipt/abc' })
  expect(told).toEqual(['verify 7 pay_1'])
})
