import type { DeskMode } from '@petsetu/contract/payments/payments.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'

export const MODE_TEXTS: Record<DeskMode, PlainId> = {
  cash: 'receipts.cash',
  cheque: 'receipts.cheque',
  upi: 'receipts.upi',
}

/** Cash, or the cheque with its number and bank. */
export function writtenMode(
  { mode, reference, bank }: { mode: DeskMode; reference: string | null; bank: string | null },
  text: Translate,
): string {
  return [text(MODE_TEXTS[mode]), reference, bank].filter(Boolean).join(', ')
}
