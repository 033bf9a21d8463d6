import { PASSWORD_LENGTH_MIN } from '@petsetu/contract/auth.ts'

/** 0 too short, 1 weak, 2 fair, 3 strong. A hint for the person who types: the server asks for the length alone. */
export type Strength = 0 | 1 | 2 | 3

export const WORDS_OF_STRENGTH: Record<Strength, string> = {
  0: `At least ${PASSWORD_LENGTH_MIN} characters.`,
  1: 'Weak: easy to guess. Make it longer.',
  2: 'Fair. A few more words would make it strong.',
  3: 'Strong.',
}

const BITS_FAIR = 40
const BITS_STRONG = 65

export function strengthOf(password: string): Strength {
  if (password.length < PASSWORD_LENGTH_MIN) return 0
  const bits = guessBits(password)
  if (bits < BITS_FAIR) return 1
  return bits < BITS_STRONG ? 2 : 3
}

/** Rough size of the search, in bits. A character that was there before, or follows the last, adds next to nothing. */
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
