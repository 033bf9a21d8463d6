import { DONATION_CAUSES, type MoneySource } from '@petsetu/contract/supporters/donation-causes.ts'
import type { DonationForm } from '@petsetu/contract/supporters/donations.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { typedRupees } from '../../platform/lib/amounts.ts'

/** The fields as texts; `amount` is in rupees. */
export type DonationValues = { [Field in keyof Omit<DonationForm, 'money_source'>]-?: string } & {
  /** Empty until it is chosen. */
  money_source: MoneySource | ''
}

export const SOURCE_LABELS: Record<MoneySource, PlainId> = {
  'indian-citizen': 'donating.sourceCitizen',
  'indian-source': 'donating.sourceIndian',
  foreign: 'donating.sourceForeign',
}

/** An empty form with the known data of the person. */
export function valuesFor(person: { username: string; email: string } | null): DonationValues {
  return {
    amount: formatCount(1_000),
    purpose: DONATION_CAUSES[0],
    name: person?.username ?? '',
    email: person?.email ?? '',
    phone: '',
    address: '',
    money_source: '',
    pan: '',
  }
}

/** The fields as the calls take them. */
export function bodyOf({ money_source, ...values }: DonationValues) {
  return { ...values, amount: typedRupees(values.amount), money_source: money_source || undefined }
}
