import type { PlainId, Translate } from '@petsetu/languages/translator.ts'

// The words that owners type most, in small letters. Any other word is shown as it was typed.
const KINDS: [PlainId, string[]][] = [
  ['petWords.dog', ['dog', 'कुत्ता', 'कुत्रा']],
  ['petWords.cat', ['cat', 'बिल्ली', 'मांजर']],
  ['petWords.cow', ['cow', 'गाय']],
  ['petWords.goat', ['goat', 'बकरी', 'शेळी']],
  ['petWords.rabbit', ['rabbit', 'खरगोश', 'ससा']],
  ['petWords.parrot', ['parrot', 'तोता', 'पोपट']],
  ['petWords.parakeet', ['parakeet']],
]

const ABOUT = /^(?:about|approx\.?|लगभग|करीब|साधारण|अंदाजे) /
const AGE = /^(\d{1,2}) (?:(years?|साल|वर्ष|वर्षे)|(?:months?|महीना|महीने|महिना|महिने))$/

/** A pet's kind in the page's language, where it is a word that is known: `Dog` is कुत्ता, `Indie dog` stays. */
export function shownKind(typed: string, text: Translate): string {
  const word = plain(typed)
  const [id] = KINDS.find(([, words]) => words.includes(word)) ?? []
  return id ? ofPage(typed, text(id)) : typed
}

/** A pet's age in the page's language, where it is a number of years or months. */
export function shownAge(typed: string, text: Translate): string {
  const isAbout = ABOUT.test(plain(typed))
  const [, shown, years] = AGE.exec(plain(typed).replace(ABOUT, '')) ?? []
  if (!shown) return typed
  const age = text(years ? 'units.years' : 'units.months', { count: Number(shown), shown })
  return ofPage(typed, isAbout ? text('petWords.about', { age }) : age)
}

const plain = (typed: string) => typed.normalize('NFC').trim().toLowerCase()

// In its own language a word stays as its owner spelt it.
const ofPage = (typed: string, word: string) => (isLatin(typed) && isLatin(word) ? typed : word)

const isLatin = (word: string) => /[a-z]/i.test(word)
