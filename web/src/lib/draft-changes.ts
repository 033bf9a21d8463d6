export type Texts = Record<string, string>

/** The fields that differ from the form's initial values. */
export function changesOf<Values extends Texts>(values: Values, base: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([field, text]) => text !== base[field])) as Partial<Values>
}

/** The changes that a draft makes to `base`. A draft from an older release may have fields that no longer exist. */
export function restoredOver(base: Texts, draft: Record<string, unknown>): Texts {
  const known = Object.entries(draft).filter(([field, text]) => typeof text === 'string' && field in base)
  return Object.fromEntries(known) as Texts
}
