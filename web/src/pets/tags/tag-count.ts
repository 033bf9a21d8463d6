import { TAG_COUNT_MAX, TAG_COUNT_MIN } from '@petsetu/contract/pets/tags.ts'

/** True if the typed text is a number of tags that can be generated at once. */
export function isTagCount(typed: string): boolean {
  const count = /^\s*\d{1,9}\s*$/.test(typed) ? Number(typed) : Number.NaN
  return count >= TAG_COUNT_MIN && count <= TAG_COUNT_MAX
}
