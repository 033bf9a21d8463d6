import { Button, Checkbox, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import type { Complaint } from '@petsetu/contract/complaints/complaints.ts'
import { IconFileZip } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { keyOf } from '../../../platform/lib/requests/call-query.ts'
import { saveReply } from '../../../platform/lib/requests/save-reply.ts'
import { ReasonDialog } from '../../../platform/ui/form/reason-dialog.tsx'

/** Takes all of a case out for the police. A withheld name goes along only if the admin ticks that. */
export function CaseBundle({ complaint: { id, is_name_withheld } }: { complaint: Complaint }) {
  const text = useText()
  const [isOpen, setIsOpen] = useState(false)
  const [showsName, setShowsName] = useState(false)
  return (
    <Stack align="flex-start">
      <Text c="dimmed">{text('caseWork.bundleHint')}</Text>
      {is_name_withheld && (
        <Checkbox
          label={text('caseWork.bundleWithName')}
          checked={showsName}
          onChange={({ currentTarget }) => setShowsName(currentTarget.checked)}
        />
      )}
      <Button variant="default" leftSection={<IconFileZip size={18} aria-hidden />} onClick={() => setIsOpen(true)}>
        {text('caseWork.bundle')}
      </Button>
      {isOpen && <BundleDialog id={id} showsName={showsName} onClose={() => setIsOpen(false)} />}
    </Stack>
  )
}

function BundleDialog({ id, showsName, onClose }: { id: number; showsName: boolean; onClose: () => void }) {
  const text = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const queries = useQueryClient()
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])

  async function take({ reason }: { reason: string }) {
    const body = { reason, shows_name: showsName }
    await saveReply(caseCalls.takeBundle, { params: { id: String(id) }, body }, leaving.current.signal)
    dialog.current?.close()
    await queries.invalidateQueries({ queryKey: keyOf(caseCalls.listEvents) })
  }

  return (
    <ReasonDialog
      ref={dialog}
      draft={useOwnDraft(`bundle-${id}`)}
      title={text('caseWork.bundleQuestion', { id })}
      explanation={text('caseWork.bundleExplanation')}
      label={text('caseWork.bundleReason')}
      submitLabel={text('caseWork.saveBundle')}
      failureText={text('caseWork.bundleFailed')}
      onSubmit={take}
      onClose={onClose}
    />
  )
}
