import type { CheckoutReply } from '@petsetu/contract/payments.ts'

/** What the provider's checkout is given, as far as this product uses it. `amount` is in paise, `timeout` in seconds. */
type CheckoutOptions = {
  key: string
  order_id: string
  amount: number
  currency: string
  name: string
  description: string
  prefill: { name: string; email: string; contact: string }
  theme: { color: string }
  retry: { enabled: boolean }
  timeout: number
  modal: { ondismiss: () => void }
  handler: (reply: CheckoutReply) => void
}

type PaymentFailed = { error: { description: string } }

/** The constructor that the provider's script brings. Each checkout is opened once. */
export type Razorpay = new (
  options: CheckoutOptions,
) => {
  open(): void
  on(event: 'payment.failed', listener: (failure: PaymentFailed) => void): void
}

declare global {
  interface Window {
    Razorpay?: Razorpay
  }
}
