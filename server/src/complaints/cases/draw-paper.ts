import type { Readable } from 'node:stream'
import type { Language } from '@petsetu/languages/languages.ts'
import PDFDocument from 'pdfkit'
import { INK, MM, SOFT_INK } from '../../platform/pdf/drawing.ts'
import { linesOf, type TextStyle, writeText } from '../../platform/pdf/write-text.ts'

const MARGIN = 20 * MM
const WIDTH = 210 * MM - 2 * MARGIN
const BOTTOM = 297 * MM - MARGIN

/** A text of a bundle: below its title a note, then parts with a heading of their own. */
export type Paper = { title: string; note: string; parts: { heading: string; lines: string[] }[] }

export function drawPaper({ title, note, parts }: Paper, language: Language): Readable {
  const document = new PDFDocument({ size: 'A4', margin: 0, lang: language, info: { Title: title } })
  let y = MARGIN

  function write(words: string, style: Omit<TextStyle, 'width'>): void {
    const height = style.size * 1.6
    for (const paragraph of words.split('\n'))
      for (const line of linesOf(document, paragraph, { ...style, width: WIDTH })) {
        if (y + height > BOTTOM) {
          document.addPage({ size: 'A4', margin: 0 })
          y = MARGIN
        }
        writeText(document, line, { ...style, x: MARGIN, y: y + style.size, width: WIDTH })
        y += height
      }
  }

  document.fillColor(INK)
  write(title, { size: 18, weight: 'bold' })
  document.fillColor(SOFT_INK)
  write(note, { size: 10 })
  document.fillColor(INK)
  for (const { heading, lines } of parts) {
    y += 5 * MM
    write(heading, { size: 13, weight: 'bold' })
    for (const line of lines) {
      y += 1.5 * MM
      write(line, { size: 11 })
    }
  }
  document.end()
  return document
}
