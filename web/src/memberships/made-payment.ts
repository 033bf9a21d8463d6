import { CheckoutReply } from '@petsetu/contract/payments.ts'
import { dropDraft, keepDraft, readDraft } from '../lib/draft.ts'
import type { MadePayment } from './register-membership.ts'

const NAME = 'membership-payment'

/** The payment that was made here and that the server has not confirmed yet; it outlives a reload, or it could be made twice. */
export function readMadePayment(): MadePayment | null {
  const { membershipId, reply } = readDraft<MadePayment>(NAME) ?? {}
  const checked = CheckoutReply.safeParse(reply)
  return typeof membershipId === 'number' && checked.success ? { membershipId, reply: checked.data } : null
}

export function keepMadePayment(payment: MadePayment): void {
  keepDraft(NAME, payment)
}

export function forgetMadePayment(): void {
  dropDraft(NAME)
}
