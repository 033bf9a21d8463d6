import type { PlainId, Translate } from '@petsetu/languages/translator.ts'

// Without schemas, because the form of a complaint needs them before its checks are loaded.

/** The largest supporting document in bytes: 5 MiB. */
export const ATTACHMENT_BYTES_MAX = 5 * 1024 * 1024

export const ATTACHMENTS_MAX = 5

/** For how many days after a complaint was resolved or closed its complainant can open it again. */
export const REOPEN_DAYS = 30

export const FOLLOW_TEXT_MAX = 2_000

/** Suggestions in the form, as they are stored; any other text is accepted, too. */
export const COMPLAINT_TYPES = [
  'Cruelty',
  'Injured or sick stray',
  'Bite',
  'Abandonment',
  'Neglect',
  'Feeder harassment',
  'Sterilisation',
  'Illegal trade',
  'Noise or nuisance',
] as const
export type ComplaintType = (typeof COMPLAINT_TYPES)[number]

/** Types of what the Prevention of Cruelty to Animals Act, 1960, calls cruelty. */
export const CRUELTY_TYPES: readonly string[] = ['Cruelty', 'Abandonment', 'Neglect'] satisfies ComplaintType[]

const PROSECUTION_MONTHS = 3

/** The day on which the three months end that section 36 of that act gives for a prosecution. */
export function prosecutionEndsOn(incidentDay: string): string {
  const [year = 0, month = 1, day = 1] = incidentDay.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + PROSECUTION_MONTHS, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + PROSECUTION_MONTHS, Math.min(day, lastOfMonth))).toISOString().slice(0, 10)
}

/** Stands in the filter of the admin's list for the types that people wrote in their own words. */
export const OTHER_TYPES = 'Other'

/** Within how many days a complaint is to be dealt with until an admin says otherwise: by type in lower case, and all others. */
export const DUE_DAYS_AT_FIRST = {
  cruelty: 2,
  'injured or sick stray': 1,
  bite: 2,
  'feeder harassment': 3,
  other: 5,
} satisfies { [Type in Lowercase<ComplaintType> | 'other']?: number }

export const TYPE_LABELS: Record<ComplaintType, PlainId> = {
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

export function suggestedTypes(text: Translate): string[] {
  return COMPLAINT_TYPES.map((type) => text(TYPE_LABELS[type]))
}

/** A stored type in the language of the page. What people wrote in their own words is shown as it is. */
export function shownType(stored: string, text: Translate): string {
  const known = COMPLAINT_TYPES.find((type) => type === stored)
  return known ? text(TYPE_LABELS[known]) : stored
}

export function storedType(shown: string, text: Translate): string {
  return COMPLAINT_TYPES.find((type) => text(TYPE_LABELS[type]) === shown) ?? shown
}
