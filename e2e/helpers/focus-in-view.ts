import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** A phone and a laptop. */
const SCREENS = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]

/**
 * Whatever has the keyboard's focus is on the screen, and no part of it is behind a bar, a message or a banner that stays while the page
 * scrolls. Of a field of several lines the browser shows the line that is written.
 */
export async function expectFocusInView(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // A message slides in from below, over what is there.
  await page.evaluate(async () => {
    const slides = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.all(slides.map(({ finished }) => finished.catch(() => {})))
  })
  for (const screen of SCREENS) {
    await page.setViewportSize(screen)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await page.evaluate(coveredStops), `${page.url()} at ${screen.width} px`).toEqual([])
  }
}

/** The stops of the Tab key that are covered while they have the focus, wherever the page was scrolled before. It runs in the page. */
function coveredStops(): string[] {
  const within = document.querySelector('dialog:modal') ?? document
  const all = within.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]')
  const stops = [...all].filter(
    (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility({ visibilityProperty: true }),
  )
  return stops.flatMap((stop) =>
    (['top', 'bottom'] as const).flatMap((edge) => {
      // The worst place for it: at the edge of the window.
      const box = stop.getBoundingClientRect()
      scrollBy(0, edge === 'top' ? box.top : box.bottom - innerHeight)
      stop.blur()
      stop.focus()
      const covers = pointsOf(stop).map(([x, y]) => coverAt(stop, x, y))
      const isCovered = stop.matches('textarea') ? covers.every(Boolean) : covers.some(Boolean)
      const cover = covers.find(Boolean)
      return isCovered ? `${stop.textContent || stop.outerHTML} at the ${edge}, behind ${cover}`.slice(0, 300) : []
    }),
  )

  function pointsOf(stop: HTMLElement): [x: number, y: number][] {
    return [...stop.getClientRects()].flatMap(({ left, top, width, height }) =>
      [0.1, 0.5, 0.9].flatMap((x) =>
        [0.1, 0.5, 0.9].map((y): [number, number] => [left + x * width, top + y * height]),
      ),
    )
  }

  function coverAt(stop: HTMLElement, x: number, y: number): string | undefined {
    const hit = document.elementFromPoint(x, y)
    if (!hit) return 'the edge of the window'
    // The stop's own parts, such as the heading of a part that scrolls, cover nothing of it.
    if (stop.contains(hit)) return
    for (let cover: Element | null = hit; cover && !cover.contains(stop); cover = cover.parentElement) {
      if (['sticky', 'fixed'].includes(getComputedStyle(cover).position)) return `${cover.tagName} ${cover.className}`
    }
  }
}
