import axe from 'axe-core'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { OF_WORDS } from './axe-rules.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Waits until the page that a test has opened shows all that it has asked for. */
export async function shownCompletely(): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => document.querySelectorAll('[aria-busy="true"]').length).toBe(0)
}

/** No axe violation, of all rules or of those about words, and nothing beside the screen. */
export async function expectAccessible(rules: 'all' | 'of words' = 'all'): Promise<void> {
  // A colour halfway through a transition is none that people read.
  for (const running of document.getAnimations()) {
    if (running.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) running.finish()
  }
  const { violations } = await axe.run(document, {
    runOnly: rules === 'all' ? WCAG : OF_WORDS,
    resultTypes: ['violations'],
  })
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(' ')) }))).toEqual([])
  expect(document.documentElement.scrollWidth, 'the width of the page').toBeLessThanOrEqual(innerWidth)
}
