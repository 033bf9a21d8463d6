import type { Locator, Page } from '@playwright/test'

const STEPS_MAX = 150

/** Leads the focus to `target` as somebody without a mouse does: by Tab alone, from wherever it is. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let step = 0; step < STEPS_MAX; step++) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${target}`)
}

/** Leads to a button or a link and presses it. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  // A frame that its own button closes may be gone before it has told that the key has come: nobody waits for that in vain.
  await Promise.race([page.keyboard.press(key), target.first().waitFor({ state: 'detached' })])
}

/** Leads to each field in turn and types into it; in a list of choices, the first letters choose. */
export async function typeInto(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => document.hasFocus() && document.activeElement === element)
}
