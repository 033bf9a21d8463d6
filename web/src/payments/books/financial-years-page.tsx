import { Box, Button, Group, NativeSelect } from '@mantine/core'
import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { type BookYear, bookCalls } from '@petsetu/contract/payments/books.ts'
import { writtenFinancialYear } from '@petsetu/contract/platform/calendar.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconLock, IconLockOpen, IconReportMoney } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useOwnDraft } from '../../people/auth/use-own-draft.ts'
import { formatLongInstant } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { useListParam } from '../../platform/lib/address/use-list-param.ts'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { serverToday } from '../../platform/lib/requests/server-clock.ts'
import type { DialogHandle } from '../../platform/ui/dialog/dialog.tsx'
import { ReasonDialog } from '../../platform/ui/dialog/reason-dialog.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { StatusBadge } from '../../platform/ui/feedback/status-badge.tsx'
import { showSuccess } from '../../platform/ui/feedback/toast.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { TitledCard } from '../../platform/ui/layout/card-parts.tsx'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { Hint } from '../../platform/ui/layout/panel.tsx'
import { columnAmounts } from '../../platform/ui/table/column-amounts.ts'
import { type Column, DataTable } from '../../platform/ui/table/data-table.tsx'
import { DownloadButton } from '../../platform/ui/table/download-button.tsx'
import { RowActions } from '../../platform/ui/table/row-actions.tsx'
import { ShortText } from '../../platform/ui/table/short-text.tsx'
import { DonationStatementOf } from './donation-statement.tsx'
import classes from './financial-years.module.css'

const bookYears = () => callQuery(bookCalls.years, {})

/** Shows what moved in each financial year, and closes the books of one that has ended. */
export function FinancialYearsPage() {
  const text = useText()
  const years = useQuery(bookYears())
  return (
    <>
      <PageTitle hint={text('books.hint')}>{text('titles.financialYears')}</PageTitle>
      <Loaded query={years} skeleton={<TableSkeleton rows={3} />} failure={text('books.loadFailed')}>
        {({ data }) => (
          <>
            <YearTable years={data} />
            <YearlyDonations years={data.map(({ year }) => year)} />
          </>
        )}
      </Loaded>
    </>
  )
}

/** The yearly donation file of one year, which the address names: at first the last year that has ended. */
function YearlyDonations({ years }: { years: number[] }) {
  const text = useText()
  const setParam = useListParam()
  const [params] = useSearchParams()
  const year = years.find((one) => String(one) === params.get('year')) ?? years[1] ?? years[0]
  if (year === undefined) return null
  return (
    <TitledCard title={text('donationFile.title')} mt="lg" mb="lg">
      <Group align="start" justify="space-between" gap="24px 48px">
        <Box flex="1 1 24rem">
          <Hint>{text('donationFile.hint')}</Hint>
        </Box>
        <NativeSelect
          label={text('books.year')}
          w={192}
          data={years.map((one) => ({ value: String(one), label: writtenFinancialYear(one) }))}
          value={String(year)}
          onChange={(event) => setParam('year', event.currentTarget.value)}
        />
      </Group>
      <div>
        <DonationStatementOf year={year} />
      </div>
    </TitledCard>
  )
}

FinancialYearsPage.load = ((prefetch) => prefetch(bookYears())) satisfies PageLoader

function YearTable({ years }: { years: BookYear[] }) {
  const text = useText()
  const [asked, setAsked] = useState<BookYear | null>(null)
  return (
    <>
      <DataTable
        isDense
        caption={text('titles.financialYears')}
        columns={columnsOf(text, years, setAsked)}
        details={text('lists.details')}
        rows={years}
        keyOf={({ year }) => year}
      />
      {asked && <CloseBooksDialog year={asked.year} onClose={() => setAsked(null)} />}
    </>
  )
}

/** Books are closed in their order, so only the oldest open year can be closed. */
const nextToClose = (years: BookYear[]) => years.findLast(({ locked }) => !locked)

function columnsOf(text: Translate, years: BookYear[], onClose: (year: BookYear) => void): Column<BookYear>[] {
  const next = nextToClose(years)
  const amount = (head: string, value: (year: BookYear) => number): Column<BookYear> => {
    const write = columnAmounts(years.map(value))
    return { head, align: 'right', isTight: true, inCard: 'detail', cell: (year) => write(value(year)) }
  }
  return [
    {
      head: text('books.year'),
      inCard: 'title',
      cell: ({ year }) => <strong style={{ whiteSpace: 'nowrap' }}>{writtenFinancialYear(year)}</strong>,
    },
    amount(text('books.received'), ({ received }) => received),
    amount(text('books.returned'), ({ returned }) => returned),
    { ...amount(text('books.net'), ({ received, returned }) => received - returned), inCard: 'end' },
    { head: text('books.state'), inCard: 'line', cell: (year) => <State year={year} /> },
    {
      head: text('books.actions'),
      inCard: 'actions',
      cell: (year) => (
        <RowActions>
          <DownloadButton
            call={reportCalls.movementsCsv}
            input={{ query: daysOf(year) }}
            icon={<IconReportMoney size={18} aria-hidden />}
            failure={text('books.fileFailed')}
            name={`${text('books.file')}: ${writtenFinancialYear(year.year)}`}
            variant="subtle"
          >
            {text('books.file')}
          </DownloadButton>
          {year === next && !year.is_running && (
            <Button
              variant="subtle"
              px={8}
              leftSection={<IconLock size={18} aria-hidden />}
              onClick={() => onClose(year)}
            >
              {text('books.close')}
            </Button>
          )}
        </RowActions>
      ),
    },
  ]
}

function daysOf({ year, is_running }: BookYear) {
  return { start_date: `${year}-04-01`, end_date: is_running ? serverToday() : `${year + 1}-03-31` }
}

function State({ year: { locked, is_running } }: { year: BookYear }) {
  const text = useText()
  if (!locked)
    return (
      <StatusBadge tone={is_running ? 'brand' : 'pending'} icon={IconLockOpen}>
        {text(is_running ? 'books.running' : 'books.open')}
      </StatusBadge>
    )
  return (
    <span className={classes.closed}>
      <span className={classes.since}>
        <StatusBadge tone="active" icon={IconLock}>
          {text('books.closed')}
        </StatusBadge>
        {formatLongInstant(locked.at)}
      </span>
      <ShortText lines={1}>{text('books.closedBy', { admin: locked.by, reason: locked.reason })}</ShortText>
    </span>
  )
}

function CloseBooksDialog({ year, onClose }: { year: number; onClose: () => void }) {
  const text = useText()
  const dialog = useRef<DialogHandle>(null)
  const written = writtenFinancialYear(year)
  const { save } = useSave({
    call: bookCalls.lock,
    send: (body: { reason: string }) => requestData(bookCalls.lock, { params: { year: String(year) }, body }),
    invalidates: [bookCalls.years],
  })
  return (
    <ReasonDialog
      ref={dialog}
      draft={useOwnDraft(`close-books-${year}`)}
      title={text('books.question', { year: written })}
      explanation={text('books.explanation')}
      label={text('books.reason')}
      submitLabel={text('books.close')}
      isDangerous
      failureText={text('books.closeFailed')}
      onSubmit={async (body) => {
        await save(body)
        showSuccess(text('books.isClosed', { year: written }))
        dialog.current?.close()
      }}
      onClose={onClose}
    />
  )
}
