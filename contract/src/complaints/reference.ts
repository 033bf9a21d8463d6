import { latinDigits } from '@petsetu/languages/scripts.ts'
import { today } from '../platform/dates.ts'

// Without letters that look like a digit or like another letter. Their number is a prime.
const CHECK_LETTERS = 'MNPRTUVWXYACDEFGHJK'

const WRITTEN = /^PS[\s-]*(\d{4})[\s-]*(\d{5,13})[\s-]*([A-Z])$/

/** The reference of a complaint, such as `PS-2026-00042-K`: the year in which it was filed in India, its id and a check letter. */
export function formatReference({ id, createdAt }: { id: number; createdAt: Date }): string {
  const year = today(createdAt).slice(0, 4)
  const padded = String(id).padStart(5, '0')
  return `PS-${year}-${padded}-${checkLetter(year + padded)}`
}

export const EXAMPLE_REFERENCE = 'PS-2026-00042-K'

/** The id of a complaint by its reference as somebody typed it; null if there is a mistake in it. */
export function parseReference(typed: string): number | null {
  const [, year = '', padded = '', letter] = WRITTEN.exec(latinDigits(typed).trim().toUpperCase()) ?? []
  return letter !== undefined && letter === checkLetter(year + padded) ? Number(padded) : null
}

/** The weights stay below a prime number of letters: any wrong or swapped digit changes the letter. */
function checkLetter(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => total + Number(digit) * (index + 2), 0)
  return CHECK_LETTERS.charAt(sum % CHECK_LETTERS.length)
}
