import type { Language } from '@petsetu/languages/languages.ts'
import type { LoadCatalogue } from './load-catalogue.ts'

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

/** The words for what is wrong with the fields of a form, for a page that is sent without it. */
export const CHECK_CATALOGUES: Record<Language, LoadCatalogue> = {
  en: () => import('catalogue:en/checks'),
  hi: () => import('catalogue:hi/checks'),
  mr: () => import('catalogue:mr/checks'),
}
