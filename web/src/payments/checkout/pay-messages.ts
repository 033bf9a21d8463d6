import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { CallError, messageOf } from '../../platform/lib/requests/request.ts'
import type { PayMessage } from './pay-state.ts'
import { PURPOSE_RULES } from './purposes.ts'
import { isProviderAway, type Outcome, type Refusal } from './run-payment.ts'

// The server's sentences for these codes say what ours say, in other words in some languages.
const SAME_AS_OURS = ['payment_not_started', 'payment_not_verified']

// Nothing failed: the money is held, and goes back. The server's sentence alone says so.
const HELD = 'payment_from_abroad'

/** The message for an unsuccessful outcome; null for a rejected file, because its field shows the message. */
export function messageOfOutcome(
  purpose: Purpose,
  outcome: Exclude<Outcome, { kind: 'paid' | 'settled' }>,
  text: Translate,
): PayMessage | null {
  const rules = PURPOSE_RULES[purpose]
  if (outcome.kind === 'repriced') {
    const price = formatRupees(outcome.pricePaise / PAISE_PER_RUPEE)
    return {
      kind: 'info',
      text: text('checkout.repriced', { price }),
      more: text('checkout.repricedHow'),
    }
  }
  if (outcome.kind === 'unpaid') {
    if (outcome.reason === null) return messageOfClosed(purpose, text)
    return { kind: 'failed', text: outcome.reason, ...(rules.afterFailed && { more: text(rules.afterFailed) }) }
  }
  const { step, error } = outcome
  if (!(error instanceof CallError)) return { kind: 'failed', text: text(rules.unforeseen ?? rules.failed[step]) }
  if (error.status === 401) return { kind: 'info', text: text('checkout.loggedOut'), asksToLogIn: true }
  if (fileErrorOf(error, text)) return null
  if (step === 'verify' && isProviderAway(error)) return messageOfUnconfirmed(error, text)
  if (step === 'create' && rules.isReasonAlone) {
    return { kind: 'failed', text: messageOf(error, text(rules.failed.create)), ...namesFields(error) }
  }
  if (error.code === HELD) return { kind: 'failed', text: messageOf(error, text(rules.failed[step])) }
  return { ...failure(text(rules.failed[step]), reasonOf(error)), ...namesFields(error) }
}

/** The window was closed, or the page was loaded anew, and no payment is known. */
export function messageOfClosed(purpose: Purpose, text: Translate): PayMessage {
  return { kind: 'info', text: text(PURPOSE_RULES[purpose].windowClosed), more: text('checkout.matchedByItself') }
}

/** The message while the server does not know yet whether a payment is captured, and the page retries. */
export function messageOfDelay(error: CallError, text: Translate): PayMessage {
  const said = messageOf(error, text('checkout.confirmationInProgress'))
  return { kind: 'info', text: said, more: text('checkout.askingAgain') }
}

/** The message once the page has stopped retrying. */
function messageOfUnconfirmed(error: CallError, text: Translate): PayMessage {
  const said = messageOf(error, text('checkout.confirmationInProgress'))
  return { kind: 'info', text: said, more: text('checkout.askLater') }
}

/** Picks the parts of a rejected payment that are stored. */
export function refusalOf(error: CallError, language: Language): Refusal {
  const reason = reasonOf(error)
  return { reason: reason === null ? null : { text: reason, language }, ...(error.code === HELD && { isHeld: true }) }
}

/** A reason in another language is left out; asking the server again brings it in the language of the page. */
export function messageOfRefusal(
  purpose: Purpose,
  { reason, isHeld }: Refusal,
  { text, language }: { text: Translate; language: Language },
): PayMessage {
  const said = reason?.language === language ? reason.text : null
  if (isHeld && said) return { kind: 'failed', text: said }
  return failure(text(PURPOSE_RULES[purpose].failed.verify), said)
}

/** Returns the server's words in addition to our sentence. */
function reasonOf({ code, serverMessage }: CallError): string | null {
  return code !== null && SAME_AS_OURS.includes(code) ? null : serverMessage
}

function failure(text: string, reason: string | null): PayMessage {
  return { kind: 'failed', text, ...(reason && { more: reason }) }
}

export function fileErrorOf(error: CallError, text: Translate): string | null {
  if (error.status === 413) return messageOf(error, text('problems.fileTooLarge'))
  if (error.status === 415) return messageOf(error, text('problems.wrongFileType'))
  return error.fields.file ?? null
}

/** True if the server rejected the payment. Without an answer, or after a 5xx, the payment may still be valid. */
export function isRefused(error: unknown): error is CallError {
  return error instanceof CallError && error.status > 0 && error.status < 500 && error.status !== 429
}

function namesFields(error: CallError): { namesFields?: true } {
  return Object.keys(error.fields).length > 0 ? { namesFields: true } : {}
}
