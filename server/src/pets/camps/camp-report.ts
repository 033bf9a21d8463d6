import type { Readable } from 'node:stream'
import { CAMP_KIND_TEXTS } from '@petsetu/contract/pets/camps/camp-kinds.ts'
import type { Camp, CampCount } from '@petsetu/contract/pets/camps/camps.ts'
import { formatCount, formatLongDay, pluralValues } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import PDFDocument from 'pdfkit'
import { textsIn } from '../../platform/languages/texts.ts'
import { INK, LINE, MM, SOFT_INK } from '../../platform/pdf/drawing.ts'
import { writeText } from '../../platform/pdf/write-text.ts'

const MARGIN = 20 * MM
const WIDTH = 210 * MM - 2 * MARGIN
const BOTTOM = 297 * MM - MARGIN
const ROW = 9 * MM

// The columns of the table: kind of work, female, male, both.
const COLUMNS = [
  { x: MARGIN, width: 80 * MM },
  { x: MARGIN + 82 * MM, width: 28 * MM },
  { x: MARGIN + 112 * MM, width: 28 * MM },
  { x: MARGIN + 142 * MM, width: 28 * MM },
]

/** The report of a camp for the municipality, A4: for each ward the number of animals by kind of work and sex. It names no helper. */
export function campReport(camp: Camp, { foundationName }: { foundationName: string }, language: Language): Readable {
  const text = textsIn(language)
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: language,
    info: { Title: text('campReport.title', { name: camp.name }) },
  })
  let y = drawHead(document, camp, { text, language, foundationName })
  for (const ward of [...new Set(camp.counts.map((count) => count.ward))]) {
    const counts = camp.counts.filter((count) => count.ward === ward)
    const kinds = camp.kinds.filter(({ kind }) => counts.some((count) => count.kind === kind))
    if (y + (kinds.length + 4) * ROW > BOTTOM) {
      document.addPage({ size: 'A4', margin: 0 })
      y = MARGIN
    }
    y = drawWard(document, { ward, counts, y }, text)
  }
  drawSignature(document, y, text)
  document.end()
  return document
}

type HeadFacts = { text: Translate; language: Language; foundationName: string }

function drawHead(document: PDFKit.PDFDocument, camp: Camp, { text, language, foundationName }: HeadFacts): number {
  const line = { x: MARGIN, width: WIDTH, size: 12, linesMax: 2 } as const
  document.fillColor(SOFT_INK)
  let y = writeText(document, foundationName, { ...line, y: MARGIN + 5 * MM })
  document.fillColor(INK)
  y = writeText(document, text('campReport.title', { name: camp.name }), {
    ...line,
    y: y + 4 * MM,
    size: 20,
    weight: 'bold',
  })
  const place = `${formatLongDay(camp.day, language)} · ${camp.ward} · ${camp.place}`
  y = writeText(document, place, { ...line, y: y + 1 * MM })
  return writeText(document, text('campReport.animals', pluralValues(camp.animals)), { ...line, y }) + 6 * MM
}

type WardCounts = { ward: string; counts: CampCount[]; y: number }

function drawWard(document: PDFKit.PDFDocument, { ward, counts, y: top }: WardCounts, text: Translate): number {
  document.fillColor(INK)
  let y = writeText(document, ward, { x: MARGIN, y: top, width: WIDTH, size: 14, weight: 'bold', linesMax: 1 })
  const heads = [text('campReport.work'), text('prints.female'), text('prints.male'), text('campReport.total')]
  y = drawRow(document, heads, { y, isHead: true })
  for (const kind of [...new Set(counts.map((count) => count.kind))]) {
    const ofKind = counts.filter((count) => count.kind === kind)
    y = drawRow(document, [text(CAMP_KIND_TEXTS[kind]), ...cellsOf(ofKind, 'animals')], { y, isHead: false })
    if (kind === 'sterilisation')
      y = drawRow(document, [text('camps.certified'), ...cellsOf(ofKind, 'certified')], { y, isHead: false })
  }
  return y + 8 * MM
}

function cellsOf(counts: CampCount[], what: 'animals' | 'certified'): string[] {
  const [female = 0, male = 0] = (['female', 'male'] as const).map(
    (sex) => counts.find((count) => count.sex === sex)?.[what] ?? 0,
  )
  return [female, male, female + male].map(formatCount)
}

function drawRow(document: PDFKit.PDFDocument, cells: string[], { y, isHead }: { y: number; isHead: boolean }): number {
  document.fillColor(isHead ? SOFT_INK : INK)
  cells.forEach((cell, index) => {
    const column = COLUMNS[index]
    if (column) writeText(document, cell, { ...column, y, size: 12, linesMax: 1 })
  })
  const below = y + 3 * MM
  document
    .moveTo(MARGIN, below)
    .lineTo(MARGIN + WIDTH, below)
    .lineWidth(0.5)
    .stroke(LINE)
  return y + ROW
}

function drawSignature(document: PDFKit.PDFDocument, y: number, text: Translate): void {
  if (y + 30 * MM > BOTTOM) {
    document.addPage({ size: 'A4', margin: 0 })
    y = MARGIN
  }
  const line = y + 22 * MM
  document
    .moveTo(MARGIN, line)
    .lineTo(MARGIN + 70 * MM, line)
    .lineWidth(0.5)
    .stroke(LINE)
  document.fillColor(SOFT_INK)
  writeText(document, text('campReport.signature'), { x: MARGIN, y: line + 6 * MM, width: WIDTH, size: 11 })
}
