import { ComplaintStatus } from '@petsetu/contract/complaints.ts'
import { useSearchParams } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import { FilterButtons } from '../../ui/table/filter-buttons.tsx'
import { STATUS_BADGES } from '../complaint-status.tsx'

const ALL = ''

/** One button for each status and one for all. Each leads to the first page. */
export function StatusFilter({ chosen }: { chosen: ComplaintStatus | null }) {
  const text = useText()
  const [, setParams] = useSearchParams()
  const choices = [
    { value: ALL, label: text('complaints.all') },
    ...ComplaintStatus.options.map((status) => ({ value: status, label: text(STATUS_BADGES[status].id) })),
  ]
  return (
    <FilterButtons
      legend={text('complaints.filter')}
      choices={choices}
      chosen={chosen ?? ALL}
      onChoose={(status) =>
        setParams(
          (current) => {
            current.delete('page')
            if (status) current.set('status', status)
            else current.delete('status')
            return current
          },
          { preventScrollReset: true },
        )
      }
    />
  )
}
