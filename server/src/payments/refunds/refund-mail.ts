import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { NewMail } from '../../platform/mail/mail-content.ts'
import type { Payer, ReturnedPayment } from '../purpose-rules.ts'
import type { Copies } from '../receipts/receipt-numbers.ts'

/** Tells whoever paid that the money was returned, or that it is held, paid for nothing, and goes back. */
export function refundMail(
  { to, userId = null, language, paidFor, facts = [] }: Payer,
  { paymentId, amountPaise, isAtDesk, isForbidden, isHeld, receipt }: ReturnedPayment,
): NewMail {
  const text = textsIn(language)
  const amount = formatRupees(amountPaise / PAISE_PER_RUPEE)
  return {
    kind: 'refund',
    about: `payment ${paymentId}`,
    ...(isHeld && { step: 'held' }),
    to,
    userId,
    language,
    ...(receipt && { receiptToken: receipt.token }),
    content: {
      subject: text(isHeld ? 'mails.heldSubject' : 'mails.refundSubject', { amount }),
      paragraphs: isAtDesk
        ? [text('mails.refundAtDesk', { amount })]
        : [
            text(isHeld ? 'mails.held' : 'mails.refund', { amount }),
            ...(isForbidden ? [text('mails.refundFromAbroad')] : []),
            text('mails.refundWhen'),
          ],
      facts: [
        [text('mails.paidFor'), paidFor],
        ...facts,
        [text('mails.amount'), amount],
        ...(receipt ? [[text('mails.receiptNumber'), receipt.number] satisfies [string, string]] : []),
      ],
      ...(receipt && { action: { label: text('mails.showReceipt'), path: receipt.path } }),
      why: text('mails.whyPayment'),
    },
  }
}

/** Tells whoever paid that the receipt is a corrected copy now, with the way to it. `about` is what was paid for, such as `complaint 42`. */
export function correctedReceiptMail(
  about: string,
  { to, userId = null, language, paidFor, facts = [] }: Payer,
  { number, path }: Copies,
  step: string,
): NewMail {
  const text = textsIn(language)
  return {
    kind: 'receipt-corrected',
    about,
    step,
    to,
    userId,
    language,
    content: {
      subject: text('mails.receiptCorrectedSubject', { number }),
      paragraphs: [text('mails.receiptCorrected')],
      facts: [[text('mails.paidFor'), paidFor], ...facts, [text('mails.receiptNumber'), number]],
      action: { label: text('mails.showReceipt'), path },
      why: text('mails.whyPayment'),
    },
  }
}
