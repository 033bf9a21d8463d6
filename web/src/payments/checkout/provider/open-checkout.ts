import type { CheckoutData } from '@petsetu/contract/payments/payments.ts'
import { pageLanguage } from '../../../platform/languages/page-language.ts'
import { pageText } from '../../../platform/languages/page-text.ts'
import { loadCheckout } from './checkout-script.ts'
import { type CheckoutOrder, type CheckoutOutcome, openCheckout, type Payer } from './checkout-window.ts'

export type { CheckoutOrder, CheckoutOutcome }

/** Null if there is nothing to pay. */
export function orderOf(orderId: string | null, checkoutData: CheckoutData | null): CheckoutOrder | null {
  return orderId && checkoutData ? { order_id: orderId, checkout_data: checkoutData } : null
}

type Opening = {
  signal: AbortSignal
  onOpen: () => void
}

/** Opens the checkout as soon as the provider's script is loaded. Rejects if `signal` aborts before. */
export async function openLoadedCheckout(
  order: CheckoutOrder,
  payer: Payer,
  { signal, onOpen }: Opening,
): Promise<CheckoutOutcome> {
  const Checkout = await Promise.race([loadCheckout(), rejectOnAbort(signal)])
  if (!Checkout) return { kind: 'failed', message: pageText('checkout.unreachable') }
  onOpen()
  return openCheckout(Checkout, order, payer, pageLanguage())
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
