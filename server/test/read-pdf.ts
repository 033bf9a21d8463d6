import { inflateSync } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'

/** A piece of text on a page, in points from the page's lower left corner. */
type Piece = { text: string; x: number; baseline: number; width: number }

/** Reads a PDF that PDFKit wrote: its title and language, the pieces of its first or another page, the text that is read aloud. */
export async function readPdf(bytes: Uint8Array, pageNumber = 1) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { info } = (await pdf.getMetadata()) as { info: { Title?: string; Language?: string } }
  const page = await pdf.getPage(pageNumber)
  const { items } = await page.getTextContent()
  const pieces = items.flatMap((item): Piece[] => {
    if (!('str' in item) || item.str === '') return []
    const [, , , , x, baseline] = item.transform as number[]
    return [{ text: item.str, x: x ?? 0, baseline: baseline ?? 0, width: item.width }]
  })
  return { title: info.Title, language: info.Language, pages: pdf.numPages, pieces, readAloud: actualTexts(bytes) }
}

/** The texts that stand in the place of drawn shapes; PDF.js does not read them. */
function actualTexts(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes)
  const streams = [...file.toString('latin1').matchAll(/\/Length (\d+)\n\/Filter \/FlateDecode\n>>\nstream\n/g)]
  return streams.flatMap(({ 0: head, 1: length, index }) => {
    const start = index + head.length
    const content = inflateSync(file.subarray(start, start + Number(length))).toString('latin1')
    return [...content.matchAll(/\/ActualText \(((?:\\.|[^\\)])*)\)/gs)].map(([, string = '']) => decoded(string))
  })
}

const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** A string of a PDF: Latin, or UTF-16 after its byte order mark. */
function decoded(string: string): string {
  const plain = string.replace(/\\(.)/gs, (_, sign: string) => ESCAPED[sign] ?? sign)
  return plain.startsWith('\xfe\xff') ? Buffer.from(plain.slice(2), 'latin1').swap16().toString('utf16le') : plain
}
