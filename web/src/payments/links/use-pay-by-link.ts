import { linkCalls } from '@petsetu/contract/payments/links.ts'
import type { CheckoutReply } from '@petsetu/contract/payments/payments.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useState } from 'react'
import { useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { CallError, messageOf } from '../../platform/lib/request.ts'
import { requestData } from '../../platform/lib/request-data.ts'
import { loadCheckoutFrom } from '../checkout/checkout-script.ts'
import { openCheckout } from '../checkout/checkout-window.ts'
import { confirmPayment } from '../checkout/confirm-payment.ts'

/** `isLast`: money may be on its way, so that nothing can be paid again on this page. */
type Message = { kind: 'info' | 'failed'; text: string; isLast?: boolean }

type State = {
  /** The label of the button during a step; null while it can be pressed. */
  step: Extract<PlainId, 'pay.opening' | 'pay.confirming'> | null
  message: Message | null
  /** Undefined until it is paid; null if it has no receipt yet. */
  receiptPath?: string | null
}

// Whoever pays by a link is nobody whom the page knows.
const NOBODY = { name: '', email: '', phone: '' }

/** Pays by a link: opens its order, loads the provider's script, opens the checkout and has the server verify what it reports. */
export function usePayByLink(token: string, site: Site) {
  const text = useText()
  const language = useLanguage()
  const [state, setState] = useState<State>({ step: null, message: null })

  async function pay(): Promise<void> {
    setState({ step: 'pay.opening', message: null })
    try {
      const order = await requestData(linkCalls.openOrder, { body: { token } })
      const Checkout = await loadCheckoutFrom(site)
      if (!Checkout) return setState({ step: null, message: { kind: 'failed', text: text('pay.unreachable') } })
      const outcome = await openCheckout(Checkout, order, NOBODY, language)
      if (outcome.kind === 'paid') return await confirm(outcome.reply)
      const said = outcome.kind === 'failed' ? text('pay.declined', { reason: outcome.message }) : text('pay.closed')
      setState({ step: null, message: { kind: 'info', text: said } })
    } catch (error) {
      // Paid, withdrawn or expired meanwhile: the server's page says so.
      if (error instanceof CallError && error.status === 409) return location.reload()
      setState({ step: null, message: { kind: 'failed', text: messageOf(error, text('pay.notStarted')) } })
    }
  }

  async function confirm(reply: CheckoutReply): Promise<void> {
    setState({ step: 'pay.confirming', message: null })
    const verify = () => requestData(linkCalls.verifyPayment, { body: { token, ...reply } })
    const onDelay = () => setState({ step: 'pay.confirming', message: { kind: 'info', text: text('pay.unconfirmed') } })
    try {
      const { receipt_path } = await confirmPayment(verify, { onDelay })
      setState({ step: null, message: null, receiptPath: receipt_path })
    } catch (error) {
      const isRefused = error instanceof CallError && error.status >= 400 && error.status < 500
      const said = isRefused ? messageOf(error, text('pay.unconfirmed')) : text('pay.unconfirmed')
      setState({ step: null, message: { kind: isRefused ? 'failed' : 'info', text: said, isLast: true } })
    }
  }

  return { ...state, pay }
}
