import type { CheckoutReply } from '@petsetu/contract/payments/payments.ts'

/** The options of the provider's checkout that we use. `amount` is in paise, `timeout` in seconds. */
type CheckoutOptions = {
  key: string
  order_id: string
  amount: number
  currency: string
  name: string
  description: string
  prefill: { name: string; email: string; contact: string }
  theme: { color: string }
  /** The language of the window: en, hi, mar and some others. */
  config: { display: { language: string } }
  retry: { enabled: boolean }
  timeout: number
  modal: { ondismiss: () => void }
  handler: (reply: CheckoutReply) => void
}

type PaymentFailed = { error: { description: string } }

/** The constructor in the provider's script. Each checkout can be opened once. */
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
