import { Box, Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { breachCalls, type ListedBreach } from '@petsetu/contract/people/breaches.ts'
import {
  ACKNOWLEDGE_HOURS,
  GRIEVANCE_TEXT_MAX,
  GrievanceEntry,
  GrievanceOrder,
  GrievanceState,
  grievanceCalls,
  grievanceStates,
  type ListedGrievance,
} from '@petsetu/contract/people/grievances.ts'
import type { Input, Reply } from '@petsetu/contract/platform/call.ts'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import { formatCount, pluralValues } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconCircleCheck, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { pageLanguage } from '../../../platform/languages/page-language.ts'
import { RichText, useText } from '../../../platform/languages/use-text.tsx'
import { useListParam } from '../../../platform/lib/address/use-list-param.ts'
import { useDraftedForm } from '../../../platform/lib/drafts/use-drafted-form.ts'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../../platform/lib/requests/first-data.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { type FilterOf, listFilter } from '../../../platform/lists/list-filter.ts'
import { BelowRows, useIsPhone } from '../../../platform/lists/list-filters.tsx'
import { ListTable } from '../../../platform/lists/list-table.tsx'
import { formatMediumTime } from '../../../platform/lists/medium-days.ts'
import { SortSelect } from '../../../platform/lists/sort-select.tsx'
import type { DialogHandle } from '../../../platform/ui/dialog/dialog.tsx'
import { FormDialog } from '../../../platform/ui/dialog/form-dialog.tsx'
import { EmptyState } from '../../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { StatusBadge } from '../../../platform/ui/feedback/status-badge.tsx'
import { showSuccess } from '../../../platform/ui/feedback/toast.ts'
import { LANGUAGE_CHOICES } from '../../../platform/ui/fields/choices.ts'
import { schemaErrors } from '../../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import { Unbroken } from '../../../platform/ui/layout/unbroken.tsx'
import { type Column, OnlyIn, sortBy } from '../../../platform/ui/table/data-table.tsx'
import { DownloadCsv } from '../../../platform/ui/table/download-button.tsx'
import { FilterButtons } from '../../../platform/ui/table/filter-buttons.tsx'
import { FoldedText } from '../../../platform/ui/table/folded-text.tsx'
import { ListPage } from '../../../platform/ui/table/list-page.tsx'
import { NextStep } from '../../../shared/deadlines/breach-hours.tsx'
import { AcknowledgeHours, DueInRow } from '../../../shared/deadlines/due-badge.tsx'
import { useOwnDraft } from '../../auth/use-own-draft.ts'

const GRIEVANCES_A_PAGE = 20

const { filterIn, addressOf } = listFilter({ state: GrievanceState, sort: GrievanceOrder }, () => ({ state: 'open' }))

type Filter = FilterOf<{ filterIn: typeof filterIn }>
type GrievanceList = Reply<typeof grievanceCalls.list>

function grievancesOf({ page, state, sort }: Filter) {
  const query = { page: String(page), limit: String(GRIEVANCES_A_PAGE), state, ...(sort && { sort }) }
  return callQuery(grievanceCalls.list, { query })
}

const orderOf = ({ sort, state }: Filter) => sort || grievanceStates[state].order

/** The register of grievances about the foundation, open ones oldest first, with the day by which each must be answered. */
export function GrievancesPage() {
  const text = useText()
  const filter = filterIn(useSearchParams()[0])
  const setParam = useListParam()
  const [isEntering, setEntering] = useState(false)
  const grievances = useQuery({ ...grievancesOf(filter), placeholderData: keepPreviousData })
  const { open = 0, overdue = 0 } = grievances.data?.summary ?? {}
  const isPhone = useIsPhone()
  const hint = text('grievances.hint', { hours: ACKNOWLEDGE_HOURS })
  const others = (
    <>
      <DownloadCsv call={grievanceCalls.csv} input={{ query: { state: filter.state } }} />
      <Button component={Link} to={paths.breaches.to({})} variant="default">
        {text('titles.breaches')}
      </Button>
    </>
  )
  return (
    <>
      <PageTitle
        isCompact={isPhone}
        hint={!isPhone && hint}
        aside={
          <>
            {!isPhone && others}
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEntering(true)}>
              {text('grievances.enter')}
            </Button>
          </>
        }
      >
        {text('titles.grievances')}
      </PageTitle>
      <OpenBreaches />
      <FilterButtons
        legend={text('grievances.filter')}
        choices={[
          {
            value: 'open',
            label: open ? text('grievances.openCounted', { count: formatCount(open) }) : text('grievances.open'),
          },
          { value: 'answered', label: text('grievances.answered') },
        ]}
        chosen={filter.state}
        onChoose={(state) => setParam('state', state === 'answered' ? state : null)}
      >
        <SortSelect columns={columnsOf(text, filter.state)} order={orderOf(filter)} />
      </FilterButtons>
      {overdue > 0 && <p role="status">{text('grievances.overdueCounted', pluralValues(overdue))}</p>}
      <Grievances filter={filter} grievances={grievances} />
      {isPhone && (
        <BelowRows>
          <Text c="dimmed">{hint}</Text>
          {others}
        </BelowRows>
      )}
      {isEntering && <EnterGrievanceDialog onClose={() => setEntering(false)} />}
    </>
  )
}

GrievancesPage.load = ((prefetch, { search }) => prefetch(grievancesOf(filterIn(search)))) satisfies PageLoader

/** Names the breaches of data that are open: the law leaves less time for them than for any grievance. */
function OpenBreaches() {
  const { breaches = 0 } = useQuery(callQuery(dashboardCalls.waiting, {})).data?.data ?? {}
  const book = useQuery({ ...callQuery(breachCalls.list, {}), enabled: breaches > 0 })
  const open = book.data?.data.filter(({ closed_at }) => closed_at === null) ?? []
  return open.map((breach) => (
    <Box key={breach.id} mb="md" style={{ containerType: 'inline-size' }}>
      <Notice kind={isEverybodyTold(breach) ? 'info' : 'failed'} isAlert={false}>
        <Group gap="4px 12px">
          <span>
            <RichText
              id="breaches.openNotice"
              fill={{ breach: () => <Link to={paths.breach.to({ id: breach.id })}>{breach.title}</Link> }}
            />
          </span>
          {/* Its ground is that of the notice, so that its text begins where the other text does. */}
          <span style={{ marginInlineStart: -6 }}>
            <NextStep breach={breach} />
          </span>
        </Group>
      </Notice>
    </Box>
  ))
}

const isEverybodyTold = ({ team, board, letters_at }: ListedBreach) =>
  team.told_at !== null && board.told_at !== null && letters_at !== null

function Grievances({ filter, grievances }: { filter: Filter; grievances: UseQueryResult<GrievanceList> }) {
  const text = useText()
  const { state } = filter
  return (
    <ListPage
      list={grievances}
      page={filter.page}
      lastPageOf={({ pagination }) => pagination.last_page}
      totalOf={({ pagination }) => pagination.total}
      addressOf={(last) => paths.grievances.to({}, addressOf({ ...filter, page: last }))}
      skeleton={<TableSkeleton rows={6} />}
      failure={text('grievances.listFailed')}
    >
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState
            picture="letters"
            message={text(state === 'open' ? 'grievances.noneOpen' : 'grievances.noneAnswered')}
          />
        ) : (
          <ListTable
            caption={text('titles.grievances')}
            columns={columnsOf(text, state)}
            rows={data}
            keyOf={({ id }) => id}
            order={orderOf(filter)}
            hasSortSelect
          />
        )
      }
    </ListPage>
  )
}

function columnsOf(text: Translate, state: GrievanceState): Column<ListedGrievance>[] {
  const common: Column<ListedGrievance>[] = [
    {
      head: text('grievances.number'),
      inCard: 'title',
      cell: ({ id, number }) => (
        <Link to={paths.grievance.to({ id })}>
          <Unbroken number={number} />
        </Link>
      ),
      isTight: true,
    },
    { head: text('grievances.person'), inCard: 'nothing', cell: ({ name }) => shownWords(name, text) },
    {
      head: text('grievances.about'),
      inCard: 'line',
      cell: ({ kind, name, text: words }) => (
        <Stack component="span" gap={2} miw={0} style={{ overflowWrap: 'anywhere' }}>
          <span>
            <OnlyIn place="card">{shownWords(name, text)} · </OnlyIn>
            {text(`grievances.${kind}`)}
          </span>
          <FoldedText lines={1}>{words}</FoldedText>
        </Stack>
      ),
    },
    {
      head: text('grievances.received'),
      align: 'right',
      inCard: 'value',
      sort: sortBy('received', { isUsual: state === 'open' }),
      cell: (grievance) => (
        <>
          <OnlyIn place="row">{formatMediumTime(grievance.received_at)}</OnlyIn>
          <OnlyIn place="card">
            {isUnacknowledged(grievance) ? (
              <AcknowledgeHours dueAt={grievance.acknowledge_by} />
            ) : (
              text('grievances.receivedAt', { time: formatMediumTime(grievance.received_at) })
            )}
          </OnlyIn>
        </>
      ),
      isTight: true,
    },
  ]
  if (state === 'answered') {
    return [
      ...common,
      {
        head: text('grievances.answeredOn'),
        align: 'right',
        inCard: 'end',
        sort: sortBy('answered', { isUsual: true }),
        cell: ({ answered_at }) => answered_at && formatMediumTime(answered_at),
        isTight: true,
      },
    ]
  }
  return [
    ...common,
    {
      head: text('grievances.acknowledged'),
      inCard: 'nothing',
      cell: (grievance) => <Acknowledged grievance={grievance} />,
    },
    {
      head: text('grievances.due'),
      align: 'right',
      inCard: 'end',
      isNamedInCard: true,
      sort: sortBy('due'),
      cell: ({ due_on }) => <DueInRow day={due_on} />,
      isTight: true,
    },
  ]
}

const isUnacknowledged = ({ acknowledged_at, answered_at }: ListedGrievance) =>
  acknowledged_at === null && answered_at === null

/** Says when the person was told that the grievance has come, or until when they must be. */
function Acknowledged({ grievance: { acknowledged_at, acknowledge_by } }: { grievance: ListedGrievance }) {
  if (acknowledged_at)
    return (
      <StatusBadge tone="active" icon={IconCircleCheck}>
        {formatMediumTime(acknowledged_at)}
      </StatusBadge>
    )
  return <AcknowledgeHours dueAt={acknowledge_by} />
}

type Body = Input<typeof grievanceCalls.enter>['body']

const errorsOf = schemaErrors(GrievanceEntry)

/** Writes down what somebody says at the desk or on the phone, then opens it, so that its number can be said. */
function EnterGrievanceDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const dialog = useRef<DialogHandle>(null)
  const navigate = useNavigate()
  const { save } = useSave({
    call: grievanceCalls.enter,
    send: (body: Body, options) => request(grievanceCalls.enter, { body }, options),
    invalidates: [grievanceCalls.list],
  })
  const { form, forgetDraft } = useDraftedForm({
    initial: {
      way: 'call',
      kind: 'other',
      language: pageLanguage() as string,
      name: '',
      email: '',
      phone: '',
      text: '',
    },
    draft: useOwnDraft('grievance'),
    errorsOf,
    checksOnBlur: false,
  })
  const submit = useSubmit(form, text('grievances.enterFailed'), async (values) => {
    const { reply } = await save(GrievanceEntry.parse(values))
    await forgetDraft()
    showSuccess(text('grievances.enterDone', { number: reply.data.number }))
    dialog.current?.close()
    await navigate(paths.grievance.to({ id: reply.data.id }))
  })
  return (
    <FormDialog
      ref={dialog}
      title={text('grievances.enter')}
      {...submit}
      submitLabel={text('grievances.enterSave')}
      onClose={onClose}
    >
      <Text mb="md">{text('grievances.enterHint')}</Text>
      <NativeSelect
        label={text('grievances.way')}
        data={[
          { value: 'call', label: text('grievances.call') },
          { value: 'desk', label: text('grievances.desk') },
        ]}
        mb={16}
        {...form.getInputProps('way')}
      />
      <NativeSelect
        label={text('grievances.kind')}
        data={[
          { value: 'other', label: text('grievances.other') },
          { value: 'data', label: text('grievances.data') },
        ]}
        mb={16}
        {...form.getInputProps('kind')}
      />
      <Textarea
        label={text('grievances.text')}
        rows={4}
        maxLength={GRIEVANCE_TEXT_MAX}
        required
        mb={16}
        {...form.getInputProps('text')}
      />
      <TextInput label={text('labels.name')} maxLength={100} required mb={16} {...form.getInputProps('name')} />
      <TextInput
        label={text('labels.email')}
        description={text('grievances.contactHint')}
        type="email"
        mb={16}
        {...form.getInputProps('email')}
      />
      <TextInput label={text('labels.phone')} type="tel" maxLength={30} mb={16} {...form.getInputProps('phone')} />
      <NativeSelect
        label={text('grievances.language')}
        data={LANGUAGE_CHOICES}
        mb={16}
        {...form.getInputProps('language')}
      />
    </FormDialog>
  )
}
