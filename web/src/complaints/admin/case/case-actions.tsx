import { Button } from '@mantine/core'
import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { complaintStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import { type Complaint, complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import { mapAddress } from '@petsetu/contract/platform/map-address.ts'
import { IconMapPin, IconUserCheck } from '@tabler/icons-react'
import { useUser } from '../../../people/auth/session.ts'
import { RichText, useText } from '../../../platform/languages/use-text.tsx'
import { request } from '../../../platform/lib/requests/request.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { CallButtons } from '../../../shared/contact-buttons.tsx'
import classes from '../case.module.css'
import { keepTakenVersion, updateComplaintCache } from '../update-complaint-cache.ts'
import { shortOnPhones } from './case-steps.tsx'

/** The first steps in a case, beside its title: call, find the place, take what nobody has. */
export function CaseActions({ complaint }: { complaint: Complaint }) {
  const text = useText()
  const me = useUser()
  const { phone, location_of_incident: place, assignee, status } = complaint
  const isFree = !assignee && complaintStatuses[status].isOpen
  return (
    <div className={classes.actions}>
      {phone && <CallButtons phone={phone} isQuiet />}
      {place && (
        <Button
          component="a"
          href={mapAddress(place)}
          target="_blank"
          rel="noopener noreferrer"
          variant="subtle"
          leftSection={<IconMapPin size={18} aria-hidden />}
        >
          {text('caseWork.map')}
        </Button>
      )}
      {isFree && me && hasDuty(me, 'cases') && <TakeCase complaint={complaint} assigneeId={me.id} />}
    </div>
  )
}

/** Fails if somebody has changed the case meanwhile, so that nobody takes it from another admin. */
function TakeCase({ complaint: { id, version }, assigneeId }: { complaint: Complaint; assigneeId: number }) {
  const text = useText()
  const { start, isBusy } = useSave({
    call: caseCalls.update,
    send: async (assignee_id: number) => {
      const params = { id: String(id) }
      return (await request(caseCalls.update, { params, body: { version, assignee_id } })).reply.data
    },
    invalidates: [complaintCalls.read, complaintCalls.listAll, caseCalls.listEvents],
    onSaved: (saved, _, queries) => {
      keepTakenVersion(queries, saved)
      updateComplaintCache(queries, saved)
    },
    success: () => text('caseWork.saved'),
    failure: { fallback: text('caseWork.saveFailed') },
  })
  return (
    <Button
      variant="light"
      loading={isBusy}
      leftSection={<IconUserCheck size={18} aria-hidden />}
      onClick={() => start(assigneeId)}
    >
      {/* In one box: the spaces between words are kept. */}
      <span>
        <RichText id="caseWork.take" fill={{ rest: shortOnPhones }} />
      </span>
    </Button>
  )
}
