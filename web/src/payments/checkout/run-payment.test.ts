import { expect, test } from 'vitest'
import { CallError } from '../../platform/lib/requests/request.ts'
import type { CheckoutOutcome } from './provider.ts'
import { confirmMadePayment, confirmPayment, runPayment, type Steps, type Subject } from './run-payment.ts'

const SUBJECT: Subject = {
  id: 12,
  name: 'Asha',
  email: 'asha@example.org',
  phone: '9000000001',
  amountPaise: 10_000,
  fileName: null,
}
const ORDER = {
  order_id: 'order_1',
  checkout_data: { key: 'rzp_test_1', amount: 10_000, currency: 'INR' as const, name: 'PetSetu', description: 'Fee' },
}
const REPLY = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'abc' }
const PAID: CheckoutOutcome = { kind: 'paid', reply: REPLY }

/** Steps that all succeed, except for those given, and a record of which were run. */
function stepsWith(others: Partial<Steps>) {
  const taken: string[] = []
  const good: Steps = {
    create: async () => ({ subject: SUBJECT }),
    order: async () => ORDER,
    checkout: async () => PAID,
    verify: async () => '/receipt/token',
    findPaid: async () => null,
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

// CMP-7
test('create, order, checkout, verify: paid', async () => {
  const { steps, taken } = stepsWith({})
  expect(await runPayment(steps)).toEqual({ kind: 'paid', subject: SUBJECT, receiptPath: '/receipt/token' })
  expect(taken).toEqual(['create', 'order', 'checkout', 'verify'])
})

// MEM-6
test('a subject that came with its order is paid on that order, and verified with both', async () => {
  const verified: unknown[] = []
  const { steps, taken } = stepsWith({
    create: async () => ({ subject: SUBJECT, order: ORDER }),
    verify: async (payment) => {
      verified.push(payment)
      return '/receipt/abc'
    },
  })
  expect(await runPayment(steps)).toMatchObject({ kind: 'paid', receiptPath: '/receipt/abc' })
  expect(taken).toEqual(['create', 'checkout', 'verify'])
  expect(verified).toEqual([{ subject: SUBJECT, reply: REPLY }])
})

// MEM-11
test('without anything to pay no checkout opens', async () => {
  const { steps, taken } = stepsWith({ create: async () => ({ subject: SUBJECT, order: null }) })
  expect(await runPayment(steps)).toEqual({ kind: 'settled', subject: SUBJECT, why: null })
  expect(taken).toEqual(['create'])
})

// MEM-4
test('a price that differs from the one shown is not charged', async () => {
  for (const amountPaise of [9_000, 0]) {
    const { steps, taken } = stepsWith({
      create: async () => ({ subject: { ...SUBJECT, amountPaise }, order: ORDER }),
    })
    expect(await runPayment(steps)).toEqual({ kind: 'repriced', pricePaise: 10_000 })
    expect(taken).toEqual(['create'])
  }
})

// CMP-8, MEM-7
test('a closed or failed checkout leaves it unpaid, and nothing is verified', async () => {
  const dismissed = stepsWith({ checkout: async () => ({ kind: 'dismissed' }) })
  expect(await runPayment(dismissed.steps)).toEqual({ kind: 'unpaid', reason: null })
  expect(dismissed.taken).not.toContain('verify')

  const failed = stepsWith({ checkout: async () => ({ kind: 'failed', message: 'The bank said no' }) })
  expect(await runPayment(failed.steps)).toEqual({ kind: 'unpaid', reason: 'The bank said no' })
})

// CMP-8, MEM-7, PAY-6
test('a checkout that was closed is paid if the server knows of a payment of its order', async () => {
  const asked: string[] = []
  const { steps } = stepsWith({
    checkout: async () => ({ kind: 'dismissed' }),
    findPaid: async (orderId) => {
      asked.push(orderId)
      return { receiptPath: '/receipt/token' }
    },
  })
  expect(await runPayment(steps)).toEqual({ kind: 'paid', subject: SUBJECT, receiptPath: '/receipt/token' })
  expect(asked).toEqual(['order_1'])
})

// CMP-9, MEM-4, MEM-6
test('a failed step is named with its reason, and no further step runs', async () => {
  const error = new Error('refused')
  for (const step of ['create', 'order', 'checkout', 'verify'] as const) {
    const { steps, taken } = stepsWith({ [step]: () => Promise.reject(error) })
    expect(await runPayment(steps)).toEqual({ kind: 'failed', step, error })
    expect(taken.at(-1)).toBe(step)
  }
})

test('a fee that is already settled opens no checkout', async () => {
  const { steps, taken } = stepsWith({ order: async () => ({ settled: 'This complaint is already paid.' }) })
  expect(await runPayment(steps)).toEqual({
    kind: 'settled',
    subject: SUBJECT,
    why: 'This complaint is already paid.',
  })
  expect(taken).toEqual(['create', 'order'])
})

test('a payment that waits for its confirmation is only verified', async () => {
  const { steps, taken } = stepsWith({})
  expect(await confirmMadePayment(steps, { subject: SUBJECT, reply: REPLY })).toEqual({
    kind: 'paid',
    subject: SUBJECT,
    receiptPath: '/receipt/token',
  })
  expect(taken).toEqual(['verify'])
})

const LATER = new CallError(503, {
  status: 'error',
  code: 'payment_in_progress',
  message: 'Payment received, confirmation in progress.',
})

/** Answers with these errors one after the other, then with success. */
function server(...errors: Error[]) {
  const left = [...errors]
  const heard: string[] = []
  const pauses: number[] = []
  return {
    heard,
    pauses,
    verify: async () => {
      const error = left.shift()
      if (error) throw error
    },
    waiting: {
      onDelay: (error: CallError) => heard.push(error.message),
      pause: async (ms: number) => {
        pauses.push(ms)
      },
    },
  }
}

test('a server that cannot reach the provider is asked again with growing pauses', async () => {
  const { verify, waiting, pauses, heard } = server(LATER, LATER, LATER)
  await confirmPayment(verify, waiting)
  expect(pauses).toEqual([2_000, 4_000, 8_000])
  expect(heard).toEqual(Array(3).fill(LATER.message))
})

test('after the last pause it stops', async () => {
  const { verify, waiting, pauses } = server(...Array<Error>(6).fill(LATER))
  await expect(confirmPayment(verify, waiting)).rejects.toBe(LATER)
  expect(pauses).toHaveLength(5)
})

test('a rejection is final at once', async () => {
  const refusal = new CallError(400, null)
  const { verify, waiting, pauses } = server(refusal)
  await expect(confirmPayment(verify, waiting)).rejects.toBe(refusal)
  expect(pauses).toEqual([])
})

test('after a lost answer there are two more attempts, soon and without a message', async () => {
  const lost = new CallError(0, null)
  const { verify, waiting, pauses, heard } = server(lost, lost, lost)
  await expect(confirmPayment(verify, waiting)).rejects.toBe(lost)
  expect(pauses).toEqual([1_000, 2_000])
  expect(heard).toEqual([])
})
