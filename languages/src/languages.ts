/** The languages of the product. English holds the texts of the specification letter for letter. */
export const LANGUAGES = ['en', 'hi', 'mr'] as const
export type Language = (typeof LANGUAGES)[number]

/** Each language in its own words, for the switch. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', hi: 'हिन्दी', mr: 'मराठी' }

/** The query parameter and the cookie that hold the language. */
export const LANGUAGE_KEY = 'lang'

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language)
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
