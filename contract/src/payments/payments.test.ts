import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CheckoutReply, PaymentStatus } from './payments.ts'

// PAY-1
test('a payment is created, authorized, captured, failed or refunded, and nothing else', () => {
  expect(PaymentStatus.options).toEqual(['created', 'authorized', 'captured', 'failed', 'refunded'])
})

// PAY-3
test('a checkout’s reply is three texts that are not empty; other fields are dropped', () => {
  const reply = { razorpay_payment_id: 'pay_A', razorpay_order_id: 'order_B', razorpay_signature: 'c' }
  expect(CheckoutReply.parse({ ...reply, amount: 1, __proto__: { status: 'captured' } })).toEqual(reply)
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(reply)), fc.anything(), (name, value) => {
      fc.pre(typeof value !== 'string' || value === '')
      expect(CheckoutReply.safeParse({ ...reply, [name]: value }).success).toBe(false)
    }),
  )
})
