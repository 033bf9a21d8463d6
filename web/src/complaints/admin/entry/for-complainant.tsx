import { Button, CopyButton, Stack, Text, TextInput } from '@mantine/core'
import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import type { Complaint } from '@petsetu/contract/complaints/complaints.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import { IconCash, IconCopy, IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useUser } from '../../../people/auth/session.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { requestData } from '../../../platform/lib/requests/request-data.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'

/** Shows the things that an admin tells somebody on the phone or at the desk: the reference, a link to follow the complaint, and where to pay. */
export function ForComplainant({ complaint }: { complaint: Complaint }) {
  const text = useText()
  const user = useUser()
  const { id, created_at, payment_status, duplicate_of } = complaint
  const isDue = payment_status !== 'paid' && payment_status !== 'refunded' && duplicate_of === null
  return (
    <Stack
      component="section"
      align="flex-start"
      gap="sm"
      pt="md"
      style={{ borderTop: '1px solid var(--line)' }}
      aria-label={text('caseEntry.handOver')}
    >
      <Text>
        {text('caseEntry.reference')} <strong>{formatReference({ id, createdAt: new Date(created_at) })}</strong>
      </Text>
      <FollowLink id={id} />
      {isDue && user && hasDuty(user, 'money') && (
        <Button
          component={Link}
          to={paths.desk.to({}, { find: id })}
          variant="default"
          leftSection={<IconCash size={18} aria-hidden />}
        >
          {text('caseEntry.takeFee')}
        </Button>
      )}
    </Stack>
  )
}

/** A new link for each press: the database knows only hashes, so that an earlier one cannot be shown again. */
function FollowLink({ id }: { id: number }) {
  const text = useText()
  const [url, setUrl] = useState<string | null>(null)
  const { start, isBusy } = useSave({
    call: caseCalls.makeFollowLink,
    send: (complaintId: number) => requestData(caseCalls.makeFollowLink, { params: { id: String(complaintId) } }, {}),
    onSaved: (made) => setUrl(made.url),
    failure: { fallback: text('caseEntry.linkFailed') },
  })
  if (url === null) {
    return (
      <Button
        variant="default"
        loading={isBusy}
        leftSection={<IconLink size={18} aria-hidden />}
        onClick={() => start(id)}
      >
        {text('caseEntry.makeLink')}
      </Button>
    )
  }
  return (
    <>
      <TextInput
        w="100%"
        label={text('caseEntry.link')}
        description={text('caseEntry.linkHint')}
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={copy}>
            {text(copied ? 'caseEntry.copied' : 'caseEntry.copy')}
          </Button>
        )}
      </CopyButton>
    </>
  )
}
