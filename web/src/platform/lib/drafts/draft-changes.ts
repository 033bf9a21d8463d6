export type Texts = Record<string, string>

/** The fields that differ from the form's initial values. */
export function changesOf<Values extends Texts>(values: Values, base: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([field, text]) => text !== base[field])) as Partial<Values>
}

/**
 * The changes that a draft makes to `base`. A draft from an older release may have fields that no longer exist, and what a draft says may
 * have been saved since.
 */
export function restoredOver(base: Texts, draft: Record<string, unknown>): Texts {
  const changed = Object.entries(draft).filter(
    ([field, text]) => typeof text === 'string' && field in base && text !== base[field],
  )
  return Object.fromEntries(changed) as Texts
}
