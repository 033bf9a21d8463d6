import { today } from '@petsetu/contract/platform/dates.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import { type AppliedPayment, type Payable, requireAmount } from '../../payments/purpose-rules.ts'
import type { ReceiptText } from '../../payments/receipts/receipt-queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { EnqueueMail } from '../../platform/mail/outbox.ts'
import { freeMembershipMail, membershipPaymentMails, tellOfEarlierStart } from './membership-mails.ts'
import { membershipPeriod } from './membership-period.ts'
import { endMembership, findLastExpiry } from './renewals.ts'

/** A payment activates the membership; a full refund cancels it. */
export const payableMembership: Payable = {
  ...membershipPaymentMails,
  isPayable,
  async requireDue(transaction, membershipId, amountPaise) {
    const membership = await transaction
      .selectFrom('memberships')
      .select(['status', 'price_paise'])
      .where('id', '=', membershipId)
      .executeTakeFirst()
    if (!membership) throw notFound('membership_not_found')
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

/** A payment for a cancelled membership must not reactivate it: it is surplus, and an admin decides. */
async function isPayable(transaction: Db, membershipId: number): Promise<boolean> {
  const membership = await transaction
    .selectFrom('memberships')
    .select('status')
    .where('id', '=', membershipId)
    .forUpdate()
    .executeTakeFirst()
  return membership?.status === 'pending'
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
