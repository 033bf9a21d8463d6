import type { Readable } from 'node:stream'
import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import type { Pet } from '@petsetu/contract/pets/pets.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import PDFDocument from 'pdfkit'
import type { PrintPhoto } from '../../platform/files/render-photo.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { CARD, drawQr, INK, LINE, MM, SOFT_INK } from '../../platform/pdf/drawing.ts'
import { fittingSize, heightOf, linesOf, writeText } from '../../platform/pdf/write-text.ts'
import { drawPhoto, type Foundation, inShort } from './print-parts.ts'

const EDGE = 4 * MM
const PHOTO = { x: EDGE, y: EDGE, width: 29 * MM, height: 29 * MM }
const QR = 27 * MM
const QR_BOX = { x: CARD.width - EDGE - QR + 2 * MM, y: CARD.height - EDGE - QR + 2 * MM, side: QR }
// Below the photo and beside the code.
const BELOW = { x: EDGE, width: QR_BOX.x - EDGE }
const TEXT = { x: PHOTO.x + PHOTO.width + 4 * MM, width: CARD.width - EDGE - PHOTO.x - PHOTO.width - 4 * MM }

const BRAND = '#0f6b6b'

/** A card for the wallet, to cut out. It holds nothing about the owner: finders scan the code or type the ID. */
export function card(
  { pet, photo }: { pet: Pet; photo: PrintPhoto | null },
  { publicUrl, foundationName }: Foundation,
  language: Language,
): Readable {
  const text = textsIn(language)
  const { petName: name, petId } = pet
  const document = new PDFDocument({
    size: [CARD.width, CARD.height],
    margin: 0,
    lang: language,
    info: { Title: text('prints.cardTitle', { name }) },
  })
  document
    .roundedRect(0.25, 0.25, CARD.width - 0.5, CARD.height - 0.5, CARD.radius)
    .lineWidth(0.5)
    .stroke(LINE)
  drawPhoto(document, photo, PHOTO)
  const style = { width: TEXT.width, size: 16, weight: 'bold', linesMax: 2 } as const
  const size = fittingSize(document, name, style)
  const nameLines = linesOf(document, name, { ...style, size }).length
  document.fillColor(INK)
  writeText(document, name, { ...style, size, x: TEXT.x, y: 9 * MM })
  document.fillColor(SOFT_INK)
  writeText(document, inShort(pet, text), {
    ...TEXT,
    y: 14 * MM + heightOf(nameLines - 1, size),
    size: 7.5,
    linesMax: 2,
  })
  document.font('Courier-Bold').fontSize(10.5).fillColor(INK)
  document.text(groupPetId(petId), BELOW.x, 38 * MM, { baseline: 'alphabetic', lineBreak: false })
  drawQr(document, publicUrl + paths.petDetail.to({ petId }), QR_BOX)
  document.fillColor(BRAND)
  writeText(document, text('prints.cardScan'), { ...BELOW, y: 42.5 * MM, size: 7.5, weight: 'bold', linesMax: 2 })
  document.fillColor(SOFT_INK)
  writeText(document, foundationName, { ...BELOW, y: 50.5 * MM, size: 4.5, linesMax: 1 })
  document.end()
  return document
}
