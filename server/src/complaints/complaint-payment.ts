import { FilingFee } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { DUE_FEES, isFeeDue, OPEN_STATUSES } from '@petsetu/contract/complaints/complaint-statuses.ts'
import { toRupees } from '@petsetu/contract/platform/money.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { sql } from 'kysely'
import { IS_BEING_CAPTURED } from '../payments/ledger/payment-queries.ts'
import { type OpenOrder, openOrder } from '../payments/orders/open-order.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { IS_TEST_KEY } from '../payments/provider/account.ts'
import { invalidAmount, type Payable, type PurposeRules } from '../payments/purpose-rules.ts'
import { anyOf, isContact } from '../people/users/contact.ts'
import { literals } from '../platform/db/expressions.ts'
import type { Db } from '../platform/db/pool.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { textsIn } from '../platform/languages/texts.ts'
import { recordCaseEvent } from './case-events.ts'
import { matchesSearch } from './cases/case-search.ts'
import { createFollowAction, findComplainant, identity, recipient } from './complaint-mails.ts'
import {
  eraseComplaints,
  exportComplaints,
  finishErasures,
  forgetOldKeys,
  isKeptFor,
  keepComplaints,
} from './complaint-privacy.ts'
import { findComplaint, readReference } from './complaint-queries.ts'

const complaintPaymentMails: Pick<Payable, 'paidMail' | 'findPayer'> = {
  async paidMail(transaction, complaintId, { amountPaise, receipt }) {
    const to = await findComplainant(transaction, complaintId)
    if (!to) return null
    const text = textsIn(to.language)
    return {
      kind: 'complaint-paid',
      // The fee is paid once more after a void at the desk, and each payment has a receipt.
      step: receipt.number,
      receiptToken: receipt.token,
      about: `complaint ${complaintId}`,
      ...recipient(to),
      content: {
        subject: text('mails.complaintPaidSubject', { id: complaintId }),
        paragraphs: [text('mails.complaintPaid'), text('mails.complaintPaidNext')],
        facts: [
          ...identity(to, complaintId),
          [text('mails.amount'), formatRupees(toRupees(amountPaise))],
          [text('mails.receiptNumber'), receipt.number],
        ],
        action: { label: text('mails.showReceipt'), path: receipt.path },
        more: await createFollowAction(transaction, complaintId, to),
        why: text('mails.whyComplaint'),
      },
    }
  },

  async findPayer(transaction, complaintId) {
    const to = await findComplainant(transaction, complaintId)
    if (!to) return null
    const text = textsIn(to.language)
    const paidFor = text('paidFor.complaint', { id: complaintId })
    return { ...recipient(to), paidFor, paidTwice: text('mails.paidTwiceFee'), facts: identity(to, complaintId) }
  },
}

/** Updates the payment status only. The complaint's own status does not depend on the payment. */
const payableComplaint: Payable = {
  ...complaintPaymentMails,

  async requireDue(transaction, complaintId, amountPaise) {
    const complaint = await findComplaint(transaction, complaintId)
    if (!complaint) throw notFound('complaint_not_found')
    await rejectUnpayable(transaction, complaint)
    const fee = FilingFee.safeParse(toRupees(amountPaise))
    if (!fee.success) throw invalidAmount(fee.error.issues[0]?.message ?? '')
  },

  // The fee can be paid whatever the status of the complaint. For a duplicate it would be refunded at once.
  async isPayable(transaction, complaintId) {
    const { duplicate_of } = await transaction
      .selectFrom('complaints')
      .select('duplicate_of')
      .where('id', '=', complaintId)
      .executeTakeFirstOrThrow()
    return duplicate_of === null
  },

  async onOpened(transaction, complaintId) {
    await complaint(transaction, complaintId)
      .set({ payment_status: 'pending' })
      .where('payment_status', 'in', ['none', 'failed'])
      .execute()
  },

  async onFailed(transaction, complaintId) {
    await complaint(transaction, complaintId)
      .set({ payment_status: 'failed' })
      .where('payment_status', 'in', ['none', 'pending'])
      .execute()
  },

  async onPaid(transaction, complaintId, { amountPaise, providerPaymentId, paidAt }) {
    const { fullname } = await complaint(transaction, complaintId)
      .set({
        payment_status: 'paid',
        payment_paise: amountPaise,
        razorpay_payment_id: providerPaymentId,
        payment_date: paidAt,
      })
      .returning('fullname')
      .executeTakeFirstOrThrow()
    await recordCaseEvent(transaction, complaintId, { by: { role: 'complainant' }, kind: 'paid', after: amountPaise })
    return { paidBy: fullname, paidFor: textsIn('en')('paidFor.complaint', { id: complaintId }) }
  },

  async onRefunded(transaction, complaintId) {
    const refunded = await complaint(transaction, complaintId)
      .set({ payment_status: 'refunded' })
      .where('payment_status', '=', 'paid')
      .returning('payment_paise')
      .executeTakeFirst()
    if (!refunded) return
    const by = { role: 'system' } as const
    await recordCaseEvent(transaction, complaintId, { by, kind: 'refund', after: refunded.payment_paise })
  },

  async onVoidSetAside(transaction, complaintId) {
    await complaint(transaction, complaintId)
      .set({ payment_status: 'none', payment_paise: null, razorpay_payment_id: null, payment_date: null })
      .execute()
  },
}

/** SQL condition on a complaint: its fee must still be paid, as `isFeeDue` of the contract says. */
const IS_FEE_DUE = sql<boolean>`(complaints.payment_status in ${literals(DUE_FEES)} and complaints.duplicate_of is null)`

/** SQL condition on a complaint: its fee was taken at the desk and voided there. */
const IS_FEE_VOID = sql<boolean>`(complaints.payment_status = 'refunded' and complaints.duplicate_of is null and exists (
    select from payments join desk_payments on desk_payments.payment_id = payments.id
    where payments.purpose = 'complaint' and payments.subject_id = complaints.id
      and payments.disposition = 'applied' and desk_payments.state = 'void'))`

/** SQL condition on a complaint: its fee is due, maybe once more after a void, and no payment of it is under way at the desk or the bank. */
export const IS_PAYABLE = sql<boolean>`((${IS_FEE_DUE} or ${IS_FEE_VOID}) and not exists (
    select from payments where payments.purpose = 'complaint' and payments.subject_id = complaints.id
      and (payments.status = 'created' or ${IS_BEING_CAPTURED})))`

/** SQL condition on a complaint: its complainant is asked to pay its fee. That of a case that has ended can be paid, and nobody asks for it. */
export const IS_FEE_ASKED = sql<boolean>`(${IS_PAYABLE} and complaints.status in ${literals(OPEN_STATUSES)})`

type Fee = Parameters<typeof isFeeDue>[0] & { id: number }

/** Rejects with 409 unless the fee is due. One that the desk has voided is due once more: the order for it sets the void aside. */
export async function rejectUnpayable(db: Db, complaint: Fee): Promise<void> {
  if (isFeeDue(complaint) || (await isDueOrVoid(db, complaint))) return
  if (complaint.duplicate_of !== null) throw conflict('complaint_is_duplicate')
  throw conflict(complaint.payment_status === 'refunded' ? 'complaint_refunded' : 'nothing_to_pay')
}

/** Somebody who pays a void fee at the same time has made it due again. */
async function isDueOrVoid(db: Db, { id }: Fee): Promise<boolean> {
  const row = await db
    .selectFrom('complaints')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`(${IS_FEE_DUE} or ${IS_FEE_VOID})`)
    .executeTakeFirst()
  return row !== undefined
}

function complaint(transaction: Db, complaintId: number) {
  return transaction.updateTable('complaints').where('id', '=', complaintId)
}

export const complaintPurpose: PurposeRules = {
  ...payableComplaint,
  table: 'complaints',
  report: {
    payer: sql`case when withhold_name then '' else complaints.fullname end`,
    item: sql`'Complaint filing fee'`,
    account: null,
  },
  desk: {
    isUnpaid: IS_FEE_DUE,
    isVoid: IS_FEE_VOID,
    duePaise: sql`null::bigint`,
    matches: matchesSearch,
  },
  testMoney: {
    showsPayment: sql`payment_status <> 'none'`,
    // Somebody may be about to pay with real money.
    removesPayment: sql`payment_paise = null, razorpay_payment_id = null, payment_date = null,
      payment_status = case when exists (
        select from payment_orders
        where purpose = 'complaint' and subject_id = complaints.id
          and ${IS_TEST_KEY} is not true and provider_order_id is not null
      ) then 'pending' else 'none' end`,
  },
  privacy: {
    isAbout: ({ contact, userId }) => anyOf(isContact(contact), userId === null ? undefined : isKeptFor(userId)),
    keepFor: keepComplaints,
    exportRows: exportComplaints,
    erase: eraseComplaints,
    givenUp: null,
    corrected: { name: 'fullname', email: 'email', phone: 'phone' },
    isErased: sql`(erased_at is not null)`,
    isWithheld: sql`withhold_name`,
    finishErasures,
    forgetOld: forgetOldKeys,
  },
  item: async (_, complaintId, language) => textsIn(language)('paidFor.complaint', { id: complaintId }),
  reference: readReference,
  limits: { byAddress: 'complaintByAddress', byContact: 'complaintByContact', ofAll: 'complaintOfAll' },
}

/** The order for the filing fee. Rejects with 404 unless `email` matches, so that nobody probes by number. */
export async function openFeeOrder(
  deps: PaymentDeps,
  { complaintId, email, feePaise }: { complaintId: number; email: string; feePaise: number },
): Promise<OpenOrder> {
  await requirePayable(deps.db, complaintId, email)
  return openOrder(deps, {
    purpose: 'complaint',
    subjectId: complaintId,
    amountPaise: feePaise,
  })
}

/** Rejects with 404 unless this is the complaint's address, and with 409 if its fee cannot be paid. */
export async function requirePayable(db: Db, complaintId: number, email: string): Promise<void> {
  const complaint = await findComplaint(db, complaintId)
  if (!complaint || foldCase(complaint.email) !== foldCase(email)) throw notFound('complaint_not_found')
  await rejectUnpayable(db, complaint)
}
