// The only script that a rendered page loads by itself. The tags of the others are in the page's template: they are put into the page once it
// is painted, so that no script delays the text. A page in the background is not painted.

const others = document.querySelector('template')
const load = () => others && document.head.append(others.content)

if (document.hidden) load()
else requestAnimationFrame(() => setTimeout(load))

// The browser fills fields in again without these events: after a reload and on the way back, perhaps with what somebody else has typed.
addEventListener('input', ({ target }) => target instanceof HTMLElement && target.setAttribute('data-typed', ''), true)

// After somebody has signed out, a page that the browser has kept, or loads again, shows nothing of what was typed in it before.
addEventListener('pageshow', ({ persisted }) => {
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!persisted && opening?.type === 'navigate') return
  if (signedOutAt() <= (persisted ? performance.timeOrigin : 0)) return
  for (const form of document.forms) if (persisted || !form.querySelector('[data-typed]')) form.reset()
})

/** Written by `platform/lib/forget-typed.ts`, which the other scripts share. A browser that blocks storage signs nobody in. */
function signedOutAt(): number {
  try {
    return Number(sessionStorage.getItem('signed-out-at'))
  } catch {
    return 0
  }
}
