import type { Readable } from 'node:stream'
import { paths } from '@petsetu/contract/paths.ts'
import { CARE_KIND_TEXTS, type CareKind } from '@petsetu/contract/pets/care-kinds.ts'
import { shownKind } from '@petsetu/contract/pets/pet-facts.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import type { PetGender } from '@petsetu/contract/pets/pet-schemas.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import PDFDocument from 'pdfkit'
import { textsIn } from '../../platform/languages/texts.ts'
import { drawQr, INK, LINE, MM, SOFT_INK } from '../../platform/pdf/drawing.ts'
import { writeText } from '../../platform/pdf/write-text.ts'

/** The facts of a certificate: nothing that somebody typed as a note, and no place but the ward. Days are Indian days. */
export type Certified = {
  petId: string
  petName: string
  petType: string
  petGender: PetGender
  ward: string
  sterilisedOn: string | null
  vaccinations: { kind: CareKind; day: string | null; validUntil: string | null }[]
}

const MARGIN = 22 * MM
const WIDTH = 210 * MM - 2 * MARGIN
const QR_SIDE = 38 * MM
const LABEL_WIDTH = 62 * MM

type Foundation = { publicUrl: string; foundationName: string; helplinePhone: string | null }

/** The certificate of an animal of the street, A4. It names nobody but the foundation. */
export function certificate(animal: Certified, foundation: Foundation, language: Language): Readable {
  const text = textsIn(language)
  const title = text('certificate.title', { name: animal.petName })
  const document = new PDFDocument({ size: 'A4', margin: 0, lang: language, info: { Title: title } })
  const line = { x: MARGIN, width: WIDTH, size: 12, linesMax: 2 } as const
  document.fillColor(SOFT_INK)
  let y = writeText(document, foundation.foundationName, { ...line, y: MARGIN + 5 * MM })
  document.fillColor(INK)
  y = writeText(document, title, { ...line, y: y + 6 * MM, size: 22, weight: 'bold' }) + 4 * MM
  for (const entry of [...animalEntries(animal, text), ...careEntries(animal, text, language)])
    y = drawEntry(document, entry, y)
  drawFoot(document, { animal, foundation, text, y: y + 8 * MM })
  document.end()
  return document
}

type Entry = [label: string, value: string]

function animalEntries({ petId, petType, petGender, ward }: Certified, text: Translate): Entry[] {
  return [
    [text('certificate.tag'), groupPetId(petId)],
    [text('labels.petType'), `${shownKind(petType, text)}, ${text(`prints.${petGender}`)}`],
    [text('labels.ward'), ward],
  ]
}

function careEntries({ sterilisedOn, vaccinations }: Certified, text: Translate, language: Language): Entry[] {
  const day = (given: string) => formatLongDay(given, language)
  return [
    ...(sterilisedOn ? ([[text('careKinds.sterilisation'), day(sterilisedOn)]] satisfies Entry[]) : []),
    ...vaccinations.map(({ kind, day: given, validUntil }): Entry => {
      const until = validUntil && text('certificate.validUntil', { day: day(validUntil) })
      return [text(CARE_KIND_TEXTS[kind]), [given && day(given), until].filter(Boolean).join(' · ')]
    }),
  ]
}

function drawEntry(document: PDFKit.PDFDocument, [label, value]: Entry, y: number): number {
  const row = { y: y + 6 * MM, size: 13, linesMax: 2 }
  document.fillColor(SOFT_INK)
  const left = writeText(document, label, { ...row, x: MARGIN, width: LABEL_WIDTH })
  document.fillColor(INK)
  const right = writeText(document, value, {
    ...row,
    x: MARGIN + LABEL_WIDTH + 4 * MM,
    width: WIDTH - LABEL_WIDTH - 4 * MM,
  })
  const below = Math.max(left, right) - 3 * MM
  document
    .moveTo(MARGIN, below)
    .lineTo(MARGIN + WIDTH, below)
    .lineWidth(0.5)
    .stroke(LINE)
  return below
}

type Foot = { animal: Certified; foundation: Foundation; text: Translate; y: number }

function drawFoot(document: PDFKit.PDFDocument, { animal: { petId }, foundation, text, y: top }: Foot): void {
  const { publicUrl, foundationName, helplinePhone: phone } = foundation
  drawQr(document, publicUrl + paths.petDetail.to({ petId }), { x: MARGIN, y: top, side: QR_SIDE })
  const beside = { x: MARGIN + QR_SIDE + 6 * MM, width: WIDTH - QR_SIDE - 6 * MM, size: 12, linesMax: 4 }
  document.fillColor(INK)
  const y = writeText(document, text('certificate.scan'), { ...beside, y: top + 10 * MM })
  document.fillColor(SOFT_INK)
  const whom = phone ? text('certificate.call', { foundation: foundationName, phone }) : foundationName
  writeText(document, whom, { ...beside, y: y + 1 * MM })
}
