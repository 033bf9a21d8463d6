import { hasTyped } from './typed-fields.ts'

const ANSWER_MS_MAX = 4_000

/**
 * Loads the page anew because a part of it is missing: the files of a release are gone after the next one. Not a second time, not while
 * somebody types, whose texts would be lost, and not if the server does not answer.
 */
export async function reloadOnce(): Promise<void> {
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (opening?.type === 'reload' || hasTyped()) return
  try {
    const signal = AbortSignal.timeout(ANSWER_MS_MAX)
    const { ok } = await fetch(location.href, {
      method: 'HEAD',
      headers: { accept: 'text/html' },
      cache: 'no-store',
      signal,
    })
    if (ok) location.reload()
  } catch {
    // Without an answer, the page stays as it is.
  }
}
