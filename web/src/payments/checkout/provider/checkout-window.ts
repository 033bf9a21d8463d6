import type { CheckoutData, CheckoutReply } from '@petsetu/contract/payments/payments.ts'
import { type Language, languages } from '@petsetu/languages/languages.ts'
import type { Razorpay } from './razorpay.ts'

export type CheckoutOrder = { order_id: string; checkout_data: CheckoutData }

export type Payer = { name: string; email: string; phone: string }

/** `paid` still has to be verified by the server. `failed`: the window was closed after failed attempts. */
export type CheckoutOutcome =
  | { kind: 'paid'; reply: CheckoutReply }
  | { kind: 'dismissed' }
  | { kind: 'failed'; message: string }

const THEME_COLOUR = '#3399cc'

// Long enough to find a card, short enough that nobody pays on a page from yesterday.
const OPEN_SECONDS_MAX = 900

/**
 * Opens the checkout and waits until the order is paid or the window is closed.
 *
 * A failed attempt does not end it: the person may try again in the same window.
 */
export function openCheckout(
  Checkout: Razorpay,
  { order_id, checkout_data }: CheckoutOrder,
  { name, email, phone }: Payer,
  language: Language,
): Promise<CheckoutOutcome> {
  return new Promise((resolve) => {
    let lastFailure: string | null = null
    const checkout = new Checkout({
      ...checkout_data,
      order_id,
      prefill: { name, email, contact: phone },
      theme: { color: THEME_COLOUR },
      config: { display: { language: languages[language].checkout ?? language } },
      retry: { enabled: true },
      timeout: OPEN_SECONDS_MAX,
      modal: {
        ondismiss: () =>
          resolve(lastFailure === null ? { kind: 'dismissed' } : { kind: 'failed', message: lastFailure }),
      },
      handler: (reply) => resolve({ kind: 'paid', reply: replyOf(reply) }),
    })
    checkout.on('payment.failed', ({ error }) => {
      lastFailure = error.description
    })
    checkout.open()
  })
}

// The provider may return more fields, but the server accepts only these.
function replyOf({ razorpay_payment_id, razorpay_order_id, razorpay_signature }: CheckoutReply): CheckoutReply {
  return { razorpay_payment_id, razorpay_order_id, razorpay_signature }
}
