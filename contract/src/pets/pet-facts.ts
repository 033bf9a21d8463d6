import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { today } from '../platform/dates.ts'

const PET_KINDS = ['owned', 'community'] as const
export type PetKind = (typeof PET_KINDS)[number]

type KindRules = {
  /** The owner's form, with address and contact, changes it; and the owner may delete it. */
  readonly hasOwnerForm: boolean
  /** It can be marked as lost, and has a poster then. */
  readonly canBeLost: boolean
  readonly takesFinders: boolean
}

/** The differences between pets with an owner and animals of the street. Photos, care, tags and prints are the same. */
const KIND_RULES = {
  owned: { hasOwnerForm: true, canBeLost: true, takesFinders: true },
  community: { hasOwnerForm: false, canBeLost: false, takesFinders: false },
} as const satisfies Record<PetKind, KindRules>

export const kindsWith = (rule: keyof KindRules): PetKind[] => PET_KINDS.filter((kind) => KIND_RULES[kind][rule])

/** Each has a picture of its own, `/species-{species}.svg`. */
export const SPECIES = ['dog', 'cat', 'rabbit', 'cow', 'goat', 'parrot', 'fish', 'other'] as const
export type Species = (typeof SPECIES)[number]

// Words in English, Hindi and Marathi. In English they are whole words, so that cattle are no cats; in Devanagari they are stems.
const WORDS: [Species, RegExp][] = [
  // First, because these breeds name cattle.
  ['dog', /\b(pit[ -]?bulls?|bull[ -]?(dogs?|terriers?|mastiffs?)|cattle[ -]?dogs?)\b/],
  ['cat', /\b(cats?|kitt(en|y)s?|persian|siamese)\b|बिल्ल|मांजर/],
  ['rabbit', /\b(rabbits?|bunn(y|ies))\b|खरगोश|ससा(?!ण)|ससे/],
  ['cow', /\b(cows?|bulls?|ox(en)?|cal(f|ves)|cattle)\b|गाय|गाई|बैल|बछड़|बछिया|वासर/],
  ['goat', /\b(goats?)\b|बकर|शेळी|बोकड/],
  ['parrot', /\b(parrots?|parakeets?|budgies?|budgerigars?|cockatiels?|lovebirds?|birds?)\b|तोत|पोपट|पक्षी/],
  ['fish', /fish(es)?\b|\bguppy\b|मछल|मास[ाे]/],
  // Last, because an Indie may be a cat.
  [
    'dog',
    /\b(dogs?|dogg(y|ie)|pup(py|pies|s)?|indie|mongrel|labrador|retriever|shepherd|spitz|pomeranian|pug|beagle)\b|कुत्त|कुत्र|श्वान|पिल्ला/,
  ],
]

/** The species that a pet's kind names, as somebody typed it: `Indie dog`, `बिल्ली`. `other` for all that is not known. */
export function speciesOf(petType: string): Species {
  const typed = petType.normalize('NFC').toLowerCase()
  return WORDS.find(([, words]) => words.test(typed))?.[0] ?? 'other'
}

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

type InShort = { petType: string; petAge: string }

/** Joins a pet's kind, its gender in the caller's words, and its age in one line, each if it is known. */
export function petInShort({ petType, petAge }: InShort, text: Translate, gender?: string): string {
  // Nobody may know the age of an animal that was adopted from the street.
  return [shownKind(petType, text), gender, shownAge(petAge, text)].filter(Boolean).join(' · ')
}

const plain = (typed: string) => typed.normalize('NFC').trim().toLowerCase()

// In its own language a word stays as its owner spelt it.
const ofPage = (typed: string, word: string) => (isLatin(typed) && isLatin(word) ? typed : word)

const isLatin = (word: string) => /[a-z]/i.test(word)

/** The newest rabies vaccination as a finder reads it: until when it is valid, and when it was given, each if it is known. */
export function rabiesValidity(until: string | null, day: string | null): RabiesValidity {
  // A vaccination that is planned has not been given.
  if (day !== null && day > today()) return { state: 'unknown' }
  if (until !== null) return { state: until >= today() ? 'valid' : 'expired', until }
  return day !== null ? { state: 'given', day } : { state: 'unknown' }
}

/** True if text of the pet form names rabies. Migration 0092 has the same rule. */
export const namesRabies = (text: string): boolean => /rabies|रेबीज|रेबिज/i.test(text)

/** A pet's rabies vaccination on this Indian day. No state says that the animal is safe. */
export type RabiesValidity =
  | { state: 'valid' | 'expired'; until: string }
  | { state: 'given'; day: string }
  | { state: 'unknown' }
