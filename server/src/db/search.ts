/** What is searched for is counted so far and no further: nobody pages on, they type another letter. */
export const COUNTED_MAX = 1_000

/** The pattern of what contains `text`. What somebody types is text to find, never a pattern. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
}
