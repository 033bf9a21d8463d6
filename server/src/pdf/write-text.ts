import { fileURLToPath } from 'node:url'

// Every reader has the first font. Of the second one, a document contains the signs that it uses.
const LATIN_FONT = 'Helvetica'
const DEVANAGARI_FONT = fileURLToPath(import.meta.resolve('@fontsource/mukta/files/mukta-devanagari-400-normal.woff'))

// The Devanagari font has no Latin letters, no Latin digits and no comma; the Latin font has no rupee sign. The joiners between
// two letters decide about their shape.
const DEVANAGARI = '[\\p{Script_Extensions=Devanagari}\\u200c\\u200d₹]'
const RUNS = new RegExp(`${DEVANAGARI}+(?: +${DEVANAGARI}+)*|(?:(?!${DEVANAGARI}).)+`, 'gu')
// All signs of Windows-1252, the encoding of the fonts that every reader has.
const NOT_LATIN = /[^ -~\u00a0-ÿ€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu

// Devanagari has signs above and below the line.
const LINE_HEIGHT = 1.6

/** `y` is the baseline of the first line; lengths are in points. */
type TextBox = { x: number; y: number; width: number; size: number; align?: 'left' | 'center' }

/**
 * Writes a text with Latin and Devanagari letters, wrapped at its spaces. Returns the baseline of the line that would come next. A
 * sign of another script becomes a question mark.
 *
 * PDFKit shapes Devanagari, but does not choose among fonts, so each run of one script is written with its own font.
 */
export function writeText(document: PDFKit.PDFDocument, text: string, box: TextBox): number {
  const { x, y, width, size, align = 'left' } = box
  const lines = wrapped(document, text, size, width)
  // What is copied, searched and read aloud. The file itself has shapes in the order in which they are drawn.
  document.markContent('Span', { actual: text })
  lines.forEach((line, index) => {
    const indent = align === 'center' ? (width - widthOf(document, line, size)) / 2 : 0
    writeLine(document, line, x + indent, y + index * size * LINE_HEIGHT, size)
  })
  document.endMarkedContent()
  return y + lines.length * size * LINE_HEIGHT
}

/** Lines that fit into `width`; a word that is longer than a line has a line of its own. */
function wrapped(document: PDFKit.PDFDocument, text: string, size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const extended = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && widthOf(document, extended, size) <= width) lines[lines.length - 1] = extended
    else lines.push(word)
  }
  return lines
}

function writeLine(document: PDFKit.PDFDocument, line: string, x: number, baseline: number, size: number): void {
  let left = x
  for (const run of runsOf(line)) {
    document.font(run.font).fontSize(size)
    document.text(run.text, left, baseline, { baseline: 'alphabetic', lineBreak: false })
    left += document.widthOfString(run.text)
  }
}

function widthOf(document: PDFKit.PDFDocument, line: string, size: number): number {
  return runsOf(line).reduce((sum, { font, text }) => sum + document.font(font).fontSize(size).widthOfString(text), 0)
}

function runsOf(line: string): { font: string; text: string }[] {
  const isDevanagari = new RegExp(`^${DEVANAGARI}`, 'u')
  return (line.match(RUNS) ?? []).map((text) =>
    isDevanagari.test(text)
      ? { font: DEVANAGARI_FONT, text }
      : { font: LATIN_FONT, text: text.replace(NOT_LATIN, '?') },
  )
}
