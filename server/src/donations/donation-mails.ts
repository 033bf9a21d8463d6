import { shownCause } from '@petsetu/contract/donation-causes.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { isLanguage, type Language } from '@petsetu/languages/languages.ts'
import type { Db } from '../db/pool.ts'
import { textsIn } from '../languages/texts.ts'
import type { Payable } from '../payments/purpose-rules.ts'
import { refundMail } from '../payments/refunds/refund-mail.ts'

type Giver = { to: string; userId: number | null; language: Language; purpose: string }

/** The mails about a donation. */
export const donationMails: Pick<Payable, 'paidMail' | 'refundMail'> = {
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

  async refundMail(transaction, donationId, refund) {
    const giver = await findGiver(transaction, donationId)
    if (!giver) return null
    const { to, userId, language, purpose } = giver
    const text = textsIn(language)
    const paidFor = text('paidFor.donation', { purpose: shownCause(purpose, text) })
    return refundMail({ to, userId, language, paidFor }, refund)
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
