import type { Readable } from 'node:stream'
import type { Receipt } from '@petsetu/contract/payments/receipts.ts'
import type { ReceiptLine, ReceiptSheet } from '@petsetu/contract/site/public-pages.ts'
import { sizeWithin } from '@petsetu/contract/site/site.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import PDFDocument from 'pdfkit'
import { drawPawPrint, INK, SOFT_INK } from '../../platform/pdf/drawing.ts'
import { heightOf, linesOf, type TextStyle, widthOf, writeText } from '../../platform/pdf/write-text.ts'
import { dateOf, receiptSheet } from './receipt-sheet.ts'

const PAGE = { width: 595.28, height: 841.89 }
const EDGE = 48
const CARD = { x: EDGE, y: 112, width: PAGE.width - 2 * EDGE, radius: 10 }
const INSET = 32
const WHOLE = { x: CARD.x + INSET, width: CARD.width - 2 * INSET }
const LABEL = { x: WHOLE.x, width: 140 }
const VALUE = { x: WHOLE.x + 156, width: WHOLE.width - 156 }

const LOGO_BOX = { width: 96, height: 36 }
const LOGO_GAP = 12

const LINE = '#e8e1d5'
const STATUS = { paid: { ink: '#1c7435', ground: '#e2f3e6' }, refunded: { ink: '#5b6469', ground: '#eceeef' } }
const STATUS_PAD = 8
// From the baseline of the line that would come next to the edge of the card.
const CARD_END = 8
const AMOUNT_HEIGHT = 58

type Logo = { png: Buffer; width: number; height: number }

export function receiptPdf(receipt: Receipt, logo: Logo | null, language: Language): Readable {
  const sheet = receiptSheet(receipt, language)
  const { title, number } = sheet
  const document = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    lang: language,
    info: { Title: `${title} ${number}`, CreationDate: new Date(dateOf(receipt)) },
  })
  write(document, title, { x: CARD.x, width: CARD.width, y: CARD.y - 22, size: 25, weight: 'heading' })
  const card: Card = { document, heading: `${title} ${number}`, top: CARD.y, y: 0 }
  card.y = drawLine(document, drawIssuer(document, sheet, logo)) + 34
  for (const line of sheet.lines) writeLine(card, line)
  makeRoom(card, AMOUNT_HEIGHT)
  card.y = writeAmount(document, sheet.amount, drawLine(document, card.y - 8) + 36)
  for (const line of sheet.later) writeLine(card, line)
  for (const note of sheet.notes) writeNote(card, note)
  closeCard(card)
  document.end()
  return document
}

/** The card of one page: where it begins, and the baseline of its next line. */
type Card = { document: PDFKit.PDFDocument; heading: string; top: number; y: number }

function closeCard({ document, top, y }: Card): void {
  document
    .roundedRect(CARD.x, top, CARD.width, y + CARD_END - top, CARD.radius)
    .lineWidth(0.75)
    .stroke(LINE)
}

/** Continues on a new page, which names the receipt, if so much does not fit on this one. */
function makeRoom(card: Card, height: number): void {
  if (card.y + height + CARD_END <= PAGE.height - EDGE) return
  closeCard(card)
  card.document.addPage()
  write(card.document, card.heading, { x: CARD.x, width: CARD.width, y: EDGE, size: 12.5, color: SOFT_INK })
  card.top = EDGE + 16
  card.y = card.top + INSET
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

/** Draws the logo, and beside it the foundation's legal identity. Returns where it ends. */
function drawIssuer(document: PDFKit.PDFDocument, sheet: ReceiptSheet, logo: Logo | null): number {
  const top = CARD.y + INSET
  const { width, height } = drawLogo(document, logo, top)
  const beside = { x: WHOLE.x + width + LOGO_GAP, width: WHOLE.width - width - LOGO_GAP }
  let y = write(document, sheet.foundation, { ...beside, y: top + 14, size: 15.5, weight: 'heading' }) - 3
  for (const line of sheet.issuer) y = write(document, line, { ...beside, y, size: 11.5, color: SOFT_INK })
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

function writeLine(card: Card, { label, value }: ReceiptLine): void {
  const { document } = card
  const [left, right] = [
    { ...LABEL, size: 12.5 },
    { ...VALUE, size: 12.5, linesMax: 6 },
  ]
  makeRoom(card, Math.max(writtenHeight(document, label, left), writtenHeight(document, value, right)) + 5)
  const afterLabel = write(document, label, { ...left, y: card.y, color: SOFT_INK })
  card.y = Math.max(afterLabel, write(document, value, { ...right, y: card.y })) + 5
}

function writeNote(card: Card, note: string): void {
  const box = { ...WHOLE, size: 10 }
  makeRoom(card, 8 + writtenHeight(card.document, note, box))
  card.y = write(card.document, note, { ...box, y: card.y + 8, color: SOFT_INK })
}

function writtenHeight(document: PDFKit.PDFDocument, words: string, style: TextStyle): number {
  return heightOf(linesOf(document, words, { ...style, isAsOnPages: true }).length, style.size)
}

/** The sum in large figures, and its state beside it on a coloured ground. */
function writeAmount(document: PDFKit.PDFDocument, amount: ReceiptSheet['amount'], y: number): number {
  write(document, amount.label, { ...LABEL, y, size: 12.5, color: SOFT_INK })
  const sum = { ...VALUE, y, size: 27, weight: 'heading', linesMax: 1 } as const
  write(document, amount.value, sum)
  const { ink, ground } = STATUS[amount.status]
  const word = { width: VALUE.width, size: 12.5, weight: 'bold', isAsOnPages: true } as const
  const x = VALUE.x + widthOf(document, amount.value, sum) + 12
  document.roundedRect(x, y - 15, widthOf(document, amount.state, word) + 2 * STATUS_PAD, 21, 10.5).fill(ground)
  write(document, amount.state, { ...word, x: x + STATUS_PAD, y, color: ink })
  return y + 30
}
