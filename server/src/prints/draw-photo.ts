import type { PrintPhoto } from '../files/render-photo.ts'

type Box = { x: number; y: number; width: number; height: number }

const RADIUS = 8
const GROUND = '#e4f1ee'
const BRAND = '#0f6b6b'

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
  document
    .save()
    .translate(x + (width - side) / 2, y + (height - side) / 2)
    .scale(side / 32)
  for (const [left, top, angle] of [
    [4.6, 13.6, -24],
    [11.6, 7.2, -8],
    [20.4, 7.2, 8],
    [27.4, 13.6, 24],
  ] as const) {
    document
      .save()
      .rotate(angle, { origin: [left, top] })
      .ellipse(left, top, 3, 4)
      .fill(BRAND)
      .restore()
  }
  document.path('M4.5 29.5c0-8.2 5-14.2 11.5-14.2s11.5 6 11.5 14.2h-6.3a5.2 5.2 0 0 0-10.4 0z').fill(BRAND)
  document.restore()
}
