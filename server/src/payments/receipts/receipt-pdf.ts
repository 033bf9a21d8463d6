import type { Readable } from 'node:stream'
import { paidForOf } from '@petsetu/contract/payments/paid-for.ts'
import { paidHow } from '@petsetu/contract/payments/paid-how.ts'
import { COPY_LABELS, dateOf, RECEIPT_LABELS } from '@petsetu/contract/payments/receipt-labels.ts'
import type { Receipt } from '@petsetu/contract/payments/receipts.ts'
import { sizeWithin } from '@petsetu/contract/site/site.ts'
import { formatLongDay, formatLongInstant, formatRupees } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import PDFDocument from 'pdfkit'
import { textsIn } from '../../platform/languages/texts.ts'
import { drawPawPrint } from '../../platform/pdf/draw-paw-print.ts'
import { INK, LINE, SOFT_INK } from '../../platform/pdf/measures.ts'
import { type TextStyle, writeText } from '../../platform/pdf/write-text.ts'

// A4 in points.
const PAGE = { width: 595.28, height: 841.89 }
const EDGE = 48
// A card with rounded corners, as on the page.
const CARD = { x: EDGE, y: 112, width: PAGE.width - 2 * EDGE, radius: 10 }
const INSET = 32
const WHOLE = { x: CARD.x + INSET, width: CARD.width - 2 * INSET }
const LABEL = { x: WHOLE.x, width: 140 }
const VALUE = { x: WHOLE.x + 156, width: WHOLE.width - 156 }

const LOGO_BOX = { width: 120, height: 48 }
const LOGO_GAP = 16

const STATUS_INK = { paid: '#0f6b6b', refunded: '#c23b22' }

type Logo = { png: Buffer; width: number; height: number }

/** A receipt to keep, in the order of its page: who got how much from whom for what, and whether it went back; or what went back. */
export function receiptPdf(receipt: Receipt, logo: Logo | null, language: Language): Readable {
  const text = textsIn(language)
  const title = text(RECEIPT_LABELS[receipt.kind].title)
  const document = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    lang: language,
    info: { Title: `${title} ${receipt.number}`, CreationDate: new Date(dateOf(receipt)) },
  })
  write(document, title, { x: CARD.x, width: CARD.width, y: CARD.y - 22, size: 26, weight: 'bold' })
  let y = drawLine(document, drawIssuer(document, receipt, logo, text)) + 34
  for (const entry of entriesOf(receipt, language)) y = writeEntry(document, entry, y)
  y = writeAmount(document, receipt, text, drawLine(document, y - 8) + 48)
  for (const entry of laterEntriesOf(receipt, text)) y = writeEntry(document, entry, y)
  if (receipt.kind === 'payment' && receipt.tax_section)
    y = write(document, text('deduction.notCertificate'), { ...WHOLE, y: y + 8, size: 10, color: SOFT_INK })
  y = write(document, text('receipts.byComputer'), { ...WHOLE, y: y + 8, size: 10, color: SOFT_INK })
  document
    .roundedRect(CARD.x, CARD.y, CARD.width, y + 8 - CARD.y, CARD.radius)
    .lineWidth(0.75)
    .stroke(LINE)
  document.end()
  return document
}

type Written = Omit<TextStyle, 'isAsOnPages'> & { x: number; y: number; color?: string }

function write(document: PDFKit.PDFDocument, words: string, { color = INK, ...box }: Written): number {
  document.fillColor(color)
  return writeText(document, words, { ...box, isAsOnPages: true })
}

function drawLine(document: PDFKit.PDFDocument, y: number): number {
  document
    .moveTo(WHOLE.x, y)
    .lineTo(WHOLE.x + WHOLE.width, y)
    .lineWidth(0.75)
    .stroke(LINE)
  return y
}

/** Draws the logo, and beside it the foundation's legal identity; what the settings leave out is not there. Returns where it ends. */
function drawIssuer(document: PDFKit.PDFDocument, receipt: Receipt, logo: Logo | null, text: Translate): number {
  const top = CARD.y + INSET
  const { width, height } = drawLogo(document, logo, top)
  const beside = { x: WHOLE.x + width + LOGO_GAP, width: WHOLE.width - width - LOGO_GAP }
  let y = write(document, receipt.foundation, { ...beside, y: top + 14, size: 15, weight: 'bold' }) - 3
  for (const line of issuerLines(receipt, text))
    y = write(document, line, { ...beside, y, size: 10.5, color: SOFT_INK })
  return Math.max(y, top + height) + 10
}

function drawLogo(document: PDFKit.PDFDocument, logo: Logo | null, y: number): { width: number; height: number } {
  if (!logo) {
    drawPawPrint(document, { x: WHOLE.x, y, side: LOGO_BOX.height })
    return { width: LOGO_BOX.height, height: LOGO_BOX.height }
  }
  const size = sizeWithin(logo, LOGO_BOX)
  // Bytes from another thread are no Buffer, which the library asks for.
  document.image(Buffer.from(logo.png), WHOLE.x, y, size)
  return size
}

function issuerLines(receipt: Receipt, text: Translate): string[] {
  const { foundation, legal_name, legal_address, registration_number: number, foundation_pan: pan } = receipt
  return [
    legal_name === foundation ? '' : legal_name,
    legal_address,
    number && text('receipts.registration', { number }),
    pan && text('receipts.pan', { pan }),
  ].filter(Boolean)
}

type Entry = [label: string, value: string]

function writeEntry(document: PDFKit.PDFDocument, [label, value]: Entry, y: number): number {
  const afterLabel = write(document, label, { ...LABEL, y, size: 11.5, color: SOFT_INK })
  return Math.max(afterLabel, write(document, value, { ...VALUE, y, size: 11.5, linesMax: 6 })) + 7
}

/** The sum in large figures, with its state below. */
function writeAmount(document: PDFKit.PDFDocument, receipt: Receipt, text: Translate, y: number): number {
  const { amount, status, kind } = receipt
  write(document, text(RECEIPT_LABELS[kind].amount), { ...LABEL, y, size: 11.5, color: SOFT_INK })
  write(document, formatRupees(amount), { ...VALUE, y, size: 30, weight: 'bold', linesMax: 1 })
  const state = text(status === 'paid' ? 'receipts.paid' : 'receipts.isRefunded')
  const color = STATUS_INK[status]
  return write(document, state, { ...VALUE, y: y + 26, size: 13, weight: 'bold', color }) + 8
}

function entriesOf(receipt: Receipt, language: Language): Entry[] {
  const text = textsIn(language)
  const { kind, copy, corrected_at, complaint_reference, refunded_at, tax_section, tax_approval } = receipt
  const labels = RECEIPT_LABELS[kind]
  const entries: Entry[] = [
    [text(labels.number), receipt.number],
    ...(corrected_at ? [[text(COPY_LABELS[copy]), formatLongInstant(corrected_at, language)] as Entry] : []),
    [text(labels.person), receipt.paid_by],
    [text('receipts.paidFor'), paidForOf(receipt, text)],
    [text(labels.date), formatLongInstant(dateOf(receipt), language)],
    ...paidHow(receipt, text),
  ]
  if (complaint_reference) entries.push([text('receipts.reference'), complaint_reference])
  if (kind === 'payment' && refunded_at)
    entries.push([text('receipts.refundedOn'), formatLongInstant(refunded_at, language)])
  if (kind === 'payment' && tax_section) entries.push([text('receipts.taxSection'), tax_section])
  if (kind === 'payment' && tax_approval) {
    const day = formatLongDay(tax_approval.day, language)
    entries.push([text('deduction.approval'), text('deduction.approvalOf', { number: tax_approval.number, day })])
  }
  return entries
}

function laterEntriesOf({ amount_in_words, returns, returned_by }: Receipt, text: Translate): Entry[] {
  const entries: Entry[] = [[text('receipts.inWords'), amount_in_words]]
  if (returns) entries.push([text('receipts.returns'), returns.number])
  if (returned_by) entries.push([text('receipts.refundReceipt'), returned_by.number])
  return entries
}
