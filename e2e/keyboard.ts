import { expect, type Locator, type Page } from '@playwright/test'

const STEPS_MAX = 150

/** Moves the focus to `target` with Tab only, from wherever it is. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  // A disabled part takes no focus.
  await expect(target).toBeEnabled()
  for (let step = 0; step < STEPS_MAX; step++) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
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

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => document.hasFocus() && document.activeElement === element)
}
