import { Button, NativeSelect } from '@mantine/core'
import type { Import, ImportArea } from '@petsetu/contract/office/imports.ts'
import { type FormEvent, useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { focusFirstError } from '../../platform/ui/form/focus-first-error.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import card from '../../platform/ui/layout/card.module.css'
import { callsOf } from './import-kinds.ts'
import classes from './imports.module.css'

type Field = Import['fields'][number]

/** Which column holds which field, with what stands in the first row. */
export function ColumnsForm({ one, area }: { one: Import; area: ImportArea }) {
  const text = useText()
  const calls = callsOf(area)
  const params = { id: String(one.id) }
  const [columns, setColumns] = useState(one.columns)
  const [isTried, setIsTried] = useState(false)
  const checking = useSave({
    call: calls.check,
    send: () => request(calls.check, { params, body: { columns } }),
    onSaved: ({ reply }, _, queries) => queries.setQueryData(callQuery(calls.read, { params }).queryKey, reply),
    invalidates: [calls.list],
    failure: { fallback: text('imports.checkFailed') },
  })
  const isMissing = (field: Field) => field.is_required && columns[field.name] === undefined

  function choose(name: string, value: string) {
    const { [name]: _, ...others } = columns
    setColumns(value === '' ? others : { ...others, [name]: Number(value) })
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsTried(true)
    const errors = Object.fromEntries(one.fields.filter(isMissing).map(({ name }) => [name, true]))
    if (Object.keys(errors).length > 0) return focusFirstError(event.currentTarget, errors)
    checking.start(undefined)
  }

  const isFirst = one.state === 'uploaded'
  return (
    <form className={card.card} noValidate onSubmit={submit}>
      <h2 className={classes.title}>{text('imports.columns')}</h2>
      <p className={classes.hint}>{text('imports.columnsHint')}</p>
      <div className={classes.columns}>
        {one.fields.map((field) => (
          <ColumnChoice
            key={field.name}
            one={one}
            field={field}
            position={columns[field.name]}
            isMissing={isTried && isMissing(field)}
            onChoose={(value) => choose(field.name, value)}
          />
        ))}
      </div>
      <Button type="submit" variant={isFirst ? 'filled' : 'outline'} loading={checking.isBusy}>
        {text(isFirst ? 'imports.check' : 'imports.checkAgain')}
      </Button>
    </form>
  )
}

type ChoiceProps = {
  one: Import
  field: Field
  /** The position of its column; undefined for none. */
  position: number | undefined
  isMissing: boolean
  onChoose: (value: string) => void
}

function ColumnChoice({ one, field, position, isMissing, onChoose }: ChoiceProps) {
  const text = useText()
  const options = one.headings.map((heading, position) => ({
    value: String(position),
    label: heading || text('imports.column', { number: position + 1 }),
  }))
  const example = position === undefined ? '' : (one.sample[0]?.[position] ?? '')
  return (
    <NativeSelect
      data-path={field.name}
      label={field.label}
      required={field.is_required}
      data={[{ value: '', label: text('imports.noColumn') }, ...options]}
      value={position === undefined ? '' : String(position)}
      description={example && text('imports.example', { example })}
      // Below the select, so that all of a line begin at one height.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={isMissing && text('imports.columnMissing')}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  )
}
