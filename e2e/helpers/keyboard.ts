import { expect, type Locator, type Page } from '@playwright/test'

const STEPS_MAX = 150

type File = { name: string; mimeType: string; buffer: Buffer }

/** Moves the focus to `target` with Tab only, or backwards, from wherever it is. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  // A disabled part takes no focus.
  await expect(target).toBeEnabled()
  for (let step = 0; step < STEPS_MAX; step++) {
    if (await hasFocus(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`Tab does not lead to ${target}`)
}

/** Moves the focus to a button or link and presses it. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  // A frame closed by its own button may be gone before the key press is confirmed: ignore that.
  await Promise.race([page.keyboard.press(key), target.first().waitFor({ state: 'detached' })])
}

/** Fills in each field by keyboard; in a select, the first letters choose. */
export async function typeInto(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
}

/** Opens a field of a file by keyboard and chooses this file in the browser's window. */
export async function chooseFile(page: Page, field: Locator, file: File): Promise<void> {
  await tabTo(page, field)
  const choosing = page.waitForEvent('filechooser')
  // Its answer comes after the browser knows that somebody waits for its window. Otherwise it may open one that nobody sees.
  await page.evaluate(() => null)
  await page.keyboard.press('Space')
  await (await choosing).setFiles(file)
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => document.hasFocus() && document.activeElement === element)
}
