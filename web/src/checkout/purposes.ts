import { complaintCalls } from '@petsetu/contract/complaints.ts'
import { membershipCalls } from '@petsetu/contract/memberships.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import type { CheckoutReply } from '@petsetu/contract/payments.ts'
import type { Purpose } from '@petsetu/contract/purposes.ts'
import { CallError } from '../lib/request.ts'
import { requestData } from '../lib/request-data.ts'
import type { CheckoutOrder } from './open-checkout.ts'
import type { Settled, Step, Subject } from './run-payment.ts'

type PurposeRules = {
  openOrder: (subject: Subject, signal: AbortSignal) => Promise<CheckoutOrder | Settled>
  /** Returns the path of the receipt, if there is one. */
  verify: (subject: Subject, reply: CheckoutReply) => Promise<string | null>
  /** True if a saved subject can be paid again after a closed checkout; otherwise its form is sent again. */
  keepsSubject: boolean
  paid: string
  /** The message if nothing had to be paid. */
  free: string
  /** Shown on the home page beside the last receipt. */
  lastReceipt: (subject: Subject) => string
  activity: { create: string; order: string; verify: string }
  failed: Record<Step, string>
  /** The message for an unexpected error; null if the message of the step is used. */
  unforeseen: string | null
  /** True if the server's reason replaces our message when creating fails, instead of appearing below it. */
  isReasonAlone: boolean
  windowClosed: string
  /** The second sentence after a closed window, and after a failed attempt in it. */
  afterClosed: string
  afterFailed: string | null
}

const VERIFY_FAILED = 'Payment verification failed. Please contact support.'
const REGISTER_FAILED = 'Failed to register membership. Please try again.'
const UNFORESEEN = 'An error occurred. Please try again.'
const FORM_KEPT = 'What you typed is kept. Complete Registration opens the payment again.'

/** Everything that differs between the purposes of a payment. */
export const PURPOSE_RULES: Record<Purpose, PurposeRules> = {
  complaint: {
    openOrder: openFeeOrder,
    async verify({ id }, reply) {
      const body = { ...reply, complaint_id: id }
      return (await requestData(complaintCalls.verifyPayment, { body })).receipt_path
    },
    keepsSubject: true,
    paid: 'Payment successful! Your complaint has been filed.',
    free: 'Your complaint has been filed.',
    lastReceipt: ({ id }) => `The fee of your complaint ${id} is paid.`,
    activity: {
      create: 'Sending your complaint…',
      order: 'Opening the payment…',
      verify: 'Confirming your payment…',
    },
    failed: {
      create: 'Failed to submit complaint. Please try again.',
      order: 'Failed to initiate payment. Please try again.',
      checkout: UNFORESEEN,
      verify: VERIFY_FAILED,
    },
    unforeseen: UNFORESEEN,
    isReasonAlone: true,
    windowClosed: 'The payment window was closed before the fee was paid.',
    afterClosed: 'If money has left your account all the same, wait a few minutes: it is matched by itself.',
    afterFailed: null,
  },
  membership: {
    openOrder: () => Promise.reject(new Error('The order of a membership comes with its registration')),
    async verify({ id }, reply) {
      const body = { ...reply, membership_id: id }
      return (await requestData(membershipCalls.verifyPayment, { body })).receipt_path
    },
    keepsSubject: false,
    paid: 'Payment successful! Your membership is now active.',
    free: 'Your membership is now active.',
    lastReceipt: () => 'Your membership is paid.',
    activity: { create: '', order: '', verify: '' },
    failed: { create: REGISTER_FAILED, order: REGISTER_FAILED, checkout: REGISTER_FAILED, verify: VERIFY_FAILED },
    unforeseen: null,
    isReasonAlone: false,
    windowClosed: 'The payment window was closed before the membership was paid.',
    afterClosed: FORM_KEPT,
    afterFailed: FORM_KEPT,
  },
}

async function openFeeOrder(
  { id, amountPaise, name, email, phone }: Subject,
  signal: AbortSignal,
): Promise<CheckoutOrder | Settled> {
  const body = { complaint_id: id, amount: amountPaise / PAISE_PER_RUPEE, name, email, phone }
  try {
    return await requestData(complaintCalls.initiatePayment, { body }, { signal })
  } catch (error) {
    if (error instanceof CallError && error.status === 409) return { settled: error.message }
    throw error
  }
}
