import type { AdminPayment } from '@petsetu/contract/payments/payments.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { formatMediumInstant } from '../platform/lists/medium-days.ts'

/** Says when a payment goes back by itself, or that this was refused; null if it does not go back. */
export function returnOf(
  { return_at, is_return_refused }: Pick<AdminPayment, 'return_at' | 'is_return_refused'>,
  text: Translate,
): string | null {
  if (return_at === null) return null
  if (is_return_refused) return text('refundAction.returnRefused')
  return text('refundAction.goesBackOn', { at: formatMediumInstant(return_at) })
}

/** Says how an admin has settled a payment; null if nobody has. */
export function settlementOf(
  { settled_note: note, settled_as }: Pick<AdminPayment, 'settled_note' | 'settled_as'>,
  text: Translate,
): string | null {
  if (note === null) return null
  return text(settled_as === 'kept' ? 'refundAction.kept' : 'refundAction.settled', { note })
}

/** True for money from abroad that was not taken. */
export function isFromAbroad({
  is_international,
  disposition,
}: Pick<AdminPayment, 'is_international' | 'disposition'>): boolean {
  return is_international && disposition === 'quarantined'
}
