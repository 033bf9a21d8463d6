import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCheckoutSignature, isWebhookSignature } from './razorpay.ts'

// Examples from the provider's documentation, and two computed independently.
const CHECKOUTS = [
  {
    order: 'order_IEIaMR65cu6nz3',
    payment: 'pay_IH4NVgf4Dreq1l',
    secret: 'EnLs21M47BllR3X8PSFtjtbd',
    signature: '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f',
  },
  {
    order: 'order_PetCare0000001',
    payment: 'pay_PetCarePay0001',
    secret: 'sandbox_secret_0001',
    signature: '553afe8a3931fa6a4dec590240d600a370c778c1b6716c9c6f2483785d9efd57',
  },
]
const CAPTURED =
  '{"entity":"event","account_id":"acc_PetCareAcct001","event":"payment.captured","contains":["payment"],"payload":{"payment":{"entity":{"id":"pay_PetCarePay0001","entity":"payment","amount":10000,"currency":"INR","status":"captured","order_id":"order_PetCare0000001","method":"upi","captured":true}}},"created_at":1790000000}'
const WEBHOOKS = [
  {
    body: '{"a":1,"b":2,"c":{"d":3}}',
    secret: '123456',
    signature: '2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc',
  },
  {
    body: CAPTURED,
    secret: 'sandbox_whsec_0001',
    signature: '0cc26f7c7b4c737751f8a89232791947a278f2097c010d251485ae3d27fbd471',
  },
]

// PAY-3
test.for(CHECKOUTS)('the signature of the checkout sample $order is accepted', (example) => {
  expect(isCheckoutSignature(example.order, example.payment, example.signature, example.secret)).toBe(true)
})

// PAY-4
test.for(WEBHOOKS)('the signature of the event sample $body is accepted', ({ body, signature, secret }) => {
  expect(isWebhookSignature(Buffer.from(body), signature, secret)).toBe(true)
})

// PAY-3
test('no other order, payment, secret or signature fits a signature', () => {
  const [, { order, payment, secret, signature }] = CHECKOUTS as [never, (typeof CHECKOUTS)[number]]
  const given = { order, payment, signature, secret }
  const changed = fc.record(
    { order: fc.string(), payment: fc.string(), signature: fc.string({ unit: 'binary' }), secret: fc.string() },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(changed, (change) => {
      const asked = { ...given, ...change }
      fc.pre(JSON.stringify(asked) !== JSON.stringify(given))
      expect(isCheckoutSignature(asked.order, asked.payment, asked.signature, asked.secret)).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})

// PAY-3
test('a signature with one character changed, left out or added is refused', () => {
  const [{ order, payment, secret, signature }] = CHECKOUTS as [(typeof CHECKOUTS)[number]]
  for (let at = 0; at < signature.length; at++) {
    const [head, own, tail] = [signature.slice(0, at), signature[at], signature.slice(at + 1)]
    for (const bad of [`${head}${own === '0' ? '1' : '0'}${tail}`, head + tail, `${head}${own}${own}${tail}`]) {
      expect(isCheckoutSignature(order, payment, bad, secret), bad).toBe(false)
    }
  }
})

// PAY-4
test('changing any byte of an event invalidates its signature', () => {
  const { body, secret, signature } = { ...WEBHOOKS[1], body: CAPTURED } as (typeof WEBHOOKS)[number]
  for (let at = 0; at < body.length; at++) {
    const bytes = Buffer.from(body)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    expect(isWebhookSignature(bytes, signature, secret), String(at)).toBe(false)
  }
})

// PAY-3, PAY-4
test('with an empty secret no signature is valid, not even one made with it', () => {
  const signed = createHmac('sha256', '').update('order_A|pay_B').digest('hex')
  expect(isCheckoutSignature('order_A', 'pay_B', signed, '')).toBe(false)
  expect(isWebhookSignature(Buffer.from('order_A|pay_B'), signed, '')).toBe(false)
})
