import puppeteer, { type ElementHandle, type Frame, type JSHandle, type Page } from 'puppeteer-core'
import type { Browser, DrivenElement, Driver } from './driver.ts'

/** Chromium, or Firefox over WebDriver BiDi. */
export async function startPuppeteer(name: 'chrome' | 'firefox', executablePath: string): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: name,
    executablePath,
    ...(name === 'chrome' && { args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] }),
    ...(name === 'firefox' && { extraPrefsFirefox: { 'intl.accept_languages': 'en-IN, en' } }),
  })
  const errors: string[] = []
  return {
    errors,
    version: await browser.version(),
    newDriver: async () => {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      page.on('pageerror', (error) => errors.push(String(error)))
      await page.setViewport({ width: 1280, height: 800 })
      return driverOf(page)
    },
    close: () => browser.close(),
  }
}

function driverOf(page: Page): Driver {
  let frame: Frame | null = null
  const here = () => frame ?? page.mainFrame()
  return {
    open: async (url) => void (await page.goto(url)),
    address: async () => page.url(),
    run: async (script, args) => (await here().evaluate(script, ...args)) as Awaited<ReturnType<typeof script>>,
    find: async (script, args) => {
      const handle: JSHandle<unknown> = await here().evaluateHandle(script, ...args)
      const element = handle.asElement() as ElementHandle<Element> | null
      return element && elementOf(element)
    },
    picture: async () => Buffer.from(await page.screenshot()),
  }

  function elementOf(element: ElementHandle<Element>): DrivenElement {
    return {
      click: () => element.click(),
      async type(text) {
        await element.evaluate((field) => (field as HTMLInputElement).select())
        await element.type(text)
      },
      attribute: (name) => element.evaluate((each, wanted) => each.getAttribute(wanted), name),
      inside: async (work) => {
        frame = await element.contentFrame()
        await work().finally(() => {
          frame = null
        })
      },
    }
  }
}
