import { expect, test } from 'vitest'
import { allTextsIn } from './all-texts.ts'
import { compileTexts, PARTS, readTexts } from './catalogues.ts'
import { formatDaysAgo } from './days-ago.ts'
import { formatCount, formatLongDay, formatLongInstant, formatLongTime, formatRupees, pluralValues } from './formats.ts'
import { acceptedLanguage, LANGUAGES, type Language } from './languages.ts'
import { latinDigits } from './scripts.ts'
import { createI18n } from './translator.ts'

// LNG-2
test('of a browser’s accepted languages, the product takes the weightiest it has', () => {
  expect(acceptedLanguage('hi-IN,hi;q=0.9,en;q=0.8')).toBe('hi')
  expect(acceptedLanguage('ta-IN, en;q=0.5, mr;q=0.7')).toBe('mr')
  expect(acceptedLanguage('en-IN')).toBe('en')
  expect(acceptedLanguage('hi;q=0, en;q=0.1')).toBe('en')
  expect(acceptedLanguage('ta, te;q=0.9, *;q=0.1')).toBeNull()
  expect(acceptedLanguage('')).toBeNull()
})

// LNG-5
test('money and counts have Latin digits and Indian grouping in every language', () => {
  expect(formatRupees(123456)).toBe('₹1,23,456')
  expect(formatRupees(100.5)).toBe('₹100.50')
  expect(formatCount(1234567)).toBe('12,34,567')
})

// LNG-5
test('money and counts are written as the standard formatter writes them', () => {
  const money = (rupees: number) =>
    new Intl.NumberFormat('en-IN', {
      style: 'currency',
      currency: 'INR',
      ...(Number.isInteger(rupees) && { maximumFractionDigits: 0 }),
    }).format(rupees)
  const count = new Intl.NumberFormat('en-IN')
  for (let size = 1; size < 1e14; size *= 7) {
    for (const rupees of [size, size - 1, -size, size / 100, -size / 100])
      expect(formatRupees(rupees)).toBe(money(rupees))
    for (const whole of [size, size - 1, -size]) expect(formatCount(whole)).toBe(count.format(whole))
  }
})

// LNG-5
test.each(LANGUAGES)('the digits of %s are read like Latin ones', (language) => {
  const { script = '' } = new Intl.Locale(language).maximize()
  const locale = `${language}-u-nu-${script.toLowerCase()}`
  const own = new Intl.NumberFormat(locale, { useGrouping: false }).format(1_234_567_890)
  expect(latinDigits(own)).toBe('1234567890')
})

// LNG-5
test('days have the words of the language and Latin digits', () => {
  expect(formatLongDay('2027-03-05', 'en')).toBe('5 March 2027')
  expect(formatLongDay('2027-03-05', 'hi')).toBe('5 मार्च 2027')
  expect(formatLongDay('2027-03-05', 'mr')).toBe('5 मार्च, 2027')
})

// RPT-4
test('an instant falls on its Indian day', () => {
  expect(formatLongInstant('2026-03-31T18:29:59Z', 'en')).toBe('31 March 2026')
  expect(formatLongInstant('2026-03-31T18:30:00Z', 'en')).toBe('1 April 2026')
})

// ACC-5, LNG-5
test('the days since an instant count by the Indian day, in the language’s words', () => {
  const now = new Date('2026-11-20T18:30:00Z')
  const ago = (instant: string) => LANGUAGES.map((language) => formatDaysAgo(instant, language, now))
  expect(ago('2026-11-20T18:30:00Z')).toEqual(['today', 'आज', 'आज'])
  expect(ago('2026-11-20T18:29:59Z')).toEqual(['yesterday', 'कल', 'काल'])
  expect(ago('2026-11-08T20:00:00Z')).toEqual(['12 days ago', '12 दिन पहले', '12 दिवसांपूर्वी'])
  expect(ago('2026-11-22T18:30:00Z')).toEqual(['today', 'आज', 'आज'])
})

// LNG-5
test('the plural follows the language: none counts as one in Hindi alone', () => {
  const text = { 'pets.count': '{count, plural, one {{shown} one} other {{shown} other}}' }
  const shown = LANGUAGES.map((language) =>
    [0, 1, 2, 100000].map((count) =>
      createI18n(language, compileTexts(text, language))._('pets.count', pluralValues(count)),
    ),
  )
  expect(shown).toEqual([
    ['0 other', '1 one', '2 other', '1,00,000 other'],
    ['0 one', '1 one', '2 other', '1,00,000 other'],
    ['0 other', '1 one', '2 other', '1,00,000 other'],
  ])
})

// LNG-5
test('a plural that shows its count without Indian grouping is refused', () => {
  const text = { 'pets.count': '{count, plural, one {# pet} other {# pets}}' }
  expect(() => compileTexts(text, 'en')).toThrow('shows its count as #')
})

// LNG-5
test('a language whose plural goes by the last digits is refused', () => {
  expect(() => compileTexts({}, 'ru' as Language)).toThrow('ru has plural forms')
})

// LNG-5
test('one hour and one day are in the singular, where they are a value', () => {
  const hindi = allTextsIn('hi')
  expect(hindi('breaches.teamLeft', { hours: 1 })).toBe('CERT-In: 1 घंटा बाकी')
  expect(hindi('breaches.teamLeft', { hours: 2 })).toBe('CERT-In: 2 घंटे बाकी')
  const answerIn = (language: Language) =>
    allTextsIn(language)('legalContact.grievancesHow', { hours: 24, data: 1, other: 30 })
  expect(answerIn('en')).toMatch(/within 1 day about .* within 30 days about/)
  expect(answerIn('hi')).toMatch(/1 दिन में .* 30 दिनों में/)
  expect(answerIn('mr')).toMatch(/1 दिवसात .* 30 दिवसांत/)
})

// APP-15
test('durations are in months, one month in the singular', () => {
  const text = allTextsIn('en')
  const formatMonths = (months: number) => text('units.months', pluralValues(months))
  expect([1, 2, 12].map(formatMonths)).toEqual(['1 month', '2 months', '12 months'])
})

// LNG-6
test('the parts of a catalogue share no id', () => {
  const ids = PARTS.flatMap((part) => Object.keys(readTexts('en', [part])))
  expect(new Set(ids).size).toBe(ids.length)
})

// MEM-6, LNG-1
test.each(['hi', 'mr'] as const)('in %s a new member signs up for the card, as that page is called', (language) => {
  const texts = readTexts(language)
  for (const id of ['paid.cardHow', 'mails.membershipCard']) expect(texts[id], id).toContain(texts['titles.register'])
})

// FND-4, LNG-1
test.each(['hi', 'mr'] as const)('in %s the mail about a scan of a lost pet names the button', (language) => {
  const text = allTextsIn(language)
  expect(text('mails.whyLostScan')).toContain(`“${text('lostPet.home')}”`)
})

// LNG-5
test.each([
  ['hi', 'को'],
  ['mr', 'रोजी'],
] as const)('in %s no text repeats the word that a time already holds: %s', (language, word) => {
  expect(formatLongTime('2026-11-30T12:27:00Z', language)).toContain(` ${word} `)
  const doubled = Object.entries(readTexts(language)).filter(([, words]) =>
    new RegExp(`\\{(time|when)\\} ${word}(?=[ .,।])`).test(words),
  )
  expect(doubled).toEqual([])
})

// RPT-9, LNG-1
test.each(LANGUAGES)('in %s table and CSV of the membership report name its days alike', (language) => {
  const texts = readTexts(language)
  for (const id of ['startDate', 'expiryDate']) expect(texts[`csv.${id}`]).toBe(texts[`membershipReport.${id}`])
})

// ACC-3, LNG-1
test.each(LANGUAGES)('in %s a new address is confirmed with the reason why it matters', (language) => {
  const texts = readTexts(language)
  for (const id of ['recover.confirmHint', 'recovery.confirmHint'])
    expect(texts[id]?.match(/[.।:]/g), id).toHaveLength(2)
})
