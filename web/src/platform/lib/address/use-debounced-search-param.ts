import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useListParam } from './use-list-param.ts'

// Long enough to avoid a request for every letter, short enough to feel immediate.
const SETTLE_MS = 250

const always = () => true

/**
 * A typed text that is also a parameter of the address.
 *
 * `typed` changes with every key. `settled` is the trimmed text in the address: it changes a moment later, or at once if it is
 * empty, and leads back to the first page. A text that is not finished waits for the next key.
 */
export function useDebouncedSearchParam(name: string, isFinished: (text: string) => boolean = always) {
  const [params] = useSearchParams()
  const setParam = useListParam()
  const settled = params.get(name) ?? ''
  const [typed, setTyped] = useState(settled)
  const written = useRef(settled)

  // The address changed by Back, Forward or a link, not by typing.
  useEffect(() => {
    if (settled === written.current) return
    written.current = settled
    setTyped(settled)
  }, [settled])

  useEffect(() => {
    const text = typed.trim()
    if (text === written.current || (text && !isFinished(text))) return
    const timer = setTimeout(
      () => {
        written.current = text
        setParam(name, text, { replace: true })
      },
      text ? SETTLE_MS : 0,
    )
    return () => clearTimeout(timer)
  }, [typed, name, isFinished, setParam])

  return { typed, setTyped, settled }
}
