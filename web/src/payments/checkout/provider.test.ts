import { expect, test } from 'vitest'
import { type CheckoutOrder, openCheckout, type Razorpay } from './provider.ts'

const ORDER: CheckoutOrder = {
  order_id: 'order_1',
  checkout_data: { key: 'rzp_test_1', amount: 10_050, currency: 'INR', name: 'PetSetu', description: 'Filing fee' },
}
const PAYER = { name: 'Asha', email: 'asha@example.org', phone: '9000000001' }
const REPLY = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'abc' }

type Options = ConstructorParameters<Razorpay>[0]

/** Replaces the provider's script; `act` is what the person does once the checkout is open. */
function provider(act: (options: Options, fail: (description: string) => void) => void): Razorpay {
  return class {
    options: Options
    fail: (description: string) => void = () => {}
    constructor(options: Options) {
      this.options = options
    }
    on(_: string, listener: (failure: { error: { description: string } }) => void) {
      this.fail = (description) => listener({ error: { description } })
    }
    open() {
      act(this.options, this.fail)
    }
  }
}

// MEM-5, LNG-1
test('the checkout gets the order, the payer, the theme colour and the language', async () => {
  let given: Options | undefined
  await openCheckout(
    provider((options) => {
      given = options
      options.modal.ondismiss()
    }),
    ORDER,
    PAYER,
    'mr',
  )
  expect(given).toMatchObject({
    key: 'rzp_test_1',
    order_id: 'order_1',
    amount: 10_050,
    currency: 'INR',
    prefill: { name: 'Asha', email: 'asha@example.org', contact: '9000000001' },
    theme: { color: '#3399cc' },
    config: { display: { language: 'mar' } },
  })
})

test('a payment at the second attempt counts, and only the reply’s fields go on', async () => {
  const Checkout = provider((options, fail) => {
    fail('The bank said no')
    options.handler({ ...REPLY, extra: 'field' } as typeof REPLY)
    options.modal.ondismiss()
  })
  expect(await openCheckout(Checkout, ORDER, PAYER, 'en')).toEqual({ kind: 'paid', reply: REPLY })
})

test('a checkout closed early is dismissed; after failed attempts it keeps the reason', async () => {
  const closed = provider((options) => options.modal.ondismiss())
  expect(await openCheckout(closed, ORDER, PAYER, 'en')).toEqual({ kind: 'dismissed' })

  const failed = provider((options, fail) => {
    fail('The bank said no')
    fail('The card has expired')
    options.modal.ondismiss()
  })
  expect(await openCheckout(failed, ORDER, PAYER, 'en')).toEqual({ kind: 'failed', message: 'The card has expired' })
})
