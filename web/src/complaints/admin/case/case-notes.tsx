import { Box, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import type { Complaint } from '@petsetu/contract/complaints/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { IconEyeOff, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../../platform/lib/drafts/use-drafted-form.ts'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { showSuccess } from '../../../platform/ui/feedback/toast.ts'
import { ChoiceWithButton } from '../../../platform/ui/fields/choice-with-button.tsx'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'

const TEXTS = {
  public: { label: 'caseWork.publicNote', send: 'caseWork.sendPublic', sent: 'caseWork.publicSent', icon: IconMail },
  internal: { label: 'caseWork.internalNote', send: 'caseWork.addInternal', sent: 'caseWork.added', icon: IconEyeOff },
} as const

type Props = { complaint: Complaint; kind: keyof typeof TEXTS }

/** Sends the complainant a note, or keeps one among admins. */
export function CaseNote({ complaint, kind }: Props) {
  const text = useText()
  const { label, send, sent, icon: Icon } = TEXTS[kind]
  const events = useQuery(callQuery(caseCalls.listEvents, { params: { id: String(complaint.id) } })).data?.data ?? []
  // The one that was merged into this one is named before, and nothing after.
  const isShared = events.some((event) => event.kind === 'merge' && event.after === null)
  // Nobody knows here whether a complainant whose name is withheld has an address.
  const isUnmailed = kind === 'public' && !complaint.is_name_withheld && complaint.email === ''
  const box = useRef<HTMLTextAreaElement>(null)
  const draft = useOwnDraft(`note-${kind}-${complaint.id}`)
  const { form, clearSent } = useDraftedForm({ initial: { text: '' }, draft, errorsOf: () => ({}) })
  const { save } = useSave({
    call: caseCalls.addNote,
    params: { id: String(complaint.id) },
    rowOf: () => `${kind}-${complaint.id}`,
    send: (note: string, options) =>
      request(
        caseCalls.addNote,
        { params: { id: String(complaint.id) }, body: { text: note, internal: kind === 'internal' } },
        options,
      ),
    invalidates: [caseCalls.listEvents],
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('caseWork.noteFailed'), async (values) => {
    if (!values.text.trim()) return box.current?.focus()
    await save(values.text)
    clearSent(values)
    showSuccess(text(isUnmailed ? 'caseWork.publicUnmailed' : sent))
  })
  return (
    <form {...formProps}>
      <Stack gap="xs">
        {failure && <Notice kind="failed">{failure}</Notice>}
        {isUnmailed && <Text c="dimmed">{text('caseWork.publicUnmailed')}</Text>}
        {kind === 'public' && isShared && <Text c="dimmed">{text('caseWork.noteIsShared')}</Text>}
        <Textarea
          ref={box}
          label={
            <Group component="span" gap="xs" wrap="nowrap" display="inline-flex">
              <Icon size={20} aria-hidden /> {text(label)}
            </Group>
          }
          rows={kind === 'public' ? 3 : 2}
          maxLength={5_000}
          {...form.getInputProps('text')}
        />
        <Group gap="8px 16px">
          <Button type="submit" variant={kind === 'public' ? 'filled' : 'light'} loading={isBusy}>
            {text(send)}
          </Button>
          {kind === 'public' && (
            <Answers
              complaint={complaint}
              onChoose={(answer) => form.setValues({ text: joined(form.getValues().text, answer) })}
            />
          )}
        </Group>
      </Stack>
    </form>
  )
}

const joined = (typed: string, answer: string) => (typed.trim() ? `${typed.trimEnd()}\n\n${answer}` : answer)

/** Texts that fit the status come first. Without any there is only the way to prepare one. */
function Answers({ complaint, onChoose }: { complaint: Complaint; onChoose: (answer: string) => void }) {
  const text = useText()
  const answers = useQuery(callQuery(caseCalls.listAnswers, {})).data?.data ?? []
  const inOrder = [...answers].sort(
    (one, other) => Number(other.for_status === complaint.status) - Number(one.for_status === complaint.status),
  )
  const prepare = <Link to={paths.caseAnswers.to({})}>{text('caseWork.prepareAnswers')}</Link>
  if (answers.length === 0) return prepare
  return (
    <Box w="100%">
      <ChoiceWithButton
        label={text('caseWork.answers')}
        description={prepare}
        placeholder={text('caseWork.chooseAnswer')}
        choices={inOrder.map(({ id, title, language }) => ({ value: String(id), label: `${title} (${language})` }))}
        button={text('caseWork.insertAnswer')}
        onChoose={(value) => {
          const chosen = answers.find(({ id }) => String(id) === value)
          if (chosen) onChoose(chosen.text)
        }}
      />
    </Box>
  )
}
