import { isLanguage, LANGUAGE_KEY, type Language } from '@petsetu/languages/languages.ts'

const YEAR_SECONDS = 31_536_000

/** The language that was chosen in this browser, or null. */
export function cookieLanguage(): Language | null {
  const cookies = document.cookie.split('; ').map((cookie) => cookie.split('='))
  const language = cookies.find(([name]) => name === LANGUAGE_KEY)?.[1]
  return isLanguage(language) ? language : null
}

/** The server sends all further pages in this language. */
export function keepLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `${LANGUAGE_KEY}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`
}
