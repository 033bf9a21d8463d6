import type { Random } from '../random.ts'
import type { Person } from './client.ts'

let count = 0

/** A person unique to one run. */
export function aPerson(): Person {
  const number = ++count
  return { name: `Kavita Rao ${number}`, email: `kavita${number}@faults.example`, phone: `+91 555 ${100_000 + number}` }
}

/** A unique PDF. */
export function aFile(random: Random): Buffer {
  const filling = `${random.below(2 ** 32)} `.repeat(1 + random.below(2_000))
  return Buffer.from(`%PDF-1.4\n%${filling}\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n`, 'latin1')
}

/** Dates on which adding a month is difficult. All are in the future, so that data written now is not too old then. */
const HARD_TIMES = [
  '2027-01-31T06:00:00Z',
  '2027-02-28T18:29:30Z',
  '2027-08-31T18:31:00Z',
  '2027-10-31T12:00:00Z',
  '2027-12-31T18:29:55Z',
  '2028-01-29T10:00:00Z',
  '2028-02-29T18:29:00Z',
  '2028-02-29T05:00:00Z',
]
const PLAIN_TIME = '2027-05-12T08:00:00Z'

export const plainTime = () => new Date(PLAIN_TIME)
export const hardTime = (random: Random) => new Date(random.pick(HARD_TIMES))
