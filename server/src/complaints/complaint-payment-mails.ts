import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { textsIn } from '../languages/texts.ts'
import type { Payable } from '../payments/purpose-rules.ts'
import { refundMail } from '../payments/refunds/refund-mail.ts'
import { createFollowAction, findComplainant, identity, recipient } from './complainant.ts'

/** The mails about the fee of a complaint. */
export const complaintPaymentMails: Pick<Payable, 'paidMail' | 'refundMail'> = {
  async paidMail(transaction, complaintId, { amountPaise, receipt }) {
    const to = await findComplainant(transaction, complaintId)
    if (!to) return null
    const text = textsIn(to.language)
    return {
      kind: 'complaint-paid',
      receiptToken: receipt.token,
      about: `complaint ${complaintId}`,
      ...recipient(to),
      content: {
        subject: text('mails.complaintPaidSubject', { id: complaintId }),
        paragraphs: [text('mails.complaintPaid'), text('mails.complaintPaidNext')],
        facts: [
          ...identity(to, complaintId),
          [text('mails.amount'), formatRupees(amountPaise / PAISE_PER_RUPEE)],
          [text('mails.receiptNumber'), receipt.number],
        ],
        action: { label: text('mails.showReceipt'), path: receipt.path },
        more: await createFollowAction(transaction, complaintId, to),
        why: text('mails.whyComplaint'),
      },
    }
  },

  async refundMail(transaction, complaintId, refund) {
    const to = await findComplainant(transaction, complaintId)
    if (!to) return null
    const paidFor = textsIn(to.language)('paidFor.complaint', { id: complaintId })
    return refundMail({ ...recipient(to), paidFor, facts: identity(to, complaintId) }, refund)
  },
}
