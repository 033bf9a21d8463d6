import type { Script } from './scripts.ts'

type LanguageEntry = {
  /** In its own words, for the switch. */
  name: string
  /** Latin where it is left out. */
  script?: Script
  /** The payment provider's code, where it is another one. */
  checkout?: string
}

/** The languages of the product. English holds the texts of the specification letter for letter. */
export const languages: Record<'en' | 'hi' | 'mr', LanguageEntry> = {
  en: { name: 'English' },
  hi: { name: 'हिन्दी', script: 'Devanagari' },
  mr: { name: 'मराठी', script: 'Devanagari', checkout: 'mar' },
}

export type Language = keyof typeof languages
export const LANGUAGES = Object.keys(languages) as Language[]

/** The locale that gives the words of days and the plural forms of a language, with Latin digits. */
export const localeOf = (language: Language) => `${language}-IN-u-nu-latn`

/** The query parameter and the cookie that hold the language. */
export const LANGUAGE_KEY = 'lang'

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language)
}

/** The language, or English for what is none. */
export function languageOrEnglish(value: unknown): Language {
  return isLanguage(value) ? value : 'en'
}

/** The first language of an `Accept-Language` header that the product has, by the browser's own weights; null if there is none. */
export function acceptedLanguage(header: string): Language | null {
  const wanted = header.split(',').map((entry) => {
    const [range = '', ...parameters] = entry.split(';')
    const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean)
    return { language: range.trim().split('-')[0]?.toLowerCase(), weight: weight === undefined ? 1 : Number(weight) }
  })
  const known = wanted.filter(({ language, weight }) => isLanguage(language) && weight > 0)
  const [first] = known.sort((one, other) => other.weight - one.weight)
  return (first?.language as Language | undefined) ?? null
}
