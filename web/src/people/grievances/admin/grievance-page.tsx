import { Button, Group, Text, Textarea } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import {
  GRIEVANCE_TEXT_MAX,
  GrievanceAnswer,
  grievanceCalls,
  grievanceNumber,
  type ListedGrievance,
} from '@petsetu/contract/people/grievances.ts'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import { languages } from '@petsetu/languages/languages.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { formatLongTime } from '../../../platform/languages/page-formats.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../../platform/lib/drafts/use-drafted-form.ts'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../../platform/lib/requests/first-data.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { formatMediumTime } from '../../../platform/lists/medium-days.ts'
import { FormSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { showSuccess } from '../../../platform/ui/feedback/toast.ts'
import { schemaErrors } from '../../../platform/ui/form/schema-errors.ts'
import { UnsentText } from '../../../platform/ui/form/unsent-text.tsx'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import { BackLink } from '../../../platform/ui/layout/back-link.tsx'
import { DetailList } from '../../../platform/ui/layout/detail-list.tsx'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import { CaseColumns, Hint, Panel, Typed } from '../../../platform/ui/layout/panel.tsx'
import { Unbroken } from '../../../platform/ui/layout/unbroken.tsx'
import { CallButtons, MailLink } from '../../../shared/contact-buttons.tsx'
import { AcknowledgeHours, DueFact } from '../../../shared/deadlines/due-badge.tsx'
import { useOwnDraft } from '../../auth/use-own-draft.ts'

const grievanceOf = (id: string) => callQuery(grievanceCalls.read, { params: { id } })

const STALE = [grievanceCalls.read, grievanceCalls.list]

/** One grievance: who says what, its two clocks, and the answer. */
export function GrievancePage() {
  const text = useText()
  const { id = '' } = useParams()
  const grievance = useQuery(grievanceOf(id))
  const shown = grievance.data?.data
  const title = shown
    ? text('grievances.title', { number: shown.number, about: text(`grievances.${shown.kind}`) })
    : text('titles.grievance')
  return (
    <>
      <BackLink to={paths.grievances.to({})}>{text('grievances.back')}</BackLink>
      <PageTitle documentTitle={title}>
        <Unbroken number={grievanceNumber(Number(id))} sentence={title} />
      </PageTitle>
      <Loaded
        query={grievance}
        skeleton={<FormSkeleton />}
        failure={text('grievances.readFailed')}
        missing={<Notice kind="info">{text('grievances.missing')}</Notice>}
      >
        {({ data }) => (
          <CaseColumns
            first={<Words grievance={data} />}
            work={
              <>
                {!data.acknowledged_at && <Acknowledgement key={`${data.id} told`} grievance={data} />}
                {data.answered_at && <Answer grievance={data} />}
                <AnswerForm key={data.id} grievance={data} />
              </>
            }
            rest={<Facts grievance={data} />}
          />
        )}
      </Loaded>
    </>
  )
}

GrievancePage.load = ((prefetch, { params: { id = '' } }) => prefetch(grievanceOf(id))) satisfies PageLoader

type Props = { grievance: ListedGrievance }

/** Shows what the person says, and who that is: both are needed to acknowledge it. */
function Words({ grievance: { text: words, name, email, phone, acknowledged_at } }: Props) {
  const text = useText()
  return (
    <Panel title={text('grievances.words')}>
      <Typed>{words}</Typed>
      <DetailList
        details={[
          [text('labels.name'), shownWords(name, text)],
          [text('labels.email'), email ? <MailLink key="email" address={email} /> : null],
          [text('labels.phone'), phone || null],
        ]}
      />
      {acknowledged_at && <Call phone={phone} />}
    </Panel>
  )
}

const WAYS: Record<ListedGrievance['way'], PlainId> = {
  form: 'grievances.form',
  desk: 'grievances.desk',
  call: 'grievances.call',
}

function Facts({ grievance }: Props) {
  const text = useText()
  const { kind, way, language, received_at, entered_by, due_on, answered_at } = grievance
  const how = text(WAYS[way])
  return (
    <Panel title={text('grievances.facts')}>
      <DetailList
        details={[
          [
            text('grievances.language'),
            <span key="language" lang={language}>
              {languages[language].name}
            </span>,
          ],
          [text('grievances.about'), text(`grievances.${kind}`)],
          [text('grievances.way'), entered_by ? text('grievances.enteredBy', { way: how, name: entered_by }) : how],
          [text('grievances.received'), formatLongTime(received_at)],
          [text('grievances.acknowledged'), acknowledgedText(text, grievance)],
          [text('grievances.due'), <DueFact key="due" day={due_on} isOpen={!answered_at} />],
        ]}
      />
    </Panel>
  )
}

/** Says when the person was told, and by whom; null while nobody has told them. */
function acknowledgedText(
  text: Translate,
  { acknowledged_at, acknowledged_by, email }: ListedGrievance,
): string | null {
  if (!acknowledged_at) return null
  const time = formatLongTime(acknowledged_at)
  if (acknowledged_by) return text('grievances.acknowledgedBy', { time, name: acknowledged_by })
  return email ? text('grievances.acknowledgedByMail', { time }) : time
}

function Call({ phone }: { phone: string }) {
  if (!phone) return null
  return (
    <Group gap="xs">
      <CallButtons phone={phone} />
    </Group>
  )
}

// It goes to the next line as a whole, and breaks only where a line has no room for it.
const WHOLE = { display: 'inline-block' } as const
// By the width of its place, the badge sees that large text needs a second line.
const PLACE = { containerType: 'inline-size' } as const

function Acknowledgement({ grievance: { id, number, phone, acknowledge_by } }: Props) {
  const text = useText()
  const { start, isBusy } = useSave({
    call: grievanceCalls.acknowledge,
    send: (id: number) => request(grievanceCalls.acknowledge, { params: { id: String(id) } }),
    rowOf: (id) => id,
    invalidates: STALE,
    success: () => text('grievances.acknowledgeDone'),
    failure: { fallback: text('grievances.acknowledgeFailed') },
  })
  return (
    <Panel title={text('grievances.acknowledged')}>
      <div style={PLACE}>
        <Group gap="2px 12px">
          <AcknowledgeHours dueAt={acknowledge_by} />{' '}
          <span style={WHOLE}>{text('grievances.notYetBy', { time: formatMediumTime(acknowledge_by) })}</span>
        </Group>
      </div>
      <Text>
        <Unbroken number={number} sentence={text('grievances.acknowledgeHow', { number })} />
      </Text>
      <Call phone={phone} />
      <Group>
        <Button loading={isBusy} onClick={() => start(id)}>
          {text('grievances.acknowledge')}
        </Button>
      </Group>
    </Panel>
  )
}

const errorsOf = schemaErrors(GrievanceAnswer)

/** The form for the answer. What was written stays to be copied if somebody else answers meanwhile. */
function AnswerForm({ grievance }: Props) {
  const { id, number, email, language, acknowledged_at, answered_at, answer } = grievance
  const text = useText()
  const { save } = useSave({
    call: grievanceCalls.answer,
    send: (body: { answer: string }) => request(grievanceCalls.answer, { params: { id: String(id) }, body }),
    rowOf: () => id,
    invalidates: STALE,
  })
  const { form, clear, forgetDraft } = useDraftedForm({
    initial: { answer: '' },
    draft: useOwnDraft(`grievance-answer-${id}`),
    errorsOf,
    checksOnBlur: false,
  })
  const { name: languageName } = languages[language]
  const { formProps, isBusy, failure } = useSubmit(form, text('grievances.answerFailed'), async (values) => {
    await save(values)
    clear()
    await forgetDraft()
    showSuccess(text('grievances.answerDone', { number }))
  })
  const written = form.getValues().answer.trim()
  if (answered_at) {
    if (isBusy || written === '' || written === answer) return null
    return (
      <Panel title={text('grievances.answerTitle')}>
        <UnsentText
          message={text('grievances.answeredMeanwhile')}
          written={written}
          takesFocus={failure !== null}
          onDelete={clear}
        />
      </Panel>
    )
  }
  return (
    <Panel title={text('grievances.answerTitle')} form={formProps}>
      <Hint>
        {/* Until then the card of the acknowledgement says so. */}
        {!email && acknowledged_at && `${text('grievances.noAddress')} `}
        {email
          ? text('grievances.answerHint', { email, language: languageName })
          : text('grievances.answerByPhone', { language: languageName })}
      </Hint>
      <Textarea
        label={text('labels.answer')}
        rows={6}
        maxLength={GRIEVANCE_TEXT_MAX}
        required
        {...form.getInputProps('answer')}
      />
      {failure && <Notice kind="failed">{failure}</Notice>}
      <Group>
        <Button type="submit" variant={acknowledged_at ? 'filled' : 'outline'} loading={isBusy}>
          {text(email ? 'grievances.answerSend' : 'grievances.answerNote')}
        </Button>
      </Group>
    </Panel>
  )
}

function Answer({ grievance: { answer, answered_at, answered_by } }: Props) {
  const text = useText()
  const time = answered_at ? formatLongTime(answered_at) : ''
  return (
    <Panel title={text('grievances.answer')}>
      <Typed>{answer}</Typed>
      <Hint>{text('grievances.answeredBy', { time, name: answered_by ?? text('grievances.somebody') })}</Hint>
    </Panel>
  )
}
