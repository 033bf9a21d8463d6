import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import { shownCause } from '@petsetu/contract/supporters/donation-causes.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import {
  type AppliedPayment,
  isFoundBy,
  type Payable,
  type PurposeRules,
  readerOf,
  requireAmount,
} from '../../payments/purpose-rules.ts'
import type { ReceiptText } from '../../payments/receipts/receipt-queries.ts'
import { isContact } from '../../people/users/contact.ts'
import type { Db } from '../../platform/db/pool.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { eraseDonations, exportDonations, finishErasures, forgetOldDonations } from './donation-privacy.ts'

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
  const reader = readerOf(row)
  return reader && { ...reader, purpose: row.purpose }
}

/** Changes a donation with its payment. */
const payableDonation: Payable = {
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

/** A donation, as a purpose of payments. */
export const donationPurpose: PurposeRules = {
  ...payableDonation,
  table: 'donations',
  report: {
    payer: sql`donations.name`,
    item: sql`'Donation: ' || donations.purpose`,
    account: sql`donations.user_id`,
  },
  desk: {
    isUnpaid: sql`(status = 'pending')`,
    duePaise: sql`amount_paise`,
    matches: (search) => isFoundBy(search, [sql`name`, sql`email`, sql`phone`]),
  },
  testMoney: {
    showsPayment: sql`razorpay_payment_id is not null`,
    removesPayment: sql`status = case status when 'pending' then 'pending' else 'expired' end,
      razorpay_payment_id = null, paid_at = null`,
  },
  privacy: {
    isAbout: ({ contact, userId, isChecked }) =>
      sql`(${isContact(contact)} and (user_id is null or ${isChecked}::boolean) or user_id = ${userId})`,
    exportRows: exportDonations,
    erase: eraseDonations,
    corrected: { name: 'name', email: 'email', phone: 'phone', address: 'address' },
    isErased: sql`(erased_at is not null or status = 'expired')`,
    isWithheld: sql`false`,
    finishErasures,
    forgetOld: forgetOldDonations,
  },
  async item(db, donationId, language) {
    const { purpose } = await db
      .selectFrom('donations')
      .select('purpose')
      .where('id', '=', donationId)
      .executeTakeFirstOrThrow()
    const text = textsIn(language)
    return text('paidFor.donation', { purpose: shownCause(purpose, text) })
  },
  limits: { byAddress: 'donationByAddress', byContact: 'donationByContact', ofAll: 'donationOfAll' },
}
