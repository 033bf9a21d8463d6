import { formatRupees, PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import { isProviderAway, messageOfUnconfirmed } from '../checkout/unconfirmed.ts'
import { CallError, messageOf } from '../lib/request.ts'
import type { Ending } from './register-membership.ts'

/** What the page says about how far it came. `more` is a second sentence; fields that are named say the rest themselves. */
export type RegistrationMessage = { kind: 'failed' | 'info'; text: string; more?: string; namesFields?: true }

const REGISTER_FAILED = 'Failed to register membership. Please try again.'
const VERIFY_FAILED = 'Payment verification failed. Please contact support.'
const PLAN_GONE = 'This membership plan is no longer offered. Please choose another one.'
const WINDOW_CLOSED = 'The payment window was closed before the membership was paid.'
const KEPT = 'What you typed is kept. Complete Registration opens the payment again.'

/** What to say about an ending that is not the good one; null where the field of the plan says it. */
export function messageOfEnding(ending: Exclude<Ending, { kind: 'active' }>): RegistrationMessage | null {
  if (ending.kind === 'repriced') {
    const price = formatRupees(ending.pricePaise / PAISE_PER_RUPEE)
    return {
      kind: 'info',
      text: `The price of this plan has just changed: it is ${price} now. Nothing was paid.`,
      more: 'The plans are shown as they are now. Complete Registration goes on at the new price.',
    }
  }
  if (ending.kind === 'unpaid') {
    return ending.reason === null
      ? { kind: 'info', text: WINDOW_CLOSED, more: KEPT }
      : { kind: 'failed', text: ending.reason, more: KEPT }
  }
  const { at, error } = ending
  if (at !== 'verify') {
    if (planErrorOf(ending)) return null
    const namesFields = error instanceof CallError && Object.keys(error.fields).length > 0
    return { kind: 'failed', text: messageOf(error, REGISTER_FAILED), ...(namesFields && { namesFields }) }
  }
  if (error instanceof CallError && isProviderAway(error)) return messageOfUnconfirmed(error)
  const more = messageOf(error, VERIFY_FAILED)
  return { kind: 'failed', text: VERIFY_FAILED, ...(more !== VERIFY_FAILED && { more }) }
}

/** What to say beside the plan when it is no longer offered; null for any other failure. */
export function planErrorOf({ at, error }: Extract<Ending, { kind: 'failed' }>): string | null {
  const isGone = at === 'register' && error instanceof CallError && error.status === 404
  return isGone ? messageOf(error, PLAN_GONE) : null
}

/** Neither yes nor no: the payment stands, and the server can be asked about it again. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof CallError && (error.status === 0 || error.status >= 500)
}
