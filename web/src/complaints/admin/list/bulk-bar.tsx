import { Button, Group } from '@mantine/core'
import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { complaintStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import { ComplaintStatus, complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../platform/languages/use-text.tsx'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { ChoiceWithButton } from '../../../platform/ui/form/choice-with-button.tsx'
import { useSave } from '../../../platform/ui/form/use-save.ts'

type Change = { status?: ComplaintStatus; assignee_id?: number | null }

type Props = { ids: number[]; onAll: () => void; onDone: () => void }

const NOBODY = 'none'

/** Gives the chosen complaints a status or an assignee: all of them or, if that fails, none. */
export function BulkBar({ ids, onAll, onDone }: Props) {
  const text = useText()
  const admins = useQuery(callQuery(caseCalls.listAssignees, {})).data?.data ?? []
  const { start, isBusy } = useSave({
    call: caseCalls.updateSeveral,
    send: (change: Change) => request(caseCalls.updateSeveral, { body: { ids, ...change } }),
    confirm: (change) => ({
      title: text('caseList.changeTitle', pluralValues(ids.length)),
      children: text(change.status ? 'caseList.changeStatus' : 'caseList.changeAssignee'),
      confirmLabel: text('caseList.change'),
    }),
    invalidates: [complaintCalls.listAll, complaintCalls.read, caseCalls.listEvents],
    onSaved: onDone,
    success: ({ reply }) => text('caseList.changed', pluralValues(reply.data.changed)),
    failure: { fallback: text('caseList.changeFailed') },
  })
  return (
    // In sight for as long as rows are chosen, however far down they are.
    <Group
      component="section"
      pos="sticky"
      top={0}
      gap="xs"
      mb="sm"
      px="sm"
      py="xs"
      bdrs="md"
      bg="var(--brand-soft)"
      style={{ zIndex: 2, boxShadow: 'var(--shadow)' }}
      aria-label={text('caseList.bulk')}
    >
      <span role="status">{text('caseList.chosen', pluralValues(ids.length))}</span>
      <ChoiceWithButton
        label={text('columns.status')}
        choices={ComplaintStatus.options.map((status) => ({
          value: status,
          label: text(complaintStatuses[status].label),
        }))}
        button={text('caseList.setStatus')}
        disabled={isBusy}
        onChoose={(status) => start({ status: ComplaintStatus.parse(status) })}
      />
      <ChoiceWithButton
        label={text('caseWork.assignee')}
        choices={[
          { value: NOBODY, label: text('caseWork.nobody') },
          ...admins.map(({ id, username }) => ({ value: String(id), label: username })),
        ]}
        button={text('caseList.assign')}
        disabled={isBusy}
        onChoose={(chosen) => start({ assignee_id: chosen === NOBODY ? null : Number(chosen) })}
      />
      <Button variant="subtle" px={8} onClick={onAll}>
        {text('caseList.chooseAll')}
      </Button>
      <Button variant="subtle" px={8} onClick={onDone}>
        {text('caseList.chooseNone')}
      </Button>
    </Group>
  )
}
