import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A width in pixels and a colour scheme to look at a page in. */
type Look = { width: number; colorScheme: 'light' | 'dark' }

// Of every page the first two, of what else it can be the last two: together every width in either scheme.
export const PAGE_LOOKS: Look[] = [
  { width: 320, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
]
export const STATE_LOOKS: Look[] = [
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
]

/** Looks at the page as it stands: axe finds nothing, and nothing sticks out sideways. */
export async function expectAccessible(page: Page, looks: Look[]): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze()
    expect(
      violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target.join(' ')) })),
      `${page.url()} at ${width} px, ${colorScheme}`,
    ).toEqual([])
    await expectNothingOutside(page, width)
  }
}

/** Nothing sticks out sideways where somebody has made all text twice as large, on a phone. */
export async function expectRoomForLargeText(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expectNothingOutside(page, 360)
}

async function expectNothingOutside(page: Page, width: number): Promise<void> {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth),
    `${page.url()} at ${width} px`,
  ).toBeLessThanOrEqual(width)
}
