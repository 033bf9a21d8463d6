import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

/** The reader of PDFs, which a test serves to its page under this path. */
export const PDF_READER = { path: '/pdf-test/pdf.mjs', file: fileURLToPath(import.meta.resolve('unpdf/pdfjs')) }

/** Draws the first page of a PDF into the page's canvas, `scale` pixels a point; with `millimetres`, only so much of its top. */
export async function drawPdf(
  page: Page,
  pdf: Buffer,
  { scale, millimetres = null }: { scale: number; millimetres?: number | null },
): Promise<void> {
  await page.evaluate(
    async ({ base64, scale, millimetres, module }) => {
      const { getDocument }: typeof import('unpdf/pdfjs') = await import(module)
      const data = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
      const first = await (await getDocument({ data }).promise).getPage(1)
      const viewport = first.getViewport({ scale })
      const canvas = document.querySelector('canvas')
      if (!canvas) throw new Error('The page has no canvas')
      canvas.width = viewport.width
      canvas.height = millimetres === null ? viewport.height : (millimetres * 72 * scale) / 25.4
      await first.render({ canvas, viewport }).promise
    },
    { base64: pdf.toString('base64'), scale, millimetres, module: PDF_READER.path },
  )
}

/** Opens an empty page with a canvas for `drawPdf`. */
export async function openPdfCanvas(page: Page): Promise<void> {
  await page.route('**/pdf-test/**', (route) =>
    new URL(route.request().url()).pathname === PDF_READER.path
      ? route.fulfill({ path: PDF_READER.file })
      : route.fulfill({
          body: '<!doctype html><style>body { margin: 0 }</style><canvas></canvas>',
          contentType: 'text/html',
        }),
  )
  await page.goto('/pdf-test/')
}
