import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { drawPdf, PDF_READER } from './helpers/draw-pdf.ts'
import { ADMIN, expect, type Site, test, tokenOf } from './helpers/fixtures.ts'
import { difference, shapesOf } from './helpers/shapes.ts'

const fileOf = (name: string) => fileURLToPath(import.meta.resolve(name))
const FILES: Record<string, string> = {
  [PDF_READER.path]: PDF_READER.file,
  '/pdf-test/mukta.woff': fileOf('@fontsource/mukta/files/mukta-devanagari-400-normal.woff'),
}
// Large enough that the edges of letters, which are smoothed differently, are a small part of them.
const SCALE = 12
const FONT_PX = 9 * SCALE

const PAGE = `<!doctype html><meta charset="utf-8"><style>
@font-face { font-family: Mukta; src: url(mukta.woff); unicode-range: U+0020, U+00A0, U+0900-097F; }
body { margin: 0; background: white; color: black; }
p { width: max-content; margin: 0; padding: 40px; font: ${FONT_PX}px/2 Mukta, Helvetica; }
b { font: inherit; font-family: Helvetica; }
#letters span { display: inline-block; }
</style><canvas></canvas><p id="text"></p><p id="letters"></p>`

test.use({ viewport: { width: 7200, height: 1600 } })

for (const [language, text] of [
  ['hi', 'मालिक से संपर्क करने के लिए QR कोड स्कैन करें।'],
  ['mr', 'मालकाशी संपर्क साधण्यासाठी QR कोड स्कॅन करा.'],
] as const) {
  // LNG-8
  test(`in ${language}, the text of a PDF has the shapes of the same text in the browser`, async ({ page, site }) => {
    await openComparison(page, text)
    // The head of the first page, above the codes.
    await drawPdf(page, await sheetIn(site, language), { scale: SCALE, millimetres: 9 })
    const [pdf, shaped, letters] = [
      shapesOf(await page.locator('canvas').screenshot()),
      shapesOf(await page.locator('#text').screenshot()),
      shapesOf(await page.locator('#letters').screenshot()),
    ]
    expect(Math.abs(pdf.width / shaped.width - 1)).toBeLessThan(0.02)
    expect(difference(pdf, shaped)).toBeLessThan(0.1)
    // The same letters one by one, neither joined nor in the order of writing, are no such text.
    expect(difference(pdf, letters)).toBeGreaterThan(0.4)
  })
}

/** A page with the text, and with its letters one by one, in the font of the PDF. */
async function openComparison(page: Page, text: string): Promise<void> {
  await page.route('**/pdf-test/**', (route) => {
    const path = FILES[new URL(route.request().url()).pathname]
    return path ? route.fulfill({ path }) : route.fulfill({ body: PAGE, contentType: 'text/html' })
  })
  await page.goto('/pdf-test/')
  await page.evaluate(async (words) => {
    const [whole, letters] = document.querySelectorAll('p')
    for (const part of words.split(/( QR )/)) {
      const run = document.createElement(part.includes('QR') ? 'b' : 'span')
      run.append(part)
      whole?.append(run)
    }
    for (const letter of words) {
      const span = document.createElement('span')
      span.append(letter === ' ' ? '\u00a0' : letter)
      letters?.append(span)
    }
    await document.fonts.load('1px Mukta', words)
  }, text)
}

async function sheetIn(site: Site, language: string): Promise<Buffer> {
  const token = await tokenOf(site, ADMIN)
  const [petId] = await site.call<string[]>('GET', '/admin/generate-pet-id?numberOfIds=1', null, token)
  const reply = await fetch(`${site.url}/admin/tags/sheet.pdf?petIds=${petId}`, {
    headers: { authorization: `Bearer ${token}`, cookie: `lang=${language}` },
  })
  return Buffer.from(await reply.arrayBuffer())
}
