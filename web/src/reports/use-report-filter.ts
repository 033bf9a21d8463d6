import type { Call } from '@petsetu/contract/call.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { keyOf } from '../lib/call-query.ts'
import { pageParam } from '../lib/page-param.ts'
import { type FieldChecks, type Filter, filterOf, searchOf } from './report-filter.ts'

type Options<F extends Filter> = {
  empty: F
  checks: FieldChecks
  /** The messages for the fields of a filter that selects nothing sensible. */
  errorsOf: (search: Filter) => Record<string, string>
  report: Call
}

/** A report's filter: what is being filled in, and what is applied, which stands in the address with the page. */
export function useReportFilter<F extends Filter>({ empty, checks, errorsOf, report }: Options<F>) {
  const [params, setParams] = useSearchParams()
  const queries = useQueryClient()
  const applied = filterOf(empty, checks, params)
  const address = new URLSearchParams(searchOf(applied)).toString()
  const [draft, setDraft] = useState(applied)
  const [errors, setErrors] = useState<Record<string, string>>({})

  // The address changed, by applying or by Back and Forward: the fields show what is applied.
  const [shown, setShown] = useState(address)
  if (shown !== address) {
    setShown(address)
    setDraft(applied)
    setErrors({})
  }

  function apply(filter: F): Record<string, string> {
    const search = searchOf(filter)
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
    page: pageParam(params),
    draft,
    errors,
    set: (field: string, value: string) => setDraft({ ...draft, [field]: value }),
    /** Answers what is wrong, by field; then nothing is applied. */
    apply: () => apply(draft),
    reset() {
      setDraft(empty)
      apply(empty)
    },
  }
}

export type ReportFilter = Pick<ReturnType<typeof useReportFilter>, 'draft' | 'errors' | 'set' | 'apply' | 'reset'>
