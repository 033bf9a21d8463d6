import { NativeSelect } from '@mantine/core'
import type { Reply } from '@petsetu/contract/call.ts'
import { today } from '@petsetu/contract/dates.ts'
import { DonationOrder, donationCalls } from '@petsetu/contract/donations.ts'
import { financialYearOf, writtenFinancialYear } from '@petsetu/contract/financial-year.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { IconCalendar, IconCalendarMonth, IconCalendarStats, IconHeartHandshake } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import { callQuery } from '../../lib/call-query.ts'
import type { LoadFirst } from '../../lib/first-data.ts'
import { useDebouncedSearchParam } from '../../lib/use-debounced-search-param.ts'
import { useListParam } from '../../lib/use-list-param.ts'
import { ANY_TEXT, type FilterOf, fieldFrom, listFilter } from '../../lists/list-filter.ts'
import { SearchField } from '../../lists/search-field.tsx'
import { CountCards } from '../../ui/chart/count-cards.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { DownloadButton } from '../../ui/table/download-button.tsx'
import { ListPage } from '../../ui/table/list-page.tsx'
import { DonationTable } from './donation-table.tsx'

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
  return (
    <>
      <PageTitle
        hint={text('donations.hint')}
        aside={
          <DownloadButton
            call={donationCalls.csv}
            input={{ query: yearOf(filter.year) }}
            failure={text('donations.statementFailed')}
          >
            {text('donations.statement')}
          </DownloadButton>
        }
      >
        {text('titles.donations')}
      </PageTitle>
      <CountCards
        counts={[
          { label: text('donations.today'), value: rupees(summary?.today), icon: IconCalendar },
          { label: text('donations.thisMonth'), value: rupees(summary?.this_month), icon: IconCalendarMonth },
          { label: text('donations.thisYear'), value: rupees(summary?.this_financial_year), icon: IconCalendarStats },
        ]}
      />
      <FilterRow year={filter.year} />
      <Donations filter={filter} donations={donations} />
    </>
  )
}

DonationsPage.load = ((prefetch, { search }) => prefetch(donationsOf(filterIn(search)))) satisfies LoadFirst

const ROW = { display: 'flex', flexWrap: 'wrap', gap: 16, marginBottom: 16 } as const

function FilterRow({ year }: { year: string }) {
  const text = useText()
  const setParam = useListParam()
  const search = useDebouncedSearchParam('search')
  const thisYear = financialYearOf(today())
  const years = Array.from({ length: YEARS_OFFERED }, (_, ago) => thisYear - ago)
  return (
    <div style={ROW}>
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
    </div>
  )
}

function Donations({ filter, donations }: { filter: Filter; donations: UseQueryResult<DonationList> }) {
  const text = useText()
  return (
    <ListPage
      list={donations}
      page={filter.page}
      lastPageOf={({ pagination }) => pagination.last_page}
      addressOf={(last) => paths.donations.to({}, addressOf({ ...filter, page: last }))}
      skeleton={<TableSkeleton rows={10} />}
      failure={text('donations.listFailed')}
    >
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState icon={<IconHeartHandshake size={36} stroke={1.5} />} message={text('donations.none')} />
        ) : (
          <DonationTable donations={data} order={filter.sort || 'date-desc'} />
        )
      }
    </ListPage>
  )
}
