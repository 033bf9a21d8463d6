import type { FilledPage, Shape } from './by-shape.ts'
import { DeflateBlock, REPEAT_MAX, REPEAT_MIN } from './deflate-block.ts'
import { repeatsIn } from './repeats.ts'

// To search takes as long as to compress that many.
const PAGES_BEFORE_SEARCH = 32
// Deflate looks no further back.
const PAGE_BYTES_MAX = 32_768
// Of what people wrote, most of it twice. In longer texts there is something to be found that is not looked for here.
const TEXT_BYTES_MAX = 800

// One page is compressed at a time.
const room = Buffer.alloc(2 * PAGE_BYTES_MAX)

const searched = new WeakMap<Shape, { pages: number; repeats: Uint16Array | null }>()

/**
 * Compresses what follows the first `known` bytes of a page, as the last block of a stream. What pages of a shape have in common is
 * searched for repeats once; each page then only says how far back they are by now. Null where that does not pay. The bytes are
 * overwritten by the next page.
 */
export function deflatePage(page: FilledPage, known: number): Buffer | null {
  const { bytes, shape } = page
  if (bytes.length > PAGE_BYTES_MAX || bytes.length - shape.byteLength > TEXT_BYTES_MAX) return null
  const ofShape = searched.get(shape) ?? { pages: 0, repeats: null }
  searched.set(shape, ofShape)
  if (ofShape.pages++ < PAGES_BEFORE_SEARCH) return null
  ofShape.repeats ??= repeatsIn(shape.pieces, known)
  return deflated(page, known, ofShape.repeats)
}

function deflated({ bytes, shape, texts, starts }: FilledPage, known: number, repeats: Uint16Array): Buffer {
  const block = new DeflateBlock(room)
  const told = new Map<string, number>()
  let at = known
  let piece = 0

  function literals(end: number): void {
    block.literals(bytes, at, end)
    at = end
  }
  function repeat(length: number, place: number): void {
    block.repeat(length, at - place)
    at += length
  }
  /** A text, up to where the next piece starts. Most stand there twice, as HTML and as data. */
  function tellText(text: string, end: number): void {
    const place = told.get(text)
    if (place === undefined) told.set(text, at)
    if (place === undefined || end - at < REPEAT_MIN || end - at > REPEAT_MAX) literals(end)
    else repeat(end - at, place)
  }

  for (let step = 0; step < repeats.length; step += 4) {
    literals(at + (repeats[step] as number))
    const length = repeats[step + 1] as number
    if (length > 0) repeat(length, (starts[repeats[step + 2] as number] as number) + (repeats[step + 3] as number))
    else tellText(texts[shape.holes[piece++] as number] ?? '', starts[piece] ?? bytes.length)
  }
  return block.end()
}
