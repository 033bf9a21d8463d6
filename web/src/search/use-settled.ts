import { useEffect, useState } from 'react'

// Long enough to avoid a request for every letter, short enough to feel immediate.
const SETTLE_MS = 150

/** The value once it has not changed for a moment; at once if it is empty. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value ? SETTLE_MS : 0)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
