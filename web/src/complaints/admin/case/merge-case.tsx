import { Button, Group, Text, TextInput } from '@mantine/core'
import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { type Complaint, complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { parseReference } from '@petsetu/contract/complaints/reference.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { isInternalId } from '@petsetu/contract/platform/envelope.ts'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { RichText, useText } from '../../../platform/languages/use-text.tsx'
import { request } from '../../../platform/lib/requests/request.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { updateComplaintCache } from '../update-complaint-cache.ts'

/** Closes this complaint as a duplicate of another one, or says of which it is one. */
export function MergeCase({ complaint }: { complaint: Complaint }) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { start, isBusy } = useSave({
    call: caseCalls.merge,
    send: async (into: number) =>
      (await request(caseCalls.merge, { params: { id: String(complaint.id) }, body: { into } })).reply.data,
    confirm: (into) => ({
      title: text('caseWork.mergeTitle', { id: complaint.id, into }),
      children: text(complaint.payment_status === 'paid' ? 'caseWork.mergeMessage' : 'caseWork.mergeUnpaid'),
      confirmLabel: text('caseWork.merge'),
    }),
    invalidates: [complaintCalls.read, complaintCalls.listAll, caseCalls.listEvents],
    onSaved: (saved, _, queries) => updateComplaintCache(queries, saved),
    success: () => text('caseWork.merged'),
    failure: { fallback: text('caseWork.mergeFailed') },
  })

  if (complaint.duplicate_of !== null) {
    const into = complaint.duplicate_of
    const link = (children: string) => <Link to={paths.complaintDetail.to({ id: into })}>{children}</Link>
    return (
      <Text c="dimmed">
        <RichText id="caseWork.isDuplicate" fill={{ into, link }} />
      </Text>
    )
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const number = typed.trim()
    const into = isInternalId(number) ? Number(number) : parseReference(number)
    setError(into === null ? text('caseWork.mergeWhich') : null)
    if (into !== null) start(into)
  }

  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label={text('caseWork.mergeInto')}
          description={text('caseWork.mergeHint')}
          value={typed}
          error={error}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isBusy}>
          {text('caseWork.merge')}
        </Button>
      </Group>
    </form>
  )
}
