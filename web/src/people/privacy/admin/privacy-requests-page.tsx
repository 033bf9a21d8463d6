import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import {
  type ListedPrivacyRequest,
  NomineeRequest,
  PrivacyRequestOrder,
  PrivacyRequestState,
  privacyCalls,
  privacyRequestStates,
} from '@petsetu/contract/people/privacy.ts'
import { PRIVACY_NOTE_MAX } from '@petsetu/contract/people/privacy-kinds.ts'
import type { Input, Reply } from '@petsetu/contract/platform/call.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useText } from '../../../platform/languages/use-text.tsx'
import { useListParam } from '../../../platform/lib/address/use-list-param.ts'
import { useDraftedForm } from '../../../platform/lib/drafts/use-drafted-form.ts'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../../platform/lib/requests/first-data.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { type FilterOf, listFilter } from '../../../platform/lists/list-filter.ts'
import { BelowRows, useIsPhone } from '../../../platform/lists/list-filters.tsx'
import { ListTable } from '../../../platform/lists/list-table.tsx'
import { formatMediumInstant } from '../../../platform/lists/medium-days.ts'
import { RowMenu } from '../../../platform/lists/row-menu.tsx'
import { SortSelect } from '../../../platform/lists/sort-select.tsx'
import type { DialogHandle } from '../../../platform/ui/dialog/dialog.tsx'
import { FormDialog } from '../../../platform/ui/dialog/form-dialog.tsx'
import { EmptyState } from '../../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { schemaErrors } from '../../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import { Late } from '../../../platform/ui/layout/panel.tsx'
import { Unbroken } from '../../../platform/ui/layout/unbroken.tsx'
import { type Column, OnlyIn, sortBy } from '../../../platform/ui/table/data-table.tsx'
import { DownloadCsv } from '../../../platform/ui/table/download-button.tsx'
import { FilterButtons } from '../../../platform/ui/table/filter-buttons.tsx'
import { FoldedText } from '../../../platform/ui/table/folded-text.tsx'
import { ListPage } from '../../../platform/ui/table/list-page.tsx'
import { DueInRow } from '../../../shared/deadlines/due-badge.tsx'
import { useOwnDraft } from '../../auth/use-own-draft.ts'
import { askedBy, RequestDoneDialog } from './request-parts.tsx'

const REQUESTS_A_PAGE = 20

const { filterIn, addressOf } = listFilter({ state: PrivacyRequestState, sort: PrivacyRequestOrder }, () => ({
  state: 'open',
}))

type Filter = FilterOf<{ filterIn: typeof filterIn }>
type RequestList = Reply<typeof privacyCalls.listAll>

function requestsOf({ page, state, sort }: Filter) {
  const query = { page: String(page), limit: String(REQUESTS_A_PAGE), state, ...(sort && { sort }) }
  return callQuery(privacyCalls.listAll, { query })
}

const orderOf = ({ sort, state }: Filter) => sort || privacyRequestStates[state].order

/** Lists people's requests about their data: open ones oldest first, with the day by which they must be done. */
export function PrivacyRequestsPage() {
  const text = useText()
  const filter = filterIn(useSearchParams()[0])
  const setParam = useListParam()
  const [isEntering, setEntering] = useState(false)
  const requests = useQuery({ ...requestsOf(filter), placeholderData: keepPreviousData })
  const { open = 0, overdue = 0 } = requests.data?.summary ?? {}
  const isPhone = useIsPhone()
  const hint = text('privacyRequests.hint')
  const others = (
    <>
      <DownloadCsv call={privacyCalls.csv} input={{ query: { state: filter.state } }} />
      <Button component={Link} to={paths.consents.to({})} variant="default">
        {text('titles.consents')}
      </Button>
      <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEntering(true)}>
        {text('privacyRequests.nomineeAsks')}
      </Button>
    </>
  )
  return (
    <>
      <PageTitle isCompact={isPhone} hint={!isPhone && hint} aside={!isPhone && others}>
        {text('titles.privacyRequests')}
      </PageTitle>
      <FilterButtons
        legend={text('privacyRequests.filter')}
        choices={[
          {
            value: 'open',
            label: open
              ? text('privacyRequests.openCounted', { count: formatCount(open) })
              : text('privacyRequests.open'),
          },
          { value: 'done', label: text('privacyRequests.done') },
        ]}
        chosen={filter.state}
        onChoose={(state) => setParam('state', state === 'done' ? state : null)}
      >
        <SortSelect columns={columns(text, filter.state, () => {})} order={orderOf(filter)} />
      </FilterButtons>
      {overdue > 0 && <p role="status">{text('privacyRequests.overdueCounted', { count: formatCount(overdue) })}</p>}
      <Requests filter={filter} requests={requests} />
      {isPhone && (
        <BelowRows>
          <Text c="dimmed">{hint}</Text>
          {others}
        </BelowRows>
      )}
      {isEntering && <NomineeRequestDialog onClose={() => setEntering(false)} />}
    </>
  )
}

PrivacyRequestsPage.load = ((prefetch, { search }) => prefetch(requestsOf(filterIn(search)))) satisfies PageLoader

function Requests({ filter, requests }: { filter: Filter; requests: UseQueryResult<RequestList> }) {
  const text = useText()
  const [finished, setFinished] = useState<ListedPrivacyRequest | null>(null)
  const { state } = filter
  return (
    <>
      <ListPage
        list={requests}
        page={filter.page}
        lastPageOf={({ pagination }) => pagination.last_page}
        totalOf={({ pagination }) => pagination.total}
        addressOf={(last) => paths.privacyRequests.to({}, addressOf({ ...filter, page: last }))}
        skeleton={<TableSkeleton rows={6} />}
        failure={text('privacyRequests.listFailed')}
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              picture="papers"
              message={text(state === 'open' ? 'privacyRequests.noneOpen' : 'privacyRequests.noneDone')}
            />
          ) : (
            <ListTable
              caption={text('titles.privacyRequests')}
              columns={columns(text, state, setFinished)}
              rows={data}
              keyOf={({ id }) => id}
              order={orderOf(filter)}
              hasSortSelect
            />
          )
        }
      </ListPage>
      {finished && <RequestDoneDialog request={finished} onClose={() => setFinished(null)} />}
    </>
  )
}

// Short enough for the select of a phone beside both buttons.
const BY_AGE = { ascending: 'lists.oldestFirst', descending: 'communityList.newest' } as const

function columns(
  text: Translate,
  state: PrivacyRequestState,
  onFinish: (request: ListedPrivacyRequest) => void,
): Column<ListedPrivacyRequest>[] {
  const common: Column<ListedPrivacyRequest>[] = [
    { head: text('privacyRequests.number'), inCard: 'nothing', cell: ({ id }) => <Unbroken number={`P-${id}`} /> },
    { head: text('privacyRequests.person'), inCard: 'title', cell: (request) => <Person request={request} /> },
    { head: text('privacyRequests.asks'), inCard: 'line', cell: (request) => <RequestText request={request} /> },
    {
      head: text('privacyRequests.received'),
      align: 'right',
      inCard: 'value',
      sort: state === 'open' ? sortBy('received', { isUsual: true, words: BY_AGE }) : sortBy('received'),
      cell: ({ created_at }) => formatMediumInstant(created_at),
      isTight: true,
    },
  ]
  if (state === 'done') {
    return [
      ...common,
      {
        head: text('privacyRequests.doneOn'),
        align: 'right',
        inCard: 'end',
        sort: sortBy('done', { isUsual: true, words: BY_AGE }),
        cell: ({ done_at }) => done_at && formatMediumInstant(done_at),
        isTight: true,
      },
      {
        head: text('labels.answer'),
        inCard: 'detail',
        cell: ({ answer }) => answer && <FoldedText>{answer}</FoldedText>,
      },
    ]
  }
  return [
    ...common,
    {
      head: text('privacyRequests.due'),
      align: 'right',
      inCard: 'value',
      isNamedInCard: true,
      sort: sortBy('due', {
        words: { ascending: 'privacyRequests.dueSoonest', descending: 'privacyRequests.dueLatest' },
      }),
      cell: ({ due_on }) => <DueInRow day={due_on} />,
      isTight: true,
    },
    {
      head: text('columns.actions'),
      inCard: 'menu',
      cell: (request) => <FinishAction request={request} onFinish={() => onFinish(request)} />,
    },
  ]
}

// A long address ends in dots; the page behind the link shows it whole.
const OPENED = {
  display: 'block',
  maxWidth: 'min(24ch, 70vw)',
  // 44 px high, over the lines around it, which nobody taps.
  marginBlock: -10,
  paddingBlock: 10,
  fontWeight: 700,
}

type ColumnsProps = { request: ListedPrivacyRequest }

/** Names the person of a request. After an erasure, neither the address nor the name is known any more. */
function Person({ request }: ColumnsProps) {
  const text = useText()
  const { id, email, is_confirmed } = request
  return (
    <Stack component="span" gap={0} miw="min(20ch, 45vw)" align="flex-start" style={{ overflowWrap: 'anywhere' }}>
      <Text
        component={Link}
        inherit
        truncate
        td="underline"
        to={paths.privacyCase.to({ id })}
        style={OPENED}
        title={email ?? undefined}
      >
        {email || text('privacyRequests.erased')}
      </Text>
      <Group component="span" gap="0 8px">
        {email && (
          <OnlyIn place="row">
            <AskedBy request={request} />
          </OnlyIn>
        )}
        {!is_confirmed && <Late>{text('privacyCase.notConfirmed')}</Late>}
      </Group>
    </Stack>
  )
}

/** A button in a row, and behind the menu of a card, which stays low. */
function FinishAction({ request, onFinish }: ColumnsProps & { onFinish: () => void }) {
  const text = useText()
  const label = text('privacyRequests.markDone')
  const name = text('privacyRequests.markDoneOf', { kind: text(`privacyKinds.${request.kind}`), person: request.email })
  if (useIsPhone())
    return <RowMenu of={request.email} actions={[{ label, name, icon: IconCheck, onChoose: onFinish }]} />
  return (
    <Button
      variant="subtle"
      px={8}
      ml={-8}
      leftSection={<IconCheck size={18} aria-hidden />}
      aria-label={name}
      onClick={onFinish}
    >
      {label}
    </Button>
  )
}

function AskedBy({ request }: ColumnsProps) {
  const text = useText()
  return (
    <Text span inherit c="dimmed">
      {askedBy(text, request)}
    </Text>
  )
}

/** Shows the kind of the request, and the person's words. */
function RequestText({ request }: ColumnsProps) {
  const text = useText()
  const { kind, note, email } = request
  return (
    <Stack component="span" gap={2} miw={0} style={{ overflowWrap: 'anywhere' }}>
      <span>
        {text(`privacyKinds.${kind}`)}
        {email && (
          <OnlyIn place="card">
            {' · '}
            <AskedBy request={request} />
          </OnlyIn>
        )}
      </span>
      {note && <FoldedText lines={1}>{note}</FoldedText>}
    </Stack>
  )
}

type Body = Input<typeof privacyCalls.enterForNominee>['body']

const errorsOf = schemaErrors(NomineeRequest)

/** Enters what a nominee asks for in the place of the person who named them, then opens the request. */
function NomineeRequestDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const dialog = useRef<DialogHandle>(null)
  const navigate = useNavigate()
  const { save } = useSave({
    call: privacyCalls.enterForNominee,
    send: (body: Body, options) => request(privacyCalls.enterForNominee, { body }, options),
    invalidates: [privacyCalls.listAll],
  })
  const { form, forgetDraft } = useDraftedForm({
    initial: { email: '', kind: 'export' as string, note: '', nominee_email: '', proof: '' },
    draft: useOwnDraft('nominee-request'),
    errorsOf,
    checksOnBlur: false,
  })
  const submit = useSubmit(form, text('privacyRequests.enterNomineeFailed'), async (values) => {
    const { reply } = await save(NomineeRequest.parse(values))
    await forgetDraft()
    dialog.current?.close()
    await navigate(paths.privacyCase.to({ id: reply.data.id }))
  })
  return (
    <FormDialog
      ref={dialog}
      title={text('privacyRequests.nomineeAsks')}
      {...submit}
      submitLabel={text('privacyRequests.enterNominee')}
      onClose={onClose}
    >
      <Text mb="md">{text('privacyRequests.nomineeAsksHint')}</Text>
      <TextInput
        label={text('privacyRequests.personEmail')}
        type="email"
        required
        mb={16}
        {...form.getInputProps('email')}
      />
      <NativeSelect
        label={text('privacyRequests.asks')}
        data={NomineeRequest.shape.kind.options.map((value) => ({ value, label: text(`privacyKinds.${value}`) }))}
        mb={16}
        {...form.getInputProps('kind')}
      />
      <Textarea
        label={text('labels.note')}
        rows={3}
        maxLength={PRIVACY_NOTE_MAX}
        mb={16}
        {...form.getInputProps('note')}
      />
      <TextInput
        label={text('privacyRequests.nomineeEmail')}
        description={text('privacyRequests.nomineeEmailHint')}
        type="email"
        required
        mb={16}
        {...form.getInputProps('nominee_email')}
      />
      <TextInput
        label={text('privacyRequests.proof')}
        description={text('privacyRequests.proofHint')}
        maxLength={200}
        required
        mb={16}
        {...form.getInputProps('proof')}
      />
    </FormDialog>
  )
}
