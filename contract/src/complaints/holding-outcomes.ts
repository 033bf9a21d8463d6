import type { PlainId } from '@petsetu/languages/translator.ts'

/** Outcomes that hold a complaint by themselves, because the police or an authority has it, each with the words for that. */
export const holdingOutcomes = {
  fir_filed: 'holds.firFiled',
  sent_to_authority: 'holds.sentToAuthority',
} as const satisfies Record<string, PlainId>
