import { NativeSelect } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import {
  ACTION_LABELS,
  AUDIT_ACTIONS,
  AUDIT_OBJECTS,
  AuditOrder,
  type AuditRow,
  auditCalls,
  labelOf,
  OBJECT_LABELS,
  AuditFilter as Wanted,
} from '@petsetu/contract/people/audit.ts'
import { type Duty, hasDuty } from '@petsetu/contract/people/duties.ts'
import { writtenFinancialYear } from '@petsetu/contract/platform/calendar.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { endsBeforeStart, type FilterOf, listFilter } from '../../platform/lists/list-filter.ts'
import { BelowRows, ListFilters, TypedFilter, useIsPhone } from '../../platform/lists/list-filters.tsx'
import { ListTable } from '../../platform/lists/list-table.tsx'
import { formatMediumTime } from '../../platform/lists/medium-days.ts'
import { SortSelect } from '../../platform/lists/sort-select.tsx'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { type Column, OnlyIn, sortBy } from '../../platform/ui/table/data-table.tsx'
import { DownloadCsv } from '../../platform/ui/table/download-button.tsx'
import { FoldedText } from '../../platform/ui/table/folded-text.tsx'
import { ListPage } from '../../platform/ui/table/list-page.tsx'
import { recordName } from '../../shared/record-name.ts'
import { useUser } from '../auth/session.ts'
import { Changes, ChangesOfEach, fieldsOf, hasChanges } from './changes.tsx'

const ROWS_A_PAGE = 50

function auditOf(filter: AuditFilter) {
  const query = { ...queryOf(filter), page: String(filter.page), limit: String(ROWS_A_PAGE) }
  return callQuery(auditCalls.list, { query })
}

/** Lists the changes that admins made, and the withheld data that they saw. */
export function AuditPage() {
  const text = useText()
  const filter = filterIn(useSearchParams()[0])
  const audit = useQuery({ ...auditOf(filter), placeholderData: keepPreviousData })
  const isPhone = useIsPhone()
  const csv = <DownloadCsv call={auditCalls.csv} input={{ query: csvQueryOf(filter) }} />
  return (
    <>
      <PageTitle isCompact hint={text('audit.hint')} aside={!isPhone && csv}>
        {text('titles.audit')}
      </PageTitle>
      <AuditFilters filter={filter} />
      <ListPage
        list={audit}
        page={filter.page}
        lastPageOf={({ pagination }) => pagination.last_page}
        totalOf={({ pagination }) => pagination.total}
        addressOf={(last) => paths.audit.to({}, addressOf({ ...filter, page: last }))}
        skeleton={<TableSkeleton rows={10} />}
        failure={text('audit.listFailed')}
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              picture="papers"
              message={text(endsBeforeStart(filter) ? 'problems.endsBeforeStart' : 'audit.none')}
            />
          ) : (
            <AuditTable rows={data} order={orderOf(filter)} />
          )
        }
      </ListPage>
      {isPhone && <BelowRows>{csv}</BelowRows>}
    </>
  )
}

AuditPage.load = ((prefetch, { search }) => prefetch(auditOf(filterIn(search)))) satisfies PageLoader

const orderOf = ({ sort }: AuditFilter): AuditOrder => sort || 'when-desc'

function AuditFilters({ filter }: { filter: AuditFilter }) {
  const text = useText()
  const any = { value: '', label: text('audit.any') }
  return (
    <ListFilters
      legend={text('audit.filters')}
      filter={filter}
      fields={['admin', 'action', 'object_kind', 'object_id', 'from', 'to']}
      clearLabel={text('audit.clear')}
      isNarrowed={Object.keys(queryOf(filter)).length > 0}
      sort={<SortSelect columns={columnsOf([], true, text)} order={orderOf(filter)} />}
    >
      {(bind) => (
        <>
          <TypedFilter name="admin" label={text('audit.adminName')} />
          <NativeSelect
            {...bind('action', text('audit.action'))}
            data={[any, ...AUDIT_ACTIONS.map((value) => ({ value, label: labelOf(ACTION_LABELS, value, text) }))]}
          />
          <NativeSelect
            {...bind('object_kind', text('audit.objectKind'))}
            data={[any, ...AUDIT_OBJECTS.map((value) => ({ value, label: labelOf(OBJECT_LABELS, value, text) }))]}
          />
          <TypedFilter name="object_id" label={text('audit.objectId')} />
          <TypedFilter type="date" name="from" label={text('audit.from')} />
          <TypedFilter type="date" name="to" label={text('audit.to')} />
        </>
      )}
    </ListFilters>
  )
}

/** `equal` are the rows below it that say the same but for the values that changed, such as the work of a camp. */
type FoldedRow = AuditRow & { equal: AuditRow[] }

function foldEqual(rows: AuditRow[]): FoldedRow[] {
  const folded: FoldedRow[] = []
  for (const row of rows) {
    const last = folded.at(-1)
    if (last && wordsOf(last) === wordsOf(row)) last.equal.push(row)
    else folded.push({ ...row, equal: [] })
  }
  return folded
}

/** Returns everything that a row says, except the values that changed. */
function wordsOf(row: AuditRow): string {
  const { at, admin, action, object_kind, object_id, personal_fields, reason } = row
  const when = formatMediumTime(at)
  return JSON.stringify([when, admin, action, object_kind, object_id, reason, fieldsOf(row), personal_fields])
}

function AuditTable({ rows: all, order }: { rows: AuditRow[]; order: AuditOrder }) {
  const text = useText()
  const isPhone = useIsPhone()
  const rows = foldEqual(all)
  return (
    <ListTable
      caption={text('titles.audit')}
      columns={columnsOf(rows, isPhone, text)}
      rows={rows}
      keyOf={({ id }) => id}
      order={order}
      hasSortSelect
    />
  )
}

const WRAPPED = { overflowWrap: 'anywhere' } as const

/** A reason stands below its action; in the card of a phone, which stays low, behind a button. */
function columnsOf(rows: FoldedRow[], isPhone: boolean, text: Translate): Column<FoldedRow>[] {
  const why: Column<FoldedRow> = {
    head: text('labels.reason'),
    inCard: 'detail',
    cell: ({ reason }) => reason && <FoldedText>{reason}</FoldedText>,
  }
  return [
    {
      head: text('audit.when'),
      isTight: true,
      sort: sortBy('when', { isUsual: true }),
      inCard: 'value',
      cell: ({ at }) => formatMediumTime(at),
    },
    { head: text('audit.admin'), inCard: 'value', cell: ({ admin }) => <span style={WRAPPED}>{admin}</span> },
    {
      head: text('audit.action'),
      inCard: 'title',
      cell: ({ action, reason }) => {
        const title = labelOf(ACTION_LABELS, action, text)
        return reason && !isPhone ? <FoldedText title={title}>{reason}</FoldedText> : <strong>{title}</strong>
      },
    },
    { head: text('audit.object'), isTight: true, inCard: 'end', cell: (row) => <RecordOf row={row} /> },
    {
      head: text('audit.changes'),
      inCard: 'value',
      cell: (row) =>
        row.equal.length > 0 ? <ChangesOfEach rows={[row, ...row.equal]} /> : hasChanges(row) && <Changes row={row} />,
    },
    ...(isPhone && rows.some(({ reason }) => reason) ? [why] : []),
  ]
}

/** The pages that show records. `isKept`: records of this kind are never deleted. */
const PLACES: Record<string, { duty: Duty; isKept?: true; to: (id: string) => string }> = {
  complaint: { duty: 'cases', isKept: true, to: (id) => paths.complaintDetail.to({ id }) },
  payment: { duty: 'money', isKept: true, to: (id) => paths.paymentReport.to({}, { payment_id: id }) },
  pet: { duty: 'pets', to: (id) => paths.editPet.to({ id }) },
  user: { duty: 'members', to: (id) => paths.user.to({ id }) },
  plan: { duty: 'members', to: (id) => paths.editPlan.to({ id }) },
  camp: { duty: 'pets', to: (id) => paths.adminCamp.to({ id }) },
}

function RecordOf({ row: { object_kind, object_id, is_there } }: { row: AuditRow }) {
  const text = useText()
  const admin = useUser()
  const kind = labelOf(OBJECT_LABELS, object_kind, text)
  if (object_id === null) return kind
  if (object_kind === 'year') return <YearOf kind={kind} year={writtenFinancialYear(Number(object_id))} />
  const name = recordName(object_kind, object_id, text)
  const place = PLACES[object_kind]
  if (!place || !admin || !hasDuty(admin, place.duty) || !(place.isKept || is_there)) return name
  return <Link to={place.to(object_id)}>{name}</Link>
}

/** Writes a financial year. The title of a card says already what it is. */
function YearOf({ kind, year }: { kind: string; year: string }) {
  const text = useText()
  return (
    <>
      <OnlyIn place="row">{text('audit.record', { kind, id: year })}</OnlyIn>
      <OnlyIn place="card">{year}</OnlyIn>
    </>
  )
}

const { filterIn, addressOf, queryOf } = listFilter({ ...Wanted.shape, sort: AuditOrder })

type AuditFilter = FilterOf<{ filterIn: typeof filterIn }>

/** The filter as the CSV takes it, which comes newest first. */
function csvQueryOf(filter: AuditFilter) {
  return queryOf({ ...filter, sort: '' })
}
