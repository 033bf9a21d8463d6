import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { type Hold, HoldForm } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { type Complaint, complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { useState } from 'react'
import { formatLongDay } from '../../../platform/languages/page-formats.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { request } from '../../../platform/lib/requests/request.ts'
import { schemaErrors } from '../../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { updateComplaintCache } from '../update-complaint-cache.ts'

const errorsOf = schemaErrors(HoldForm)

type Sent = { until: string | null; reason: string }

/** Says until when the case is kept as evidence, and sets or ends that with a reason. */
export function CaseHold({ complaint: { id, hold } }: { complaint: Complaint }) {
  const text = useText()
  const [until, setUntil] = useState(hold?.until ?? '')
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { start, isBusy } = useSave({
    call: caseCalls.hold,
    send: async (body: Sent) => (await request(caseCalls.hold, { params: { id: String(id) }, body })).reply.data,
    invalidates: [complaintCalls.read],
    onSaved: (saved, _, queries) => {
      updateComplaintCache(queries, saved)
      setReason('')
    },
    success: (saved) => text(saved.hold ? 'caseWork.holdSaved' : 'caseWork.holdReleased'),
    failure: { fallback: text('caseWork.holdFailed') },
  })

  function send(body: Sent) {
    const found = errorsOf(body)
    setErrors(found)
    if (Object.keys(found).length === 0) start(body)
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send({ until, reason })
      }}
    >
      <Stack align="flex-start">
        <State hold={hold ?? null} />
        <TextInput
          type="date"
          label={text('labels.holdUntil')}
          value={until}
          error={errors.until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
        <TextInput
          label={text('caseWork.holdReason')}
          maxLength={200}
          value={reason}
          error={errors.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" variant="default" loading={isBusy}>
            {text(hold ? 'caseWork.holdChange' : 'caseWork.hold')}
          </Button>
          {hold && (
            <Button variant="subtle" disabled={isBusy} onClick={() => send({ until: null, reason })}>
              {text('caseWork.holdRelease')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

function State({ hold }: { hold: Hold | null }) {
  const text = useText()
  if (!hold) return <Text c="dimmed">{text('caseWork.holdNone')}</Text>
  const { until, cause, reason, is_erasure_waiting } = hold
  const causes = { fir_filed: text('holds.firFiled'), sent_to_authority: text('holds.sentToAuthority'), admin: reason }
  return (
    <>
      <p>
        <strong>{text('caseWork.holdUntil', { day: formatLongDay(until) })}</strong> {causes[cause]}
      </p>
      {is_erasure_waiting && <p>{text('caseWork.holdWaits')}</p>}
    </>
  )
}
