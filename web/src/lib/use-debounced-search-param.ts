import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

// Long enough not to ask the server for every letter, short enough to feel immediate.
const SETTLE_MS = 250

/**
 * A text that a person types and that stands in the address bar.
 *
 * `typed` follows every key. `settled` is what the address holds: the trimmed text, a moment later, or at once where it is empty;
 * writing it also leads back to the first page.
 */
export function useDebouncedSearchParam(name: string) {
  const [params, setParams] = useSearchParams()
  const settled = params.get(name) ?? ''
  const [typed, setTyped] = useState(settled)
  const written = useRef(settled)

  // The address changed otherwise than by typing: Back, Forward or a link.
  useEffect(() => {
    if (settled === written.current) return
    written.current = settled
    setTyped(settled)
  }, [settled])

  useEffect(() => {
    const text = typed.trim()
    if (text === written.current) return
    const timer = setTimeout(
      () => {
        written.current = text
        setParams(
          (current) => {
            current.delete('page')
            if (text) current.set(name, text)
            else current.delete(name)
            return current
          },
          { replace: true, preventScrollReset: true },
        )
      },
      text ? SETTLE_MS : 0,
    )
    return () => clearTimeout(timer)
  }, [typed, name, setParams])

  return { typed, setTyped, settled }
}
