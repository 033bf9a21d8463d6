import { useRef, useState } from 'react'

/**
 * Runs the work that a click starts, and says whether it is running. A second click meanwhile does nothing.
 *
 * The ref changes at once. The state changes with the next render, which is too late for a double click.
 */
export function useBusy<Args extends unknown[]>(
  work: (...args: Args) => Promise<void>,
): [start: (...args: Args) => Promise<void>, isBusy: boolean] {
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)

  async function start(...args: Args): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      await work(...args)
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }

  return [start, isBusy]
}
