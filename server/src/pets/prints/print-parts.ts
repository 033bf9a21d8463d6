import { shownAge, shownKind } from '@petsetu/contract/pets/pet-facts.ts'
import type { Pet } from '@petsetu/contract/pets/pets.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import type { PrintPhoto } from '../../platform/files/render-photo.ts'
import { drawPawPrint } from '../../platform/pdf/drawing.ts'

type Box = { x: number; y: number; width: number; height: number }

const RADIUS = 8
const GROUND = '#e4f1ee'

/** Draws a JPEG as large as the box allows, with round corners; without one, a paw print. */
export function drawPhoto(document: PDFKit.PDFDocument, photo: PrintPhoto | null, box: Box): void {
  if (photo) drawPicture(document, photo, box)
  else drawPaw(document, box)
}

function drawPicture(document: PDFKit.PDFDocument, photo: PrintPhoto, box: Box): void {
  const scale = Math.min(box.width / photo.width, box.height / photo.height)
  const [width, height] = [photo.width * scale, photo.height * scale]
  const [x, y] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2]
  document.save().roundedRect(x, y, width, height, RADIUS).clip()
  // Bytes from another thread are no Buffer, which the library asks for.
  document.image(Buffer.from(photo.jpeg), x, y, { width, height })
  document.restore()
}

function drawPaw(document: PDFKit.PDFDocument, { x, y, width, height }: Box): void {
  document.roundedRect(x, y, width, height, RADIUS).fill(GROUND)
  const side = Math.min(width, height) * 0.5
  drawPawPrint(document, { x: x + (width - side) / 2, y: y + (height - side) / 2, side })
}

/** The foundation's facts that a print needs. */
export type Foundation = { publicUrl: string; foundationName: string; helplinePhone: string | null }

/** Kind, gender and age of a pet in one line. */
export function inShort({ petType, petGender, petAge }: Pet, text: Translate): string {
  const gender = text(petGender === 'male' ? 'prints.male' : 'prints.female')
  return `${shownKind(petType, text)} · ${gender} · ${shownAge(petAge, text)}`
}
