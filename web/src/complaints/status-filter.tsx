import { Button } from '@mantine/core'
import { ComplaintStatus } from '@petsetu/contract/complaints.ts'
import { useSearchParams } from 'react-router'
import { STATUS_LOOKS } from './complaint-status.tsx'
import classes from './status-filter.module.css'

const CHOICES = [
  { status: null, label: 'All' },
  ...ComplaintStatus.options.map((status) => ({ status, label: STATUS_LOOKS[status].label })),
]

/** One button for each status, and one for all; choosing leads to the first page. */
export function StatusFilter({ chosen }: { chosen: ComplaintStatus | null }) {
  const [, setParams] = useSearchParams()

  function choose(status: ComplaintStatus | null) {
    setParams({ ...(status && { status }) }, { preventScrollReset: true })
  }

  return (
    <fieldset className={classes.filter}>
      <legend className="visually-hidden">Filter by status</legend>
      {CHOICES.map(({ status, label }) => (
        <Button
          key={label}
          className={classes.choice ?? ''}
          variant="default"
          px={16}
          aria-pressed={status === chosen}
          onClick={() => choose(status)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  )
}
