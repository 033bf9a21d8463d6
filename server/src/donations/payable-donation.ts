import type { Db } from '../db/pool.ts'
import { conflict, notFound } from '../errors.ts'
import { textsIn } from '../languages/texts.ts'
import { requireAmount } from '../payments/invalid-amount.ts'
import type { AppliedPayment, Payable } from '../payments/purpose-rules.ts'
import type { ReceiptText } from '../receipts/receipt-queries.ts'
import { donationMails } from './donation-mails.ts'
import { finishErasures } from './donation-privacy.ts'

/** Changes a donation with its payment. */
export const payableDonation: Payable = {
  ...donationMails,
  isPayable,
  async requireDue(transaction, donationId, amountPaise) {
    const donation = await transaction
      .selectFrom('donations')
      .select(['status', 'amount_paise'])
      .where('id', '=', donationId)
      .executeTakeFirst()
    if (!donation) throw notFound('donation_not_found')
    if (donation.status !== 'pending') throw conflict('donation_not_payable')
    requireAmount(amountPaise, donation.amount_paise)
  },
  onOpened: async () => {},
  onFailed: async () => {},
  onPaid,
  async onRefunded(transaction, donationId) {
    await transaction.updateTable('donations').set({ status: 'refunded' }).where('id', '=', donationId).execute()
    await finishErasures({ db: transaction })
  },
}

/** Money for a donation that expired is surplus, because nobody knows any more whose it is. */
async function isPayable(transaction: Db, donationId: number): Promise<boolean> {
  const donation = await transaction
    .selectFrom('donations')
    .select('status')
    .where('id', '=', donationId)
    .forUpdate()
    .executeTakeFirst()
  return donation?.status === 'pending'
}

async function onPaid(
  transaction: Db,
  donationId: number,
  { providerPaymentId, paidAt }: AppliedPayment,
): Promise<ReceiptText> {
  const { name, purpose } = await transaction
    .updateTable('donations')
    .set({ status: 'paid', razorpay_payment_id: providerPaymentId, paid_at: paidAt })
    .where('id', '=', donationId)
    .returning(['name', 'purpose'])
    .executeTakeFirstOrThrow()
  return { paidBy: name, paidFor: textsIn('en')('paidFor.donation', { purpose }) }
}
