import type { Language } from '@petsetu/languages/languages.ts'
import type { LoadCatalogue } from '../../platform/languages/load-catalogue.ts'
import { addTexts } from '../../platform/languages/page-text.ts'

// Written out, because the build makes a file of each import.
const CAMP_CATALOGUES: Record<Language, LoadCatalogue> = {
  en: () => import('catalogue:en/camps'),
  hi: () => import('catalogue:hi/camps'),
  mr: () => import('catalogue:mr/camps'),
}

/** Loads the texts of camps, which only their pages need. */
export const addCampTexts = (): Promise<void> => addTexts(CAMP_CATALOGUES)
