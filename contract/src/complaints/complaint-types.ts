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

/** In the filter of the admin's list: the types that people wrote in their own words. */
export const OTHER_TYPES = 'Other'

/** Within how many days a complaint is to be dealt with until an admin says otherwise: by type in lower case, and all others. */
export const DUE_DAYS_AT_FIRST = {
  cruelty: 2,
  'injured or sick stray': 1,
  bite: 2,
  'feeder harassment': 3,
  other: 5,
} satisfies { [Type in Lowercase<ComplaintType> | 'other']?: number }
