import type { Page } from '@playwright/test'

export type Effort = { keys: number; decisions: number; clicks: number; seconds: number }

// Average people, in seconds, of the keystroke-level model. Source: Card, Moran and Newell, 1980.
const KEY = 0.28
const POINT_AND_CLICK = 1.3
const THINK = 1.35

/**
 * Counts from now on what hands do on the pages of this tab: keys, and clicks or taps. A decision is a click or a key that acts:
 * Enter, a space outside text, a letter outside a field. `seconds` estimates how long that takes a practised person.
 */
export async function watchEffort(page: Page): Promise<() => Effort> {
  const counts = { keys: 0, decisions: 0, clicks: 0 }
  await page.exposeFunction('countEffort', (what: 'key' | 'acting key' | 'click') => {
    if (what === 'click') counts.clicks += 1
    else counts.keys += 1
    if (what !== 'key') counts.decisions += 1
  })
  const watch = () => {
    const { countEffort } = window as unknown as { countEffort: (what: string) => void }
    const isField = (target: EventTarget | null) =>
      target instanceof Element && target.matches('textarea, select, input:not([type="checkbox"], [type="radio"])')
    addEventListener('pointerdown', () => countEffort('click'), true)
    addEventListener(
      'keydown',
      ({ key, target }) =>
        countEffort(key === 'Enter' || (key.length === 1 && !isField(target)) ? 'acting key' : 'key'),
      true,
    )
  }
  await page.addInitScript(watch)
  // The page that is open already.
  await page.evaluate(watch)
  return () => {
    const { keys, decisions, clicks } = counts
    return { ...counts, seconds: Math.round(keys * KEY + clicks * POINT_AND_CLICK + decisions * THINK) }
  }
}
