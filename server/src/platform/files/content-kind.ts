export type AttachmentKind = 'pdf' | 'jpg' | 'png'
export type PictureKind = 'jpg' | 'png' | 'webp'

const HEAD_BYTES = 1024
const TAIL_BYTES = 1024
// Programs look for a ZIP's directory only this far from the end of a file.
const ZIP_END_BYTES_MAX = 65_557
const OVERLAP_BYTES = 16

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PNG_END = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])
const JPG_START = Buffer.from([0xff, 0xd8, 0xff])
const JPG_END = Buffer.from([0xff, 0xd9])
// A RIFF file names its length, which does not count these bytes.
const RIFF_HEAD_BYTES = 8
const ZIP_END = Buffer.from('PK\u0005\u0006')
// Markup that a browser could run if it were told to treat the picture as a page. Five bytes such as `<svg ` or `<html` are not enough: by
// chance, one photograph of 5 MB in three thousand contains them.
const ACTIVE_CONTENT = /^<(?:script|html[\s>/]|svg(?:[\s/][!-~\s]{2}|>[!-~\s])|!doctype|\?php\s|iframe)/i
const ACTIVE_START = '<'.charCodeAt(0)
const ACTIVE_SECONDS = new Set(Buffer.from('sShH!?iI'))

/** Detects a complete PDF, JPEG or PNG from its bytes; pictures with markup, and ZIP endings, are rejected. */
export class AttachmentInspector {
  #head = Buffer.alloc(0)
  #tail = Buffer.alloc(2 * TAIL_BYTES)
  #tailEnd = 0
  #end = Buffer.alloc(0)
  #bytes = 0
  #zipEndsAt = Number.NEGATIVE_INFINITY
  #hasActiveContent = false
  #hasJpgEnd = false

  add(chunk: Buffer): void {
    if (this.#head.length < HEAD_BYTES)
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD_BYTES)]).subarray(0, HEAD_BYTES)
    this.#keepTail(chunk)
    // A match may span two chunks. Only their edges are joined, because joining whole chunks would copy them again.
    this.#look(Buffer.concat([this.#end, chunk.subarray(0, OVERLAP_BYTES)]), this.#bytes - this.#end.length)
    this.#look(chunk, this.#bytes)
    this.#bytes += chunk.length
    this.#end = Buffer.concat([this.#end, chunk.subarray(-OVERLAP_BYTES)]).subarray(-OVERLAP_BYTES)
  }

  #look(bytes: Buffer, startsAt: number): void {
    const zipEnd = bytes.lastIndexOf(ZIP_END)
    if (zipEnd !== -1) this.#zipEndsAt = startsAt + zipEnd
    this.#hasActiveContent ||= holdsActiveContent(bytes)
    this.#hasJpgEnd ||= bytes.includes(JPG_END)
  }

  kind(): AttachmentKind | null {
    if (this.#endsAsZip()) return null
    const tail = this.#tail.subarray(0, this.#tailEnd).subarray(-TAIL_BYTES)
    if (this.#head.subarray(0, 5).toString('latin1') === '%PDF-') {
      return tail.includes('%%EOF') ? 'pdf' : null
    }
    if (this.#hasActiveContent || this.#head.includes('%PDF-')) return null
    if (this.#head.subarray(0, 8).equals(PNG_START)) return tail.subarray(-12).equals(PNG_END) ? 'png' : null
    // Cameras append data after the end marker of a JPEG, so it need not be the last bytes.
    return this.#head.subarray(0, 3).equals(JPG_START) && this.#hasJpgEnd ? 'jpg' : null
  }

  picture(): PictureKind | null {
    if (this.startsAs() !== 'webp') return this.startsAs() && (this.kind() as PictureKind | null)
    const hasMore = this.#hasActiveContent || this.#endsAsZip() || this.#head.includes('%PDF-')
    return !hasMore && this.#head.readUInt32LE(4) + RIFF_HEAD_BYTES === this.#bytes ? 'webp' : null
  }

  startsAs(): PictureKind | null {
    const [first, type] = [this.#head.toString('latin1', 0, 4), this.#head.toString('latin1', 8, 12)]
    if (first === 'RIFF' && type === 'WEBP') return 'webp'
    if (this.#head.subarray(0, 8).equals(PNG_START)) return 'png'
    return this.#head.subarray(0, 3).equals(JPG_START) ? 'jpg' : null
  }

  #endsAsZip(): boolean {
    return this.#zipEndsAt >= this.#bytes - ZIP_END_BYTES_MAX
  }

  // Moves the tail to the front only when the buffer is full, so that many small chunks cost no more than a few large ones.
  #keepTail(chunk: Buffer): void {
    const end = chunk.subarray(-TAIL_BYTES)
    if (this.#tailEnd + end.length > this.#tail.length) {
      this.#tail.copyWithin(0, this.#tailEnd - TAIL_BYTES, this.#tailEnd)
      this.#tailEnd = TAIL_BYTES
    }
    this.#tailEnd += end.copy(this.#tail, this.#tailEnd)
  }
}

/** Converts only the bytes around a possible match to text: converting the whole file would allocate several times its size. */
function holdsActiveContent(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(ACTIVE_START); at !== -1; at = bytes.indexOf(ACTIVE_START, at + 1)) {
    const second = bytes[at + 1]
    if (second === undefined || !ACTIVE_SECONDS.has(second)) continue
    if (ACTIVE_CONTENT.test(bytes.toString('latin1', at, at + OVERLAP_BYTES))) return true
  }
  return false
}
