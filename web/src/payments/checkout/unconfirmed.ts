import type { Translate } from '@petsetu/languages/translator.ts'
import { type CallError, messageOf } from '../../platform/lib/request.ts'

type Unconfirmed = { kind: 'info'; text: string; more: string }

/** The message while the server does not know yet whether a payment is captured, and the page retries. */
export function messageOfDelay(error: CallError, text: Translate): Unconfirmed {
  const said = messageOf(error, text('checkout.confirmationInProgress'))
  return { kind: 'info', text: said, more: text('checkout.askingAgain') }
}

/** The message once the page has stopped retrying. */
export function messageOfUnconfirmed(error: CallError, text: Translate): Unconfirmed {
  const said = messageOf(error, text('checkout.confirmationInProgress'))
  return { kind: 'info', text: said, more: text('checkout.askLater') }
}
