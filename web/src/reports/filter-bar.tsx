import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { focusFirstError } from '../ui/form/focus-first-error.ts'
import classes from './filter-bar.module.css'
import type { ReportFilter } from './use-report-filter.ts'

export function FilterBar({ filter, children }: { filter: ReportFilter; children: ReactNode }) {
  const element = useRef<HTMLFormElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    focusFirstError(element.current, filter.apply())
  }

  return (
    <form ref={element} className={classes.bar} aria-label="Filters" noValidate onSubmit={submit}>
      <div className={classes.fields}>{children}</div>
      <div className={classes.buttons}>
        <Button type="submit">Apply Filters</Button>
        <Button variant="default" onClick={filter.reset}>
          Reset Filters
        </Button>
      </div>
    </form>
  )
}

type FieldProps = { filter: ReportFilter; field: string; label: string }

export type Option = { value: string; label: string }

export function FilterSelect({ filter, field, label, options }: FieldProps & { options: Option[] }) {
  return <NativeSelect label={label} data={[{ value: '', label: 'All' }, ...options]} {...bind(filter, field)} />
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
