import { useCallback } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'

/** Sets a parameter of a list in the address, or removes it if there is no value. Leads to the first page. */
export function useListParam() {
  const [, setParams] = useSearchParams()
  return useCallback(
    (name: string, value: string | null, options: NavigateOptions = {}) =>
      setParams(
        (current) => {
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
