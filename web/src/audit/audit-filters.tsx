import { NativeSelect } from '@mantine/core'
import { AUDIT_ACTIONS, AUDIT_OBJECTS } from '@petsetu/contract/audit.ts'
import { ACTION_LABELS, labelOf, OBJECT_LABELS } from '@petsetu/contract/audit-labels.ts'
import { useText } from '../languages/use-text.tsx'
import { ListFilters } from '../lists/list-filters.tsx'
import { TypedFilter } from '../lists/typed-filter.tsx'
import { type AuditFilter, queryOf } from './audit-filter.ts'

export function AuditFilters({ filter }: { filter: AuditFilter }) {
  const text = useText()
  const any = { value: '', label: text('audit.any') }
  return (
    <ListFilters
      legend={text('audit.filters')}
      filter={filter}
      fields={['admin', 'action', 'object_kind', 'object_id', 'from', 'to']}
      clearLabel={text('audit.clear')}
      isNarrowed={Object.keys(queryOf(filter)).length > 0}
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
          <TypedFilter type="date" name="from" label={text('audit.from')} />
          <TypedFilter type="date" name="to" label={text('audit.to')} />
        </>
      )}
    </ListFilters>
  )
}
