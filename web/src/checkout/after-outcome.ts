import type { Purpose } from '@petsetu/contract/purposes.ts'
import { pageLanguage } from '../languages/page-language.ts'
import { pageText } from '../languages/page-text.ts'
import { isRefused, messageOfOutcome, refusalOf } from './pay-messages.ts'
import { type PayState, without } from './pay-state.ts'
import { PURPOSE_RULES } from './purposes.ts'
import type { Outcome } from './run-payment.ts'

type Before = { state: PayState; owner: string; isCancelled: boolean }

/** Returns the changes of a payment's state after its outcome. */
export function afterOutcome(purpose: Purpose, outcome: Outcome, before: Before): Partial<PayState> {
  if (outcome.kind === 'paid' || outcome.kind === 'settled') return afterSuccess(purpose, outcome, before)
  if (outcome.kind === 'failed' && outcome.step !== 'verify' && before.isCancelled)
    return { message: { kind: 'info', text: pageText('checkout.cancelled') } }
  const message = messageOfOutcome(purpose, outcome, pageText)
  const payment = before.state.unconfirmed.at(-1)
  if (outcome.kind !== 'failed' || outcome.step !== 'verify' || !payment) return { message }
  const refusal = isRefused(outcome.error) ? refusalOf(outcome.error, pageLanguage()) : null
  const unconfirmed = [...without(before.state.unconfirmed, payment), { ...payment, refusal }]
  // A rejection is shown beside the ID of its payment.
  return { message: refusal ? null : message, unconfirmed, refused: refusal && payment }
}

type Success = Extract<Outcome, { kind: 'paid' | 'settled' }>

function afterSuccess(purpose: Purpose, outcome: Success, { state, owner }: Before): Partial<PayState> {
  const rules = PURPOSE_RULES[purpose]
  const { subject } = outcome
  const unconfirmed = state.unconfirmed.filter((payment) => payment.subject.id !== subject.id)
  const receiptPath = outcome.kind === 'paid' ? outcome.receiptPath : null
  const message = outcome.kind === 'paid' ? pageText(rules.paid) : (outcome.why ?? pageText(rules.free))
  // The form shows something else by now, so the page stays.
  const isAside = rules.keepsSubject && outcome.kind === 'paid' && state.saved?.id !== subject.id
  if (isAside) return { unconfirmed, message: { kind: 'done', text: message } }
  const isSettled = outcome.kind === 'settled' && outcome.why !== null
  return { unconfirmed, saved: null, isAnother: false, done: { subject, owner, message, receiptPath, isSettled } }
}
