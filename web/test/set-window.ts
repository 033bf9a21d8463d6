import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'

/** Gives the page a window of this size until the end of the test. */
export async function setWindow(width: number, height: number): Promise<void> {
  onTestFinished(() => page.viewport(1280, 800))
  await page.viewport(width, height)
}
