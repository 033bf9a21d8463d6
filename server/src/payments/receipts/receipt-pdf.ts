import type { Readable } from 'node:stream'
import type { Receipt } from '@petsetu/contract/payments/receipts.ts'
import type { ReceiptLine, ReceiptSheet } from '@petsetu/contract/site/public-pages.ts'
import { sizeWithin } from '@petsetu/contract/site/site.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import PDFDocument from 'pdfkit'
import { drawPawPrint, INK, SOFT_INK } from '../../platform/pdf/drawing.ts'
import { type TextStyle, widthOf, writeText } from '../../platform/pdf/write-text.ts'
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
  let y = drawLine(document, drawIssuer(document, sheet, logo)) + 34
  for (const line of sheet.lines) y = writeLine(document, line, y)
  y = writeAmount(document, sheet.amount, drawLine(document, y - 8) + 36)
  for (const line of sheet.later) y = writeLine(document, line, y)
  for (const note of sheet.notes) y = write(document, note, { ...WHOLE, y: y + 8, size: 10, color: SOFT_INK })
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

function writeLine(document: PDFKit.PDFDocument, { label, value }: ReceiptLine, y: number): number {
  const afterLabel = write(document, label, { ...LABEL, y, size: 12.5, color: SOFT_INK })
  return Math.max(afterLabel, write(document, value, { ...VALUE, y, size: 12.5, linesMax: 6 })) + 5
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
