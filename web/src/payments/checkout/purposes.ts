import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import type { Step } from './run-payment.ts'

type PurposeRules = {
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
  /**
   * The second sentence after a failed attempt in the window, and after a payment of another person; after a closed window it is the same
   * for all.
   */
  afterFailed: PlainId | null
}

/** Everything that differs between the purposes of a payment, but for the calls: each page brings its own. */
export const PURPOSE_RULES: Record<Purpose, PurposeRules> = {
  complaint: {
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
