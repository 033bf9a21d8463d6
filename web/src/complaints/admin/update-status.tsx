import { Button } from '@mantine/core'
import { caseCalls } from '@petsetu/contract/cases.ts'
import { type Complaint, ComplaintStatus, complaintCalls } from '@petsetu/contract/complaints.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useRef } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { request } from '../../lib/request.ts'
import { useSave } from '../../ui/form/use-save.ts'
import card from '../../ui/layout/card.module.css'
import { CaseStatus, STATUS_BADGES } from '../complaint-status.tsx'
import classes from './complaint-detail.module.css'
import { updateComplaintCache } from './update-complaint-cache.ts'

const UPDATED: Record<ComplaintStatus, PlainId> = {
  pending: 'complaintDetail.nowPending',
  in_progress: 'complaintDetail.nowInProgress',
  resolved: 'complaintDetail.nowResolved',
  closed: 'complaintDetail.nowClosed',
}

export function UpdateStatus({ complaint }: { complaint: Complaint }) {
  const text = useText()
  const params = { id: String(complaint.id) }
  const heading = useRef<HTMLHeadingElement>(null)
  const { start, isBusy } = useSave({
    call: complaintCalls.setStatus,
    send: (status: ComplaintStatus) => request(complaintCalls.setStatus, { params, body: { status } }),
    invalidates: [complaintCalls.read, complaintCalls.listAll, caseCalls.listEvents],
    onSaved: ({ reply }, _, queries) => updateComplaintCache(queries, reply.data),
    success: (_, status) => text(UPDATED[status]),
    failure: { always: text('complaintDetail.statusFailed') },
    // The pressed button is disabled now.
    focus: () => heading.current,
  })

  return (
    <section className={`${card.card} ${classes.section}`}>
      <div className={classes.status}>
        <h2 ref={heading} tabIndex={-1} className={classes.heading}>
          {text('complaintDetail.updateStatus')}
        </h2>
        <CaseStatus status={complaint.status} />
      </div>
      <div className={classes.buttons}>
        {ComplaintStatus.options.map((status) => {
          const { id, icon: Icon } = STATUS_BADGES[status]
          return (
            <Button
              key={status}
              variant="default"
              disabled={isBusy || status === complaint.status}
              leftSection={<Icon size={18} aria-hidden />}
              onClick={() => start(status)}
            >
              {text(id)}
            </Button>
          )
        })}
      </div>
    </section>
  )
}
