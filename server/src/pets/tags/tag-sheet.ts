import type { Readable } from 'node:stream'
import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import PDFDocument from 'pdfkit'
import { textsIn } from '../../platform/languages/texts.ts'
import { drawQr, MM } from '../../platform/pdf/drawing.ts'
import { writeText } from '../../platform/pdf/write-text.ts'

// A code is cut out 25 mm wide; A4 then has room for six columns and nine rows, with space for the scissors.
const CODE = 25 * MM
const CELL = { width: 30 * MM, height: 31 * MM }
const COLUMNS = 6
const ROWS = 9
const MARGIN = { left: (210 * MM - COLUMNS * CELL.width) / 2, top: (297 * MM - ROWS * CELL.height) / 2 }
// In the margin, which printers leave empty at its outer edge.
const INSTRUCTIONS = { x: MARGIN.left, y: 7.5 * MM, width: COLUMNS * CELL.width, size: 9, align: 'center' } as const

/** A4 pages of tags with instructions. The codes are vector shapes, so that they are sharp at any size. */
export function tagSheet(petIds: string[], publicUrl: string, language: Language): Readable {
  const text = textsIn(language)
  const document = new PDFDocument({ size: 'A4', margin: 0, lang: language, info: { Title: text('tagSheet.title') } })
  petIds.forEach((petId, index) => {
    const place = index % (COLUMNS * ROWS)
    if (index > 0 && place === 0) document.addPage()
    if (place === 0) writeText(document, text('tagSheet.instructions'), INSTRUCTIONS)
    const x = MARGIN.left + (place % COLUMNS) * CELL.width
    const y = MARGIN.top + Math.floor(place / COLUMNS) * CELL.height
    const address = publicUrl + paths.petDetail.to({ petId })
    drawQr(document, address, { x: x + (CELL.width - CODE) / 2, y, side: CODE })
    document.font('Courier-Bold').fontSize(8).fillColor('#000000')
    document.text(groupPetId(petId), x, y + CODE + 1 * MM, { width: CELL.width, align: 'center', lineBreak: false })
  })
  document.end()
  return document
}
