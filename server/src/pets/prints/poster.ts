import type { Readable } from 'node:stream'
import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import type { PublicLost } from '@petsetu/contract/pets/pet-schemas.ts'
import type { Pet } from '@petsetu/contract/pets/pets.ts'
import { formatLongDay, formatRupees } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import PDFDocument from 'pdfkit'
import type { PrintPhoto } from '../../platform/files/render-photo.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { drawQr, INK, MM, SOFT_INK } from '../../platform/pdf/drawing.ts'
import { fittingSize, heightOf, linesOf, type TextStyle, writeText } from '../../platform/pdf/write-text.ts'
import { drawPhoto, type Foundation, inShort } from './print-parts.ts'

const PAGE = { width: 210 * MM, height: 297 * MM }
const MARGIN = 15 * MM
const WIDTH = PAGE.width - 2 * MARGIN
const HEAD = 42 * MM
const GAP = 5 * MM
// Large enough to be scanned from two steps away.
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

/** Returns where the next part begins. */
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
