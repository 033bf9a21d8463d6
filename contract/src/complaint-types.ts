/** Suggestions in the form, as they are stored; any other text is accepted, too. */
export const COMPLAINT_TYPES = [
  'Cruelty',
  'Abandonment',
  'Injured or sick stray',
  'Illegal trade',
  'Neglect',
  'Noise or nuisance',
] as const
export type ComplaintType = (typeof COMPLAINT_TYPES)[number]

/** In the filter of the admin's list: the types that people wrote in their own words. */
export const OTHER_TYPES = 'Other'
