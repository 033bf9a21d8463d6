import { useCallback } from 'react'

/** Attributes of a message that takes the focus, and comes into view, when it appears. */
export function useTakenFocus(takesFocus: boolean) {
  const ref = useCallback(
    (node: HTMLDivElement | null) => {
      if (!takesFocus || !node) return
      node.focus({ preventScroll: true })
      // `focus` would move it to the middle of the screen. Here, after the rendering, the height of the page is the new one.
      node.scrollIntoView({ block: 'nearest' })
    },
    [takesFocus],
  )
  return { ref, ...(takesFocus && { tabIndex: -1 }) }
}
