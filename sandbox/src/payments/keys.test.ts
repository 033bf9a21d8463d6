import { expect, test } from 'vitest'
import { checkoutSignature, webhookSignature } from './keys.ts'

// The official sample, then an additional one.
test.each([
  [
    'order_IEIaMR65cu6nz3',
    'pay_IH4NVgf4Dreq1l',
    'EnLs21M47BllR3X8PSFtjtbd',
    '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f',
  ],
  [
    'order_PetCare0000001',
    'pay_PetCarePay0001',
    'sandbox_secret_0001',
    '553afe8a3931fa6a4dec590240d600a370c778c1b6716c9c6f2483785d9efd57',
  ],
  // PAY-7
])('the checkout signature of %s is the provider’s', (orderId, paymentId, secret, signature) => {
  expect(checkoutSignature(orderId, paymentId, secret)).toBe(signature)
})

const CAPTURED =
  '{"entity":"event","account_id":"acc_PetCareAcct001","event":"payment.captured","contains":["payment"],"payload":{"payment":{"entity":{"id":"pay_PetCarePay0001","entity":"payment","amount":10000,"currency":"INR","status":"captured","order_id":"order_PetCare0000001","method":"upi","captured":true}}},"created_at":1790000000}'

test.each([
  ['{"a":1,"b":2,"c":{"d":3}}', '123456', '2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc'],
  [CAPTURED, 'sandbox_whsec_0001', '0cc26f7c7b4c737751f8a89232791947a278f2097c010d251485ae3d27fbd471'],
  // PAY-4, PAY-7
])('the webhook signature of %.30s… is the provider’s', (body, secret, signature) => {
  expect(webhookSignature(body, secret)).toBe(signature)
})
