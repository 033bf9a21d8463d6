import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import type { CheckoutReply } from '@petsetu/contract/payments/payments.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { CallError } from '../../platform/lib/requests/request.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import type { CheckoutOrder } from './provider.ts'
import type { Settled, Step, Subject } from './run-payment.ts'

type PurposeRules = {
  openOrder: (subject: Subject, signal: AbortSignal) => Promise<CheckoutOrder | Settled>
  /** Returns the path of the receipt, if there is one. */
  verify: (subject: Subject, reply: CheckoutReply) => Promise<string | null>
  /** True if the page shows a saved subject in place of its form; otherwise the form is sent again, which continues the same one. */
  keepsSubject: boolean
  paid: PlainId
  /** The message if nothing had to be paid. */
  free: PlainId
  /** The sentence of the page during a step; null if the button says it. */
  activity: { create: PlainId; order: PlainId; verify: PlainId } | null
  failed: Record<Step, PlainId>
  /** The message for an unexpected error; null if the message of the step is used. */
  unforeseen: PlainId | null
  /** True if the server's reason replaces our message when creating fails, instead of appearing below it. */
  isReasonAlone: boolean
  windowClosed: PlainId
  /** The second sentence after a failed attempt in the window; after a closed one it is the same for all. */
  afterFailed: PlainId | null
}

/** Everything that differs between the purposes of a payment. */
export const PURPOSE_RULES: Record<Purpose, PurposeRules> = {
  complaint: {
    openOrder: openFeeOrder,
    async verify({ id }, reply) {
      const body = { ...reply, complaint_id: id }
      return (await requestData(complaintCalls.verifyPayment, { body })).receipt_path
    },
    keepsSubject: true,
    paid: 'checkout.complaintPaid',
    free: 'checkout.complaintFree',
    activity: {
      create: 'checkout.sendingComplaint',
      order: 'checkout.opening',
      verify: 'checkout.confirming',
    },
    failed: {
      create: 'checkout.submitFailed',
      order: 'checkout.initiateFailed',
      checkout: 'checkout.unforeseen',
      verify: 'checkout.verifyFailed',
    },
    unforeseen: 'checkout.unforeseen',
    isReasonAlone: true,
    windowClosed: 'checkout.complaintWindowClosed',
    afterFailed: null,
  },
  membership: {
    openOrder: () => Promise.reject(new Error('The order of a membership comes with its registration')),
    async verify({ id }, reply) {
      const body = { ...reply, membership_id: id }
      return (await requestData(membershipCalls.verifyPayment, { body })).receipt_path
    },
    keepsSubject: false,
    paid: 'checkout.membershipPaid',
    free: 'checkout.membershipFree',
    activity: null,
    failed: {
      create: 'checkout.registerFailed',
      order: 'checkout.registerFailed',
      checkout: 'checkout.registerFailed',
      verify: 'checkout.verifyFailed',
    },
    unforeseen: null,
    isReasonAlone: false,
    windowClosed: 'checkout.membershipWindowClosed',
    afterFailed: 'checkout.formKept',
  },
  donation: {
    openOrder: () => Promise.reject(new Error('The order of a donation comes with it')),
    async verify({ id }, reply) {
      const body = { ...reply, donation_id: id }
      return (await requestData(donationCalls.verifyPayment, { body })).receipt_path
    },
    keepsSubject: false,
    paid: 'checkout.donationPaid',
    free: 'checkout.donationPaid',
    activity: null,
    failed: {
      create: 'checkout.donateFailed',
      order: 'checkout.donateFailed',
      checkout: 'checkout.donateFailed',
      verify: 'checkout.verifyFailed',
    },
    unforeseen: null,
    isReasonAlone: false,
    windowClosed: 'checkout.donationWindowClosed',
    afterFailed: 'checkout.donationKept',
  },
}

async function openFeeOrder(
  { id, amountPaise, name, email, phone, payBy }: Subject,
  signal: AbortSignal,
): Promise<CheckoutOrder | Settled> {
  const amount = amountPaise / PAISE_PER_RUPEE
  try {
    if (payBy) return await requestData(complaintCalls.payUnpaid, { body: { ...payBy, amount } }, { signal })
    const body = { complaint_id: id, amount, name, email, phone }
    return await requestData(complaintCalls.initiatePayment, { body }, { signal })
  } catch (error) {
    if (error instanceof CallError && error.status === 409) return { settled: error.message }
    throw error
  }
}
