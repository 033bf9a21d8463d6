import { ATTACHMENT_BYTES_MAX } from '@petsetu/contract/complaints/complaint-facts.ts'
import { shrinkPhoto } from './shrink-photo.ts'

// A page that loads one of the two at the choice of a file needs no second module for the other.
export { shrinkPhoto }

// The first one that makes the photo small enough is taken.
const SIDES = [4_096, 2_896, 2_048, 1_448, 1_024]

/**
 * Makes a photo that is too large for the server small enough, and keeps its place and time, which the server seals as evidence. Every
 * other file stays as it is.
 */
export async function shrinkDocument(file: File): Promise<File> {
  if (file.size <= ATTACHMENT_BYTES_MAX || !/^image\/(jpeg|png)$/.test(file.type)) return file
  for (const side of SIDES) {
    const shrunk = await shrinkPhoto(file, side)
    if (shrunk === file) continue
    const whole = await withExifOf(file, shrunk)
    if (whole.size <= ATTACHMENT_BYTES_MAX) return whole
  }
  return file
}

// The segment stands at the beginning of a photo and has at most 64 kB.
const SEARCHED_BYTES = 256 * 1024
const PICTURE_DATA = 0xda
const APP1 = 0xe1
const ORIENTATION = 0x0112
const UPRIGHT = 1
// Marker, length, and 'Exif' with two NUL bytes.
const HEAD_BYTES = 10

/** The JPEG with the place, time and camera that another one names in its Exif segment. It has to be upright. */
async function withExifOf(original: File, upright: File): Promise<File> {
  const exif = exifOf(new Uint8Array(await original.slice(0, SEARCHED_BYTES).arrayBuffer()))
  if (!exif) return upright
  setUpright(exif)
  // After the first marker of the file.
  const parts = [upright.slice(0, 2), exif, upright.slice(2)]
  return new File(parts, upright.name, { type: upright.type, lastModified: original.lastModified })
}

/** The whole segment of a JPEG, or null. */
function exifOf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(bytes.buffer)
  if (bytes.length < 2 || view.getUint16(0) !== 0xffd8) return null
  for (let at = 2; at + HEAD_BYTES <= bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    if (bytes[at + 1] === PICTURE_DATA) return null
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + HEAD_BYTES))
    if (bytes[at + 1] === APP1 && name === 'Exif\0\0') return bytes.slice(at, at + 2 + view.getUint16(at + 2))
  }
  return null
}

/** The picture has been turned already. A segment that is no TIFF stays as it is. */
function setUpright(exif: Uint8Array<ArrayBuffer>): void {
  const tiff = new DataView(exif.buffer, exif.byteOffset + HEAD_BYTES, exif.byteLength - HEAD_BYTES)
  if (tiff.byteLength < 8) return
  const isLittle = tiff.getUint16(0) === 0x4949
  const directory = tiff.getUint32(4, isLittle)
  if (directory + 2 > tiff.byteLength) return
  const count = tiff.getUint16(directory, isLittle)
  for (let entry = directory + 2; entry < directory + 2 + 12 * count && entry + 12 <= tiff.byteLength; entry += 12) {
    if (tiff.getUint16(entry, isLittle) === ORIENTATION) tiff.setUint16(entry + 8, UPRIGHT, isLittle)
  }
}
