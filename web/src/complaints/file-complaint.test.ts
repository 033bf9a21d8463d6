import { expect, test } from 'vitest'
import { confirmFee, fileComplaint, type Steps } from './file-complaint.ts'
import type { SavedComplaint } from './saved-complaint.ts'

const SAVED: SavedComplaint = {
  id: 12,
  name: 'Asha',
  email: 'asha@example.org',
  phone: '9000000001',
  amount: 100,
  fileName: null,
  reply: null,
}
const ORDER = {
  order_id: 'order_1',
  checkout_data: { key: 'rzp_test_1', amount: 10_000, currency: 'INR' as const, name: 'PetSetu', description: 'Fee' },
}
const REPLY = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'abc' }

/** Steps that all go well, except for those given, and a record of which were taken. */
function stepsWith(others: Partial<Steps>) {
  const taken: string[] = []
  const good: Steps = {
    submit: async () => SAVED,
    initiate: async () => ORDER,
    checkout: async () => ({ kind: 'paid', reply: REPLY }),
    verify: async () => '/receipt/token',
  }
  const steps = Object.fromEntries(
    Object.entries({ ...good, ...others }).map(([name, step]) => [
      name,
      (...args: never[]) => {
        taken.push(name)
        return (step as (...args: never[]) => unknown)(...args)
      },
    ]),
  ) as Steps
  return { steps, taken }
}

test('CMP-7 submit, initiate, checkout, verify: paid', async () => {
  const { steps, taken } = stepsWith({})
  expect(await fileComplaint(steps)).toEqual({ kind: 'paid', complaintId: 12, receiptPath: '/receipt/token' })
  expect(taken).toEqual(['submit', 'initiate', 'checkout', 'verify'])
})

test('CMP-8 a closed or failed checkout leaves it unpaid, and nothing is verified', async () => {
  const dismissed = stepsWith({ checkout: async () => ({ kind: 'dismissed' }) })
  expect(await fileComplaint(dismissed.steps)).toEqual({ kind: 'unpaid', reason: null })
  expect(dismissed.taken).not.toContain('verify')

  const failed = stepsWith({ checkout: async () => ({ kind: 'failed', message: 'The bank said no' }) })
  expect(await fileComplaint(failed.steps)).toEqual({ kind: 'unpaid', reason: 'The bank said no' })
})

test('CMP-9 a step that fails is named with its reason, and no further one is taken', async () => {
  const error = new Error('refused')
  for (const name of ['submit', 'initiate', 'checkout', 'verify'] as const) {
    const { steps, taken } = stepsWith({ [name]: () => Promise.reject(error) })
    expect(await fileComplaint(steps)).toEqual({ kind: 'failed', at: name, error })
    expect(taken.at(-1)).toBe(name)
  }
})

test('a fee that turns out to be settled opens no checkout', async () => {
  const { steps, taken } = stepsWith({ initiate: async () => ({ closed: 'This complaint is already paid.' }) })
  expect(await fileComplaint(steps)).toEqual({
    kind: 'closed',
    complaintId: 12,
    why: 'This complaint is already paid.',
  })
  expect(taken).toEqual(['submit', 'initiate'])
})

test('a payment that waits for its confirmation is only verified', async () => {
  const { steps, taken } = stepsWith({})
  expect(await confirmFee(steps, SAVED, REPLY)).toEqual({
    kind: 'paid',
    complaintId: 12,
    receiptPath: '/receipt/token',
  })
  expect(taken).toEqual(['verify'])
})
