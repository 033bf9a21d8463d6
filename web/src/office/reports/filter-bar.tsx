import { Button, Group, NativeSelect } from '@mantine/core'
import type { Call } from '@petsetu/contract/platform/call.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../platform/languages/use-text.tsx'
import { refetch } from '../../platform/lib/requests/call-query.ts'
import { FoldedFilters, useIsPhone } from '../../platform/lists/list-filters.tsx'
import type { Choice } from '../../platform/ui/fields/choices.ts'
import { DayInput } from '../../platform/ui/fields/day-input.tsx'
import { focusFirstError } from '../../platform/ui/form/focus-first-error.ts'
import classes from './filter-bar.module.css'

type BarProps = { filter: ReportFilter; presets: ReactNode; sort: ReactNode; children: ReactNode }

/** The fields of a report; on a phone with the periods that are often looked at, which stand beside the heading elsewhere. */
export function FilterBar({ filter, presets, sort, children }: BarProps) {
  const text = useText()
  const element = useRef<HTMLFormElement>(null)
  const isPhone = useIsPhone()

  // On a phone the filters stand in a sheet, above the rows that they choose.
  const closeSheet = () => element.current?.closest('dialog')?.close()

  function submit(event: FormEvent) {
    event.preventDefault()
    const errors = filter.apply()
    focusFirstError(element.current, errors)
    if (Object.keys(errors).length === 0) closeSheet()
  }

  return (
    <FoldedFilters count={filter.count} hasErrors={Object.keys(filter.errors).length > 0} sort={sort}>
      {isPhone && presets}
      <form ref={element} aria-label={text('reports.filters')} noValidate onSubmit={submit}>
        <div className={classes.fields}>
          {children}
          <div className={classes.last}>
            <SharedRow>
              {/* It is the main button only where it has something to do. */}
              <Button type="submit" variant={filter.isChanged ? 'filled' : 'default'}>
                {text('reports.apply')}
              </Button>
              <Button
                variant="subtle"
                px={8}
                onClick={() => {
                  filter.reset()
                  closeSheet()
                }}
              >
                {text('reports.reset')}
              </Button>
            </SharedRow>
          </div>
        </div>
      </form>
    </FoldedFilters>
  )
}

/** Buttons that share the width of a small phone. */
export function SharedRow({ children }: { children: ReactNode }) {
  return (
    <Group gap="sm" className={classes.buttons ?? ''}>
      {children}
    </Group>
  )
}

type FieldProps = { filter: ReportFilter; field: string; label: string }

/** The text of a chosen value; undefined for none. */
export function wordOf(values: Record<string, PlainId>, value: string, text: Translate): string | undefined {
  const id = values[value]
  return id && text(id)
}

export function FilterSelect({ filter, field, label, options }: FieldProps & { options: Choice[] }) {
  const text = useText()
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: text('reports.any') }, ...options]}
      {...bind(filter, field)}
    />
  )
}

export function FilterDay({ filter, field, label }: FieldProps) {
  return <DayInput label={label} {...bind(filter, field)} />
}

function bind({ draft, errors, set }: ReportFilter, field: string) {
  return {
    value: draft[field] ?? '',
    error: errors[field],
    'data-path': field,
    onChange: (event: { currentTarget: { value: string } }) => set(field, event.currentTarget.value),
  }
}

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
    if (isSame) void refetch(queries, report)
    else setParams(search, { preventScrollReset: true })
    return {}
  }

  return {
    applied,
    /** The texts of the fields. */
    draft: draft as Record<string, string>,
    errors,
    /** True if the fields differ from what is applied. */
    isChanged: new URLSearchParams(queryOf(draft)).toString() !== address,
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
  'draft' | 'errors' | 'isChanged' | 'count' | 'set' | 'apply' | 'reset'
>
