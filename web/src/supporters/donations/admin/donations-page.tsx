import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { paymentStatuses } from '@petsetu/contract/payments/payments.ts'
import type { WithDuties } from '@petsetu/contract/people/duties.ts'
import { financialYearOf, writtenFinancialYear } from '@petsetu/contract/platform/calendar.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import { shownCause } from '@petsetu/contract/supporters/donation-causes.ts'
import { DonationOrder, donationCalls, type ListedDonation } from '@petsetu/contract/supporters/donations.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconCalendar, IconCalendarMonth, IconCalendarStats, IconEye, IconHeartHandshake } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useUser } from '../../../people/auth/session.ts'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { RichText, useText } from '../../../platform/languages/use-text.tsx'
import { useDebouncedSearchParam, useListParam } from '../../../platform/lib/address/use-list-param.ts'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../../platform/lib/requests/first-data.ts'
import { requestData } from '../../../platform/lib/requests/request-data.ts'
import { serverToday } from '../../../platform/lib/requests/server-clock.ts'
import { CorrectLink } from '../../../platform/lists/correct-link.tsx'
import { ANY_TEXT, type FilterOf, fieldFrom, listFilter } from '../../../platform/lists/list-filter.ts'
import { BelowRows, FoldedFilters, SearchField, useIsPhone } from '../../../platform/lists/list-filters.tsx'
import { ListTable } from '../../../platform/lists/list-table.tsx'
import { formatMediumInstant } from '../../../platform/lists/medium-days.ts'
import { NameLink } from '../../../platform/lists/name-link.tsx'
import { SortSelect } from '../../../platform/lists/sort-select.tsx'
import { CountCards } from '../../../platform/ui/chart/count-cards.tsx'
import classes from '../../../platform/ui/dialog/dialog.module.css'
import type { DialogHandle } from '../../../platform/ui/dialog/dialog.tsx'
import { ReasonDialog } from '../../../platform/ui/dialog/reason-dialog.tsx'
import { EmptyState } from '../../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Status } from '../../../platform/ui/feedback/status-badge.tsx'
import { EmailAddress } from '../../../platform/ui/layout/email-address.tsx'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import { columnAmounts } from '../../../platform/ui/table/column-amounts.ts'
import { type Column, OnlyIn, sortBy } from '../../../platform/ui/table/data-table.tsx'
import { DownloadCsv } from '../../../platform/ui/table/download-button.tsx'
import { ListPage } from '../../../platform/ui/table/list-page.tsx'
import { SOURCE_LABELS } from '../../../shared/payers/donation-values.ts'
import { AskDonation, AskedDonations, type NewRequest } from './ask-donation.tsx'
import cells from './donations-page.module.css'

const DONATIONS_A_PAGE = 20
const YEARS_OFFERED = 6

const financialYear = fieldFrom((text) => (/^\d{4}$/.test(text) ? text : null))

const { filterIn, addressOf } = listFilter({ year: financialYear, search: ANY_TEXT, sort: DonationOrder })

type Filter = FilterOf<{ filterIn: typeof filterIn }>
type DonationList = Reply<typeof donationCalls.listAll>

const yearOf = (year: string) => (year === '' ? {} : { financial_year: year })

function donationsOf({ year, search, sort, page }: Filter) {
  const query = { page: String(page), limit: String(DONATIONS_A_PAGE), search, ...yearOf(year), ...(sort && { sort }) }
  return callQuery(donationCalls.listAll, { query })
}

export function DonationsPage() {
  const text = useText()
  const filter = filterIn(useSearchParams()[0])
  const donations = useQuery({ ...donationsOf(filter), placeholderData: keepPreviousData })
  const summary = donations.data?.summary
  const rupees = (amount: number | undefined) => (amount === undefined ? undefined : formatRupees(amount))
  const isPhone = useIsPhone()
  const [request, setRequest] = useState<NewRequest>(null)
  const isAsking = request === 'form'
  const query = { search: filter.search, ...yearOf(filter.year) }
  const files = (
    <>
      <Button component={Link} to={paths.financialYears.to({}, { year: filter.year })} variant="default">
        {text('donationFile.title')}
      </Button>
      <DownloadCsv call={donationCalls.listCsv} input={{ query }} />
    </>
  )
  return (
    <>
      <PageTitle
        isCompact={isPhone}
        hint={text('donations.hint')}
        aside={
          <>
            {!isPhone && files}
            <Button
              variant={isAsking ? 'default' : 'filled'}
              leftSection={<IconHeartHandshake size={18} aria-hidden />}
              aria-expanded={isAsking}
              onClick={() => setRequest(isAsking ? null : 'form')}
            >
              {text('payLinks.ask')}
            </Button>
          </>
        }
      >
        {text('titles.donations')}
      </PageTitle>
      <AskDonation shown={request} onChange={setRequest} />
      <CountCards
        isCompact={isPhone}
        counts={[
          { label: text('donations.today'), value: rupees(summary?.today), icon: IconCalendar },
          { label: text('donations.thisMonth'), value: rupees(summary?.this_month), icon: IconCalendarMonth },
          { label: text('donations.thisYear'), value: rupees(summary?.this_financial_year), icon: IconCalendarStats },
        ]}
      />
      <FilterRow filter={filter} />
      <Donations filter={filter} donations={donations} />
      {isPhone && <BelowRows>{files}</BelowRows>}
      <AskedDonations />
    </>
  )
}

DonationsPage.load = ((prefetch, { search }) => prefetch(donationsOf(filterIn(search)))) satisfies PageLoader

const orderOf = ({ sort }: Filter): DonationOrder => sort || 'date-desc'

function FilterRow({ filter }: { filter: Filter }) {
  const text = useText()
  const admin = useUser()
  const { year } = filter
  const setParam = useListParam()
  const search = useDebouncedSearchParam('search')
  const thisYear = financialYearOf(serverToday())
  const years = Array.from({ length: YEARS_OFFERED }, (_, ago) => thisYear - ago)
  return (
    <FoldedFilters
      isAtOnce
      count={[year, search.typed].filter(Boolean).length}
      sort={<SortSelect columns={columns([], text, admin, () => {})} order={orderOf(filter)} />}
    >
      <Group align="flex-start" mb="md">
        <NativeSelect
          label={text('donations.year')}
          data={[
            { value: '', label: text('donations.allYears') },
            ...years.map((first) => ({ value: String(first), label: writtenFinancialYear(first) })),
          ]}
          value={year}
          onChange={(event) => setParam('year', event.currentTarget.value)}
        />
        <SearchField label={text('donations.search')} typed={search.typed} onType={search.setTyped} />
      </Group>
    </FoldedFilters>
  )
}

function Donations({ filter, donations }: { filter: Filter; donations: UseQueryResult<DonationList> }) {
  const text = useText()
  return (
    <ListPage
      list={donations}
      page={filter.page}
      lastPageOf={({ pagination }) => pagination.last_page}
      totalOf={({ pagination }) => pagination.total}
      addressOf={(last) => paths.donations.to({}, addressOf({ ...filter, page: last }))}
      skeleton={<TableSkeleton rows={10} />}
      failure={text('donations.listFailed')}
    >
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState picture="pets" message={text('donations.none')} />
        ) : (
          <DonationTable donations={data} order={orderOf(filter)} />
        )
      }
    </ListPage>
  )
}

function DonationTable({ donations, order }: { donations: ListedDonation[]; order: DonationOrder }) {
  const text = useText()
  const admin = useUser()
  const [asked, setAsked] = useState<ListedDonation | null>(null)
  return (
    <>
      <ListTable
        caption={text('titles.donations')}
        columns={columns(donations, text, admin, setAsked)}
        rows={donations}
        keyOf={({ id }) => id}
        order={order}
        hasSortSelect
      />
      {asked && <ShowPanDialog donation={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

const ONE_LINE = { whiteSpace: 'nowrap' } as const
const WRAPPED = { overflowWrap: 'anywhere' } as const

function columns(
  donations: ListedDonation[],
  text: Translate,
  admin: WithDuties | null,
  onShowPan: (donation: ListedDonation) => void,
): Column<ListedDonation>[] {
  const write = columnAmounts(donations.flatMap(({ amount, returned }) => [amount, returned]))
  return [
    {
      head: text('donations.giver'),
      sort: sortBy('name'),
      inCard: 'title',
      cell: ({ user_id, name, phone }) => (
        <span style={WRAPPED}>
          <strong>
            <NameLink id={user_id} name={name} admin={admin} />
          </strong>
          {phone && (
            <OnlyIn place="row">
              <br />
              <span style={ONE_LINE}>{phone}</span>
            </OnlyIn>
          )}
        </span>
      ),
    },
    {
      head: text('labels.email'),
      inCard: 'detail',
      cell: ({ email, phone }) => (
        <>
          {email && (
            <span className={cells.email}>
              <EmailAddress>{email}</EmailAddress>
            </span>
          )}
          {phone && (
            <OnlyIn place="card">
              <span style={ONE_LINE}>{phone}</span>
            </OnlyIn>
          )}
        </>
      ),
    },
    {
      head: text('donations.cause'),
      inCard: 'value',
      cell: ({ purpose, money_source }) => (
        <span style={WRAPPED}>
          {shownWords(shownCause(purpose, text), text)}
          {money_source && <br />}
          {money_source && text(SOURCE_LABELS[money_source])}
        </span>
      ),
    },
    {
      head: text('columns.amount'),
      align: 'right',
      isTight: true,
      sort: sortBy('amount'),
      inCard: 'end',
      cell: ({ amount, returned, status }) => (
        <>
          {write(amount)}
          {status === 'paid' && returned > 0 && (
            <>
              <br />
              {text('donations.returned', { amount: write(returned) })}
            </>
          )}
        </>
      ),
    },
    {
      head: text('columns.status'),
      inCard: 'value',
      cell: ({ status }) => <Status look={paymentStatuses[status === 'paid' ? 'captured' : 'refunded']} />,
    },
    {
      head: text('labels.pan'),
      inCard: 'detail',
      cell: (donation) => <Pan donation={donation} onShow={() => onShowPan(donation)} />,
    },
    {
      head: text('donations.receipt'),
      inCard: 'detail',
      // The receipt of a refund is linked there.
      cell: ({ id, name, receipt_path }) => (
        <Group component="span" gap="xs" wrap="nowrap" display="inline-flex">
          {receipt_path && (
            <a href={receipt_path} style={{ paddingBlock: 2, whiteSpace: 'nowrap' }}>
              {text('donations.receipt')}
            </a>
          )}
          <CorrectLink purpose="donation" id={id} name={name} admin={admin} isIcon />
        </Group>
      ),
    },
    {
      head: text('columns.date'),
      align: 'right',
      isTight: true,
      sort: sortBy('date', { isUsual: true }),
      inCard: 'value',
      cell: ({ paid_at }) => <span className={cells.day}>{formatMediumInstant(paid_at)}</span>,
    },
  ]
}

function Pan({ donation: { pan, name }, onShow }: { donation: ListedDonation; onShow: () => void }) {
  const text = useText()
  if (pan === null)
    return (
      <Text span inherit c="dimmed">
        {text('donations.noPan')}
      </Text>
    )
  return (
    <Group component="span" gap={4} wrap="nowrap" display="inline-flex">
      <span className={cells.pan}>{pan}</span>
      <Button
        variant="subtle"
        px={8}
        title={text('donations.showPan')}
        aria-label={text('donations.showPanOf', { name })}
        onClick={onShow}
      >
        <IconEye size={18} aria-hidden />
      </Button>
    </Group>
  )
}

/** Shows the whole PAN of a donation to an admin who says why; both go into the log. */
function ShowPanDialog({ donation, onClose }: { donation: ListedDonation; onClose: () => void }) {
  const text = useText()
  const { id, name } = donation
  const dialog = useRef<DialogHandle>(null)
  const [pan, setPan] = useState<string | null>(null)
  return (
    <ReasonDialog
      ref={dialog}
      draft={useOwnDraft(`show-pan-${id}`)}
      title={text('donations.showPanQuestion', { name })}
      explanation={text('donations.showPanExplanation')}
      label={text('donations.reason')}
      submitLabel={text('donations.showPan')}
      failureText={text('donations.showPanFailed')}
      onSubmit={async (body) =>
        setPan((await requestData(donationCalls.showPan, { params: { id: String(id) }, body })).pan)
      }
      answer={
        pan !== null && (
          <p className={classes.text} role="status">
            <RichText id="donations.panIs" fill={{ name, pan, strong: (content) => <strong>{content}</strong> }} />
          </p>
        )
      }
      onClose={onClose}
    />
  )
}
