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

/** Call before opening a page: no system fonts and no animation. */
export async function prepareStillness(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript((fonts) => {
    for (const { weight, unicodeRange, data } of fonts) {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      const font = new FontFace('Mukta', bytes, { weight, unicodeRange })
      document.fonts.add(font)
    }
  }, FONTS)
}

/**
 * Replaces what differs between runs and machines: dates and times, sums of today, counts of scans, ids, sizes of photos, QR codes, and
 * fonts of the system.
 */
export async function holdStill(page: Page): Promise<void> {
  // Another width may load another part.
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await page.evaluate(async (code) => {
    const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'
    const CHANGING: [RegExp, string][] = [
      [new RegExp(`\\d{1,2} (?:${MONTHS}) \\d{4}`, 'g'), '15 March 2026'],
      [/\d{1,2} [\u0900-\u097F]+ \d{4}/g, '15 मार्च 2026'],
      [/(?<=2026 at )\d{1,2}:\d{2}/g, '11:34'],
      [/\d+ scans?(?= in the last)/g, '3 scans'],
      [/© \d{4}/g, '© 2026'],
      [/PS-\d{4}-(\d{5})-[A-Z]/g, 'PS-2026-$1-X'],
      [/\b(RF?)-\d{4}-\d{2}-(\d{6})/g, '$1-2026-27-$2'],
      [/\b[2-9A-HJ-NP-Z]{4}(?:-[2-9A-HJ-NP-Z]{4}){2}\b/g, 'ABCD-EFGH-JKLM'],
      [/\b(order|pay|rfnd)_\w{14}\b/g, '$1_Ab1Cd2Ef3Gh4Ij'],
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
      // The font of ids and codes is the machine's, too.
      for (const element of document.querySelectorAll<HTMLElement>('main *'))
        if (getComputedStyle(element).fontFamily.includes('monospace')) element.style.fontFamily = 'Mukta'
      // The day of today in a form.
      for (const input of document.querySelectorAll<HTMLInputElement>('input[type="date"]'))
        if (input.value) input.value = '2026-03-15'
      // The ages on the dashboard.
      for (const age of document.querySelectorAll('[data-age]'))
        if (age.textContent !== '3 days ago') age.textContent = '3 days ago'
      // Sums of the day, the month and the year differ from day to day.
      for (const term of document.querySelectorAll('dt')) {
        const sum = /^(Today|This month|This financial year)$/.test(term.textContent) && term.nextElementSibling
        if (sum && sum.textContent !== '₹1,000') sum.textContent = '₹1,000'
      }
      // Which months the demo's payments and memberships fall into, too.
      for (const part of document.querySelectorAll<HTMLElement>('[data-many], [data-period]'))
        if (part.style.visibility !== 'hidden') part.style.visibility = 'hidden'
      // In which order things happened within the same second.
      for (const event of document.querySelectorAll<HTMLElement>('[data-events] li')) event.style.display = 'none'
      // Which size of a photo is chosen depends on what the browser has loaded before.
      for (const photo of document.querySelectorAll('img[srcset], source[srcset]')) photo.removeAttribute('srcset')
    }
    hold()
    // A part that is loaded later, too.
    new MutationObserver(hold).observe(document.body, { childList: true, characterData: true, subtree: true })
    // Which weeks the demo's complaints and payments fall into differs from day to day.
    for (const cell of document.querySelectorAll<HTMLElement>('[data-weeks] td')) cell.style.visibility = 'hidden'
    // How often the tags were scanned.
    for (const bars of document.querySelectorAll<HTMLElement>('[aria-labelledby="care-scans"] figure'))
      bars.style.visibility = 'hidden'
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
