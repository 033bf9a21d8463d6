import QRCode from 'qrcode'

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
