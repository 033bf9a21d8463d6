const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }

/** Text as it stands in HTML, in an element or an attribute, written as React writes it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** The form in which usernames and e-mail addresses are compared: ignores case and compatible Unicode variants. */
export function foldCase(text: string): string {
  // Lower-casing alone is not enough: ß and SS, and the two lower-case forms of Σ, are equal only in upper case.
  return text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').trim()
}

/** The form in which the names of people are compared: case, spaces and the order of the words make no difference. */
export function foldName(name: string): string {
  return foldCase(name).split(/\s+/u).sort().join(' ')
}

// Without zod, because pages load it, too.

/** The code points of a text; its `length` counts an emoji as two. */
export const countCharacters = (text: string): number => [...text].length

/** Letters or digits that a word needs so that an index finds it. */
export const SEARCH_LETTERS_MIN = 3

const TRIGRAM = new RegExp(`[a-z0-9]{${SEARCH_LETTERS_MIN}}`)

export function wordsIn(search: string): string[] {
  return search.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean)
}

// Letters of Hindi and Marathi with a dot below, U+0958 to U+095F, which NFC writes as two characters.
const DOTTED = 'कखगजडढफय'
const DOTTED_FIRST = 0x958

/** A text as keyboards and programs may have written it: letters with signs as one character, or as several. */
export function writingsOf(text: string): string[] {
  const composed = text.normalize('NFC')
  const ofOne = composed.replace(/([कखगजडढफय])\u093c/g, (_, letter: string) =>
    String.fromCodePoint(DOTTED_FIRST + DOTTED.indexOf(letter)),
  )
  return [...new Set([composed, ofOne, text.normalize('NFD')])]
}

/** True if the index of three letters finds the word. It knows no other letters where the locale of the database is C. */
export function hasTrigram(word: string): boolean {
  return TRIGRAM.test(word)
}

/** The parts of a word as full-text search divides it, if they have enough letters; signs above and below letters count as such. */
export function namePartsOf(word: string): string[] {
  return (word.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).filter((part) => countCharacters(part) >= SEARCH_LETTERS_MIN)
}

/** True if an index can find the word. */
export function isIndexed(word: string): boolean {
  return hasTrigram(word) || namePartsOf(word).length > 0
}
