const BRAND = '#0f6b6b'

/** Our logo, as on the pages. */
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
