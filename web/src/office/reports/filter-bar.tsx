import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { FoldedFilters } from '../../platform/lists/folded-filters.tsx'
import { focusFirstError } from '../../platform/ui/form/focus-first-error.ts'
import classes from './filter-bar.module.css'
import type { ReportFilter } from './use-report-filter.ts'

type BarProps = { filter: ReportFilter; presets: ReactNode; children: ReactNode }

/** The periods that are often looked at, and the fields of a report. */
export function FilterBar({ filter, presets, children }: BarProps) {
  const text = useText()
  const element = useRef<HTMLFormElement>(null)

  // On a phone the filters stand in a sheet, above the rows that they choose.
  const closeSheet = () => element.current?.closest('dialog')?.close()

  function submit(event: FormEvent) {
    event.preventDefault()
    const errors = filter.apply()
    focusFirstError(element.current, errors)
    if (Object.keys(errors).length === 0) closeSheet()
  }

  return (
    <FoldedFilters count={filter.count} hasErrors={Object.keys(filter.errors).length > 0}>
      {presets}
      <form ref={element} className={classes.bar} aria-label={text('reports.filters')} noValidate onSubmit={submit}>
        <div className={classes.fields}>{children}</div>
        <div className={classes.buttons}>
          <Button type="submit">{text('reports.apply')}</Button>
          <Button
            variant="default"
            onClick={() => {
              filter.reset()
              closeSheet()
            }}
          >
            {text('reports.reset')}
          </Button>
        </div>
      </form>
    </FoldedFilters>
  )
}

type FieldProps = { filter: ReportFilter; field: string; label: string }

export type Option = { value: string; label: string }

/** The values of a field, each with its text. */
export function optionsOf(values: Record<string, PlainId>, text: Translate): Option[] {
  return Object.entries(values).map(([value, id]) => ({ value, label: text(id) }))
}

/** The text of a chosen value; undefined for none. */
export function wordOf(values: Record<string, PlainId>, value: string, text: Translate): string | undefined {
  const id = values[value]
  return id && text(id)
}

export function FilterSelect({ filter, field, label, options }: FieldProps & { options: Option[] }) {
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
  return <TextInput label={label} type="date" {...bind(filter, field)} />
}

function bind({ draft, errors, set }: ReportFilter, field: string) {
  return {
    value: draft[field] ?? '',
    error: errors[field],
    'data-path': field,
    onChange: (event: { currentTarget: { value: string } }) => set(field, event.currentTarget.value),
  }
}
