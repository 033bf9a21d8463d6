import type { Readable } from 'node:stream'
import { paidForOf } from '@petsetu/contract/paid-for.ts'
import { paidHow } from '@petsetu/contract/paid-how.ts'
import { dateOf, RECEIPT_LABELS } from '@petsetu/contract/receipt-labels.ts'
import type { Receipt } from '@petsetu/contract/receipts.ts'
import { sizeWithin } from '@petsetu/contract/site.ts'
import { formatLongInstant, formatRupees } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import PDFDocument from 'pdfkit'
import { textsIn } from '../languages/texts.ts'
import { INK, LINE, SOFT_INK } from '../pdf/measures.ts'
import { writeText } from '../pdf/write-text.ts'

// A4 in points.
const PAGE = { width: 595.28, height: 841.89 }
const EDGE = 56
const LABEL = { x: EDGE, width: 140 }
const VALUE = { x: EDGE + 156, width: PAGE.width - 2 * EDGE - 156 }
const WHOLE = { x: EDGE, width: PAGE.width - 2 * EDGE }

const LOGO_BOX = { width: 160, height: 44 }

const STATUS_INK = { paid: '#0f6b6b', refunded: '#c23b22' }

type Logo = { png: Buffer; width: number; height: number }

/** A receipt to keep: who got how much from whom for what, and whether it went back; or what went back. */
export function receiptPdf(receipt: Receipt, logo: Logo | null, language: Language): Readable {
  const text = textsIn(language)
  const title = `${text(RECEIPT_LABELS[receipt.kind].title)} ${receipt.number}`
  const document = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    lang: language,
    info: { Title: title, CreationDate: new Date(dateOf(receipt)) },
  })
  if (logo) drawLogo(document, logo)
  let y = writeIssuer(document, receipt, text)
  document
    .moveTo(EDGE, y)
    .lineTo(PAGE.width - EDGE, y)
    .lineWidth(0.75)
    .stroke(LINE)
  document.fillColor(INK)
  y = writeText(document, title, { ...WHOLE, y: y + 36, size: 18, weight: 'bold' })
  document.fillColor(STATUS_INK[receipt.status])
  y = writeText(document, statusOf(receipt, text), { ...WHOLE, y: y + 2, size: 14, weight: 'bold' }) + 14
  for (const [label, value] of entriesOf(receipt, language)) {
    document.fillColor(SOFT_INK)
    const afterLabel = writeText(document, label, { ...LABEL, y, size: 11 })
    document.fillColor(INK)
    y = Math.max(afterLabel, writeText(document, value, { ...VALUE, y, size: 11, linesMax: 6 })) + 6
  }
  document.fillColor(SOFT_INK)
  writeText(document, text('receipts.byComputer'), { ...WHOLE, y: y + 30, size: 9 })
  document.end()
  return document
}

/** In the upper right corner, above the names. */
function drawLogo(document: PDFKit.PDFDocument, { png, ...size }: Logo): void {
  const { width, height } = sizeWithin(size, LOGO_BOX)
  // Bytes from another thread are no Buffer, which the library asks for.
  document.image(Buffer.from(png), PAGE.width - EDGE - width, (EDGE + 8 - height) / 2, { width, height })
}

/** The foundation's legal identity; what the settings leave out is not there. */
function writeIssuer(document: PDFKit.PDFDocument, receipt: Receipt, text: Translate): number {
  document.fillColor(INK)
  let y = writeText(document, receipt.legal_name, { ...WHOLE, y: EDGE + 12, size: 16, weight: 'bold' })
  document.fillColor(SOFT_INK)
  for (const line of issuerLines(receipt, text)) y = writeText(document, line, { ...WHOLE, y, size: 10 })
  return y
}

function issuerLines({ legal_address, registration_number: number, foundation_pan: pan }: Receipt, text: Translate) {
  return [
    legal_address,
    number && text('receipts.registration', { number }),
    pan && text('receipts.pan', { pan }),
  ].filter(Boolean)
}

const statusOf = ({ status }: Receipt, text: Translate) =>
  text(status === 'paid' ? 'receipts.paid' : 'receipts.isRefunded')

function entriesOf(receipt: Receipt, language: Language): [label: string, value: string][] {
  const text = textsIn(language)
  const { kind, complaint_reference, refunded_at, tax_section, returns, returned_by } = receipt
  const labels = RECEIPT_LABELS[kind]
  const entries: [string, string][] = [
    [text(labels.number), receipt.number],
    [text(labels.date), formatLongInstant(dateOf(receipt), language)],
    [text(labels.person), receipt.paid_by],
    [text('receipts.paidFor'), paidForOf(receipt, text)],
    [text(labels.amount), formatRupees(receipt.amount)],
    [text('receipts.inWords'), receipt.amount_in_words],
    ...paidHow(receipt, text),
  ]
  if (complaint_reference) entries.push([text('receipts.reference'), complaint_reference])
  if (returns) entries.push([text('receipts.returns'), returns.number])
  if (kind === 'payment' && refunded_at)
    entries.push([text('receipts.refundedOn'), formatLongInstant(refunded_at, language)])
  if (returned_by) entries.push([text('receipts.refundReceipt'), returned_by.number])
  if (kind === 'payment' && tax_section) entries.push([text('receipts.taxSection'), tax_section])
  return entries
}
