import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { textsIn } from '../../languages/texts.ts'
import type { NewMail } from '../../mail/mail-content.ts'
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
  { paymentId, amountPaise, isAtDesk }: ReturnedPayment,
): NewMail {
  const text = textsIn(language)
  const amount = formatRupees(amountPaise / PAISE_PER_RUPEE)
  return {
    kind: 'refund',
    about: `payment ${paymentId}`,
    to,
    userId,
    language,
    content: {
      subject: text('mails.refundSubject', { amount }),
      paragraphs: isAtDesk
        ? [text('mails.refundAtDesk', { amount })]
        : [text('mails.refund', { amount }), text('mails.refundWhen')],
      facts: [[text('mails.paidFor'), paidFor], ...facts, [text('mails.amount'), amount]],
      why: text('mails.whyPayment'),
    },
  }
}
