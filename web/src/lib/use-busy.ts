import { useRef, useState } from 'react'

/**
 * Work that a click starts, and whether it is under way. A second click meanwhile does nothing.
 *
 * The ref answers at once; the state follows with the next render, which is too late for a double click.
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
