import { escapeHtml } from '@petsetu/contract/escape-html.ts'
import type { Facts } from '@petsetu/contract/public-pages.ts'

const SHAPES_MAX = 1_000
// Around the number of the text that will stand there. Unicode gives these two no meaning: they are in no text of ours.
const [MARK, MARK_END] = ['\ufdd0', '\ufdd1']
const MARKED = /\ufdd0(\d+)\ufdd1/

/** Bytes, and between each two of them the number of the text that stands there. */
type Shape = { pieces: Buffer[]; holes: number[]; byteLength: number }

/**
 * Makes of a renderer one that renders facts of the same shape once: those that differ in their texts alone. From then on only the
 * texts are escaped and put in their places. What is rendered is followed by `end` as it is.
 */
export function byShape<F extends Facts>(render: (facts: F) => string): (facts: F, end: string) => Buffer {
  const shapes = new Map<string, Shape>()
  // Most shapes are made of the same pieces.
  const pieces = new Map<string, Buffer>()

  function pieceOf(html: string): Buffer {
    const piece = pieces.get(html) ?? Buffer.from(html)
    pieces.set(html, piece)
    return piece
  }

  function shapeOf(facts: F): Shape {
    const split = render(marked(facts, []) as F).split(MARKED)
    const shape: Shape = { pieces: [], holes: [], byteLength: 0 }
    split.forEach((part, at) => {
      if (at % 2 === 0) shape.pieces.push(pieceOf(part))
      else shape.holes.push(Number(part))
    })
    shape.byteLength = shape.pieces.reduce((sum, piece) => sum + piece.length, 0)
    return shape
  }

  return (facts, end) => {
    const texts: string[] = []
    const key = takeTexts(facts, texts)
    let shape = shapes.get(key)
    if (!shape) {
      if (shapes.size >= SHAPES_MAX) {
        shapes.clear()
        pieces.clear()
      }
      shape = shapeOf(facts)
      shapes.set(key, shape)
    }
    return filled(shape, texts.map(escapeHtml), end)
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

function filled({ pieces, holes, byteLength }: Shape, texts: string[], end: string): Buffer {
  const room = holes.reduce((sum, hole) => sum + (texts[hole]?.length ?? 0), end.length) * BYTES_MAX
  const page = Buffer.allocUnsafe(byteLength + room)
  let at = 0
  pieces.forEach((piece, index) => {
    at += piece.copy(page, at)
    at += page.write(texts[holes[index] ?? -1] ?? '', at)
  })
  at += page.write(end, at)
  return page.subarray(0, at)
}
