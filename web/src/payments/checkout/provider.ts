import type { CheckoutData, CheckoutReply } from '@petsetu/contract/payments/payments.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { type Language, languages } from '@petsetu/languages/languages.ts'
import { useEffect } from 'react'
import { onFormTouch } from '../../platform/lib/form-touch.ts'

/** Null if there is nothing to pay. */
export function orderOf(orderId: string | null, checkoutData: CheckoutData | null): CheckoutOrder | null {
  return orderId && checkoutData ? { order_id: orderId, checkout_data: checkoutData } : null
}

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

// A script that takes longer counts as blocked.
const SCRIPT_MS_MAX = 15_000

let address = ''
let script: Script | null = null

/**
 * Loads the provider's script for a page that takes payments, once somebody touches its form: it is as large as the page, and most people
 * who open a page read it. A page without a form loads it when somebody presses its button. It is removed with the page.
 */
export function useCheckoutScript({ checkoutUrl }: Site): void {
  useEffect(() => {
    address = checkoutUrl
    const stop = onFormTouch(() => {
      script ??= addScript(checkoutUrl)
    })
    return () => {
      stop()
      script?.remove()
      script = null
    }
  }, [checkoutUrl])
}

/** Waits for the script of the page. Null if it could not be loaded: offline, blocked or too slow; the next call loads it again. */
export function loadCheckout(): Promise<Razorpay | null> {
  if (!script || script.hasFailed()) {
    script?.remove()
    script = addScript(address)
  }
  return script.loaded
}

type Script = { loaded: Promise<Razorpay | null>; hasFailed: () => boolean; remove: () => void }

function addScript(source: string): Script {
  const element = document.createElement('script')
  let hasFailed = false
  element.src = source
  element.async = true
  const loaded = new Promise<Razorpay | null>((resolve) => {
    const fail = () => {
      console.warn(`${source} could not be loaded`)
      hasFailed = true
      resolve(null)
    }
    const timer = setTimeout(fail, SCRIPT_MS_MAX)
    element.onload = () => {
      clearTimeout(timer)
      // Some blockers answer with an empty script.
      if (window.Razorpay) resolve(window.Razorpay)
      else fail()
    }
    element.onerror = () => {
      clearTimeout(timer)
      fail()
    }
  })
  document.head.append(element)
  return {
    loaded,
    hasFailed: () => hasFailed,
    remove() {
      element.remove()
      delete window.Razorpay
    },
  }
}

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
