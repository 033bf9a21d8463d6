import { isLittleMoreThanName, PASSWORD_LENGTH_MIN } from '@petsetu/contract/people/password-rules.ts'
import { countCharacters, foldCase } from '@petsetu/contract/platform/text.ts'
import type { MessageId } from '@petsetu/languages/translator.ts'

/** 0 too short, 1 weak, 2 fair, 3 strong. Only a hint: the server checks just the length of a user's password. */
export type Strength = 0 | 1 | 2 | 3

export const HINTS = {
  0: 'password.tooShort',
  1: 'password.weak',
  2: 'password.fair',
  3: 'password.strong',
  common: 'password.common',
  name: 'password.likeName',
} as const satisfies Record<Strength | 'common' | 'name', MessageId>

type Hint = { strength: Strength; words: (typeof HINTS)[keyof typeof HINTS] }

const BITS_FAIR = 40
const BITS_STRONG = 65

/** `names` are publicly known names of the person; `isCommon`: the password is on the list of the most used ones. */
export function hintOf(password: string, names: string[], isCommon: boolean): Hint {
  const strength = strengthOf(password)
  if (strength > 0 && isCommon) return { strength: 1, words: HINTS.common }
  if (strength > 0 && isLittleMoreThanName(password, names)) return { strength: 1, words: HINTS.name }
  return { strength, words: HINTS[strength] }
}

/** True if these passwords hold this one; false while they are loading. */
export function isOneOf(password: string, passwords: Set<string> | null): boolean {
  return passwords?.has(foldCase(password)) ?? false
}

export function strengthOf(password: string): Strength {
  if (countCharacters(password) < PASSWORD_LENGTH_MIN) return 0
  const bits = guessBits(password)
  if (bits < BITS_FAIR) return 1
  return bits < BITS_STRONG ? 2 : 3
}

/** A rough estimate in bits. A repeated character, or the next one in the alphabet, adds little. */
function guessBits(password: string): number {
  const characters = [...password]
  const bitsEach = Math.log2(alphabetSize(password))
  const seen = new Set<string>()
  let bits = 0
  for (const [index, character] of characters.entries()) {
    const isNextInLine = Math.abs(codeOf(character) - codeOf(characters[index - 1] ?? '\0')) <= 1
    bits += isNextInLine ? 0.5 : seen.has(character) ? bitsEach / 3 : bitsEach
    seen.add(character)
  }
  return bits
}

function alphabetSize(password: string): number {
  const kinds: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^a-zA-Z\d]/, 33],
  ]
  return kinds.reduce((size, [kind, count]) => (kind.test(password) ? size + count : size), 0)
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0
}
