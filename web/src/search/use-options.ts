import type { Reply } from '@petsetu/contract/call.ts'
import type { SearchResult, searchCalls } from '@petsetu/contract/search.ts'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'

export type FoundThings = Reply<typeof searchCalls.find>['data']
export type Options = ReturnType<typeof useOptions>

/** The results as options of a combobox: the first is active until a key moves on, Enter opens the active one. */
export function useOptions(found: FoundThings | undefined, open: (path: string) => void) {
  const prefix = useId()
  const [active, setActive] = useState(0)
  const [shown, setShown] = useState(found)
  if (shown !== found) {
    setShown(found)
    setActive(0)
  }
  const results = found ? [...found.exact, ...found.groups.flatMap((group) => group.results)] : []
  const activeResult = results[active]
  const idOf = (result: SearchResult) => `${prefix}${results.indexOf(result)}`
  const activeId = activeResult && idOf(activeResult)

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function onKeyDown(event: KeyboardEvent, isCurrent: boolean) {
    if (event.nativeEvent.isComposing || results.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setActive((active + step + results.length) % results.length)
    }
    // Results of what was typed before are not opened.
    if (event.key === 'Enter' && activeResult && isCurrent) {
      event.preventDefault()
      open(activeResult.path)
    }
  }

  return { count: results.length, activeId, idOf, onKeyDown, open }
}
