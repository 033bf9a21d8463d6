import { Button, Stack, Text } from '@mantine/core'
import {
  type ListedMail,
  MailOrder,
  MailState,
  mailCalls,
  mailFailures,
  mailStates,
} from '@petsetu/contract/office/mails.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { formatCount, pluralValues } from '@petsetu/languages/formats.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { IconSend } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useText } from '../../../platform/languages/use-text.tsx'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../../platform/lib/requests/first-data.ts'
import { requestData } from '../../../platform/lib/requests/request-data.ts'
import { type FilterOf, listFilter } from '../../../platform/lists/list-filter.ts'
import { BelowRows, useIsPhone } from '../../../platform/lists/list-filters.tsx'
import { ListTable } from '../../../platform/lists/list-table.tsx'
import { formatMediumTime } from '../../../platform/lists/medium-days.ts'
import { SortSelect } from '../../../platform/lists/sort-select.tsx'
import { EmptyState } from '../../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Status } from '../../../platform/ui/feedback/status-badge.tsx'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { EmailAddress } from '../../../platform/ui/layout/email-address.tsx'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import { type Column, sortBy } from '../../../platform/ui/table/data-table.tsx'
import { DownloadCsv } from '../../../platform/ui/table/download-button.tsx'
import { FilterButtons } from '../../../platform/ui/table/filter-buttons.tsx'
import { ListPage } from '../../../platform/ui/table/list-page.tsx'
import { ShortText } from '../../../platform/ui/table/short-text.tsx'
import { hasActions, MailActions } from './mail-actions.tsx'

const MAILS_A_PAGE = 20
const ALL = ''

const { filterIn, addressOf, queryOf } = listFilter({ state: MailState, sort: MailOrder })

type Filter = FilterOf<{ filterIn: typeof filterIn }>
type MailList = Reply<typeof mailCalls.listAll>

function mailsOf(filter: Filter) {
  const query = { page: String(filter.page), limit: String(MAILS_A_PAGE), ...queryOf(filter) }
  return callQuery(mailCalls.listAll, { query })
}

export function MailsPage() {
  const text = useText()
  const filter = filterIn(useSearchParams()[0])
  const mails = useQuery({ ...mailsOf(filter), placeholderData: keepPreviousData })
  const isPhone = useIsPhone()
  const csv = <DownloadCsv call={mailCalls.csv} input={{ query: filter.state ? { state: filter.state } : {} }} />
  return (
    <>
      <PageTitle isCompact={isPhone} aside={!isPhone && csv}>
        {text('titles.mails')}
      </PageTitle>
      <StateFilter filter={filter} summary={mails.data?.summary} />
      {filter.state === 'held' && (mails.data?.summary.held ?? 0) > 0 && <SendHeld />}
      <Mails filter={filter} mails={mails} />
      {isPhone && <BelowRows>{csv}</BelowRows>}
    </>
  )
}

MailsPage.load = ((prefetch, { search }) => prefetch(mailsOf(filterIn(search)))) satisfies PageLoader

const orderOf = ({ sort }: Filter): MailOrder => sort || 'written-desc'

type FilterProps = { filter: Filter; summary: MailList['summary'] | undefined }

/** One button for each state, with the number of mails that may need something, and one for all. */
function StateFilter({ filter, summary }: FilterProps) {
  const text = useText()
  const [, setParams] = useSearchParams()
  const labelOf = (state: MailState) => {
    const label = text(mailStates[state].label)
    const count = state === 'sent' ? undefined : summary?.[state]
    return count ? text('mailList.counted', { label, count: formatCount(count) }) : label
  }
  const choices = [
    { value: ALL, label: text('mailList.all') },
    ...MailState.options.map((state) => ({ value: state, label: labelOf(state) })),
  ]
  return (
    <FilterButtons
      legend={text('mailList.filter')}
      choices={choices}
      chosen={filter.state}
      onChoose={(state) => setParams({ ...(state && { state }) }, { preventScrollReset: true })}
    >
      <SortSelect columns={columns(text, { isPhone: true, withActions: false })} order={orderOf(filter)} />
    </FilterButtons>
  )
}

function Mails({ filter, mails }: { filter: Filter; mails: UseQueryResult<MailList> }) {
  const text = useText()
  const isPhone = useIsPhone()
  return (
    <ListPage
      list={mails}
      page={filter.page}
      lastPageOf={({ pagination }) => pagination.last_page}
      totalOf={({ pagination }) => pagination.total}
      addressOf={(last) => paths.mails.to({}, addressOf({ ...filter, page: last }))}
      skeleton={<TableSkeleton rows={10} />}
      failure={text('mailList.listFailed')}
    >
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState picture="letters" message={text('mailList.none')} />
        ) : (
          <ListTable
            caption={text(filter.sort ? 'titles.mails' : 'mailList.caption')}
            columns={columns(text, { isPhone, withActions: data.some(hasActions) })}
            rows={data}
            keyOf={(mail) => mail.id}
            order={orderOf(filter)}
            hasSortSelect
          />
        )
      }
    </ListPage>
  )
}

type View = { isPhone: boolean; withActions: boolean }

/** Without the column of actions where no mail of the page has one. In a card, the reason of a state has a line of its own. */
function columns(text: Translate, { isPhone, withActions }: View): Column<ListedMail>[] {
  return [
    {
      head: text('mailList.to'),
      inCard: 'title',
      cell: (mail) => (mail.is_address_withheld ? <em>{text('mailList.withheld')}</em> : <Recipient mail={mail} />),
    },
    {
      head: text('mailList.subject'),
      inCard: 'line',
      cell: (mail) => (
        <>
          {mail.subject === null ? text('mailList.textDeleted') : <span lang={mail.language}>{mail.subject}</span>}
          {isPhone && <StateReason mail={mail} />}
        </>
      ),
    },
    {
      head: text('mailList.written'),
      align: 'right',
      sort: sortBy('written', { isUsual: true }),
      // As a value it would share its line with the buttons of a mail that failed.
      inCard: 'line',
      isTight: true,
      cell: (mail) => formatMediumTime(mail.created_at),
    },
    {
      head: text('columns.status'),
      sort: sortBy('status', { words: { ascending: 'mailList.failedFirst', descending: 'mailList.waitingFirst' } }),
      inCard: 'end',
      cell: (mail) => (
        <Stack component="span" align="flex-start" gap={4}>
          <Status look={mailStates[mail.state]} />
          {!isPhone && <StateReason mail={mail} />}
        </Stack>
      ),
    },
    ...(withActions ? [actionsOf(text)] : []),
  ]
}

/** Names the person by their account, with the address below it, and shows the address alone where it has no account. */
function Recipient({ mail: { to_address, account } }: { mail: ListedMail }) {
  const address = <EmailAddress>{to_address}</EmailAddress>
  if (!account)
    return (
      // In the large letters of a card's title, it would break beside the status.
      <Text component="strong" fw={600} fz="min(1em, 1rem)" lh="inherit">
        {address}
      </Text>
    )
  return (
    <Stack component="span" gap={0}>
      <ShortText lines={1} title={account.username}>
        <Link to={paths.user.to({ id: account.id })}>{account.username}</Link>
      </ShortText>
      <Text span c="dimmed" fz="0.8125rem" lh={1.2}>
        <ShortText lines={1} title={to_address}>
          {address}
        </ShortText>
      </Text>
    </Stack>
  )
}

function actionsOf(text: Translate): Column<ListedMail> {
  return { head: text('columns.actions'), inCard: 'actions', cell: (mail) => <MailActions mail={mail} /> }
}

/** Sends the held mails all at once, for when there is a mail server again. */
function SendHeld() {
  const text = useText()
  const sending = useSave<null, { queued: number; has_more: boolean }>({
    call: mailCalls.sendHeld,
    send: () => requestData(mailCalls.sendHeld, {}),
    confirm: () => ({
      title: text('mailList.sendHeldQuestion'),
      children: text('mailList.sendHeldExplanation'),
      confirmLabel: text('mailList.sendHeld'),
    }),
    invalidates: [mailCalls.listAll],
    success: ({ queued, has_more }) => {
      if (queued === 0) return text('mailList.nothingToSend')
      return text(has_more ? 'mailList.heldQueuedInPart' : 'mailList.heldQueued', pluralValues(queued))
    },
    failure: { fallback: text('mailList.sendHeldFailed') },
  })
  return (
    <Button
      mb="md"
      variant="default"
      leftSection={<IconSend size={18} aria-hidden />}
      loading={sending.isBusy}
      onClick={() => sending.start(null)}
    >
      {text('mailList.sendHeld')}
    </Button>
  )
}

/** A mail has failed without a reason after an error of ours. */
function reasonOf({ state, failure }: ListedMail): PlainId | null {
  if (state === 'held') return 'mailList.heldWhy'
  if (failure) return mailFailures[failure].label
  return state === 'failed' ? 'mailList.ourError' : null
}

/** Says why a mail has its state, and what the mail server said. */
function StateReason({ mail }: { mail: ListedMail }) {
  const text = useText()
  const reason = reasonOf(mail)
  return (
    <>
      {reason && (
        <Text component="span" inherit display="block">
          {text(reason)}
        </Text>
      )}
      {mail.server_reply && (
        <Text component="span" inherit display="block" c="dimmed" maw="40ch" style={{ overflowWrap: 'anywhere' }}>
          {mail.server_reply}
        </Text>
      )}
    </>
  )
}
