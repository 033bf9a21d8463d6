import type { Readable } from 'node:stream'
import { paths } from '@petsetu/contract/paths.ts'
import { petInShort } from '@petsetu/contract/pets/pet-facts.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import type { PublicLost } from '@petsetu/contract/pets/pet-schemas.ts'
import type { Pet } from '@petsetu/contract/pets/pets.ts'
import { formatLongDay, formatRupees } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import PDFDocument from 'pdfkit'
import type { PrintPhoto } from '../../platform/files/render-photo.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { BRAND, CARD, drawPawPrint, drawQr, INK, LINE, MM, SOFT_INK } from '../../platform/pdf/drawing.ts'
import { fittingSize, heightOf, linesOf, type TextStyle, writeText } from '../../platform/pdf/write-text.ts'

const PAGE = { width: 210 * MM, height: 297 * MM }
const MARGIN = 15 * MM
const WIDTH = PAGE.width - 2 * MARGIN
const HEAD = 42 * MM
const GAP = 5 * MM
// A phone reads it from two steps away.
const QR = 50 * MM
const FOOT_TOP = PAGE.height - MARGIN - QR

const HEART = '#c23b22'

type LostPet = { pet: Pet; lost: PublicLost; photo: PrintPhoto | null }
type Fact = { label: string; value: string; linesMax: number }

/** An A4 poster of a lost pet. Nothing on it says who the owner is or where they live: finders scan the code or type the ID. */
export function poster({ pet, lost, photo }: LostPet, foundation: Foundation, language: Language): Readable {
  const text = textsIn(language)
  const { petName: name, petId } = pet
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: language,
    info: { Title: text('prints.posterTitle', { name }) },
  })
  drawHead(document, text)
  const factsTop = FOOT_TOP - GAP - heightOfFacts(document, factsOf(lost, text, language))
  const photoTop = drawName(document, pet, text)
  drawPhoto(document, photo, { x: MARGIN, y: photoTop, width: WIDTH, height: factsTop - GAP - photoTop })
  drawFacts(document, factsOf(lost, text, language), factsTop)
  drawFoot(document, { petId, foundation, text })
  document.end()
  return document
}

function drawHead(document: PDFKit.PDFDocument, text: Translate): void {
  document.rect(0, 0, PAGE.width, HEAD).fill(HEART)
  const box = { x: MARGIN, width: WIDTH, align: 'center', weight: 'bold' } as const
  document.fillColor('#ffffff')
  writeText(document, text('prints.lost'), { ...box, y: 24 * MM, size: 58 })
  writeText(document, text('prints.seen'), { ...box, y: 35 * MM, size: 18 })
}

function drawName(document: PDFKit.PDFDocument, pet: Pet, text: Translate): number {
  const style = { width: WIDTH, size: 44, weight: 'bold', linesMax: 1 } as const
  const size = fittingSize(document, pet.petName, style)
  document.fillColor(INK)
  writeText(document, pet.petName, { ...style, size, x: MARGIN, y: HEAD + 17 * MM, align: 'center' })
  document.fillColor(SOFT_INK)
  writeText(document, inShort(pet, text), {
    width: WIDTH,
    size: 16,
    linesMax: 1,
    x: MARGIN,
    y: HEAD + 26 * MM,
    align: 'center',
  })
  return HEAD + 31 * MM
}

function factsOf({ since, area, note, reward }: PublicLost, text: Translate, language: Language): Fact[] {
  return [
    { label: text('prints.since'), value: formatLongDay(since, language), linesMax: 1 },
    { label: text('prints.area'), value: area, linesMax: 2 },
    ...(note ? [{ label: text('prints.marks'), value: note, linesMax: 4 }] : []),
    ...(reward ? [{ label: text('prints.reward'), value: formatRupees(reward), linesMax: 1 }] : []),
  ]
}

const LABEL_WIDTH = 42 * MM
const LABEL = { width: LABEL_WIDTH, size: 15, linesMax: 1 } as const
const VALUE = { width: WIDTH - LABEL_WIDTH, size: 17, weight: 'bold' } as const
const FACT_GAP = 1.5 * MM

const valueStyle = ({ linesMax }: Fact): TextStyle => ({ ...VALUE, linesMax })

function heightOfFacts(document: PDFKit.PDFDocument, facts: Fact[]): number {
  const lines = facts.map((fact) => linesOf(document, fact.value, valueStyle(fact)).length)
  return lines.reduce((sum, count) => sum + heightOf(count, VALUE.size) + FACT_GAP, 0)
}

function drawFacts(document: PDFKit.PDFDocument, facts: Fact[], top: number): void {
  let y = top + VALUE.size
  for (const fact of facts) {
    document.fillColor(SOFT_INK)
    writeText(document, fact.label, { ...LABEL, x: MARGIN, y })
    document.fillColor(INK)
    y = writeText(document, fact.value, { ...valueStyle(fact), x: MARGIN + LABEL_WIDTH, y }) + FACT_GAP
  }
}

type Foot = { petId: string; foundation: Foundation; text: Translate }

function drawFoot(document: PDFKit.PDFDocument, { petId, foundation, text }: Foot): void {
  const { publicUrl, foundationName, helplinePhone } = foundation
  drawQr(document, publicUrl + paths.petDetail.to({ petId }), { x: MARGIN, y: FOOT_TOP, side: QR })
  const x = MARGIN + QR + GAP
  const width = PAGE.width - MARGIN - x
  document.fillColor(HEART)
  let y = writeText(document, text('prints.scan'), {
    x,
    y: FOOT_TOP + 9 * MM,
    width,
    size: 19,
    weight: 'bold',
    linesMax: 2,
  })
  document.fillColor(INK)
  y = writeText(document, text('prints.typeId', { address: new URL(publicUrl).host }), {
    x,
    y,
    width,
    size: 13,
    linesMax: 2,
  })
  document.font('Courier-Bold').fontSize(24)
  document.text(groupPetId(petId), x, y + 3 * MM, { baseline: 'alphabetic', lineBreak: false })
  document.fillColor(SOFT_INK)
  const who = helplinePhone
    ? text('prints.helpline', { foundation: foundationName, phone: helplinePhone })
    : foundationName
  writeText(document, who, { x, y: PAGE.height - MARGIN - 3 * MM, width, size: 11, linesMax: 1 })
}

const EDGE = 4 * MM
const PHOTO = { x: EDGE, y: EDGE, width: 29 * MM, height: 29 * MM }
const CARD_QR = 27 * MM
const QR_BOX = { x: CARD.width - EDGE - CARD_QR + 2 * MM, y: CARD.height - EDGE - CARD_QR + 2 * MM, side: CARD_QR }
// The text stands below the photo and beside the code.
const BELOW = { x: EDGE, width: QR_BOX.x - EDGE }
const TEXT = { x: PHOTO.x + PHOTO.width + 4 * MM, width: CARD.width - EDGE - PHOTO.x - PHOTO.width - 4 * MM }

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

export type Foundation = { publicUrl: string; foundationName: string; helplinePhone: string | null }

function inShort(pet: Pet, text: Translate): string {
  return petInShort(pet, text, text(pet.petGender === 'male' ? 'prints.male' : 'prints.female'))
}
