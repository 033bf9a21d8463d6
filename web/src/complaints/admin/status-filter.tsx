import { ComplaintStatus } from '@petsetu/contract/complaints.ts'
import { useText } from '../../languages/use-text.tsx'
import { useListParam } from '../../lib/use-list-param.ts'
import { FilterButtons } from '../../ui/table/filter-buttons.tsx'
import { STATUS_BADGES } from '../complaint-status.tsx'

const ALL = ''

/** One button for each status and one for all. Each leads to the first page. */
export function StatusFilter({ chosen }: { chosen: ComplaintStatus | '' }) {
  const text = useText()
  const setParam = useListParam()
  const choices = [
    { value: ALL, label: text('complaints.all') },
    ...ComplaintStatus.options.map((status) => ({ value: status, label: text(STATUS_BADGES[status].id) })),
  ]
  return (
    <FilterButtons
      legend={text('complaints.filter')}
      choices={choices}
      chosen={chosen}
      onChoose={(status) => setParam('status', status)}
    />
  )
}
