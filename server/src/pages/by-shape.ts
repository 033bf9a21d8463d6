import { escapeHtml } from '@petsetu/contract/escape-html.ts'
import type { Facts } from '@petsetu/contract/public-pages.ts'
import { escapeScriptJson } from './script-json.ts'

const SHAPES_MAX = 1_000
// Around the number of the text that will stand there. Unicode gives these two no meaning: they are in no text of ours.
const [MARK, MARK_END] = ['\ufdd0', '\ufdd1']
const MARKED = /\ufdd0(\d+)\ufdd1/

/** Bytes, and between each two of them the number of the text that stands there. */
export type Shape = { pieces: Buffer[]; holes: number[]; byteLength: number }

/**
 * A page: all its bytes, the texts that fill its shape, escaped, and where in it the pieces of the shape start. The next page is written
 * over the bytes.
 */
export type FilledPage = { bytes: Buffer; shape: Shape; texts: string[]; starts: number[] }

/**
 * Makes of a renderer one that renders facts of the same shape once: those that differ in their texts alone. From then on only the
 * texts are escaped and put in their places: those that are shown as HTML, those of the data as JSON in a script.
 */
export function byShape<F extends Facts, D extends Facts>(
  render: (shown: F, data: D) => string,
): (shown: F, data: D) => FilledPage {
  const shapes = new Map<string, Shape>()
  // Most shapes are made of the same pieces.
  const pieces = new Map<string, Buffer>()

  function pieceOf(html: string): Buffer {
    const piece = pieces.get(html) ?? Buffer.from(html)
    pieces.set(html, piece)
    return piece
  }

  function shapeOf(shown: F, data: D): Shape {
    const marks: string[] = []
    const split = render(marked(shown, marks) as F, marked(data, marks) as D).split(MARKED)
    const own = split.filter((_, at) => at % 2 === 0).map(pieceOf)
    return {
      pieces: own,
      holes: split.filter((_, at) => at % 2 === 1).map(Number),
      byteLength: own.reduce((sum, piece) => sum + piece.length, 0),
    }
  }

  return (shown, data) => {
    const [shownTexts, dataTexts]: [string[], string[]] = [[], []]
    const key = takeTexts(shown, shownTexts) + takeTexts(data, dataTexts)
    let shape = shapes.get(key)
    if (!shape) {
      if (shapes.size >= SHAPES_MAX) {
        shapes.clear()
        pieces.clear()
      }
      shape = shapeOf(shown, data)
      shapes.set(key, shape)
    }
    return filled(shape, [...shownTexts.map(escapeHtml), ...dataTexts.map(escapeScriptJson)])
  }
}

/** Puts the texts of `facts` into `texts` and says what is left. No text at all is none that could be replaced. */
function takeTexts(facts: Facts, texts: string[]): string {
  if (typeof facts === 'string') {
    if (facts) texts.push(facts)
    return facts ? 't' : 'e'
  }
  if (typeof facts !== 'object' || facts === null) return `${facts}`
  let shape = '['
  for (const inner of Object.values(facts)) shape += takeTexts(inner, texts)
  return `${shape}]`
}

/** The same facts with a mark for each text, numbered in the order in which they are taken. */
function marked(facts: Facts, marks: string[]): Facts {
  if (typeof facts === 'string') return facts && `${MARK}${marks.push(facts) - 1}${MARK_END}`
  if (typeof facts !== 'object' || facts === null) return facts
  if (Array.isArray(facts)) return facts.map((inner) => marked(inner, marks))
  return Object.fromEntries(Object.entries(facts).map(([name, inner]) => [name, marked(inner, marks)]))
}

// A character takes at most three bytes.
const BYTES_MAX = 3
const scratch = Buffer.alloc(65_536)

function filled(shape: Shape, texts: string[]): FilledPage {
  const { pieces, holes, byteLength } = shape
  const room = holes.reduce((sum, hole) => sum + (texts[hole]?.length ?? 0), 0) * BYTES_MAX
  const bytes = byteLength + room <= scratch.length ? scratch : Buffer.allocUnsafe(byteLength + room)
  const starts: number[] = []
  let at = 0
  pieces.forEach((piece, number) => {
    starts.push(at)
    at += piece.copy(bytes, at)
    const text = texts[holes[number] ?? -1]
    if (text) at += bytes.write(text, at)
  })
  return { bytes: bytes.subarray(0, at), shape, texts, starts }
}
