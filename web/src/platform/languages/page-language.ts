import { isLanguage, type Language } from '@petsetu/languages/languages.ts'

/** The language that the server chose for this page. */
export function pageLanguage(): Language {
  const { lang } = document.documentElement
  return isLanguage(lang) ? lang : 'en'
}
