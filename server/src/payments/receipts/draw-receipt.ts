import { languageOrEnglish } from '@petsetu/languages/languages.ts'
import type { Deps } from '../../deps.ts'
import type { MailAttachment } from '../../platform/mail/smtp.ts'
import { inPdfThread } from '../../platform/pdf/pdf-thread.ts'
import type { receiptPdf } from './receipt-pdf.ts'
import { findReceipt } from './receipt-queries.ts'

export const drawReceipt = inPdfThread<typeof receiptPdf>(new URL('./receipt-pdf.ts', import.meta.url), 'receiptPdf')

/** Draws a receipt for a mail: it is the same at each attempt, unless the payment was refunded in between. */
export function receiptDrawer({ db, foundation }: Pick<Deps, 'db' | 'foundation'>) {
  return async (token: string, languageName: string): Promise<MailAttachment | null> => {
    const language = languageOrEnglish(languageName)
    const receipt = await findReceipt(db, token, foundation(), { copy: 'newest', language })
    if (!receipt) return null
    const pdf = await drawReceipt(receipt, foundation().logo, language)
    return { filename: `${receipt.number}.pdf`, content: Buffer.from(pdf), contentType: 'application/pdf' }
  }
}
