import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import type { numberOfThread } from '../../../test/drawings.ts'
import { readPdf } from '../../../test/read-pdf.ts'
import type { tagSheet } from '../../pets/tags/tag-sheet.ts'
import { inPdfThread } from './pdf-thread.ts'

const SHEET = new URL('../../pets/tags/tag-sheet.ts', import.meta.url)
const drawSheet = inPdfThread<typeof tagSheet>(SHEET, 'tagSheet')
const drawNothing = inPdfThread<typeof tagSheet>(SHEET, 'nothing')

const pagesOf = async (pdf: Uint8Array) => (await readPdf(Buffer.from(pdf))).pages

const REPORTS_LARGE = `import { registerHooks } from 'node:module'
  registerHooks({ resolve(specifier, context, next) {
    if (/^(pdfkit|qrcode|sharp|web-push|@simplewebauthn\\/server)$/.test(specifier)) console.log(specifier)
    return next(specifier, context)
  } })`

// V15.2.2
test('the program starts without the libraries for PDFs, photos, notices and passkeys', async () => {
  const app = new URL('../../app.ts', import.meta.url).href
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--import', `data:text/javascript,${encodeURIComponent(REPORTS_LARGE)}`],
    ...['--input-type=module', '--eval', `await import('${app}'); console.log('loaded')`],
  ])
  expect(stdout).toBe('loaded\n')
})

// V15.2.2
test('a drawing that fails is an error for whoever asked, and the next ones are drawn', async () => {
  const sheet = ['ABCDEFGHJKLM']
  const drawings = [
    drawSheet(sheet, 'https://pets.example.org', 'en'),
    drawNothing(sheet, 'https://pets.example.org', 'en'),
    drawSheet(sheet, 'https://pets.example.org', 'hi'),
  ]
  const [first, failed, last] = await Promise.allSettled(drawings)
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('no nothing') } })
  for (const drawn of [first, last]) expect(drawn?.status === 'fulfilled' && (await pagesOf(drawn.value))).toBe(1)
})

// V15.2.2
test('the thread ends when nobody asks for a drawing, and starts again', async () => {
  const drawNumber = inPdfThread<typeof numberOfThread>(
    new URL('../../../test/drawings.ts', import.meta.url),
    'numberOfThread',
  )
  const draw = async () => Buffer.from(await drawNumber()).toString()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const [first, second] = [await draw(), await draw()]
  vi.advanceTimersByTime(60_000)
  const third = await draw()
  vi.useRealTimers()
  expect([second, third]).toEqual([first, expect.not.stringMatching(`^${first}$`)])
})
