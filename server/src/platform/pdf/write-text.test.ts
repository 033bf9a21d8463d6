import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { readPdf } from '../../../test/read-pdf.ts'
import { writeText } from './write-text.ts'

const BOX = { x: 50, y: 100, width: 300, size: 12 }
const PAGE_HEIGHT = 500

async function written(text: string, box: Partial<Parameters<typeof writeText>[2]> = {}) {
  const document = new PDFDocument({ size: [400, PAGE_HEIGHT], margin: 0 })
  const next = writeText(document, text, { ...BOX, ...box })
  document.end()
  return { next, ...(await readPdf(await buffer(document))) }
}

// LNG-8
test('Latin and Devanagari stand behind each other on one baseline', async () => {
  const { pieces } = await written('पालतू Moti, 5 साल, ₹1,00,000')
  expect(pieces.map(({ text }) => text)).toEqual(['पालतू', ' ', 'Moti, 5', ' ', 'साल', ',', ' ', '₹', '1,00,000'])
  expect(new Set(pieces.map(({ baseline }) => baseline))).toEqual(new Set([PAGE_HEIGHT - BOX.y]))
  for (const [index, { x }] of pieces.entries()) {
    const before = pieces[index - 1]
    expect(x).toBeCloseTo(before ? before.x + before.width : BOX.x, 1)
  }
})

// LNG-8
test('a centred line has as much room on its left as on its right', async () => {
  const { pieces } = await written('QR कोड स्कैन करें', { align: 'center' })
  const [first, last] = [pieces[0], pieces.at(-1)]
  const room = { left: (first?.x ?? 0) - BOX.x, right: BOX.x + BOX.width - (last?.x ?? 0) - (last?.width ?? 0) }
  expect(room.left).toBeGreaterThan(50)
  expect(room.left).toBeCloseTo(room.right, 1)
})

// LNG-8
test('a long text is wrapped between words, and every line fits', async () => {
  const text = 'मालिक से संपर्क करने के लिए QR कोड स्कैन करें, a word, '.repeat(3).trim()
  const { pieces, next } = await written(text)
  const baselines = [...new Set(pieces.map(({ baseline }) => baseline))]
  expect(baselines.length).toBeGreaterThan(2)
  expect(PAGE_HEIGHT - next).toBeCloseTo((baselines.at(-1) ?? 0) + (baselines[1] ?? 0) - (baselines[0] ?? 0), 1)
  for (const { x, width } of pieces) expect(x + width).toBeLessThanOrEqual(BOX.x + BOX.width + 0.01)
  expect(pieces.filter(({ x }) => x === BOX.x)).toHaveLength(baselines.length)
})

// LNG-8
test('what is copied or read aloud is the text as written, not its shapes’ order', async () => {
  const text = 'मालिक से संपर्क के लिए QR कोड'
  const { readAloud, pieces } = await written(text)
  expect(readAloud).toEqual([text])
  expect(pieces.map(({ text: shown }) => shown).join('')).toContain('मािलक')
})

// LNG-8
test('a sign that neither font has becomes a question mark', async () => {
  const { pieces } = await written('Moti 🐕 “dear” – €5')
  expect(pieces.map(({ text }) => text).join('')).toBe('Moti ? “dear” – €5')
})

// LNG-8, RCP-1
test.each(['Dr.प्रियांका', 'M/s.श्रीनिवास', 'B-12/क्षितिज'])(
  'in one font, Devanagari behind Latin in a word is shaped as alone: %s',
  async (word) => {
    const devanagari = word.replace(/^.*[./]/, '')
    const alone = await written(devanagari, { isAsOnPages: true })
    const { pieces } = await written(word, { isAsOnPages: true })
    const shown = pieces.map(({ text }) => text).join('')
    expect(shown).toBe(word.replace(devanagari, '') + alone.pieces.map(({ text }) => text).join(''))
  },
)

// RCP-1
test('in one font, the rupee sign stands in one piece with its figures', async () => {
  const { pieces } = await written('₹1,00,000 और ₹500', { isAsOnPages: true })
  expect(pieces[0]?.text).toMatch(/^₹1,00,000/)
})

// LNG-8, RCP-1
test.each(['regular', 'bold', 'heading'] as const)(
  'the fonts of the pages keep the marks of a name in Latin: %s',
  async (weight) => {
    const name = 'Rādhā Kṛṣṇa Ḍākṭar, “Śrī” – €5'
    const { pieces } = await written(`${name} 🐕 Ωmega`, { isAsOnPages: true, weight })
    expect(pieces.map(({ text }) => text).join('')).toBe(`${name} ? ?mega`)
  },
)
