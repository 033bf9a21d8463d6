export type Texts = Record<string, string>

/** The fields that differ from what the form began with. */
export function changesOf<Values extends Texts>(values: Values, base: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([field, text]) => text !== base[field])) as Partial<Values>
}

/** What a draft changes in a form that begins with `base`; a draft of an older release may hold fields that are gone. */
export function restoredOver(base: Texts, draft: Record<string, unknown>): Texts {
  const known = Object.entries(draft).filter(([field, text]) => typeof text === 'string' && field in base)
  return Object.fromEntries(known) as Texts
}
