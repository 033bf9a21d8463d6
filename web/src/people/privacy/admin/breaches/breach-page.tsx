import { Button, Group, NativeSelect, SimpleGrid, Stack, Textarea } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import {
  BREACH_WORDS_MAX,
  type Breach,
  type BreachStep,
  BreachStepForm,
  breachCalls,
  TOLD_STATE_LABELS,
} from '@petsetu/contract/people/breaches.ts'
import type { Input } from '@petsetu/contract/platform/call.ts'
import { pageParam } from '@petsetu/contract/platform/paging.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import { LANGUAGES, languages } from '@petsetu/languages/languages.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { formatLongTime } from '../../../../platform/languages/page-formats.ts'
import { useText } from '../../../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../../../platform/lib/drafts/use-drafted-form.ts'
import { callQuery } from '../../../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../../../platform/lib/requests/first-data.ts'
import { request } from '../../../../platform/lib/requests/request.ts'
import { ListTable } from '../../../../platform/lists/list-table.tsx'
import { FormSkeleton, TableSkeleton } from '../../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../../../platform/ui/feedback/notice.tsx'
import { DayInput } from '../../../../platform/ui/fields/day-input.tsx'
import { schemaErrors } from '../../../../platform/ui/form/schema-errors.ts'
import { UnsentText } from '../../../../platform/ui/form/unsent-text.tsx'
import { useSave } from '../../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../../platform/ui/form/use-submit.ts'
import { BackLink } from '../../../../platform/ui/layout/back-link.tsx'
import { PlainList } from '../../../../platform/ui/layout/card-parts.tsx'
import { DetailList } from '../../../../platform/ui/layout/detail-list.tsx'
import { PageTitle } from '../../../../platform/ui/layout/page-title.tsx'
import { CaseColumns, Hint, Late, Panel, Typed } from '../../../../platform/ui/layout/panel.tsx'
import { DownloadCsv } from '../../../../platform/ui/table/download-button.tsx'
import { ListPage } from '../../../../platform/ui/table/list-page.tsx'
import { useOwnDraft } from '../../../auth/use-own-draft.ts'
import { AuthorityLetters } from './authority-letter.tsx'
import classes from './breach-clock.module.css'
import { instantOf, typedNow } from './breach-clock.tsx'
import { BREACH_STEPS } from './breach-drafts.tsx'
import { BreachFactsForm } from './breach-facts-form.tsx'
import { LettersToPeople } from './people-letters.tsx'
import { WhoIsTold } from './who-is-told.tsx'

const breachOf = (id: string) => callQuery(breachCalls.read, { params: { id } })

/** One breach: its clocks, what is known, whom it concerns, what was done, and the letters. */
export function BreachPage() {
  const text = useText()
  const { id = '' } = useParams()
  const breach = useQuery({ ...breachOf(id), refetchOnWindowFocus: false })
  return (
    <>
      <BackLink to={paths.breaches.to({})}>{text('breaches.back')}</BackLink>
      <PageTitle hint={breach.data && timesOf(breach.data.data, text)}>
        {breach.data?.data.title ?? text('titles.breach')}
      </PageTitle>
      <Loaded
        query={breach}
        skeleton={<FormSkeleton />}
        failure={text('breaches.readFailed')}
        missing={<Notice kind="info">{text('breaches.missing')}</Notice>}
      >
        {({ data }) => (
          <>
            <CaseColumns
              first={<WhoIsTold breach={data} />}
              work={
                <>
                  {!data.closed_at && <AuthorityLetters key={`${data.id} authority`} breach={data} />}
                  <Concerned breach={data} />
                  {data.letters_at ? (
                    <ToldPeople breachId={data.id} />
                  ) : (
                    !data.closed_at && <LettersToPeople key={`${data.id} people`} breach={data} />
                  )}
                </>
              }
              rest={
                <Stack gap="lg">
                  {!data.closed_at && <BreachFactsForm key={data.id} breach={data} />}
                  <BreachSteps breach={data} />
                </Stack>
              }
            />
            {!data.closed_at && (
              <Group mt="lg">
                <CloseButton id={data.id} />
              </Group>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

BreachPage.load = ((prefetch, { params: { id = '' } }) => prefetch(breachOf(id))) satisfies PageLoader

function timesOf({ noticed_at, closed_at }: Breach, text: Translate): string {
  const noticed = text('breaches.noticedAt', { time: formatLongTime(noticed_at) })
  return closed_at ? `${noticed} · ${text('breaches.closedOn', { time: formatLongTime(closed_at) })}` : noticed
}

function CloseButton({ id }: { id: number }) {
  const text = useText()
  const close = useSave({
    call: breachCalls.close,
    send: (id: number) => request(breachCalls.close, { params: { id: String(id) } }),
    confirm: () => ({
      title: text('breaches.closeQuestion'),
      children: text('breaches.closeHow'),
      confirmLabel: text('breaches.close'),
    }),
    rowOf: (id) => id,
    invalidates: [breachCalls.read, breachCalls.list],
    failure: { fallback: text('breaches.failed') },
  })
  return (
    <Button variant="default" loading={close.isBusy} onClick={() => close.start(id)}>
      {text('breaches.close')}
    </Button>
  )
}

/** Counts those whom the breach is about, by the language of their letter. */
function Concerned({ breach: { letters_at, concerned } }: { breach: Breach }) {
  const text = useText()
  return (
    <Panel title={text(letters_at ? 'breaches.concernedThen' : 'breaches.concerned')}>
      <div className={classes.counts}>
        <DetailList
          details={[
            ...LANGUAGES.map((language): [string, ReactNode] => [
              languages[language].name,
              formatCount(concerned.by_language[language]),
            ]),
            [text('breaches.withoutEmail'), formatCount(concerned.without_email)],
          ]}
        />
      </div>
      <Hint>{text('breaches.concernedHint')}</Hint>
    </Panel>
  )
}

const PEOPLE_A_PAGE = 20

/** Shows to whom the letters went and what became of each mail, as proof. */
function ToldPeople({ breachId }: { breachId: number }) {
  const text = useText()
  const page = pageParam(useSearchParams()[0])
  const query = { page: String(page), limit: String(PEOPLE_A_PAGE) }
  const people = useQuery({
    ...callQuery(breachCalls.listTold, { params: { id: String(breachId) }, query }),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel title={text('breaches.proof')}>
      <Group justify="space-between" gap="8px 24px" mb="sm">
        <Hint>{text('breaches.proofHint')}</Hint>
        <DownloadCsv call={breachCalls.toldCsv} input={{ params: { id: String(breachId) } }} />
      </Group>
      <ListPage
        list={people}
        page={page}
        lastPageOf={({ pagination }) => pagination.last_page}
        addressOf={(last) => paths.breach.to({ id: breachId }, { page: last })}
        skeleton={<TableSkeleton rows={4} />}
        failure={text('breaches.readFailed')}
      >
        {({ data }) => (
          <ListTable
            caption={text('breaches.proof')}
            columns={[
              {
                head: text('breaches.person'),
                inCard: 'title',
                cell: ({ email, phone }) => email || phone || text('breaches.erased'),
              },
              {
                head: text('breaches.language'),
                cell: ({ language }) => <span lang={language}>{languages[language].name}</span>,
              },
              {
                head: text('breaches.letter'),
                cell: ({ state, sent_at }) =>
                  sent_at
                    ? text('breaches.mailSentAt', { time: formatLongTime(sent_at) })
                    : text(TOLD_STATE_LABELS[state]),
              },
            ]}
            rows={data}
            keyOf={({ id }) => id}
          />
        )}
      </ListPage>
    </Panel>
  )
}

const KINDS: Record<BreachStep['kind'], PlainId> = {
  note: 'breaches.note',
  'team-told': 'breaches.teamTold',
  'board-told': 'breaches.boardTold',
  'letters-sent': 'breaches.lettersSent',
  closed: 'breaches.closed',
}

/** The steps that were taken, in order of time, and the form for another one. */
function BreachSteps({ breach }: { breach: Breach }) {
  const text = useText()
  return (
    <Panel id={BREACH_STEPS} title={text('breaches.steps')}>
      {breach.steps.length === 0 && <Hint>{text('breaches.noSteps')}</Hint>}
      <PlainList component="ol">
        {breach.steps.map(({ id, kind, at, text: words, by, is_failed: isFailed }) => (
          <li key={id}>
            <strong>{text(KINDS[kind])}</strong> {isFailed && <Late>{text('breaches.mailFailed')}</Late>}
            <Typed>{words}</Typed>
            <Hint>{text('breaches.stepBy', { time: formatLongTime(at), name: by ?? text('breaches.somebody') })}</Hint>
          </li>
        ))}
      </PlainList>
      <StepForm key={breach.steps.length} id={breach.id} isClosed={breach.closed_at !== null} />
    </Panel>
  )
}

type Body = Input<typeof breachCalls.addStep>['body']

const errorsOf = schemaErrors(BreachStepForm)

/** The form for a step. What was written stays to be copied if somebody else closes the breach meanwhile. */
function StepForm({ id, isClosed }: { id: number; isClosed: boolean }) {
  const text = useText()
  const params = { id: String(id) }
  const [opened] = useState(typedNow)
  const { form, clear, forgetDraft } = useDraftedForm({
    initial: { kind: 'note', at: opened, text: '' },
    draft: useOwnDraft(`breach-step-${id}`),
    errorsOf: (values) => errorsOf({ ...values, at: instantOf(values.at) }),
    checksOnBlur: false,
  })
  const { save } = useSave({
    call: breachCalls.addStep,
    params,
    send: async (body: Body, options) => {
      const added = await request(breachCalls.addStep, { params, body }, options)
      // Before the breach is read anew: the form for the next step would find it.
      await forgetDraft()
      return added
    },
    invalidates: [breachCalls.read, breachCalls.list, breachCalls.drafts],
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('breaches.failed'), async (values) => {
    const typed = values.at === opened ? typedNow() : values.at
    // A second attempt sends the same time.
    form.setFieldValue('at', typed)
    const { kind, at, text: words } = BreachStepForm.parse({ ...values, at: instantOf(typed) })
    await save({ kind, at, text: words })
  })
  const written = form.getValues().text.trim()
  if (isClosed) {
    if (isBusy || written === '') return null
    return <UnsentText message={text('breaches.stepNotAdded')} written={written} takesFocus onDelete={clear} />
  }
  return (
    <form {...formProps} aria-label={text('breaches.addStep')}>
      <Stack gap="sm">
        <SimpleGrid minColWidth="min(220px, 100%)" autoFlow="auto-fit">
          <NativeSelect
            label={text('breaches.stepKind')}
            data={BreachStepForm.shape.kind.options.map((value) => ({ value, label: text(KINDS[value]) }))}
            {...form.getInputProps('kind')}
          />
          <DayInput label={text('breaches.stepAt')} withTime required {...form.getInputProps('at')} />
        </SimpleGrid>
        <Textarea
          label={text('breaches.stepText')}
          rows={2}
          maxLength={BREACH_WORDS_MAX}
          required
          {...form.getInputProps('text')}
        />
        {failure && <Notice kind="failed">{failure}</Notice>}
        <Group>
          <Button type="submit" variant="default" loading={isBusy}>
            {text('breaches.addStep')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
