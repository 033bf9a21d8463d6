import { fileURLToPath } from 'node:url'
import { keysOf, mapEntries } from '@petsetu/contract/platform/registry.ts'
import { type Script, scripts } from '@petsetu/languages/scripts.ts'

type Weight = 'regular' | 'bold' | 'heading'

// A document contains the signs that it uses of a font that is a file. It is a plain TrueType file, because PDFKit would unpack the fonts of
// the pages in JavaScript for each document, which takes ten times as long as all the rest.
const fileOf = (font: string) => (font.endsWith('.ttf') ? fileURLToPath(import.meta.resolve(font)) : font)
const FONTS = mapEntries(scripts, ({ pdfFonts: { regular, bold } }) => ({
  regular: fileOf(regular),
  bold: fileOf(bold),
}))
const PAGE_FONTS = mapEntries(scripts, ({ pageFonts }) => mapEntries(pageFonts, fileOf))

const OTHERS = Object.values(scripts).flatMap(({ pdfSigns }) => pdfSigns ?? [])
const RUNS = new RegExp(
  [...OTHERS.map((signs) => `${signs}+(?: +${signs}+)*`), `(?:(?!${OTHERS.join('|')}).)+`].join('|'),
  'gu',
)
// All signs of Windows-1252, the encoding of the fonts that every reader has.
const NOT_LATIN = /[^ -~\u00a0-ÿ€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu
// The fonts of the pages also have the letters with which the languages of India are written in Latin, as in Rādhā Kṛṣṇa.
const NOT_LATIN_OF_PAGES = /[^ -~\u00a0-ķĹ-žƒˆ‘’‚“”„†‡•…‰‹›€™–—˜ḌḍḤḥḶḷḸḹḺḻṂ-ṉṚ-ṟṢṣṬ-ṯẀ-ẅẎẏỲỳ]/gu
const LETTERS = mapEntries(scripts, (_, script) => new RegExp(`\\p{Script=${script}}`, 'u'))

// Devanagari has signs above and below the line.
const LINE_HEIGHT = 1.6

/** Lengths are in points. A text of more than `linesMax` lines is cut off. */
export type TextStyle = {
  width: number
  size: number
  weight?: Weight
  linesMax?: number
  /** The font of the pages also for Latin letters. It adds some kilobytes. */
  isAsOnPages?: boolean
}
/** `y` is the baseline of the first line. */
type TextBox = TextStyle & { x: number; y: number; align?: 'left' | 'center' }

/**
 * Writes a text with letters of the scripts of all languages, wrapped at its spaces. Returns the baseline of the line that would come next. A
 * sign of another script becomes a question mark.
 *
 * PDFKit shapes the letters, but does not choose among fonts, so each run of one script is written with its own font.
 */
export function writeText(document: PDFKit.PDFDocument, text: string, box: TextBox): number {
  const { x, y, width, size, weight = 'regular', align = 'left', isAsOnPages } = box
  const lines = linesOf(document, text, box)
  // Copying, searching and reading aloud use this text. The file itself has shapes in the order in which they are drawn.
  document.markContent('Span', { actual: text })
  lines.forEach((line, index) => {
    const indent = align === 'center' ? (width - widthOf(document, line, { size, weight, isAsOnPages })) / 2 : 0
    writeLine(document, line, { x: x + indent, y: y + index * size * LINE_HEIGHT, size, weight, isAsOnPages })
  })
  document.endMarkedContent()
  return y + lines.length * size * LINE_HEIGHT
}

export const heightOf = (lines: number, size: number): number => lines * size * LINE_HEIGHT

/** The largest size, down to half of it, at which the text stands on one line. */
export function fittingSize(document: PDFKit.PDFDocument, text: string, { width, ...style }: TextStyle): number {
  const { size } = style
  const needed = widthOf(document, text, style)
  return Math.max(size / 2, Math.min(size, (size * width) / needed))
}

export function linesOf(document: PDFKit.PDFDocument, text: string, style: TextStyle): string[] {
  const { width, linesMax = Number.POSITIVE_INFINITY } = style
  const lines: string[] = []
  for (const word of text
    .trim()
    .split(/\s+/)
    .flatMap((each) => broken(document, each, style))) {
    const extended = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && widthOf(document, extended, style) <= width) lines[lines.length - 1] = extended
    else lines.push(word)
  }
  if (lines.length <= linesMax) return lines
  const cut = [...letters.segment(lines[linesMax - 1] ?? '')].map(({ segment }) => segment)
  while (cut.length > 0 && widthOf(document, `${cut.join('')}…`, style) > width) cut.pop()
  return [...lines.slice(0, linesMax - 1), `${cut.join('').trimEnd()}…`]
}

const letters = new Intl.Segmenter()
// Shaping hundreds of letters at once takes a tenth of a second, in which nobody else is served.
const WORD_LENGTH_MAX = 50

function broken(document: PDFKit.PDFDocument, word: string, style: TextStyle): string[] {
  // Nearly every word fits, and measuring it letter by letter takes most of the time of a document.
  if (word.length <= WORD_LENGTH_MAX && widthOf(document, word, style) <= style.width) return [word]
  const pieces: string[] = []
  let left = 0
  for (const { segment } of letters.segment(word)) {
    const width = widthOf(document, segment, style)
    const fits = pieces.length > 0 && width <= left
    if (fits) pieces[pieces.length - 1] += segment
    else pieces.push(segment)
    left = (fits ? left : style.width) - width
  }
  return pieces
}

type Face = { size: number; weight?: Weight | undefined; isAsOnPages?: boolean | undefined }
type Place = Face & { x: number; y: number }

function writeLine(document: PDFKit.PDFDocument, line: string, { x, y, ...face }: Place): void {
  let left = x
  for (const run of runsOf(line, face)) {
    document.font(run.font).fontSize(face.size)
    document.text(run.text, left, y, { baseline: 'alphabetic', lineBreak: false })
    left += document.widthOfString(run.text)
  }
}

export function widthOf(document: PDFKit.PDFDocument, line: string, face: Face): number {
  const widths = runsOf(line, face).map(({ font, text }) => document.font(font).fontSize(face.size).widthOfString(text))
  return widths.reduce((sum, width) => sum + width, 0)
}

type Run = { script: Script | null; font: string; text: string }

function runsOf(line: string, { weight = 'regular', isAsOnPages }: Face): Run[] {
  const runs = (line.match(RUNS) ?? []).map((text): Run => {
    const script = keysOf(scripts).find((name) => isIn(name, text)) ?? 'Latin'
    const isOfPage = isAsOnPages || weight === 'heading'
    const shown = script === 'Latin' ? text.replace(isOfPage ? NOT_LATIN_OF_PAGES : NOT_LATIN, '?') : text
    return { script: scriptOf(text), font: isOfPage ? PAGE_FONTS[script][weight] : FONTS[script][weight], text: shown }
  })
  // The first letter decides by the rules of which script a run is shaped. Figures and signs such as ₹ belong to either.
  return runs.reduce<Run[]>((joined, { script, font, text }) => {
    const last = joined.at(-1)
    if (last?.font === font && (last.script === null || script === null || last.script === script)) {
      last.text += text
      last.script ??= script
    } else joined.push({ script, font, text })
    return joined
  }, [])
}

/** The script of the run's letters; null if it has none. */
function scriptOf(text: string): Script | null {
  return keysOf(scripts).find((name) => LETTERS[name].test(text)) ?? null
}

function isIn(script: Script, text: string): boolean {
  const { pdfSigns } = scripts[script]
  return pdfSigns !== null && new RegExp(`^${pdfSigns}`, 'u').test(text)
}
