import QRCode from 'qrcode'

/** A millimetre in points, the unit of a PDF. */
export const MM = 72 / 25.4

/** A credit card with its round corners: ISO/IEC 7810 ID-1. */
export const CARD = { width: 85.6 * MM, height: 53.98 * MM, radius: 3.18 * MM }

export const INK = '#1f2a2e'
export const SOFT_INK = '#566368'
/** For lines, such as the edge along which a card is cut out. */
export const LINE = '#c9c2b5'

// The quiet zone of the QR standard, in modules.
const QUIET_MODULES = 4

type Square = { x: number; y: number; side: number }

/** Draws the QR code of an address with its quiet zone, in points, as vector shapes, so that it is sharp at any size. */
export function drawQr(document: PDFKit.PDFDocument, address: string, { x, y, side }: Square): void {
  const { modules } = QRCode.create(address, { errorCorrectionLevel: 'H' })
  const size = side / (modules.size + 2 * QUIET_MODULES)
  const left = x + QUIET_MODULES * size
  const top = y + QUIET_MODULES * size
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) document.rect(left + column * size, top + row * size, size, size)
    }
  }
  document.fill('#000000')
}

export const BRAND = '#0f6b6b'

export function drawPawPrint(
  document: PDFKit.PDFDocument,
  { x, y, side }: { x: number; y: number; side: number },
): void {
  document
    .save()
    .translate(x, y)
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
