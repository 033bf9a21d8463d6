import { type CallError, messageOf } from '../lib/request.ts'

type Unconfirmed = { kind: 'info'; text: string; more: string }

const IN_PROGRESS = 'Payment received. Confirmation is in progress.'
const ASKING_AGAIN = 'Nothing has to be paid again. This page asks again by itself.'
const ASK_LATER = 'Nothing has to be paid again. Check again in a few minutes.'

/** True where the server could not ask the provider: the payment may well be made. */
export function isProviderAway({ status }: CallError): boolean {
  return status >= 502 && status <= 504
}

/** What to say while the server cannot tell yet whether a payment is captured, and is asked again. */
export function messageOfDelay(error: CallError): Unconfirmed {
  return { kind: 'info', text: messageOf(error, IN_PROGRESS), more: ASKING_AGAIN }
}

/** What to say once the page has stopped asking by itself. */
export function messageOfUnconfirmed(error: CallError): Unconfirmed {
  return { kind: 'info', text: messageOf(error, IN_PROGRESS), more: ASK_LATER }
}
