import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { fileComplaint } from './helpers/complaints.ts'
import { ADMIN, expect, openAs, test } from './helpers/fixtures.ts'

/** An all-red document with a script that navigates away when it opens. */
function aRedPdf(): Buffer {
  const paint = '1 0 0 rg 0 0 300 300 re f'
  const tries = [
    'this.getURL("/login?a")',
    'app.launchURL("/login?b")',
    'this.submitForm("/login?c")',
    'app.alert("d")',
  ]
  const script = tries.map((what) => `try { ${what} } catch (e) {}`).join('; ')
  const objects = [
    `<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(${script.replace(/[()]/g, '\\$&')})>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R>>',
    `<</Length ${paint.length}>>stream\n${paint}\nendstream`,
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj ${object} endobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R>>\n%%EOF\n`)
}

const RED = { r: 255, g: 0, b: 0 }

function aRedPicture(): Buffer {
  const png = new PNG({ width: 200, height: 200 })
  for (let at = 0; at < png.data.length; at += 4) png.data.set([RED.r, RED.g, RED.b, 255], at)
  return PNG.sync.write(png)
}

/** The number of pixels of this colour on the screen; none while the browser opens its PDF viewer and has no picture to give. */
async function countPixels(tab: Page, { r, g, b }: typeof RED): Promise<number> {
  const picture = await tab.screenshot().catch(() => null)
  if (!picture) return 0
  const { data } = PNG.sync.read(picture)
  let count = 0
  for (let at = 0; at < data.length; at += 4) if (data[at] === r && data[at + 1] === g && data[at + 2] === b) count++
  return count
}

/** Opens the attachment of a complaint in a tab of its own, and notes all that the tab causes. */
async function openAttachment(page: Page, kind: string): Promise<{ tab: Page; caused: string[] }> {
  const type = kind === 'pdf' ? 'PDF' : 'photo'
  const link = page.getByRole('link', { name: `Open attachment (${type}) (opens in a new tab)` })
  const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  const caused: string[] = []
  tab.on('download', () => caused.push('a download'))
  tab.on('popup', (popup) => caused.push(`a window ${popup.url()}`))
  tab.on('request', (request) => caused.push(request.url()))
  return { tab, caused }
}

/** Saves the attachment by its link, which leaves the page as it is. */
async function download(page: Page, kind: string): Promise<void> {
  const address = page.url()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download attachment' }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(new RegExp(`^complaint-[a-z0-9]{32}\\.${kind}$`))
  expect(page.url()).toBe(address)
}

// CMP-18, CMP-15, V5.3.1
test('an attachment opens in a new tab, asks for nothing, and can be downloaded', async ({ browser, site }) => {
  const kinds = [
    { kind: 'pdf', file: aRedPdf() },
    { kind: 'png', file: aRedPicture() },
  ]
  // A context without the console check: the policy also blocks the styles that a browser adds around a picture, and logs it.
  const context = await browser.newContext({ baseURL: site.url })
  const page = await context.newPage()
  await openAs(page, site, ADMIN, '/admin/complaints')
  const opened: { kind: string; tab: Page; caused: string[] }[] = []
  for (const { kind, file } of kinds) {
    await test.step(`of type ${kind}`, async () => {
      const id = await fileComplaint(site, {}, new File([new Uint8Array(file)], `evidence.${kind}`))
      await page.goto(`/admin/complaints/${id}`)
      const shown = await openAttachment(page, kind)
      opened.push({ kind, ...shown })
      // A PDF is painted after the script in it has run.
      await expect.poll(() => countPixels(shown.tab, RED)).toBeGreaterThan(10_000)
      await page.bringToFront()
      await download(page, kind)
    })
  }
  // Last, so that what a file asked for late is noted, too.
  for (const { kind, tab, caused } of opened) {
    const address = new RegExp(`^${site.url}/uploads/complaints/[a-z0-9]{32}\\.${kind}\\?`)
    expect(tab.url()).toMatch(address)
    const ofBrowser = /^(chrome|chrome-extension|data|blob):/
    expect(caused.filter((url) => !address.test(url) && !ofBrowser.test(url))).toEqual([])
  }
  await context.close()
})
