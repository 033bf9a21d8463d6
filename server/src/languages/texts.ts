import { compileTexts, readTexts } from '@petsetu/languages/catalogues.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { type Catalogue, createI18n, type Translate, translateWith } from '@petsetu/languages/translator.ts'

const catalogues = new Map<Language, Catalogue>()

/** The server's texts in one language. */
export function textsIn(language: Language): Translate {
  return translateWith(createI18n(language, catalogueOf(language)))
}

/** Read and compiled when the first person reads this language. */
function catalogueOf(language: Language): Catalogue {
  const known = catalogues.get(language)
  if (known) return known
  const made = compileTexts(readTexts(language, ['server', 'shared']))
  catalogues.set(language, made)
  return made
}
