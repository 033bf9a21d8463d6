import { Button, NativeSelect, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { type CaseUpdate, caseCalls, OUTCOMES, PRIORITIES } from '@petsetu/contract/complaints/cases.ts'
import { complaintStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import { type Complaint, complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../../platform/lib/drafts/use-drafted-form.ts'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { showSuccess } from '../../../platform/ui/feedback/toast.ts'
import { type Choice, choicesOf } from '../../../platform/ui/fields/choices.ts'
import { DayInput } from '../../../platform/ui/fields/day-input.tsx'
import { ChangedMeanwhile, useConflict } from '../../../platform/ui/form/changed-meanwhile.tsx'
import { keepFocus } from '../../../platform/ui/form/keep-focus.ts'
import { RestoredNotice } from '../../../platform/ui/form/restored-notice.tsx'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import classes from '../case.module.css'
import { isTakenVersion, updateComplaintCache } from '../update-complaint-cache.ts'

// The buttons above it act at once, and these fields only once they are saved.
const RULE = { borderTop: '1px solid var(--line)' } as const

/** Edits the assignee, the priority, the due day and the outcome of a case. Its button is shown while one of them differs. */
export function CaseForm({ complaint }: { complaint: Complaint }) {
  const text = useText()
  const drafted = useCaseValues(complaint)
  const { form, baseVersion, startFrom, isRestored, clear } = drafted
  const conflict = useConflict({ ...drafted, valuesOf: (stored: Complaint) => caseValuesOf(stored) })
  const heading = useRef<HTMLHeadingElement>(null)
  const assignees = useAssignees(complaint)
  const ended = !complaintStatuses[complaint.status].isOpen
  const { save } = useSave({
    call: caseCalls.update,
    send: async (values: CaseValues) => {
      const body = { version: Number(baseVersion()), ...updateOf(values, { isEnded: ended }) }
      return (await request(caseCalls.update, { params: { id: String(complaint.id) }, body })).reply.data
    },
    invalidates: [complaintCalls.read, complaintCalls.listAll, caseCalls.listEvents],
    onSaved: (saved, _, queries) => updateComplaintCache(queries, saved),
    // The button goes with the changes.
    focus: () => heading.current,
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('caseWork.saveFailed'), async (values) => {
    const saved = await conflict.saveOrCompare(values, () => save(values))
    if (!saved) return
    startFrom(caseValuesOf(saved), saved.version)
    showSuccess(text('caseWork.saved'))
  })
  const hasChanges = form.isDirty() || isBusy || conflict.shown !== null
  const labels = caseLabels(text)

  return (
    <form {...formProps} className={classes.caseForm} aria-label={text('caseWork.heading')}>
      <Stack align="flex-start" pt="xs" gap="xs" style={RULE}>
        <Title ref={heading} tabIndex={-1} order={3} fz="1rem" lh={1.3} className={classes.fieldsHeading ?? ''}>
          {text('caseWork.fields')}
        </Title>
        {isRestored && <RestoredNotice onClear={clear} />}
        {failure && <Notice kind="failed">{failure}</Notice>}
        {conflict.shown && (
          <ChangedMeanwhile
            labels={labels}
            {...conflict.shown}
            describe={(field, value) => describe(field, value, assignees, text)}
          />
        )}
        <SimpleGrid minColWidth="min(100%, 8rem)" autoFlow="auto-fit" spacing="sm" w="100%">
          <NativeSelect label={labels.assignee_id} data={assignees} {...form.getInputProps('assignee_id')} />
          <NativeSelect
            label={labels.priority}
            data={choicesOf(PRIORITIES, text)}
            {...form.getInputProps('priority')}
          />
          <DayInput label={labels.due_on} {...form.getInputProps('due_on')} />
          {ended && (
            <NativeSelect
              label={labels.outcome}
              data={[{ value: '', label: text('caseWork.noOutcome') }, ...choicesOf(OUTCOMES, text)]}
              {...form.getInputProps('outcome')}
            />
          )}
          <div className={classes.save}>
            {hasChanges && (
              <Button type="submit" variant="outline" px="sm" disabled={isBusy} onMouseDown={keepFocus}>
                {text('caseWork.save')}
              </Button>
            )}
          </div>
        </SimpleGrid>
        {ended && !complaint.outcome && <Text c="dimmed">{text('caseWork.askOutcome')}</Text>}
      </Stack>
    </form>
  )
}

/** Follows what is stored, as long as nobody has changed a field here; what was typed waits for the answer of the server. */
function useCaseValues(complaint: Complaint) {
  const queries = useQueryClient()
  const stored = caseValuesOf(complaint)
  const drafted = useDraftedForm<CaseValues>({
    initial: stored,
    draft: useOwnDraft(`case-${complaint.id}`),
    version: complaint.version,
    errorsOf: () => ({}),
  })
  const { form, baseVersion, startFrom } = drafted
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another version of the case can have other values.
  useEffect(() => {
    const based = baseVersion()
    if (based === complaint.version) return
    // Nobody else has changed it between.
    const isTaken = based === complaint.version - 1 && isTakenVersion(queries, complaint)
    if (!form.isDirty()) startFrom(stored, complaint.version)
    // Only the status has changed, which is no field here, or this admin has taken the case beside its title.
    else if (isSame(stored, form.getInitialValues()) || isTaken) drafted.rebase(stored, complaint.version)
  }, [complaint.version])
  return drafted
}

function isSame(one: CaseValues, other: CaseValues): boolean {
  return Object.entries(one).every(([field, value]) => other[field as keyof CaseValues] === value)
}

/** The admins. If they fail to load, the present assignee stays an option. */
function useAssignees({ assignee }: Complaint): Choice[] {
  const text = useText()
  const admins = useQuery(callQuery(caseCalls.listAssignees, {})).data?.data ?? []
  const isListed = !assignee || admins.some(({ id }) => id === assignee.id)
  return [
    { value: '', label: text('caseWork.nobody') },
    ...[...admins, ...(isListed ? [] : [assignee])].map(({ id, username }) => ({ value: String(id), label: username })),
  ]
}

function caseLabels(text: Translate) {
  return {
    assignee_id: text('caseWork.assignee'),
    priority: text('caseWork.priority'),
    due_on: text('labels.dueDay'),
    outcome: text('caseWork.outcome'),
  }
}

function describe(field: string, value: string, assignees: Choice[], text: Translate): string {
  const options: Record<string, Choice[]> = {
    assignee_id: assignees,
    priority: choicesOf(PRIORITIES, text),
    outcome: choicesOf(OUTCOMES, text),
  }
  return options[field]?.find((option) => option.value === value)?.label ?? value
}

/** The fields of the form; an empty text is no value. */
type CaseValues = { assignee_id: string; priority: string; due_on: string; outcome: string }

function caseValuesOf(complaint: Pick<Complaint, 'assignee' | 'priority' | 'due_on' | 'outcome'>): CaseValues {
  const { assignee, priority, due_on, outcome } = complaint
  return {
    assignee_id: assignee ? String(assignee.id) : '',
    priority,
    due_on: due_on ?? '',
    outcome: outcome ?? '',
  }
}

/** Omits `outcome` while the case is open. */
function updateOf(values: CaseValues, { isEnded }: { isEnded: boolean }): Omit<CaseUpdate, 'version'> {
  const { assignee_id, priority, due_on, outcome } = values
  return {
    assignee_id: assignee_id ? Number(assignee_id) : null,
    // The options of the fields are the contract's values.
    priority: priority as CaseUpdate['priority'],
    due_on: due_on || null,
    ...(isEnded && { outcome: (outcome || null) as CaseUpdate['outcome'] }),
  }
}
