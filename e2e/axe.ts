import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Look = { width: number; colorScheme: 'light' | 'dark' }

// Pages with data use the first two, other states the last two. Together they cover every width and colour scheme.
export const PAGE_LOOKS: Look[] = [
  { width: 320, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
]
export const STATE_LOOKS: Look[] = [
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
]

/** Checks the page: no axe violation and no horizontal overflow. */
export async function expectAccessible(page: Page, looks: Look[]): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    const axe = new AxeBuilder({ page }).withTags(WCAG)
    // A page without frames reports by itself. Otherwise axe opens one more page for each report, which takes as long as the checks.
    axe.setLegacyMode(page.frames().length === 1)
    const { violations } = await axe.analyze()
    expect(
      violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target.join(' ')) })),
      `${page.url()} at ${width} px, ${colorScheme}`,
    ).toEqual([])
    await expectNothingOutside(page, width)
  }
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
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth),
    `${page.url()} at ${width} px`,
  ).toBeLessThanOrEqual(width)
}
