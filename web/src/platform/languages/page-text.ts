import type { I18n } from '@lingui/core'
import {
  formatLongDay as formatDayIn,
  formatLongInstant as formatInstantIn,
  formatLongTime as formatTimeIn,
} from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { createI18n, type Translate, translateWith } from '@petsetu/languages/translator.ts'
import { ADMIN_CATALOGUES, APP_CATALOGUES, CHECK_CATALOGUES } from './app-catalogues.ts'
import type { LoadCatalogue } from './load-catalogue.ts'
import { pageLanguage } from './page-language.ts'

let current: I18n | null = null

/** Loads the texts of the app's page. Called once, before anything is shown. */
export async function startPageTexts(): Promise<I18n> {
  const language = pageLanguage()
  const { default: catalogue } = await APP_CATALOGUES[language]()
  return setPageTexts(createI18n(language, { ...catalogue }))
}

export function setPageTexts(texts: I18n): I18n {
  current = texts
  return texts
}

/** Loads the texts of the admin area. */
export const addAdminTexts = (): Promise<void> => addTexts(ADMIN_CATALOGUES)

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
  const { default: catalogue } = await CHECK_CATALOGUES[language]()
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

/** A calendar day (yyyy-mm-dd) in long form, in the language of the app's page. */
export const formatLongDay = (day: string) => formatDayIn(day, pageLanguage())

/** The Indian day of an instant (ISO 8601) in long form, in the language of the app's page. */
export const formatLongInstant = (instant: string) => formatInstantIn(instant, pageLanguage())

/** The Indian day and time of an instant (ISO 8601), in the language of the app's page. */
export const formatLongTime = (instant: string) => formatTimeIn(instant, pageLanguage())
