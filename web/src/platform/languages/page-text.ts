import catalogues from 'catalogues:checks'
import type { I18n } from '@lingui/core'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Catalogue } from '@petsetu/languages/translator.ts'
import { type Translate, translateWith } from '@petsetu/languages/translator.ts'
import { pageLanguage } from './page-language.ts'

let current: I18n | null = null

/** Sets the texts of the page. Called once, before anything is shown. */
export function setPageTexts(texts: I18n): I18n {
  current = texts
  return texts
}

/** Loads further texts, which only some pages need. */
export async function addTexts(catalogues: Record<Language, LoadCatalogue>): Promise<void> {
  const language = pageLanguage()
  const { default: catalogue } = await catalogues[language]()
  current?.load(language, catalogue)
}

/** Loads the words for what is wrong with a field, where the page came without them. */
export async function addCheckTexts(): Promise<void> {
  const language = pageLanguage()
  if (!current || current.messages['problems.required']) return
  const { default: catalogue } = await catalogues[language]()
  current.load(language, catalogue)
}

/**
 * A text for code of the app that is no component; components call `useText`. Never at the top of a module, where the texts are not
 * loaded yet, and never in a page that the server renders.
 */
export const pageText: Translate = (id, ...values) => {
  if (!current) throw new Error(`The texts are not loaded yet: ${id}`)
  return translateWith(current)(id, ...values)
}

/** Loads the file with the texts of one bundle in one language. */
export type LoadCatalogue = () => Promise<{ default: Catalogue }>
