import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Builder, Capabilities, type WebDriver, WebElement } from 'selenium-webdriver'
import { freePort } from '../../server/test/free-port.ts'
import type { Browser, DrivenElement, Driver } from './driver.ts'

/** WebKitGTK over WebDriver, on a screen in memory. Each driver is a browser of its own. */
export async function startWebKit(miniBrowser: string): Promise<Browser> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [display] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')
  const port = await freePort()
  const service = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${String(display).trim()}`, LIBGL_ALWAYS_SOFTWARE: '1', LANG: 'en_IN.UTF-8' },
  })
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
  })
  const drivers: WebDriver[] = []
  return {
    version: 'WebKitGTK',
    errors: [],
    newDriver: async () => {
      // WebKitWebDriver serves one session at a time.
      await drivers.pop()?.quit()
      const driver = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build()
      drivers.push(driver)
      await driver.manage().window().setRect({ width: 1280, height: 900 })
      return driverOf(driver)
    },
    close: async () => {
      await drivers.pop()?.quit()
      for (const child of [service, screen]) {
        child.kill()
        await once(child, 'exit')
      }
    },
  }
}

function driverOf(driver: WebDriver): Driver {
  return {
    open: (url) => driver.get(url),
    address: () => driver.getCurrentUrl(),
    run: async (script, args) => (await driver.executeScript(script as never, ...args)) as never,
    find: async (script, args) => {
      const found = await driver.executeScript(script as never, ...args)
      return found instanceof WebElement ? elementOf(driver, found) : null
    },
    picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
  }
}

function elementOf(driver: WebDriver, element: WebElement): DrivenElement {
  return {
    inside: async (work) => {
      await driver.switchTo().frame(element)
      await work().finally(() => driver.switchTo().defaultContent())
    },
    click: () => element.click(),
    async type(text) {
      await element.clear()
      await element.sendKeys(text)
    },
    attribute: (name) => element.getAttribute(name),
  }
}
