import { Box, NativeSelect, SimpleGrid, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import {
  CONSENT_SUBJECTS,
  ConsentOrder,
  consentCalls,
  consentLabel,
  type ListedConsent,
  type Notice,
  PURPOSE_LABELS,
  ConsentFilter as Wanted,
} from '@petsetu/contract/people/consents.ts'
import { type Duty, hasDuty } from '@petsetu/contract/people/duties.ts'
import { languages } from '@petsetu/languages/languages.ts'
import { NOTICE_PURPOSES, type NoticePurpose } from '@petsetu/languages/notice-version.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { formatLongTime } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { type FilterOf, listFilter } from '../../platform/lists/list-filter.ts'
import { BelowRows, ListFilters, TypedFilter, useIsPhone } from '../../platform/lists/list-filters.tsx'
import { ListTable } from '../../platform/lists/list-table.tsx'
import { formatMediumInstant, formatMediumTime } from '../../platform/lists/medium-days.ts'
import { SortSelect } from '../../platform/lists/sort-select.tsx'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { StatusBadge } from '../../platform/ui/feedback/status-badge.tsx'
import { BackLink } from '../../platform/ui/layout/back-link.tsx'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { Panel } from '../../platform/ui/layout/panel.tsx'
import fold from '../../platform/ui/layout/unfolds.module.css'
import { type Column, OnlyIn, sortBy } from '../../platform/ui/table/data-table.tsx'
import { DownloadCsv } from '../../platform/ui/table/download-button.tsx'
import { ListPage } from '../../platform/ui/table/list-page.tsx'
import { recordName } from '../../shared/record-name.ts'
import { useUser } from '../auth/session.ts'

const ROWS_A_PAGE = 50

const { filterIn, addressOf, queryOf } = listFilter({ ...Wanted.shape, sort: ConsentOrder })
type Filter = FilterOf<{ filterIn: typeof filterIn }>

function consentsOf(filter: Filter) {
  const query = { ...queryOf(filter), page: String(filter.page), limit: String(ROWS_A_PAGE) }
  return callQuery(consentCalls.list, { query })
}

/** Lists what people agreed to, and below it the texts that they read or heard. */
export function ConsentsPage() {
  const text = useText()
  const filter = filterIn(useSearchParams()[0])
  const consents = useQuery({ ...consentsOf(filter), placeholderData: keepPreviousData })
  const isPhone = useIsPhone()
  const view = { filter, text, isPhone }
  const csv = <DownloadCsv call={consentCalls.csv} input={{ query: queryOf({ ...filter, sort: '' }) }} />
  return (
    <>
      <BackLink to={paths.privacyRequests.to({})}>{text('titles.privacyRequests')}</BackLink>
      <PageTitle isCompact hint={text('consents.hint')} aside={!isPhone && csv}>
        {text('titles.consents')}
      </PageTitle>
      <ListFilters
        legend={text('audit.filters')}
        filter={filter}
        fields={['purpose', 'subject_id']}
        clearLabel={text('audit.clear')}
        isNarrowed={Object.keys(queryOf(filter)).length > 0}
        sort={<SortSelect columns={columnsOf([], view)} order={orderOf(filter)} />}
      >
        {(bind) => (
          <>
            <NativeSelect
              {...bind('purpose', text('consents.purpose'))}
              data={[
                { value: '', label: text('audit.any') },
                ...NOTICE_PURPOSES.map((value) => ({ value, label: text(PURPOSE_LABELS[value]) })),
              ]}
            />
            <TypedFilter name="subject_id" label={text('consents.number')} />
          </>
        )}
      </ListFilters>
      <ListPage
        list={consents}
        page={filter.page}
        lastPageOf={({ pagination }) => pagination.last_page}
        totalOf={({ pagination }) => pagination.total}
        addressOf={(last) => paths.consents.to({}, addressOf({ ...filter, page: last }))}
        skeleton={<TableSkeleton rows={10} />}
        failure={text('consents.listFailed')}
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState picture="papers" message={text('consents.none')} />
          ) : (
            <Box maw={columnsOf(data, view).length > NARROW_COLUMNS ? undefined : 720}>
              <ListTable
                caption={text('titles.consents')}
                columns={columnsOf(data, view)}
                rows={data}
                keyOf={({ id }) => id}
                order={orderOf(filter)}
                hasSortSelect
              />
            </Box>
          )
        }
      </ListPage>
      {isPhone && <BelowRows>{csv}</BelowRows>}
      {filter.purpose && <Notices purpose={filter.purpose} rows={consents.data?.data ?? []} />}
    </>
  )
}

ConsentsPage.load = ((prefetch, { search }) => prefetch(consentsOf(filterIn(search)))) satisfies PageLoader

// So few columns of short texts would lie far apart in the whole width.
const NARROW_COLUMNS = 3

const orderOf = ({ sort }: Filter): ConsentOrder => sort || 'when-desc'

// With the room below it, it stands at the height of the button beside it.
const ON_ITS_LINE = { display: 'block', paddingBottom: 11, whiteSpace: 'nowrap' } as const

type View = { filter: Filter; text: Translate; isPhone: boolean }

/**
 * Leaves out who read the notice out where nobody did, and from a table what would be the same in all its rows: the purpose that the filter
 * has chosen, and the status where nothing was taken back.
 */
function columnsOf(rows: ListedConsent[], { filter, text, isPhone }: View): Column<ListedConsent>[] {
  const readBy: Column<ListedConsent> = {
    head: text('consents.readBy'),
    inCard: 'detail',
    cell: ({ read_by }) => read_by,
  }
  const status: Column<ListedConsent> = {
    head: text('columns.status'),
    inCard: 'end',
    cell: (row) => <State row={row} />,
  }
  const purpose: Column<ListedConsent> = {
    head: text('consents.purpose'),
    inCard: 'value',
    cell: (row) => (
      <>
        {text(consentLabel(row))}
        <OnlyIn place="card">
          <span className="visually-hidden"> · </span>
          <span style={ON_ITS_LINE}>{formatMediumTime(row.at)}</span>
        </OnlyIn>
      </>
    ),
  }
  const hasPurpose = isPhone || !filter.purpose || new Set(rows.map(consentLabel)).size > 1
  return [
    { head: text('audit.object'), inCard: 'title', cell: (row) => <RecordOf row={row} /> },
    ...(hasPurpose ? [purpose] : []),
    {
      head: text('audit.when'),
      isTight: true,
      sort: sortBy('when', { isUsual: true }),
      inCard: 'nothing',
      cell: ({ at }) => formatMediumTime(at),
    },
    {
      head: text('consents.version'),
      isTight: true,
      inCard: 'detail',
      cell: (row) => (
        <>
          <Link to={wordsOf(row, filter)} style={LINK}>
            {row.notice_version}
          </Link>{' '}
          · <span lang={row.language}>{languages[row.language].name}</span>
        </>
      ),
    },
    ...(isPhone || rows.some(isTakenBack) ? [status] : []),
    ...(rows.some(({ read_by }) => read_by !== null) ? [readBy] : []),
  ]
}

const anchorOf = (version: string) => `notice-${version}`

/** The address of the words of a row: those of one purpose stand below the list. */
function wordsOf({ purpose, notice_version }: ListedConsent, filter: Filter): string {
  const page = filter.purpose ? filter.page : 1
  return `${paths.consents.to({}, addressOf({ ...filter, purpose, page }))}#${anchorOf(notice_version)}`
}

const isTakenBack = ({ is_given, withdrawn_at }: ListedConsent) => !is_given || withdrawn_at !== null

function State({ row }: { row: ListedConsent }) {
  const text = useText()
  const { is_given, withdrawn_at } = row
  if (isTakenBack(row))
    return (
      <>
        <StatusBadge tone="expired" icon={IconArrowBackUp}>
          {text(is_given ? 'consents.withdrawn' : 'consents.withdrawal')}
        </StatusBadge>{' '}
        {withdrawn_at && formatLongTime(withdrawn_at)}
      </>
    )
  // So is nearly each row: only what was taken back has a badge.
  return text('consents.given')
}

// A short text that is easy to hit.
const LINK = { display: 'inline-block', margin: '-11px -12px', padding: '11px 12px' } as const

type Place = { duty: Duty; to: (id: number) => string }

const ACCOUNT: Place = { duty: 'members', to: (id) => paths.user.to({ id }) }
const COMPLAINT: Place = { duty: 'cases', to: (id) => paths.complaintDetail.to({ id }) }

/** The pages of the records that have one of their own. */
const PLACES: Partial<Record<NoticePurpose, Place>> = {
  signup: ACCOUNT,
  adult: ACCOUNT,
  complaint: COMPLAINT,
  'complaint-spoken': COMPLAINT,
}

function RecordOf({ row: { purpose, subject_id: id, subject_name } }: { row: ListedConsent }) {
  const text = useText()
  const admin = useUser()
  const place = PLACES[purpose]
  const name = subject_name ?? recordName(CONSENT_SUBJECTS[purpose], String(id), text)
  if (!place || !admin || !hasDuty(admin, place.duty)) return <strong>{name}</strong>
  return (
    <Link to={place.to(id)} style={LINK}>
      {name}
    </Link>
  )
}

/** Every version of one notice in its languages, the newest first. Those that the rows name are open, or today's without rows. */
function Notices({ purpose, rows }: { purpose: NoticePurpose; rows: ListedConsent[] }) {
  const text = useText()
  const notices = useQuery(callQuery(consentCalls.notices, { query: { purpose } }))
  const agreedTo = new Set(rows.map(({ notice_version }) => notice_version))
  return (
    <Box mt="lg">
      <Panel title={text('consents.texts')}>
        <Loaded query={notices} skeleton={<TableSkeleton rows={3} />} failure={text('consents.listFailed')}>
          {({ data }) => (
            <div>
              {[...new Set(data.map(({ version }) => version))].map((version) => (
                <Version
                  key={version}
                  version={version}
                  notices={data.filter((notice) => notice.version === version)}
                  isAgreedTo={agreedTo.size === 0 ? null : agreedTo.has(version)}
                />
              ))}
            </div>
          )}
        </Loaded>
      </Panel>
    </Box>
  )
}

// No row names such a version.
const QUIET = { fontWeight: 400 } as const

type VersionProps = { version: string; notices: Notice[]; isAgreedTo: boolean | null }

/** One version, which unfolds and has the focus once its link in a row was followed. */
function Version({ version, notices, isAgreedTo }: VersionProps) {
  const text = useText()
  const words = useRef<HTMLDetailsElement>(null)
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is another one when the same link is followed again.
  useEffect(() => {
    if (hash !== `#${anchorOf(version)}` || !words.current) return
    words.current.open = true
    words.current.querySelector('summary')?.focus()
    words.current.scrollIntoView()
  }, [hash, key, version])
  const [first] = notices
  if (!first) return null
  return (
    <details ref={words} open={isAgreedTo ?? first.is_current}>
      <summary className={fold.unfolds} style={isAgreedTo === false ? QUIET : undefined}>
        {text('consents.since', { version, when: formatMediumInstant(first.first_seen_at) })}
        {first.is_current && ` ${text('consents.inForce')}`}
      </summary>
      <SimpleGrid component="dl" minColWidth="min(100%, 260px)" autoFlow="auto-fit" spacing="xl" m={0} mb="sm">
        {notices.map(({ language, text: words }) => (
          <div key={language}>
            <Text component="dt" fw={600} lang={language}>
              {languages[language].name}
            </Text>
            <Text component="dd" m={0} maw="var(--line-length)" lang={language}>
              <NoticeText>{words}</NoticeText>
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </details>
  )
}

// Words after the last full stop are those of a link, which leads to the privacy page.
const BEFORE_LINK = /^(.*[.।]) ([^.।]+)$/s

function NoticeText({ children }: { children: string }) {
  const [, sentences, link] = BEFORE_LINK.exec(children) ?? []
  if (link === undefined) return children
  return (
    <>
      {sentences} <a href={paths.privacy.to({})}>{link}</a>
    </>
  )
}
