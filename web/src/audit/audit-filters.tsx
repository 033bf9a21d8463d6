import { Button, NativeSelect, TextInput } from '@mantine/core'
import { AUDIT_ACTIONS, AUDIT_OBJECTS } from '@petsetu/contract/audit.ts'
import { useSearchParams } from 'react-router'
import { useText } from '../languages/use-text.tsx'
import { useDebouncedSearchParam } from '../lib/use-debounced-search-param.ts'
import { type AuditFilter, type FilterField, isNarrowed } from './audit-filter.ts'
import classes from './audit-filters.module.css'
import { ACTION_LABELS, labelOf, OBJECT_LABELS } from './audit-labels.ts'

/** The filters in one row. Each leads to the first page. */
export function AuditFilters({ filter }: { filter: AuditFilter }) {
  const text = useText()
  const [, setParams] = useSearchParams()
  const any = { value: '', label: text('audit.any') }

  const bind = (field: FilterField, label: string) => ({
    label,
    value: filter[field] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => choose(field, event.currentTarget.value),
  })

  function choose(field: FilterField, value: string) {
    setParams(
      (current) => {
        current.delete('page')
        if (value) current.set(field, value)
        else current.delete(field)
        return current
      },
      { preventScrollReset: true },
    )
  }

  return (
    <fieldset className={classes.filters}>
      <legend className="visually-hidden">{text('audit.filters')}</legend>
      <TypedFilter name="admin" label={text('audit.adminName')} />
      <NativeSelect
        {...bind('action', text('audit.action'))}
        data={[any, ...AUDIT_ACTIONS.map((value) => ({ value, label: labelOf(ACTION_LABELS, value, text) }))]}
      />
      <NativeSelect
        {...bind('object_kind', text('audit.objectKind'))}
        data={[any, ...AUDIT_OBJECTS.map((value) => ({ value, label: labelOf(OBJECT_LABELS, value, text) }))]}
      />
      <TypedFilter name="object_id" label={text('audit.objectId')} />
      <TextInput type="date" {...bind('from', text('audit.from'))} />
      <TextInput type="date" {...bind('to', text('audit.to'))} />
      {isNarrowed(filter) && (
        <Button variant="subtle" px={8} onClick={() => setParams({}, { preventScrollReset: true })}>
          {text('audit.clear')}
        </Button>
      )}
    </fieldset>
  )
}

function TypedFilter({ name, label }: { name: FilterField; label: string }) {
  const { typed, setTyped } = useDebouncedSearchParam(name)
  return (
    <TextInput
      label={label}
      type="search"
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
