import { Button } from '@mantine/core'
import { COMPLAINT_STATUSES, complaintStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import type { ComplaintStatus } from '@petsetu/contract/complaints/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import { Link } from 'react-router'
import { useText } from '../../../platform/languages/use-text.tsx'
import { useListParam } from '../../../platform/lib/address/use-list-param.ts'
import { type ComplaintList, paidCount } from '../complaint-filter.ts'
import classes from './status-tabs.module.css'

type Props = { chosen: ComplaintStatus | ''; list: ComplaintList | undefined; isBusy: boolean }

/**
 * One card for each status, with its button and its number, one for paid complaints, and a button for all. A button leads to the
 * first page and keeps the other filters. A number counts all complaints, so it leads to these without other filters.
 */
export function StatusTabs({ chosen, list, isBusy }: Props) {
  const text = useText()
  const setParam = useListParam()
  const choice = (status: ComplaintStatus | '', label: string) => (
    <Button
      className={classes.choice ?? ''}
      variant="transparent"
      aria-pressed={status === chosen}
      onClick={() => setParam('status', status)}
    >
      {label}
    </Button>
  )
  return (
    <fieldset className={classes.tabs} aria-busy={isBusy}>
      <legend className="visually-hidden">{text('complaints.filter')}</legend>
      <div className={classes.tab} data-chosen={chosen === ''}>
        {choice('', text('complaints.all'))}
      </div>
      <dl className={classes.counts}>
        {COMPLAINT_STATUSES.map((status) => {
          const label = text(complaintStatuses[status].label)
          return (
            <div key={status} className={classes.tab} data-chosen={chosen === status}>
              <dt>
                {choice(status, label)}
                <Link className={classes.ofAll} to={paths.complaints.to({}, { status })}>
                  <span className="visually-hidden">{label}</span>
                </Link>
              </dt>
              <dd>{written(list?.summary[`${status}_complaints`])}</dd>
            </div>
          )
        })}
        <div className={classes.tab}>
          <dt>
            <Link className={classes.whole} to={paths.complaints.to({}, { payment: 'paid' })}>
              {text('complaints.payments')}
            </Link>
          </dt>
          <dd>{written(list && paidCount(list))}</dd>
        </div>
      </dl>
    </fieldset>
  )
}

/** A dash until the list has loaded. */
function written(count: number | undefined): string {
  return count === undefined ? '–' : formatCount(count)
}
