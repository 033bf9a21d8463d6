import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { COMPLAINT_TYPES, type ComplaintType } from './complaint-limits.ts'

const LABELS: Record<ComplaintType, PlainId> = {
  Cruelty: 'complaintTypes.cruelty',
  'Injured or sick stray': 'complaintTypes.injuredStray',
  Bite: 'complaintTypes.bite',
  Abandonment: 'complaintTypes.abandonment',
  Neglect: 'complaintTypes.neglect',
  'Feeder harassment': 'complaintTypes.feederHarassment',
  Sterilisation: 'complaintTypes.sterilisation',
  'Illegal trade': 'complaintTypes.illegalTrade',
  'Noise or nuisance': 'complaintTypes.noise',
}

/** The suggested types, in the language of the page. */
export function suggestedTypes(text: Translate): string[] {
  return COMPLAINT_TYPES.map((type) => text(LABELS[type]))
}

/** A stored type in the language of the page. What people wrote in their own words is shown as it is. */
export function shownType(stored: string, text: Translate): string {
  const known = COMPLAINT_TYPES.find((type) => type === stored)
  return known ? text(LABELS[known]) : stored
}

/** The opposite of `shownType`. */
export function storedType(shown: string, text: Translate): string {
  return COMPLAINT_TYPES.find((type) => text(LABELS[type]) === shown) ?? shown
}
