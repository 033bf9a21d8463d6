import { useEffect } from 'react'
import { takeArrival } from '../../platform/lib/arrival.ts'

/** Moves the focus to the heading of the next page of the person's way. */
export function useArrival(): void {
  useEffect(() => {
    if (takeArrival()) document.querySelector('h1')?.focus({ preventScroll: true })
  }, [])
}
