import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { NewMail } from '../../platform/mail/mail-content.ts'
import type { ReturnedPayment } from '../purpose-rules.ts'

type Payer = {
  to: string
  userId?: number | null
  language: Language
  paidFor: string
  /** More about what was paid for. */
  facts?: [label: string, value: string][]
}

/** Tells whoever paid that the money was returned. */
export function refundMail(
  { to, userId = null, language, paidFor, facts = [] }: Payer,
  { paymentId, amountPaise, isAtDesk, isForbidden, receipt }: ReturnedPayment,
): NewMail {
  const text = textsIn(language)
  const amount = formatRupees(amountPaise / PAISE_PER_RUPEE)
  return {
    kind: 'refund',
    about: `payment ${paymentId}`,
    to,
    userId,
    language,
    ...(receipt && { receiptToken: receipt.token }),
    content: {
      subject: text('mails.refundSubject', { amount }),
      paragraphs: isAtDesk
        ? [text('mails.refundAtDesk', { amount })]
        : [
            text('mails.refund', { amount }),
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
