import { Button } from '@mantine/core'
import { type Complaint, ComplaintStatus, complaintCalls } from '@petsetu/contract/complaints.ts'
import { useRef } from 'react'
import { request } from '../lib/request.ts'
import { useBusy } from '../lib/use-busy.ts'
import card from '../ui/card.module.css'
import { tellDone, tellFailed } from '../ui/tell.ts'
import classes from './complaint-detail.module.css'
import { CaseStatus, STATUS_LOOKS } from './complaint-status.tsx'
import { useKeepComplaint } from './use-keep-complaint.ts'

/** Where the case stands, and a button for each place where it could. */
export function UpdateStatus({ complaint }: { complaint: Complaint }) {
  const keep = useKeepComplaint()
  const heading = useRef<HTMLHeadingElement>(null)

  const [update, isBusy] = useBusy(async (status: ComplaintStatus) => {
    try {
      const { reply } = await request(complaintCalls.setStatus, {
        params: { id: String(complaint.id) },
        body: { status },
      })
      keep(reply.data)
      tellDone(`Complaint status updated to ${status} successfully.`)
      // The button that was pressed is the one that cannot be pressed now.
      heading.current?.focus({ preventScroll: true })
    } catch {
      tellFailed('Failed to update complaint status. Please try again.')
    }
  })

  return (
    <section className={`${card.card} ${classes.section}`} data-wide="true">
      <div className={classes.status}>
        <h2 ref={heading} tabIndex={-1} className={classes.heading}>
          Update Status
        </h2>
        <CaseStatus status={complaint.status} />
      </div>
      <div className={classes.buttons}>
        {ComplaintStatus.options.map((status) => {
          const { label, icon: Icon } = STATUS_LOOKS[status]
          return (
            <Button
              key={status}
              variant="default"
              disabled={isBusy || status === complaint.status}
              leftSection={<Icon size={18} aria-hidden />}
              onClick={() => update(status)}
            >
              {label}
            </Button>
          )
        })}
      </div>
    </section>
  )
}
