import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import type { Purpose } from '@petsetu/contract/purposes.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { CallError, messageOf } from '../lib/request.ts'
import type { PayMessage } from './pay-message.ts'
import { PURPOSE_RULES } from './purposes.ts'
import type { Outcome } from './run-payment.ts'
import { isProviderAway, messageOfUnconfirmed } from './unconfirmed.ts'

export const CANCELLED: PayMessage = { kind: 'info', text: 'You cancelled this. What you typed is kept.' }

/** The message for an unsuccessful outcome; null for a rejected file, because its field shows the message. */
export function messageOfOutcome(
  purpose: Purpose,
  outcome: Exclude<Outcome, { kind: 'paid' | 'settled' }>,
): PayMessage | null {
  const rules = PURPOSE_RULES[purpose]
  if (outcome.kind === 'repriced') {
    const price = formatRupees(outcome.pricePaise / PAISE_PER_RUPEE)
    return {
      kind: 'info',
      text: `The price of this plan has just changed: it is ${price} now. Nothing was paid.`,
      more: 'The plans are shown as they are now. Complete Registration goes on at the new price.',
    }
  }
  if (outcome.kind === 'unpaid') {
    if (outcome.reason === null) return { kind: 'info', text: rules.windowClosed, more: rules.afterClosed }
    return { kind: 'failed', text: outcome.reason, ...(rules.afterFailed && { more: rules.afterFailed }) }
  }
  const { step, error } = outcome
  if (!(error instanceof CallError)) return { kind: 'failed', text: rules.unforeseen ?? rules.failed[step] }
  if (fileErrorOf(error)) return null
  if (step === 'verify' && isProviderAway(error)) return messageOfUnconfirmed(error)
  if (step === 'create' && rules.isReasonAlone) {
    return { kind: 'failed', text: messageOf(error, rules.failed.create), ...namesFields(error) }
  }
  const text = rules.failed[step]
  const more = messageOf(error, text)
  return { kind: 'failed', text, ...(more !== text && { more }), ...namesFields(error) }
}

export function fileErrorOf(error: CallError): string | null {
  if (error.status === 413) return messageOf(error, 'The file must be 5MB or smaller.')
  if (error.status === 415) return messageOf(error, 'Only PDF, JPG or PNG files are allowed.')
  return error.fields.file ?? null
}

/** True if the server rejected the payment. Without an answer, or after a 5xx, the payment may still be valid. */
export function isRefused(error: unknown): boolean {
  return error instanceof CallError && error.status > 0 && error.status < 500 && error.status !== 429
}

function namesFields(error: CallError): { namesFields?: true } {
  return Object.keys(error.fields).length > 0 ? { namesFields: true } : {}
}
