import { compileTexts, readTexts } from '@petsetu/languages/catalogues.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { createI18n, type Translate, translateWith } from '@petsetu/languages/translator.ts'

const translators = new Map<Language, Translate>()

/** The texts of the server, and of the pages whose words stand in CSV files; read and compiled on first use. */
export function textsIn(language: Language): Translate {
  const known = translators.get(language)
  if (known) return known
  const made = translateWith(
    createI18n(
      language,
      compileTexts(
        readTexts(language, [
          ...(['server', 'shared', 'form', 'app', 'account', 'filing', 'rendered', 'admin'] as const),
          ...(['community/communityStatus', 'community/communityNotch', 'camps/camps'] as const),
        ]),
        language,
      ),
    ),
  )
  translators.set(language, made)
  return made
}

export function errorCodes(): string[] {
  const ids = Object.keys(readTexts('en', ['server'])).filter((id) => id.startsWith('errors.'))
  return ids.map((id) => id.slice('errors.'.length)).sort()
}
