import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import QRCode from 'qrcode'

const CODE = await QRCode.toDataURL('https://petsetu.example/pet-detail/ABCDEFGHJKLM', {
  errorCorrectionLevel: 'H',
  margin: 4,
  width: 300,
})

// The home page and pet pages use system fonts: for pictures they get the app's own font, including the Devanagari part, which has the
// rupee sign.
const PARTS = { latin: 'U+0000-00FF, U+2000-206F', devanagari: 'U+0900-097F, U+20B9' }
const FONTS = Object.entries(PARTS).flatMap(([part, unicodeRange]) =>
  ['400', '600'].map((weight) => {
    const file = fileURLToPath(import.meta.resolve(`@fontsource/mukta/files/mukta-${part}-${weight}-normal.woff2`))
    return { weight, unicodeRange, data: readFileSync(file).toString('base64') }
  }),
)

/** Call before opening a page: no system fonts, no animation, and a clock that stands at this time. */
export async function prepareStillness(page: Page, time: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.setFixedTime(time)
  await page.addInitScript((fonts) => {
    for (const { weight, unicodeRange, data } of fonts) {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      const font = new FontFace('Mukta', bytes, { weight, unicodeRange })
      document.fonts.add(font)
    }
  }, FONTS)
}

/**
 * Replaces what is random or the machine's: ids, QR codes, sizes of photos, and fonts of the system. Days, sums and counts need
 * nothing, because the program's clock and the page's stand still.
 */
export async function holdStill(page: Page): Promise<void> {
  // Another width may load another part.
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await page.evaluate(async (code) => {
    const CHANGING: [RegExp, string][] = [
      [/\b[2-9A-HJ-NP-Z]{4}(?:-[2-9A-HJ-NP-Z]{4}){2}\b/g, 'ABCD-EFGH-JKLM'],
      [/\b[2-9A-HJ-NP-Z]{12}\b/g, 'ABCDEFGHJKLM'],
      [/\b(order|pay|rfnd)_\w{14}\b/g, '$1_Ab1Cd2Ef3Gh4Ij'],
      // The demo has twelve complaints of this year; the number of a later one depends on which tests have run before.
      [/\bPS-2026-000(?:1[3-9]|[2-9]\d)-[A-Z]\b/g, 'PS-2026-00013-C'],
      // The app's font has no arrow, and each machine has another one.
      [/→/g, '>'],
    ]
    const hold = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const node = texts.currentNode
        const text = CHANGING.reduce((text, [pattern, still]) => text.replace(pattern, still), node.nodeValue ?? '')
        if (text !== node.nodeValue) node.nodeValue = text
      }
      // The start and the end of an id that may be shortened are texts of their own.
      for (const id of document.querySelectorAll('[title^="order_"], [title^="pay_"]')) {
        if (id.textContent !== id.getAttribute('title')) continue
        const [start, end] = id.childNodes
        if (start) start.textContent = `${start.textContent?.split('_')[0]}_Ab1Cd2Ef3`
        if (end) end.nodeValue = 'Gh4Ij'
      }
      // The font of ids and codes is the machine's, too.
      for (const element of document.querySelectorAll<HTMLElement>('main *'))
        if (getComputedStyle(element).fontFamily.includes('monospace')) element.style.fontFamily = 'Mukta'
      // Which size of a photo is chosen depends on what the browser has loaded before.
      for (const photo of document.querySelectorAll('img[srcset], source[srcset]')) photo.removeAttribute('srcset')
    }
    hold()
    // A part that is loaded later, too.
    new MutationObserver(hold).observe(document.body, { childList: true, characterData: true, subtree: true })
    const picture = new Image()
    picture.src = code
    await picture.decode()
    for (const canvas of document.querySelectorAll('canvas')) {
      // The picture is square once the code has been drawn.
      while (canvas.width !== canvas.height) await new Promise(requestAnimationFrame)
      const pen = canvas.getContext('2d')
      pen?.resetTransform()
      pen?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    }
    await document.fonts.ready
  }, CODE)
}
