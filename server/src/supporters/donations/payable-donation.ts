import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import { shownCause } from '@petsetu/contract/supporters/donation-causes.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { isLanguage, type Language } from '@petsetu/languages/languages.ts'
import { requireAmount } from '../../payments/invalid-amount.ts'
import type { AppliedPayment, Payable } from '../../payments/purpose-rules.ts'
import type { ReceiptText } from '../../payments/receipts/receipt-queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { finishErasures } from './donation-privacy.ts'

type Giver = { to: string; userId: number | null; language: Language; purpose: string }

/** The mails about a donation. */
const donationMails: Pick<Payable, 'paidMail' | 'findPayer'> = {
  async paidMail(transaction, donationId, { amountPaise, receipt }) {
    const giver = await findGiver(transaction, donationId)
    if (!giver) return null
    const { to, userId, language, purpose } = giver
    const text = textsIn(language)
    return {
      kind: 'donation-paid',
      receiptToken: receipt.token,
      about: `donation ${donationId}`,
      to,
      userId,
      language,
      content: {
        subject: text('mails.donationPaidSubject'),
        paragraphs: [text('mails.donationPaid')],
        facts: [
          [text('mails.donatedFor'), shownCause(purpose, text)],
          [text('mails.amount'), formatRupees(amountPaise / PAISE_PER_RUPEE)],
          [text('mails.receiptNumber'), receipt.number],
        ],
        action: { label: text('mails.showReceipt'), path: receipt.path },
        why: text('mails.whyDonation'),
      },
    }
  },

  async findPayer(transaction, donationId) {
    const giver = await findGiver(transaction, donationId)
    if (!giver) return null
    const { to, userId, language, purpose } = giver
    const text = textsIn(language)
    const paidFor = text('paidFor.donation', { purpose: shownCause(purpose, text) })
    return { to, userId, language, paidFor }
  },
}

async function findGiver(transaction: Db, donationId: number): Promise<Giver | null> {
  const row = await transaction
    .selectFrom('donations')
    .leftJoin('users', 'users.id', 'donations.user_id')
    .select(['donations.email', 'user_id', 'purpose'])
    // The language of the account may have changed since.
    .select(({ fn }) => fn.coalesce('users.language', 'donations.language').as('language'))
    .where('donations.id', '=', donationId)
    .executeTakeFirstOrThrow()
  // An erased or expired donation has no address.
  if (row.email === '') return null
  return {
    to: row.email,
    userId: row.user_id,
    language: isLanguage(row.language) ? row.language : 'en',
    purpose: row.purpose,
  }
}

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
