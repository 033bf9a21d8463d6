import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { type Hold, HoldForm } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { type Complaint, complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { holdingOutcomes } from '@petsetu/contract/complaints/holding-outcomes.ts'
import { REASON_MAX } from '@petsetu/contract/platform/reason.ts'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import { useEffect, useRef, useState } from 'react'
import { formatLongDay } from '../../../platform/languages/page-formats.ts'
import { RichText, useText } from '../../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../../platform/lib/drafts/use-drafted-form.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import type { DialogHandle } from '../../../platform/ui/dialog/dialog.tsx'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { showSuccess } from '../../../platform/ui/feedback/toast.ts'
import { DayInput } from '../../../platform/ui/fields/day-input.tsx'
import { schemaErrors } from '../../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import { updateComplaintCache } from '../update-complaint-cache.ts'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { parseReference } from '@petsetu/contract/complaints/reference.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { isInternalId } from '@petsetu/contract/platform/envelope.ts'
import { IconFileZip } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { refetch } from '../../../platform/lib/requests/call-query.ts'
import { saveReply } from '../../../platform/lib/requests/save-reply.ts'
import { useLeaving } from '../../../platform/lib/requests/use-leaving.ts'
import { ReasonDialog } from '../../../platform/ui/dialog/reason-dialog.tsx'

const errorsOf = schemaErrors(HoldForm)

type Values = { until: string; reason: string }
type Sent = { until: string | null; was: string | null; reason: string }

/** Says until when the case is kept as evidence, and sets or ends that with a reason. */
export function CaseHold({ complaint: { id, hold } }: { complaint: Complaint }) {
  const text = useText()
  // Both buttons submit the form; the Enter key presses the first one.
  const isEnding = useRef(false)
  const bodyOf = ({ until, reason }: Values): Sent => ({
    until: isEnding.current ? null : until,
    was: hold?.until ?? null,
    reason,
  })
  const { form, isRestored, startFrom, rebase, forgetDraft } = useDraftedForm<Values>({
    initial: { until: hold?.until ?? '', reason: '' },
    draft: useOwnDraft(`hold-${id}`),
    errorsOf: (values) => errorsOf(bodyOf(values)),
    checksOnBlur: false,
  })
  const shownUntil = useRef(hold?.until)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another day changes what the form begins with.
  useEffect(() => {
    if (hold?.until === shownUntil.current) return
    shownUntil.current = hold?.until
    rebase({ until: hold?.until ?? '', reason: '' }, null)
  }, [hold?.until])
  const { save } = useSave({
    call: caseCalls.hold,
    send: async (body: Sent) => (await request(caseCalls.hold, { params: { id: String(id) }, body })).reply.data,
    invalidates: [complaintCalls.read],
    onSaved: (saved, _, queries) => {
      updateComplaintCache(queries, saved)
      startFrom({ until: saved.hold?.until ?? '', reason: '' })
      void forgetDraft()
    },
  })
  const { formProps, isBusy, otherFailure } = useSubmit(form, text('caseWork.holdFailed'), async (values) => {
    const saved = await save(bodyOf(values))
    showSuccess(text(saved.hold ? 'caseWork.holdSaved' : 'caseWork.holdReleased'))
  })
  const setEnding = (isEnd: boolean) => () => {
    isEnding.current = isEnd
  }

  return (
    <form {...formProps}>
      <Stack align="flex-start">
        <State hold={hold ?? null} />
        {isRestored && <Notice kind="info">{text('forms.restored')}</Notice>}
        <DayInput label={text('labels.holdUntil')} {...form.getInputProps('until')} />
        <TextInput label={text('caseWork.holdReason')} maxLength={REASON_MAX} {...form.getInputProps('reason')} />
        {otherFailure && <Notice kind="failed">{otherFailure}</Notice>}
        <Group gap="xs">
          <Button type="submit" variant="default" loading={isBusy} onClick={setEnding(false)}>
            {text(hold ? 'caseWork.holdChange' : 'caseWork.hold')}
          </Button>
          {hold && (
            <Button type="submit" variant="subtle" disabled={isBusy} onClick={setEnding(true)}>
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
  return (
    <>
      <p>
        <strong>{text('caseWork.holdUntil', { day: formatLongDay(until) })}</strong>{' '}
        {cause === 'admin'
          ? reason === null
            ? text('holds.evidence')
            : shownWords(reason, text)
          : text(holdingOutcomes[cause])}
      </p>
      {is_erasure_waiting && <p>{text('caseWork.holdWaits')}</p>}
    </>
  )
}

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
  const dialog = useRef<DialogHandle>(null)
  const queries = useQueryClient()
  const leaving = useLeaving()

  async function take({ reason }: { reason: string }) {
    const body = { reason, shows_name: showsName }
    await saveReply(caseCalls.takeBundle, { params: { id: String(id) }, body }, leaving())
    dialog.current?.close()
    await refetch(queries, caseCalls.listEvents)
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

/** Closes this complaint as a duplicate of another one, or says of which it is one. */
export function MergeCase({ complaint }: { complaint: Complaint }) {
  const text = useText()
  const { form, forgetDraft } = useDraftedForm({
    initial: { into: '' },
    draft: useOwnDraft(`merge-${complaint.id}`),
    errorsOf: ({ into }) => (complaintIn(into) === null ? { into: text('caseWork.mergeWhich') } : {}),
    checksOnBlur: false,
  })
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
    onSaved: (saved, _, queries) => {
      void forgetDraft()
      updateComplaintCache(queries, saved)
    },
    success: () => text('caseWork.merged'),
    failure: { fallback: text('caseWork.mergeFailed') },
  })
  const { formProps } = useSubmit(form, text('caseWork.mergeFailed'), async ({ into }) => {
    const first = complaintIn(into)
    if (first !== null) start(first)
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

  return (
    <form {...formProps}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label={text('caseWork.mergeInto')}
          description={text('caseWork.mergeHint')}
          {...form.getInputProps('into')}
        />
        <Button type="submit" variant="default" loading={isBusy}>
          {text('caseWork.merge')}
        </Button>
      </Group>
    </form>
  )
}

/** The complaint that a typed number or reference names; null if it names none. */
function complaintIn(typed: string): number | null {
  const number = typed.trim()
  return isInternalId(number) ? Number(number) : parseReference(number)
}
