import { ATTACHMENT_TOO_LARGE, ATTACHMENT_WRONG_TYPE } from '@petsetu/contract/complaints.ts'
import { isProviderAway, messageOfUnconfirmed } from '../checkout/unconfirmed.ts'
import { CallError, messageOf } from '../lib/request.ts'
import type { Ending } from './file-complaint.ts'

/** What the page says about how far it came. `more` is a second sentence, where there is one. */
export type FilingMessage = { kind: 'failed' | 'info'; text: string; more?: string }

const SUBMIT_FAILED = 'Failed to submit complaint. Please try again.'
const UNFORESEEN = 'An error occurred. Please try again.'
const INITIATE_FAILED = 'Failed to initiate payment. Please try again.'
const VERIFY_FAILED = 'Payment verification failed. Please contact support.'
const WINDOW_CLOSED = 'The payment window was closed before the fee was paid.'
const MATCHED_LATER = 'If money has left your account all the same, wait a few minutes: it is matched by itself.'

/** What to say about an ending that is not the good one; null for a refused document, whose field says it. */
export function messageOfEnding(ending: Extract<Ending, { kind: 'unpaid' | 'failed' }>): FilingMessage | null {
  if (ending.kind === 'unpaid') {
    if (ending.reason !== null) return { kind: 'failed', text: ending.reason }
    return { kind: 'info', text: WINDOW_CLOSED, more: MATCHED_LATER }
  }
  const { at, error } = ending
  if (!(error instanceof CallError)) return { kind: 'failed', text: UNFORESEEN }
  if (documentErrorOf(error)) return null
  if (at === 'submit') return { kind: 'failed', text: messageOf(error, SUBMIT_FAILED) }
  if (at === 'initiate') return withMore(INITIATE_FAILED, error.serverMessage)
  if (isProviderAway(error)) return messageOfUnconfirmed(error)
  return withMore(VERIFY_FAILED, error.serverMessage)
}

/** What the server has against the document that was sent, or null. */
export function documentErrorOf(error: CallError): string | null {
  if (error.status === 413) return messageOf(error, ATTACHMENT_TOO_LARGE)
  if (error.status === 415) return messageOf(error, ATTACHMENT_WRONG_TYPE)
  return error.fields.file ?? null
}

function withMore(text: string, more: string | null): FilingMessage {
  return { kind: 'failed', text, ...(more && more !== text && { more }) }
}
