import { LANGUAGES, languages } from '@petsetu/languages/languages.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'

/** An entry of a select. */
export type Choice = { value: string; label: string }

/** The languages, each in its own words. */
export const LANGUAGE_CHOICES: Choice[] = LANGUAGES.map((value) => ({ value, label: languages[value].name }))

/** The values of a field, each with its text. */
export function choicesOf(labels: Record<string, PlainId>, text: Translate): Choice[] {
  return Object.entries(labels).map(([value, id]) => ({ value, label: text(id) }))
}
