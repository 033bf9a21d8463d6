import { expect } from 'vitest'
import type { Driver } from './driver.ts'
import {
  chooseOption,
  findCheckout,
  findShown,
  imagesMissing,
  isTakenOver,
  type Kind,
  setValue,
  shownText,
  widthOutside,
} from './in-page.ts'

/** A browser's window, used by what a person sees: the names of buttons, links and fields. */
export type Tab = ReturnType<typeof tabOf>

/** A page may take this long, as on a slow phone. In milliseconds. */
const PATIENCE = 20_000

export function tabOf(driver: Driver, siteUrl: string) {
  const find = (kind: Kind, name: string) => until(`${kind} ‘${name}’`, () => driver.find(findShown, [kind, name]))
  const shown = () => expect.poll(() => driver.run(shownText, []), { timeout: PATIENCE })
  // Other stories show the page without its scripts, which somebody meets who types or leaves at once.
  const takenOver = () => expect.poll(() => driver.run(isTakenOver, []), { timeout: PATIENCE }).toBe(true)
  return {
    async open(path: string) {
      await driver.open(new URL(path, siteUrl).href)
      await takenOver()
    },
    press: async (name: string) => (await find('button', name)).click(),
    follow: async (name: string) => (await find('link', name)).click(),
    check: async (name: string) => (await find('field', name)).click(),
    /** The address of a link. */
    hrefOf: async (name: string) => (await find('link', name)).attribute('href'),
    /** Replaces what the field holds. */
    async type(name: string, text: string) {
      await takenOver()
      await (await find('field', name)).type(text)
    },
    /** Sets a field that each browser lets a person fill in in its own way, such as a day. */
    async set(name: string, value: string) {
      await until(`field ‘${name}’`, async () => (await driver.run(setValue, [name, value])) || null)
    },
    async choose(name: string, option: string) {
      await until(`‘${option}’ of ‘${name}’`, async () => (await driver.run(chooseOption, [name, option])) || null)
    },
    async see(text: string) {
      await shown().toContain(text)
    },
    async seeNo(text: string) {
      await shown().not.toContain(text)
    },
    async arriveAt(path: string) {
      await expect.poll(async () => new URL(await driver.address()).pathname, { timeout: PATIENCE }).toBe(path)
      await takenOver()
    },
    async seeImages() {
      await expect.poll(() => driver.run(imagesMissing, []), { timeout: PATIENCE }).toBe(0)
    },
    /** By how many pixels the page is wider than its window. */
    overflow: () => driver.run(widthOutside, []),
    picture: driver.picture,
    /** Chooses in the payment provider's checkout, which is in a frame of another origin. */
    async chooseInCheckout(name: string) {
      const checkout = await until('checkout', () => driver.find(findCheckout, []))
      await checkout.inside(async () => (await find('button', name)).click())
    },
  }
}

async function until<T>(what: string, attempt: () => Promise<T | null>): Promise<T> {
  const end = Date.now() + PATIENCE
  for (;;) {
    // A page that is just loading may lose what runs in it.
    const found = await attempt().catch(() => null)
    if (found !== null) return found
    if (Date.now() > end) throw new Error(`The page shows no ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
