import { donationCalls } from '@petsetu/contract/donations.ts'
import { paiseOf, rupeesOf } from '../../checkout/amounts.ts'
import type { Created } from '../../checkout/run-payment.ts'
import { requestData } from '../../lib/request-data.ts'
import type { DonationValues } from './donation-values.ts'

/** Opens the order of a donation, or of the unpaid one with the same details. */
export async function donate(values: DonationValues, signal: AbortSignal): Promise<Created> {
  const body = { ...values, amount: rupeesOf(values.amount) }
  const { donation_id, ...order } = await requestData(donationCalls.donate, { body }, { signal })
  const { name, email, phone, amount } = values
  return { subject: { id: donation_id, name, email, phone, amountPaise: paiseOf(amount), fileName: null }, order }
}
