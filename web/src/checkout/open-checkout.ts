import type { CheckoutData, CheckoutReply } from '@petsetu/contract/payments.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { useEffect, useRef } from 'react'
import type { Razorpay } from './razorpay.ts'

/** An order as the server's call answers it. */
export type CheckoutOrder = { order_id: string; checkout_data: CheckoutData }

/** Who pays: fills in the provider's form. */
export type Payer = { name: string; email: string; phone: string }

/** `paid` is the provider's word, for the server to prove. `failed` says why, when the window closed after failed tries. */
export type CheckoutOutcome =
  | { kind: 'paid'; reply: CheckoutReply }
  | { kind: 'dismissed' }
  | { kind: 'failed'; message: string }

const UNREACHABLE =
  'The payment window could not be loaded. Check your connection, and that nothing blocks it, then try again or reload the page.'

const THEME_COLOUR = '#3399cc'

// Long enough to look for a card, short enough that nobody pays on a page forgotten since yesterday.
const OPEN_SECONDS_MAX = 900

/**
 * The provider's checkout for a page that pays: its script comes with the page and goes with it.
 *
 * The outcome is `failed` where the script could not be loaded; every try to open loads it again.
 */
export function useCheckout({ checkoutUrl }: Site): (order: CheckoutOrder, payer: Payer) => Promise<CheckoutOutcome> {
  const script = useRef<Script>(null)

  useEffect(() => {
    script.current = addScript(checkoutUrl)
    return () => script.current?.remove()
  }, [checkoutUrl])

  return async (order, payer) => {
    const early = await script.current?.loaded
    if (early) return openCheckout(early, order, payer)
    script.current?.remove()
    script.current = addScript(checkoutUrl)
    const late = await script.current.loaded
    return late ? openCheckout(late, order, payer) : { kind: 'failed', message: UNREACHABLE }
  }
}

/**
 * Opens the checkout and waits until the order is paid or the window closed.
 *
 * A failed try ends nothing: in the same window the person may try again, as often as the provider lets them.
 */
export function openCheckout(
  Checkout: Razorpay,
  { order_id, checkout_data }: CheckoutOrder,
  { name, email, phone }: Payer,
): Promise<CheckoutOutcome> {
  return new Promise((resolve) => {
    let lastFailure: string | null = null
    const checkout = new Checkout({
      ...checkout_data,
      order_id,
      prefill: { name, email, contact: phone },
      theme: { color: THEME_COLOUR },
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

// The provider may answer more than these; the server's call takes these alone.
function replyOf({ razorpay_payment_id, razorpay_order_id, razorpay_signature }: CheckoutReply): CheckoutReply {
  return { razorpay_payment_id, razorpay_order_id, razorpay_signature }
}

/** `loaded` is null where the script did not come: offline, or blocked. */
type Script = { loaded: Promise<Razorpay | null>; remove: () => void }

function addScript(address: string): Script {
  const element = document.createElement('script')
  element.src = address
  element.async = true
  const loaded = new Promise<Razorpay | null>((resolve) => {
    element.onload = () => resolve(window.Razorpay ?? null)
    element.onerror = () => {
      console.warn(`${address} could not be loaded`)
      resolve(null)
    }
  })
  document.head.append(element)
  return {
    loaded,
    remove() {
      element.remove()
      delete window.Razorpay
    },
  }
}
