import type { Readable } from 'node:stream'
import { memberNumber } from '@petsetu/contract/supporters/membership-facts.ts'
import type { MemberCard } from '@petsetu/contract/supporters/memberships.ts'
import type { PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import PDFDocument from 'pdfkit'
import { textsIn } from '../../platform/languages/texts.ts'
import { CARD, drawQr, INK, LINE, MM, SOFT_INK } from '../../platform/pdf/drawing.ts'
import { fittingSize, type TextStyle, writeText } from '../../platform/pdf/write-text.ts'

const EDGE = 5 * MM
const BAND = 12 * MM
const QR = 30 * MM
const QR_BOX = { x: CARD.width - EDGE - QR + 3 * MM, y: CARD.height - EDGE - QR + 3 * MM, side: QR }
const TEXT = { x: EDGE, width: QR_BOX.x - EDGE - MM }

// White letters can be read on both.
const BANDS: Record<PlanCategory, string> = { regular: '#0f6b6b', premium: '#a34d00' }

type Foundation = { publicUrl: string; foundationName: string }

/** A member's card for the wallet. Whether it is valid is not printed on it: whoever wants to know scans the code. */
export function drawMemberCard(
  { name, number, plan_name, category, start_date, valid_until, path }: MemberCard,
  { publicUrl, foundationName }: Foundation,
  language: Language,
): Readable {
  const text = textsIn(language)
  const document = new PDFDocument({
    size: [CARD.width, CARD.height],
    margin: 0,
    lang: language,
    info: { Title: text('prints.memberCardTitle', { name }) },
  })
  const line = (shown: string, y: number, style: Omit<TextStyle, 'width'>) =>
    writeText(document, shown, { ...TEXT, ...style, y, linesMax: 1 })
  drawGround(document, BANDS[category])
  document.fillColor('#ffffff')
  const head = { x: EDGE, width: CARD.width - 2 * EDGE, size: 9, weight: 'bold', linesMax: 1 } as const
  writeText(document, foundationName, { ...head, size: fittingSize(document, foundationName, head), y: 5.2 * MM })
  writeText(document, text('prints.memberCard'), { ...head, size: 7, weight: 'regular', y: 9.4 * MM })
  document.fillColor(INK)
  const strong = { ...TEXT, size: 14, weight: 'bold' } as const
  line(name, 19.5 * MM, { ...strong, size: fittingSize(document, name, strong) })
  line(plan_name, 25 * MM, { size: 9 })
  document.fillColor(SOFT_INK)
  line(text('prints.memberNumber'), 33 * MM, { size: 6.5 })
  line(text('prints.memberValidUntil'), 43 * MM, { size: 6.5 })
  document.fillColor(INK)
  line(memberNumber({ number, start_date }), 37 * MM, { size: 9, weight: 'bold' })
  line(formatLongDay(valid_until, language), 47 * MM, { size: 9, weight: 'bold' })
  drawQr(document, publicUrl + path, QR_BOX)
  document.end()
  return document
}

function drawGround(document: PDFKit.PDFDocument, band: string): void {
  const edge = [0.25, 0.25, CARD.width - 0.5, CARD.height - 0.5, CARD.radius] as const
  document.save()
  document.roundedRect(...edge).clip()
  document.rect(0, 0, CARD.width, BAND).fill(band)
  document.restore()
  document
    .roundedRect(...edge)
    .lineWidth(0.5)
    .stroke(LINE)
}
