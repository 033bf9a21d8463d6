import { type DeskMode, deskModes } from '@petsetu/contract/payments/payments.ts'
import type { Translate } from '@petsetu/languages/translator.ts'

/** Cash, the cheque with its number and bank, or UPI with its UTR. */
export function writtenMode(
  { mode, reference, bank }: { mode: DeskMode; reference: string | null; bank: string | null },
  text: Translate,
): string {
  const number = mode === 'upi' && reference ? `${text('settlements.utr')} ${reference}` : reference
  return [text(deskModes[mode].label), number, bank].filter(Boolean).join(', ')
}
