import { formatRupees } from '@petsetu/languages/formats.ts'

// As wide as a digit, where a hyphen is narrower.
const MINUS = '−'

/** Writes the amounts of one column alike: all with paise as soon as one has them, and those below zero with a minus sign. */
export function columnAmounts(amounts: (number | null)[]): (rupees: number) => string {
  const hasPaise = amounts.some((rupees) => rupees !== null && !Number.isInteger(rupees))
  return (rupees) => {
    const paise = hasPaise && Number.isInteger(rupees) ? '.00' : ''
    return `${rupees < 0 ? MINUS : ''}${formatRupees(Math.abs(rupees))}${paise}`
  }
}
