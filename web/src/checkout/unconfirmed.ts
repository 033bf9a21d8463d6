import { type CallError, messageOf } from '../lib/request.ts'

type Unconfirmed = { kind: 'info'; text: string; more: string }

const IN_PROGRESS = 'Payment received. Confirmation is in progress.'
const ASKING_AGAIN = 'Nothing has to be paid again. This page asks again by itself.'
const ASK_LATER = 'Nothing has to be paid again. Check again in a few minutes.'

/** True if the server could not reach the provider, so that the payment may have been made. */
export function isProviderAway({ status }: CallError): boolean {
  return status >= 502 && status <= 504
}

/** The message while the server does not know yet whether a payment is captured, and the page retries. */
export function messageOfDelay(error: CallError): Unconfirmed {
  return { kind: 'info', text: messageOf(error, IN_PROGRESS), more: ASKING_AGAIN }
}

/** The message once the page has stopped retrying. */
export function messageOfUnconfirmed(error: CallError): Unconfirmed {
  return { kind: 'info', text: messageOf(error, IN_PROGRESS), more: ASK_LATER }
}
