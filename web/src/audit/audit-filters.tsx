import { NativeSelect, TextInput } from '@mantine/core'
import { AUDIT_ACTIONS, AUDIT_OBJECTS } from '@petsetu/contract/audit.ts'
import { useText } from '../languages/use-text.tsx'
import { useDebouncedSearchParam } from '../lib/use-debounced-search-param.ts'
import { ACTION_LABELS, labelOf, OBJECT_LABELS } from '../lists/audit-labels.ts'
import { ListFilters } from '../lists/list-filters.tsx'
import { type AuditFilter, type FilterField, isNarrowed } from './audit-filter.ts'

export function AuditFilters({ filter }: { filter: AuditFilter }) {
  const text = useText()
  const any = { value: '', label: text('audit.any') }
  return (
    <ListFilters<FilterField>
      legend={text('audit.filters')}
      filter={filter}
      clearLabel={text('audit.clear')}
      isNarrowed={isNarrowed(filter)}
    >
      {(bind) => (
        <>
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
        </>
      )}
    </ListFilters>
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
