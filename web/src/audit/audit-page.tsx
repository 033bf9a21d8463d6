import { auditCalls } from '@petsetu/contract/audit.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import type { LoadFirst } from '../lib/first-data.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { DownloadCsv } from '../ui/table/download-csv.tsx'
import { ListPage } from '../ui/table/list-page.tsx'
import { type AuditFilter, addressOf, csvQueryOf, filterIn, queryOf } from './audit-filter.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'

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
  return (
    <>
      <PageTitle
        isCompact
        hint={text('audit.hint')}
        aside={<DownloadCsv call={auditCalls.csv} input={{ query: csvQueryOf(filter) }} />}
      >
        {text('titles.audit')}
      </PageTitle>
      <AuditFilters filter={filter} />
      <ListPage
        list={audit}
        page={filter.page}
        lastPageOf={({ pagination }) => pagination.last_page}
        addressOf={(last) => paths.audit.to({}, addressOf({ ...filter, page: last }))}
        skeleton={<TableSkeleton rows={10} />}
        failure={text('audit.listFailed')}
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={<IconHistory size={36} stroke={1.5} />} message={text('audit.none')} />
          ) : (
            <AuditTable rows={data} order={filter.sort || 'when-desc'} />
          )
        }
      </ListPage>
    </>
  )
}

AuditPage.load = ((prefetch, { search }) => prefetch(auditOf(filterIn(search)))) satisfies LoadFirst
