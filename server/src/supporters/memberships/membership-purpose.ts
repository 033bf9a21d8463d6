import { today } from '@petsetu/contract/platform/dates.ts'
import { ERASED, EXPIRED } from '@petsetu/contract/platform/removed.ts'
import { parseMemberNumber } from '@petsetu/contract/supporters/membership-facts.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { type RawBuilder, sql } from 'kysely'
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
  requireAmount,
} from '../../payments/purpose-rules.ts'
import type { ReceiptText } from '../../payments/receipts/receipt-queries.ts'
import { deleteCorrections } from '../../people/users/stored-corrections.ts'
import { changeInBatches } from '../../platform/db/batches.ts'
import { idsOf, inLanguage, isOneOf } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { EnqueueMail } from '../../platform/mail/outbox.ts'
import { freeMembershipMail, membershipPaymentMails, tellOfEarlierStart } from './membership-mails.ts'
import { endMembership, findLastExpiry, membershipPeriod } from './membership-period.ts'
import { isPaidOrImported } from './membership-proof.ts'
import { isOf } from './membership-queries.ts'

/** Removes whose these are. The name alone stays while a cheque is at the bank, because the receipt for it must say who paid. */
export async function eraseMemberships(transaction: Db, ids: number[]): Promise<void> {
  const nameLeft = sql<string>`case when ${IS_CHEQUE_AT_BANK} then name else ${ERASED} end`
  await transaction
    .updateTable('memberships')
    .set({ username: nameLeft, name: nameLeft, email: '', phone: '', address: '', why_join: '' })
    // The key is a hash of the personal details, so guessing them would confirm who it was.
    .set({ details_key: sql`'erased ' || id` })
    .where(isOneOf('id', ids))
    .execute()
  await deletePayLinks(transaction, 'membership', ids)
  await deleteCorrections(transaction, 'membership', ids)
}

const IS_CHEQUE_AT_BANK = isChequeAtBank('membership', sql`memberships.id`)

/** Removes the names that were left for a cheque: the receipt has it by now, or none will be issued. */
async function finishErasures({ db }: { db: Db }): Promise<void> {
  await db
    .updateTable('memberships')
    .set({ username: ERASED, name: ERASED })
    .where('details_key', 'like', 'erased %')
    .where('name', '<>', ERASED)
    .where(sql<boolean>`not ${IS_CHEQUE_AT_BANK}`)
    .execute()
}

/** A payment activates the membership; a full refund cancels it. */
const payableMembership: Payable = {
  ...membershipPaymentMails,
  isPayable: (transaction, membershipId) => isPending(transaction, 'memberships', membershipId),
  async requireDue(transaction, membershipId, amountPaise) {
    const membership = await transaction
      .selectFrom('memberships')
      .select(['status', 'price_paise'])
      .where('id', '=', membershipId)
      .executeTakeFirstOrThrow(() => notFound('membership_not_found'))
    if (membership.status !== 'pending') throw conflict('membership_not_payable')
    requireAmount(amountPaise, membership.price_paise)
  },
  onOpened: async () => {},
  onFailed: async () => {},
  onPaid,
  async onRefunded(transaction, membershipId, enqueueMail) {
    const moved = await endMembership(transaction, membershipId)
    await tellOfEarlierStart(transaction, enqueueMail, moved)
  },
}

/** The price of a membership, as a purpose of payments. */
export const membershipPurpose: PurposeRules = {
  ...payableMembership,
  table: 'memberships',
  report: {
    payer: sql`memberships.username`,
    item: sql`memberships.plan_name`,
    account: sql`memberships.user_id`,
    mailedTo: mailedTo('memberships'),
    isOf,
  },
  desk: {
    isUnpaid: sql`(status = 'pending')`,
    duePaise: sql`price_paise`,
    matches: matchesMember,
  },
  testMoney: {
    showsPayment: sql`razorpay_payment_id is not null`,
    end: endActive,
    removesPayment: sql`status = case status when 'pending' then 'pending' else 'cancelled' end,
      amount_paise = 0, razorpay_payment_id = null`,
  },
  privacy: {
    isAbout: isAboutPayer,
    // Paid and imported ones, and those that wait for their payment, which may be under way: anybody can type an address for a free plan.
    keepFor: (transaction, account) =>
      keepForAccount(
        transaction,
        'memberships',
        account,
        sql<boolean>`(${isPaidOrImported('memberships')} or status = 'pending')`,
      ),
    exportRows: (db, ids) => db.selectFrom('memberships').selectAll().where(isOneOf('id', ids)).execute(),
    erase: eraseMemberships,
    givenUp: 'cancelled',
    corrected: PAYER_COLUMNS,
    // Both the erased and the expired ones.
    isErased: sql`(email = '' and phone = '' and address = '')`,
    isWithheld: sql`false`,
    finishErasures,
    forgetOld: expirePending,
  },
  async item(db, membershipId, language) {
    const sold = await db
      .selectFrom('memberships')
      .select(['duration_months as months', inLanguage('plan_name', language).as('plan')])
      .where('id', '=', membershipId)
      .executeTakeFirstOrThrow()
    return itemOf(sold, language)
  },
  async renewedItem(db, membershipId, language) {
    const offered = await db
      .selectFrom('plans')
      .select(['duration_months as months', inLanguage('name', language).as('plan')])
      .where('id', '=', ({ selectFrom }) => selectFrom('memberships').select('plan_id').where('id', '=', membershipId))
      .executeTakeFirstOrThrow()
    return itemOf(offered, language)
  },
  limits: { byAddress: 'registrationByAddress', byContact: 'registrationByContact', ofAll: 'registrationOfAll' },
}

/** Cancels the active ones; those that follow start earlier. */
async function endActive(transaction: Db, ids: number[]): Promise<void> {
  const active = await transaction
    .selectFrom('memberships')
    .select('id')
    .where(isOneOf('id', ids))
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
  for (const { id } of active) await endMembership(transaction, id)
}

function itemOf({ plan, months }: { plan: string; months: number }, language: Language): string {
  return textsIn(language)('paidFor.membershipMonths', { plan, ...pluralValues(months) })
}

/** SQL condition on a membership: the search finds it, or is a number on a card of the same member. */
function matchesMember(search: string): RawBuilder<boolean> {
  const number = parseMemberNumber(search)
  if (number === null) return isFoundBy(search, [sql`memberships.username`, sql`name`, sql`email`, sql`phone`])
  return sql<boolean>`exists (
    select from memberships held
    where held.id = ${number} and (held.id = memberships.id or held.user_id = memberships.user_id
      or held.email <> '' and lower(held.email) = lower(memberships.email)))`
}

/**
 * Expires unpaid memberships: their personal data is erased and their plans can be deleted. A payment that still arrives is surplus, which
 * goes back by itself unless an admin keeps it.
 */
export async function expirePending(db: Db): Promise<void> {
  const expireBatch = async (transaction: Db, limit: number) => {
    const expired = await transaction
      .updateTable('memberships')
      .set({ status: 'cancelled', user_id: null, username: EXPIRED, name: EXPIRED })
      .set({ email: '', phone: '', address: '', why_join: '' })
      // The key is a hash of the personal details, so guessing them would confirm who it was.
      .set({ details_key: sql`'expired ' || id` })
      .where('id', 'in', (given) =>
        given
          .selectFrom('memberships')
          .select('id')
          .where(isGivenUp('membership', 'memberships'))
          .limit(limit)
          .forUpdate(),
      )
      .returning('id')
      .execute()
    await deleteCorrections(transaction, 'membership', idsOf(expired))
    return expired.length
  }
  await changeInBatches((limit) => inTransaction(db, (transaction) => expireBatch(transaction, limit)))
}

async function onPaid(
  transaction: Db,
  membershipId: number,
  { amountPaise, providerPaymentId, paidAt }: AppliedPayment,
): Promise<ReceiptText> {
  await activate(transaction, membershipId, today(paidAt), {
    amount_paise: amountPaise,
    razorpay_payment_id: providerPaymentId,
  })
  const { name, plan_name, duration_months } = await transaction
    .selectFrom('memberships')
    .select(['name', 'plan_name', 'duration_months'])
    .where('id', '=', membershipId)
    .executeTakeFirstOrThrow()
  const terms = { plan: plan_name, ...pluralValues(duration_months) }
  return { paidBy: name, paidFor: textsIn('en')('paidFor.membershipMonths', terms) }
}

/** A plan without a price needs no payment, so its membership starts today. */
export async function activateFreeMembership(
  transaction: Db,
  enqueueMail: EnqueueMail,
  membershipId: number,
): Promise<void> {
  await activate(transaction, membershipId, today(), { amount_paise: 0 })
  const mail = await freeMembershipMail(transaction, membershipId)
  if (mail) await enqueueMail(transaction, mail)
}

async function activate(
  transaction: Db,
  membershipId: number,
  paidOn: string,
  payment: { amount_paise: number; razorpay_payment_id?: string },
): Promise<void> {
  const membership = await transaction
    .selectFrom('memberships')
    .select(['user_id', 'email', 'category', 'duration_months'])
    .where('id', '=', membershipId)
    .where('status', '=', 'pending')
    .forUpdate()
    .executeTakeFirst()
  if (!membership) return
  const runningUntil = await findLastExpiry(transaction, membership)
  const { startDate, expiryDate } = membershipPeriod(paidOn, runningUntil, membership.duration_months)
  await transaction
    .updateTable('memberships')
    .set({ ...payment, status: 'active', start_date: startDate, expiry_date: expiryDate })
    .where('id', '=', membershipId)
    .execute()
}
