// The only script that a rendered page loads by itself. The tags of the others are in the page's template: they are put into the page once it
// is on the screen, so that no script delays the text. A page in the background is not painted.

const others = document.querySelector('template')
const load = () => others && document.head.append(others.content)

if (document.hidden) load()
else new PerformanceObserver(load).observe({ type: 'paint', buffered: true })

// After a reload and on the way back the browser fills fields in without these events, perhaps with what
// somebody else has typed.
addEventListener('input', ({ target }) => target instanceof Element && target.setAttribute('data-typed', ''))

// A change of the language keeps the rest of the address, such as the plan that was chosen.
addEventListener('click', ({ target }) => {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[hreflang]')
  if (!link) return
  const address = new URL(location.href)
  address.searchParams.set('lang', link.hreflang)
  link.href = address.href
})

// Nobody else clears a page that the browser has kept since before its other scripts came: the next person may go back to it. Any other is
// evicted by the message that somebody signs out; the browser then loads it anew, and fills in what was typed before.
addEventListener('pageshow', ({ persisted }) => {
  try {
    // The entry is written by `platform/lib/drafts/forget-typed.ts`.
    if (persisted ? document.querySelector('[data-live]') : !('signed-out' in sessionStorage)) return
    for (const form of document.forms) if (persisted || !form.querySelector('[data-typed], :autofill')) form.reset()
  } catch {
    // A browser that blocks storage signs nobody in.
  }
})
