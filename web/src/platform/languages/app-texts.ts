import adminCatalogues from 'catalogues:admin'
import appCatalogues from 'catalogues:app'
import type { I18n } from '@lingui/core'
import { createI18n } from '@petsetu/languages/translator.ts'
import { pageLanguage } from './page-language.ts'
import { addTexts, setPageTexts } from './page-text.ts'

/** Loads the texts of the app's page. Called once, before anything is shown. */
export async function startPageTexts(): Promise<I18n> {
  const language = pageLanguage()
  const { default: catalogue } = await appCatalogues[language]()
  return setPageTexts(createI18n(language, { ...catalogue }))
}

/** Loads the texts of the admin area. */
export const addAdminTexts = (): Promise<void> => addTexts(adminCatalogues)
