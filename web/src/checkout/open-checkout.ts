import type { CheckoutData, CheckoutReply } from '@petsetu/contract/payments.ts'
import type { Site } from '@petsetu/contract/site.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { useEffect } from 'react'
import { pageLanguage } from '../languages/page-language.ts'
import { pageText } from '../languages/page-text.ts'
import type { Razorpay } from './razorpay.ts'

export type CheckoutOrder = { order_id: string; checkout_data: CheckoutData }

export type Payer = { name: string; email: string; phone: string }

/** `paid` still has to be verified by the server. `failed`: the window was closed after failed attempts. */
export type CheckoutOutcome =
  | { kind: 'paid'; reply: CheckoutReply }
  | { kind: 'dismissed' }
  | { kind: 'failed'; message: string }

const THEME_COLOUR = '#3399cc'

const PROVIDER_LANGUAGES: Record<Language, string> = { en: 'en', hi: 'hi', mr: 'mar' }

// Long enough to find a card, short enough that nobody pays on a page from yesterday.
const OPEN_SECONDS_MAX = 900

// A script that takes longer counts as blocked.
const SCRIPT_MS_MAX = 15_000

let address = ''
let script: Script | null = null

/** Loads the provider's script for a page that takes payments, and removes it with the page. */
export function useCheckoutScript({ checkoutUrl }: Site): void {
  useEffect(() => {
    address = checkoutUrl
    script = addScript(checkoutUrl)
    return () => {
      script?.remove()
      script = null
    }
  }, [checkoutUrl])
}

type Opening = {
  signal: AbortSignal
  onOpen: () => void
}

/** Opens the checkout. If the script failed to load, it is loaded again. */
export async function openLoadedCheckout(
  order: CheckoutOrder,
  payer: Payer,
  { signal, onOpen }: Opening,
): Promise<CheckoutOutcome> {
  if (!script || script.hasFailed()) {
    script?.remove()
    script = addScript(address)
  }
  const Checkout = await Promise.race([script.loaded, rejectOnAbort(signal)])
  if (!Checkout) return { kind: 'failed', message: pageText('checkout.unreachable') }
  onOpen()
  return openCheckout(Checkout, order, payer, pageLanguage())
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

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
      config: { display: { language: PROVIDER_LANGUAGES[language] } },
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

/** `loaded` is null if the script could not be loaded: offline, blocked or too slow. */
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
      resolve(window.Razorpay ?? null)
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
