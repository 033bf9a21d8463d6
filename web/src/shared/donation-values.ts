import { DONATION_CAUSES } from '@petsetu/contract/supporters/donation-causes.ts'
import type { DonationForm } from '@petsetu/contract/supporters/donations.ts'
import { formatCount } from '@petsetu/languages/formats.ts'

/** The fields as texts; `amount` is in rupees. */
export type DonationValues = { [Field in keyof DonationForm]-?: string }

export const AMOUNTS_RUPEES = [500, 1_000, 2_500, 5_000]

/** An empty form with the known data of the person. */
export function valuesFor(person: { username: string; email: string } | null): DonationValues {
  return {
    amount: formatCount(1_000),
    purpose: DONATION_CAUSES[0],
    name: person?.username ?? '',
    email: person?.email ?? '',
    phone: '',
    address: '',
    pan: '',
  }
}
