/** Search results are counted up to this number only: people refine the search instead of paging further. */
export const COUNTED_MAX = 1_000

/** A LIKE pattern for texts that contain `text`, with its wildcards escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
}
