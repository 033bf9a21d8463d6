import { toRupees } from '@petsetu/contract/platform/money.ts'
import { ERASED, EXPIRED, shownWords } from '@petsetu/contract/platform/removed.ts'
import { shownCause } from '@petsetu/contract/supporters/donation-causes.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import { firstBookYear } from '../../office/settings/foundation-store.ts'
import { deletePayLinks } from '../../payments/pay-links.ts'
import {
  type AppliedPayment,
  isAboutPayer,
  isChequeAtBank,
  isFoundBy,
  isGivenUp,
  isPending,
  keepForAccount,
  mailedTo,
  PAYER_COLUMNS,
  type Payable,
  type PurposeRules,
  readerOf,
  requireAmount,
} from '../../payments/purpose-rules.ts'
import type { ReceiptText } from '../../payments/receipts/receipt-queries.ts'
import { deleteCorrections } from '../../people/users/stored-corrections.ts'
import { changeInBatches } from '../../platform/db/batches.ts'
import { idsOf, isOneOf } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { withoutLinks } from '../../platform/mail/mail-content.ts'
import { forgetFiledStatements } from './filed-statements.ts'

type Giver = { to: string; userId: number | null; language: Language; purpose: string }

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
          [text('mails.amount'), formatRupees(toRupees(amountPaise))],
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
    return { to, userId, language, paidFor, paidTwice: text('mails.paidTwiceDonation') }
  },
}

/** Finds who gets the mails about a donation. Its purpose is changed for them: anybody can type one beside a stranger's address. */
async function findGiver(transaction: Db, donationId: number): Promise<Giver | null> {
  const row = await transaction
    .selectFrom('donations')
    .leftJoin('users', 'users.id', 'donations.user_id')
    .select(['user_id', 'purpose', mailedTo('donations').as('email')])
    // The language of the account may have changed since.
    .select(({ fn }) => fn.coalesce('users.language', 'donations.language').as('language'))
    .where('donations.id', '=', donationId)
    .executeTakeFirstOrThrow()
  const reader = readerOf(row)
  return reader && { ...reader, purpose: withoutLinks(row.purpose) }
}

const payableDonation: Payable = {
  ...donationMails,
  isPayable: (transaction, donationId) => isPending(transaction, 'donations', donationId),
  async requireDue(transaction, donationId, amountPaise) {
    const donation = await transaction
      .selectFrom('donations')
      .select(['status', 'amount_paise'])
      .where('id', '=', donationId)
      .executeTakeFirstOrThrow(() => notFound('donation_not_found'))
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

export const donationPurpose: PurposeRules = {
  ...payableDonation,
  table: 'donations',
  report: {
    payer: sql`donations.name`,
    item: sql`'Donation: ' || donations.purpose`,
    account: sql`donations.user_id`,
    mailedTo: mailedTo('donations'),
  },
  desk: {
    isUnpaid: sql`(status = 'pending')`,
    duePaise: sql`amount_paise`,
    matches: (search) => isFoundBy(search, [sql`name`, sql`email`, sql`phone`]),
  },
  testMoney: {
    showsPayment: sql`razorpay_payment_id is not null`,
    // It has no payment any more for which the books have to know who gave.
    removesPayment: sql`status = case status when 'pending' then 'pending' else 'expired' end,
      erased_at = case status when 'pending' then erased_at else now() end,
      details_key = case status when 'pending' then details_key else 'erased ' || id end,
      razorpay_payment_id = null, paid_at = null`,
  },
  privacy: {
    isAbout: isAboutPayer,
    // Those that visitors have paid.
    keepFor: (transaction, account) =>
      keepForAccount(transaction, 'donations', account, sql<boolean>`paid_at is not null`),
    exportRows: exportDonations,
    erase: eraseDonations,
    givenUp: 'expired',
    corrected: PAYER_COLUMNS,
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
    return text('paidFor.donation', { purpose: shownWords(shownCause(purpose, text), text) })
  },
  limits: { byAddress: 'donationByAddress', byContact: 'donationByContact', ofAll: 'donationOfAll' },
}

/** Donations as they are in the table, with their certificates; of a PAN its last characters. */
async function exportDonations(db: Db, ids: number[]): Promise<object[]> {
  const donations = await db
    .selectFrom('donations')
    .leftJoin('donation_certificates', 'donation_id', 'id')
    .selectAll('donations')
    .select(['number as certificate_number', sql<string | null>`issued_on::text`.as('certificate_issued_on')])
    .where(isOneOf('id', ids))
    .execute()
  return donations.map(({ pan_enc: _, details_key: _key, ...donation }) => donation)
}

/**
 * Removes the contacts, and what the money is for, at once, because anything can be typed there. Who gave how much, and
 * the PAN, stay for the years of the settings; if the money does not come, or went back, they go, too.
 */
async function eraseDonations(transaction: Db, ids: number[]): Promise<void> {
  await transaction
    .updateTable('donations')
    .set({ email: '', phone: '', purpose: ERASED, details_key: sql`'erased ' || id`, erased_at: sql`now()` })
    .where(isOneOf('id', ids))
    .execute()
  await erasePaidFor(transaction, ids)
  await deletePayLinks(transaction, 'donation', ids)
  await deleteCorrections(transaction, 'donation', ids)
  await finishErasures({ db: transaction })
}

/** Removes who gave from erased donations whose money did not come, or has gone back since. A cheque at the bank may still be paid. */
async function finishErasures({ db }: { db: Db }): Promise<void> {
  const isAtBank = isChequeAtBank('donation', sql`donations.id`)
  await removeGivers(
    db,
    sql<boolean>`erased_at is not null and status <> 'paid' and name <> ${ERASED} and not ${isAtBank}`,
  )
}

/** Removes unpaid donations' personal data after a week, and paid ones' once the years of the settings are over. */
export async function forgetOldDonations(db: Db): Promise<void> {
  const expireBatch = async (transaction: Db, limit: number) => {
    const expired = await transaction
      .updateTable('donations')
      .set({ status: 'expired', user_id: null, name: EXPIRED, email: '', phone: '', address: '', purpose: ERASED })
      .set({ pan_enc: null, pan_last: null, money_source: null, details_key: sql`'expired ' || id` })
      .where('id', 'in', (given) =>
        given.selectFrom('donations').select('id').where(isGivenUp('donation', 'donations')).limit(limit).forUpdate(),
      )
      .returning('id')
      .execute()
    await deleteCorrections(transaction, 'donation', idsOf(expired))
    return expired.length
  }
  await changeInBatches((limit) => inTransaction(db, (transaction) => expireBatch(transaction, limit)))
  const firstYear = await firstBookYear(db)
  await forgetFiledStatements(db, firstYear)
  const firstDayKept = `${firstYear}-04-01`
  await removeGivers(
    db,
    sql<boolean>`paid_at < ${firstDayKept}::date::timestamp at time zone 'Asia/Kolkata' and name <> ${ERASED}`,
  )
}

/** Each batch is one transaction: what is left of a donation without its giver would not be found again. */
async function removeGivers(db: Db, where: ReturnType<typeof sql<boolean>>): Promise<void> {
  const removeBatch = async (transaction: Db, limit: number) => {
    const removed = await transaction
      .updateTable('donations')
      .set({ user_id: null, name: ERASED, email: '', phone: '', address: '', pan_enc: null, pan_last: null })
      .set({ money_source: null, purpose: ERASED })
      .where('id', 'in', (given) => given.selectFrom('donations').select('id').where(where).limit(limit).forUpdate())
      .returning('id')
      .execute()
    const ids = idsOf(removed)
    await deleteCorrections(transaction, 'donation', ids)
    await erasePaidFor(transaction, ids)
    await sql`delete from donation_certificates where donation_id = any(${ids}::bigint[])`.execute(transaction)
    return ids.length
  }
  await changeInBatches((limit) => inTransaction(db, (transaction) => removeBatch(transaction, limit)))
}

async function erasePaidFor(db: Db, ids: number[]): Promise<void> {
  await db
    .updateTable('receipts')
    .set({ paid_for: textsIn('en')('paidFor.donation', { purpose: ERASED }) })
    .where(
      sql<boolean>`payment_id in (select id from payments where purpose = 'donation' and subject_id = any(${ids}::bigint[]))`,
    )
    .execute()
}
