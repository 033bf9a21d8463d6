import { Button, NativeSelect, TextInput } from '@mantine/core'
import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { COMPLAINT_TYPES, OTHER_TYPES, shownType } from '@petsetu/contract/complaints/complaint-facts.ts'
import { feeStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import { ComplaintPaymentStatus } from '@petsetu/contract/complaints/complaints.ts'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/languages/use-text.tsx'
import { useDebouncedSearchParam, useListParam } from '../../../platform/lib/address/use-list-param.ts'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import { ListFilters, TypedFilter } from '../../../platform/lists/list-filters.tsx'
import { restoreFocus } from '../../../platform/ui/feedback/restore-focus.ts'
import { type ComplaintFilter, isNarrowed } from '../complaint-filter.ts'
import classes from './case-list.module.css'

/** Searches in all that was written and typed, a moment after the last key. */
export function CaseSearch() {
  const text = useText()
  const { typed, setTyped } = useDebouncedSearchParam('search')
  return (
    <TextInput
      // On a phone it stands beside the button of the filters.
      flex={{ base: '1 1 8rem', sm: '1 1 16rem' }}
      type="search"
      aria-label={text('caseList.search')}
      placeholder={text('caseList.searchHint')}
      leftSection={<IconSearch size={18} aria-hidden />}
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}

/** Offers the further filters and the order of the list; on a phone also what stands `before` them elsewhere. */
export function CaseFilters({ filter, before }: { filter: ComplaintFilter; before?: ReactNode }) {
  const text = useText()
  const admins = useQuery(callQuery(caseCalls.listAssignees, {})).data?.data ?? []
  const any = { value: '', label: text('caseList.any') }
  return (
    <ListFilters
      legend={text('caseList.filters')}
      filter={filter}
      fields={[
        ...(before ? (['status'] as const) : []),
        'type',
        'payment',
        'assignee',
        'overdue',
        'waiting',
        'from',
        'to',
      ]}
      before={before}
      clearLabel={text('caseList.clear')}
      isNarrowed={isNarrowed(filter)}
    >
      {(bind) => (
        <>
          {filter.waiting && <WaitingMark />}
          <NativeSelect
            {...bind('type', text('complaints.type'))}
            data={[
              any,
              ...COMPLAINT_TYPES.map((type) => ({ value: type, label: shownType(type, text) })),
              { value: OTHER_TYPES, label: text('caseList.otherTypes') },
            ]}
          />
          <NativeSelect
            {...bind('payment', text('complaints.payment'))}
            data={[
              any,
              ...ComplaintPaymentStatus.options.map((value) => ({ value, label: text(feeStatuses[value].label) })),
            ]}
          />
          <NativeSelect
            {...bind('assignee', text('caseWork.assignee'))}
            data={[
              any,
              { value: 'me', label: text('caseList.me') },
              { value: 'none', label: text('caseWork.nobody') },
              ...admins.map(({ id, username }) => ({ value: String(id), label: username })),
            ]}
          />
          <NativeSelect
            {...bind('overdue', text('labels.dueDay'))}
            data={[any, { value: 'yes', label: text('caseList.overdue') }]}
          />
          <TypedFilter type="date" name="from" label={text('caseList.from')} />
          <TypedFilter type="date" name="to" label={text('caseList.to')} />
          <NativeSelect
            {...bind('sort', text('caseList.order'))}
            className={classes.order ?? ''}
            data={[
              { value: '', label: text('caseList.newest') },
              { value: 'oldest', label: text('caseList.oldest') },
              { value: 'due', label: text('caseList.dueFirst') },
              { value: 'due-desc', label: text('caseList.dueLast') },
            ]}
          />
        </>
      )}
    </ListFilters>
  )
}

/** Names the filter that the link of the dashboard sets, and takes it away. */
function WaitingMark() {
  const text = useText()
  const setParam = useListParam()
  const label = text('adminDashboard.waitingComplaintsHint')
  return (
    <Button
      variant="default"
      // It is a line of its own, because the words are wider than a field.
      style={{ gridColumn: '1 / -1', justifySelf: 'start', maxWidth: '100%' }}
      rightSection={<IconX size={16} aria-hidden />}
      aria-label={text('reports.remove', { filter: label })}
      onClick={() => {
        setParam('waiting', null)
        restoreFocus()
      }}
    >
      {label}
    </Button>
  )
}
