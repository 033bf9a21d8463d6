import { useCallback, useEffect, useRef, useState } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'
import { isLeaving } from './use-leave.ts'

/** Sets a parameter of a list in the address, or removes it if there is no value. Leads to the first page. */
export function useListParam() {
  const [, setParams] = useSearchParams()
  return useCallback(
    (name: string, value: string | null, options: NavigateOptions = {}) =>
      setParams(
        () => {
          // The address changes a little earlier than what is shown: a second filter must not undo the one before.
          const current = new URLSearchParams(location.search)
          current.delete('page')
          if (value) current.set(name, value)
          else current.delete(name)
          return current
        },
        { preventScrollReset: true, ...options },
      ),
    [setParams],
  )
}

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
    let timer = setTimeout(settle, text ? SETTLE_MS : 0)
    function settle() {
      // It would cancel the link that was pressed meanwhile. If that changes only the list, the text follows.
      if (isLeaving()) {
        timer = setTimeout(settle, SETTLE_MS)
        return
      }
      written.current = text
      setParam(name, text, { replace: true })
    }
    return () => clearTimeout(timer)
  }, [typed, name, isFinished, setParam])

  return { typed, setTyped, settled }
}
