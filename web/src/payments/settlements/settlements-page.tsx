import { Box, Button, Group, NativeSelect, Stack } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import {
  LINE_STATES,
  type SettlementImport,
  type SettlementSummary,
  settlementCalls,
} from '@petsetu/contract/payments/settlements.ts'
import { addMonths } from '@petsetu/contract/platform/calendar.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { formatCount, formatRupees } from '@petsetu/languages/formats.ts'
import { formatMonth } from '@petsetu/languages/months.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconBuildingBank, IconClock, IconReceiptTax, IconScale, IconUpload } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatLongTime } from '../../platform/languages/page-formats.ts'
import { useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { useListParam } from '../../platform/lib/address/use-list-param.ts'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { CallError, messageOf, request } from '../../platform/lib/requests/request.ts'
import { sendForm } from '../../platform/lib/requests/send-form.ts'
import { BelowRows, FoldedFilters, useIsPhone } from '../../platform/lists/list-filters.tsx'
import { formatMediumInstant } from '../../platform/lists/medium-days.ts'
import { SortSelect } from '../../platform/lists/sort-select.tsx'
import { FileField } from '../../platform/public-form/file-field.tsx'
import { CountCards } from '../../platform/ui/chart/count-cards.tsx'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { SectionHeading, TitledCard } from '../../platform/ui/layout/card-parts.tsx'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import fold from '../../platform/ui/layout/unfolds.module.css'
import { columnAmounts } from '../../platform/ui/table/column-amounts.ts'
import { type Column, DataTable } from '../../platform/ui/table/data-table.tsx'
import { DownloadCsv } from '../../platform/ui/table/download-button.tsx'
import { ListPage } from '../../platform/ui/table/list-page.tsx'
import {
  addressOf,
  csvQueryOf,
  DAY,
  filterIn,
  ID,
  type LineFilter,
  LineTable,
  lineColumns,
  offeredMonths,
  orderOf,
  queryOf,
  STATE_TEXTS,
  thisMonth,
} from './line-table.tsx'

const LINES_A_PAGE = 20

const summaryOf = ({ month }: LineFilter) => callQuery(settlementCalls.summary, { query: { month } })

function linesOf(filter: LineFilter) {
  const query = { page: String(filter.page), limit: String(LINES_A_PAGE), ...queryOf(filter), sort: orderOf(filter) }
  return callQuery(settlementCalls.list, { query })
}

/** Shows the provider's payouts of a month beside our own books. */
export function SettlementsPage() {
  const text = useText()
  const filter = filterIn(useSearchParams()[0])
  const summary = useQuery({ ...summaryOf(filter), placeholderData: keepPreviousData })
  const importedAt = summary.data?.data.imported_at
  const [isAsked, setAsked] = useState(false)
  const isImporting = isAsked || importedAt === null
  const isPhone = useIsPhone()
  const csv = <DownloadCsv call={settlementCalls.csv} input={{ query: csvQueryOf(filter) }} />
  return (
    <>
      <PageTitle
        isCompact={isPhone}
        hint={
          <>
            {text('settlements.hint')}{' '}
            {importedAt && (
              <span style={{ display: 'inline-block' }}>
                {text('settlements.lastImport', { when: formatLongTime(importedAt) })}
              </span>
            )}
          </>
        }
        aside={
          <>
            {importedAt && (
              <Button
                variant="default"
                leftSection={<IconUpload size={18} aria-hidden />}
                aria-expanded={isImporting}
                onClick={() => setAsked(!isAsked)}
              >
                {text('settlements.import')}
              </Button>
            )}
            {!isPhone && csv}
          </>
        }
      >
        {text('titles.settlements')}
      </PageTitle>
      {isImporting && <ImportReport onImport={() => setAsked(true)} />}
      <FilterRow filter={filter} />
      <SettlementSums summary={summary} filter={filter} isCompact={isPhone} />
      <Lines filter={filter} />
      {isPhone && <BelowRows>{csv}</BelowRows>}
    </>
  )
}

SettlementsPage.load = ((prefetch, { search }) => {
  const filter = filterIn(search)
  return Promise.all([prefetch(summaryOf(filter)), prefetch(linesOf(filter))])
}) satisfies PageLoader

function FilterRow({ filter }: { filter: LineFilter }) {
  const text = useText()
  const language = useLanguage()
  const setParam = useListParam()
  const { month, state } = filter
  return (
    <FoldedFilters
      isAtOnce
      count={[month !== thisMonth(), state].filter(Boolean).length}
      sort={<SortSelect columns={lineColumns([], text)} order={orderOf(filter)} />}
    >
      <Group align="flex-end" gap="sm" mb="md">
        <NativeSelect
          flex="1 1 11rem"
          maw={220}
          label={text('settlements.month')}
          data={offeredMonths(month).map((value) => ({ value, label: formatMonth(value, language) }))}
          value={month}
          onChange={(event) => setParam('month', event.currentTarget.value)}
        />
        <NativeSelect
          flex="1 1 8rem"
          maw={220}
          label={text('settlements.show')}
          data={[
            { value: '', label: text('settlements.all') },
            { value: 'open', label: text('settlements.open') },
            ...LINE_STATES.map((value) => ({ value, label: text(STATE_TEXTS[value]) })),
          ]}
          value={state}
          onChange={(event) => setParam('state', event.currentTarget.value)}
        />
      </Group>
    </FoldedFilters>
  )
}

function Lines({ filter }: { filter: LineFilter }) {
  const text = useText()
  const lines = useQuery({ ...linesOf(filter), placeholderData: keepPreviousData })
  return (
    <Stack component="section" gap="sm" aria-labelledby="settlement-lines">
      <SectionHeading id="settlement-lines">{text('settlements.lines')}</SectionHeading>
      <ListPage
        list={lines}
        page={filter.page}
        lastPageOf={({ pagination }) => pagination.last_page}
        totalOf={({ pagination }) => pagination.total}
        addressOf={(last) => paths.settlements.to({}, addressOf({ ...filter, page: last }))}
        skeleton={<TableSkeleton rows={10} />}
        failure={text('settlements.listFailed')}
      >
        {({ data }) =>
          data.length === 0 ? <NoLines filter={filter} /> : <LineTable lines={data} order={orderOf(filter)} />
        }
      </ListPage>
    </Stack>
  )
}

/** In the first days of a month, who looks for the last settlements finds the way to the month before. */
function NoLines({ filter }: { filter: LineFilter }) {
  const text = useText()
  const language = useLanguage()
  const isThisMonth = filter.month === thisMonth()
  const none = isThisMonth ? 'settlements.noneYet' : 'settlements.none'
  const month = addMonths(`${filter.month}-01`, -1).slice(0, 7)
  return (
    <EmptyState picture="papers" message={text(filter.state ? 'settlements.noneOfState' : none)}>
      {isThisMonth && (
        <Button
          component={Link}
          variant="default"
          to={paths.settlements.to({}, addressOf({ ...filter, month, page: 1 }))}
        >
          {text('settlements.showMonth', { month: formatMonth(month, language) })}
        </Button>
      )}
    </EmptyState>
  )
}

type Settlement = SettlementSummary['settlements'][number]

type SumProps = {
  summary: UseQueryResult<Reply<typeof settlementCalls.summary>>
  filter: LineFilter
  isCompact: boolean
}

/** The sums of a month, and of each settlement in it. On a phone, where the filters are folded, they name the month. */
function SettlementSums({ summary, filter, isCompact }: SumProps) {
  const text = useText()
  const language = useLanguage()
  const month = summary.data?.data
  const missing = paths.settlements.to({}, addressOf({ ...filter, state: 'missing', page: 1 }))
  const rupees = (amount: number | undefined) => (amount === undefined ? undefined : formatRupees(amount))
  return (
    <>
      <CountCards
        isBusy={summary.isPlaceholderData}
        isCompact={isCompact}
        counts={[
          {
            label: text('settlements.net'),
            value: rupees(month?.settled.net),
            icon: IconBuildingBank,
            ...(isCompact && { hint: formatMonth(filter.month, language) }),
          },
          { label: text('settlements.fees'), value: rupees(month?.settled.fee), icon: IconScale },
          { label: text('settlements.gst'), value: rupees(month?.settled.tax), icon: IconReceiptTax },
          {
            label: text('settlements.missing'),
            value: rupees(month?.not_settled),
            icon: IconClock,
            ...(month && month.counts.missing > 0 && { to: missing }),
          },
        ]}
      />
      {month && month.settlements.length > 0 && <Settlements settlements={month.settlements} isFolded={isCompact} />}
    </>
  )
}

/** The settlements of a month. On a phone they are folded, so that the lines below them are near. */
function Settlements({ settlements, isFolded }: { settlements: Settlement[]; isFolded: boolean }) {
  const text = useText()
  const heading = <SectionHeading id="settlements">{text('settlements.settlements')}</SectionHeading>
  const table = (
    <DataTable
      isDense
      caption={text('settlements.settlements')}
      columns={columnsOf(settlements, text)}
      details={text('lists.details')}
      rows={settlements}
      keyOf={({ settlement_id }) => settlement_id}
    />
  )
  return (
    <Stack component="section" gap="sm" mb={isFolded ? 'xs' : 'lg'} aria-labelledby="settlements">
      {isFolded ? (
        <details>
          <summary className={fold.unfolds}>{heading}</summary>
          {table}
        </details>
      ) : (
        <>
          {heading}
          {table}
        </>
      )}
    </Stack>
  )
}

/** Without the columns of refunds and adjustments where no settlement has any. */
function columnsOf(settlements: Settlement[], text: Translate): Column<Settlement>[] {
  const amount = (head: string, value: (settlement: Settlement) => number): Column<Settlement> => {
    const write = columnAmounts(settlements.map(value))
    return { head, align: 'right', isTight: true, inCard: 'detail', cell: (settlement) => write(value(settlement)) }
  }
  return [
    {
      head: text('settlements.utr'),
      inCard: 'title',
      cell: ({ utr, settlement_id }) => <strong style={ID}>{utr ?? settlement_id}</strong>,
    },
    {
      head: text('settlements.count'),
      align: 'right',
      isTight: true,
      inCard: 'detail',
      cell: ({ lines }) => formatCount(lines),
    },
    amount(text('settlements.payments'), ({ payments }) => payments),
    ...(settlements.some(({ refunds }) => refunds !== 0)
      ? [amount(text('settlements.refunds'), ({ refunds }) => refunds)]
      : []),
    ...(settlements.some(({ other }) => other !== 0)
      ? [amount(text('settlements.adjustments'), ({ other }) => other)]
      : []),
    amount(text('settlements.fees'), ({ fee }) => fee),
    amount(text('settlements.gst'), ({ tax }) => tax),
    { ...amount(text('settlements.total'), ({ net }) => net), inCard: 'end' },
    {
      head: text('settlements.settled'),
      align: 'right',
      inCard: 'value',
      cell: ({ settled_at }) => <span style={DAY}>{formatMediumInstant(settled_at)}</span>,
    },
  ]
}

type Result = { imported: SettlementImport } | { error: unknown } | null

/** Sends a settlement report as soon as it is chosen, and says what became of it. */
function ImportReport({ onImport }: { onImport: () => void }) {
  const text = useText()
  const [, setParams] = useSearchParams()
  const [result, setResult] = useState<Result>(null)
  const { save, isBusy } = useSave({
    call: settlementCalls.import,
    send: async (file: File) => {
      const send = sendForm({ files: [[settlementCalls.import.multipart, file]] })
      return (await request(settlementCalls.import, { body: {} }, { send })).reply.data
    },
    invalidates: [settlementCalls.list, settlementCalls.summary],
  })

  async function choose(input: HTMLInputElement) {
    const file = input.files?.[0]
    if (!file) return
    setResult(null)
    onImport()
    try {
      const imported = await save(file)
      setResult({ imported })
      const [month] = imported.months
      if (month) setParams({ month }, { preventScrollReset: true })
    } catch (error) {
      setResult({ error })
    }
    // Emptied, because the browser reports no change if the same file is chosen again.
    input.value = ''
  }

  return (
    <TitledCard title={text('settlements.import')} mb="lg">
      <Box maw={480}>
        <FileField
          name="file"
          accept=".csv,text/csv"
          label={text('settlements.file')}
          hint={text('settlements.importHint')}
          disabled={isBusy}
          onChange={(event) => void choose(event.currentTarget)}
        />
      </Box>
      {isBusy && <p role="status">{text('settlements.importing')}</p>}
      {result && <ImportResult result={result} />}
    </TitledCard>
  )
}

function ImportResult({ result }: { result: NonNullable<Result> }) {
  const text = useText()
  if ('imported' in result) {
    const { added, known, waiting } = result.imported
    const counts = { added: formatCount(added), known: formatCount(known), waiting: formatCount(waiting) }
    return <Notice kind="done">{text('settlements.imported', counts)}</Notice>
  }
  const lines = result.error instanceof CallError ? Object.values(result.error.fields) : []
  return (
    <Notice kind="failed">
      {messageOf(result.error, text('settlements.importFailed'))}
      {lines.length > 1 && (
        <ul style={{ margin: '8px 0 0', paddingInlineStart: 20 }}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
