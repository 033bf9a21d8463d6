import type { I18n } from '@lingui/core'
import type { Language } from '@petsetu/languages/languages.ts'
import { createI18n } from '@petsetu/languages/translator.ts'
import type { LoadCatalogue } from './load-catalogue.ts'
import { pageLanguage } from './page-language.ts'
import { addTexts, setPageTexts } from './page-text.ts'

// Written out, because the build makes a file of each import. The server names the first three in the page's head.
export const APP_CATALOGUES: Record<Language, LoadCatalogue> = {
  en: () => import('catalogue:en/app'),
  hi: () => import('catalogue:hi/app'),
  mr: () => import('catalogue:mr/app'),
}

export const ADMIN_CATALOGUES: Record<Language, LoadCatalogue> = {
  en: () => import('catalogue:en/admin'),
  hi: () => import('catalogue:hi/admin'),
  mr: () => import('catalogue:mr/admin'),
}

/** Loads the texts of the app's page. Called once, before anything is shown. */
export async function startPageTexts(): Promise<I18n> {
  const language = pageLanguage()
  const { default: catalogue } = await APP_CATALOGUES[language]()
  return setPageTexts(createI18n(language, { ...catalogue }))
}

/** Loads the texts of the admin area. */
export const addAdminTexts = (): Promise<void> => addTexts(ADMIN_CATALOGUES)
