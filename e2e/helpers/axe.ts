import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { OF_WORDS } from '../../web/test/axe-rules.ts'
import { expect } from './fixtures.ts'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
// The rules whose outcome depends on the colour scheme or the width.
const OF_LOOKS = ['color-contrast', 'target-size', 'scrollable-region-focusable']
const RULES = { 'of looks': OF_LOOKS, 'of words': OF_WORDS }

/** A width and a colour scheme, and which of axe's rules are checked there: all of them if it does not say. */
type Look = { width: number; colorScheme: 'light' | 'dark'; rules?: 'of looks' | 'of words' | 'none' }

// All rules are checked in one look, at the width at which most people see the page.
/** For a full page of the admins. */
export const PAGE_LOOKS: Look[] = [
  { width: 1280, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark', rules: 'of looks' },
]
/** For every other page, and for a state that has colours of its own: an error, a question, an open menu. */
export const STATE_LOOKS: Look[] = [
  { width: 320, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark', rules: 'of looks' },
]
/** For a state without any: nothing to show, or still loading. */
export const PLAIN_LOOKS: Look[] = [
  { width: 320, colorScheme: 'light' },
  { width: 1280, colorScheme: 'light', rules: 'none' },
]

/** For a page in another language: the rest is the same in all of them, and is checked in English. */
export const LANGUAGE_LOOKS: Look[] = [{ width: 320, colorScheme: 'light', rules: 'of words' }]

/** Checks the page: no axe violation and no horizontal overflow. */
export async function expectAccessible(page: Page, looks: Look[]): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await stopTransitions(page)
  for (const { width, colorScheme, rules } of looks) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await expectScheme(page, colorScheme)
    if (rules !== 'none')
      expect(await violationsOn(page, rules), `${page.url()} at ${width} px, ${colorScheme}`).toEqual([])
    await expectNothingOutside(page, width)
  }
}

/** The component library learns of the colour scheme by script, a moment after the style sheets do. */
async function expectScheme(page: Page, scheme: Look['colorScheme']): Promise<void> {
  const other = scheme === 'dark' ? 'light' : 'dark'
  await expect(page.locator('html')).not.toHaveAttribute('data-mantine-color-scheme', other)
}

// Axe would measure the colours of a message that is half gone, even if it is for one millisecond.
async function stopTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('* { transition: none !important }')
    document.adoptedStyleSheets = [still]
  })
}

async function violationsOn(
  page: Page,
  rules: keyof typeof RULES | undefined,
): Promise<{ id: string; where: string[] }[]> {
  // A page without frames reports by itself. Otherwise axe opens one more page for each report, which takes as long as the checks.
  const isAlone = page.frames().length === 1
  if (isAlone && !(await page.evaluate(() => 'axe' in window))) await giveAxe(page)
  const axe = new AxeBuilder({ page, ...(isAlone && { axeSource: ';' }) })
  axe.setLegacyMode(isAlone).options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? axe.withRules(RULES[rules]) : axe.withTags(WCAG)).analyze()
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target.join(' ')) }))
}

/** Axe is large. By itself it sends a version twice as large, by a way that reads it several times. */
async function giveAxe(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Runtime.evaluate', { expression: AXE })
  await devTools.detach()
}

/** No horizontal overflow with text twice as large on a phone. */
export async function expectRoomForLargeText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNothingOutside(page, width)
  }
}

async function expectNothingOutside(page: Page, width: number): Promise<void> {
  // The page may draw itself anew for the narrower window.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: `${page.url()} at ${width} px` })
    .toBeLessThanOrEqual(width)
}
