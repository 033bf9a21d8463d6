import { ATTACHMENT_BYTES_MAX } from '@petsetu/contract/complaint-files.ts'
import { withExifOf } from './exif.ts'
import { shrinkPhoto } from './shrink-photo.ts'

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
