import { donationCalls } from '@petsetu/contract/donations.ts'
import { orderOf } from '../../checkout/open-checkout.ts'
import type { Created } from '../../checkout/run-payment.ts'
import { pageText } from '../../languages/page-text.ts'
import { paiseOf } from '../../lib/amounts.ts'
import { requestData } from '../../lib/request-data.ts'
import { typedRupees } from '../../lib/typed-rupees.ts'
import type { DonationValues } from '../../shared/donation-values.ts'

/**
 * Opens the order of a donation, or of the unpaid one with the same details. One that was paid today is settled, unless another one is
 * wanted.
 */
export async function donate(values: DonationValues, signal: AbortSignal, isAnother: boolean): Promise<Created> {
  const body = { ...values, amount: typedRupees(values.amount), ...(isAnother && { is_another: true }) }
  const { donation_id, order_id, checkout_data, is_settled } = await requestData(
    donationCalls.donate,
    { body },
    { signal },
  )
  const { name, email, phone, amount } = values
  return {
    subject: { id: donation_id, name, email, phone, amountPaise: paiseOf(amount), fileName: null },
    order: is_settled ? { settled: pageText('checkout.donationSettled') } : orderOf(order_id, checkout_data),
  }
}
