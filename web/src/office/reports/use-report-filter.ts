import type { Call } from '@petsetu/contract/platform/call.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { keyOf } from '../../platform/lib/call-query.ts'

type Options<F> = {
  filterIn: (search: URLSearchParams) => F
  queryOf: (filter: NoInfer<F>) => object
  /** A message for each field that makes the filter contradictory. */
  errorsOf: (query: object) => Record<string, string>
  report: Call
}

/** The filter of a report: `draft` is being filled in, `applied` is in the address together with the page. */
export function useReportFilter<F extends object>({ filterIn, errorsOf, report, ...options }: Options<F>) {
  const queryOf = (filter: F) => options.queryOf(filter) as Record<string, string>
  const [params, setParams] = useSearchParams()
  const queries = useQueryClient()
  const applied = filterIn(params)
  const address = new URLSearchParams(queryOf(applied)).toString()
  const [draft, setDraft] = useState(applied)
  const [errors, setErrors] = useState<Record<string, string>>({})

  // The address has changed by applying, Back or Forward: the fields show the applied filter.
  const [shown, setShown] = useState(address)
  if (shown !== address) {
    setShown(address)
    setDraft(applied)
    setErrors({})
  }

  function apply(filter: F): Record<string, string> {
    const search = queryOf(filter)
    const found = errorsOf(search)
    setErrors(found)
    if (Object.keys(found).length > 0) return found
    const isSame = new URLSearchParams(search).toString() === params.toString()
    if (isSame) void queries.invalidateQueries({ queryKey: keyOf(report) })
    else setParams(search, { preventScrollReset: true })
    return {}
  }

  return {
    applied,
    /** The texts of the fields. */
    draft: draft as Record<string, string>,
    errors,
    /** The number of fields that are applied. */
    count: Object.keys(queryOf({ ...applied, sort: '' })).length,
    set: (field: string, value: string) => setDraft({ ...draft, [field]: value }),
    /** Returns the errors by field; with errors, nothing is applied. */
    apply: () => apply(draft),
    /** Applies these fields beside what is applied already, without what is being filled in. */
    choose: (fields: Partial<F>) => apply({ ...applied, ...fields }),
    reset() {
      const empty = filterIn(new URLSearchParams())
      setDraft(empty)
      apply(empty)
    },
  }
}

export type ReportFilter = Pick<
  ReturnType<typeof useReportFilter>,
  'draft' | 'errors' | 'count' | 'set' | 'apply' | 'reset'
>
