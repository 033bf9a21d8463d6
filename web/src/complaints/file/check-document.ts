import { ATTACHMENT_BYTES_MAX } from '@petsetu/contract/complaints/attachment-limits.ts'
import { pageText } from '../../platform/languages/page-text.ts'

const BEGINNINGS = [
  [0x25, 0x50, 0x44, 0x46, 0x2d], // PDF: %PDF-
  [0xff, 0xd8, 0xff], // JPEG
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], // PNG
]
const BEGINNING_BYTES_MAX = 8

/**
 * Describes the problem of a document; null if there is none. It checks the size and the first bytes and ignores the name.
 * Rejects if the file cannot be read, for example because it was moved after it was chosen.
 */
export async function checkDocument(file: Blob): Promise<string | null> {
  if (file.size > ATTACHMENT_BYTES_MAX) return pageText('problems.fileTooLarge')
  const bytes = new Uint8Array(await file.slice(0, BEGINNING_BYTES_MAX).arrayBuffer())
  const isKnown = BEGINNINGS.some((beginning) => beginning.every((byte, index) => bytes[index] === byte))
  return isKnown ? null : pageText('problems.wrongFileType')
}
