import { type DeskMode, deskModes } from '@petsetu/contract/payments/payments.ts'
import type { Translate } from '@petsetu/languages/translator.ts'

/** Cash, or the cheque with its number and bank. */
export function writtenMode(
  { mode, reference, bank }: { mode: DeskMode; reference: string | null; bank: string | null },
  text: Translate,
): string {
  return [text(deskModes[mode].label), reference, bank].filter(Boolean).join(', ')
}
