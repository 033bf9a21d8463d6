import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import { problem } from '@petsetu/contract/platform/problem.ts'
import { formatRupees, pluralValues } from '@petsetu/languages/formats.ts'
import { HttpError } from '../platform/errors.ts'

/** The refusal of an amount, with the problem that a schema of the contract has with it. */
export function invalidAmount(amount: string): HttpError {
  return new HttpError(400, 'invalid_fields', { fields: { amount }, values: pluralValues(1) })
}

/** Rejects every amount but the one that is due. */
export function requireAmount(paise: number, duePaise: number): void {
  if (paise !== duePaise)
    throw invalidAmount(problem('amountIsAnother', { amount: formatRupees(duePaise / PAISE_PER_RUPEE) }))
}
