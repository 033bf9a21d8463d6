import { shownType } from '@petsetu/contract/complaints/complaint-facts.ts'
import {
  dashboardCalls,
  WAITING_COUNTED_MAX,
  type WaitingCounts,
  type WaitingWork,
  WORK_MAX,
  type WorkKind,
} from '@petsetu/contract/office/dashboard.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { BOARD_HOURS, TEAM_HOURS } from '@petsetu/contract/people/breaches.ts'
import { formatDaysAgo } from '@petsetu/languages/days-ago.ts'
import { formatCount, pluralValues } from '@petsetu/languages/formats.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import {
  IconBan,
  IconCertificate,
  IconChevronRight,
  IconCoinRupee,
  IconFileInvoice,
  IconHandStop,
  IconMailX,
  IconMessageExclamation,
  IconMessagePlus,
  IconMessageReport,
  IconMessages,
  type IconProps,
  IconShieldLock,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Fragment } from 'react'
import { Link } from 'react-router'
import { formatLongDay } from '../../platform/languages/page-formats.ts'
import { pageLanguage } from '../../platform/languages/page-language.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { formatMediumInstant } from '../../platform/lists/medium-days.ts'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { lazyPart } from '../../platform/ui/feedback/lazy-part.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { Late } from '../../platform/ui/layout/panel.tsx'
import { BreachHours, HOUR_MS } from '../../shared/deadlines/breach-hours.tsx'
import { AcknowledgeHours, DueBadge } from '../../shared/deadlines/due-badge.tsx'
import { writtenCount } from '../../shared/written-count.ts'
import { TryAgain } from './try-again.tsx'
import classes from './work-list.module.css'

// Only while something waits of which a notice would have told at once.
const PushOffer = lazyPart(async () => (await import('../../shared/push-offer.tsx')).PushOffer, { failed: null })

const KINDS: Record<WorkKind, { label: PlainId; icon: ComponentType<IconProps> }> = {
  complaint: { label: 'dashboardWork.complaint', icon: IconMessageReport },
  news: { label: 'dashboardWork.news', icon: IconMessagePlus },
  payment: { label: 'dashboardWork.payment', icon: IconCoinRupee },
  cheque: { label: 'dashboardWork.cheque', icon: IconFileInvoice },
  void: { label: 'dashboardWork.void', icon: IconBan },
  conversation: { label: 'dashboardWork.conversation', icon: IconMessages },
  'privacy-request': { label: 'dashboardWork.privacyRequest', icon: IconShieldLock },
  grievance: { label: 'dashboardWork.grievance', icon: IconMessageExclamation },
  breach: { label: 'dashboardWork.breach', icon: IconShieldLock },
  mail: { label: 'dashboardWork.mail', icon: IconMailX },
  'held-mails': { label: 'dashboardWork.held', icon: IconHandStop },
  approval: { label: 'dashboardWork.approval', icon: IconCertificate },
}

/** Lists the work that has waited longest, with its age. */
export function WorkList() {
  const text = useText()
  const work = useQuery(callQuery(dashboardCalls.work, {}))
  return (
    <Loaded
      query={work}
      skeleton={<TableSkeleton rows={4} />}
      failure={(_, retry) => <TryAgain message={text('dashboardWork.failed')} onRetry={retry} />}
    >
      {({ data: waiting }) =>
        waiting.length === 0 ? (
          <EmptyState picture="pets" message={text('dashboardWork.none')}>
            <p>{text('dashboardWork.noneHint')}</p>
          </EmptyState>
        ) : (
          <>
            <ul className={`${card.card} ${classes.list}`}>
              {waiting.map((one) => (
                <li key={`${one.kind} ${one.id}`}>
                  <Waiting work={one} />
                </li>
              ))}
            </ul>
            {waiting.length === WORK_MAX && <MoreWork shown={waiting} />}
            {waiting.some(({ kind }) => kind === 'complaint' || kind === 'payment') && <PushOffer offer="work" />}
          </>
        )
      }
    </Loaded>
  )
}

// The numbers of the menu with their entries, and the kinds of work that each counts.
const COUNTED: { name: keyof WaitingCounts; label: PlainId; to: string; kinds: WorkKind[] }[] = [
  { name: 'complaints', label: 'menu.complaints', to: paths.complaints.to({}), kinds: ['complaint', 'news'] },
  { name: 'payments', label: 'menu.paymentReports', to: paths.paymentReport.to({}), kinds: ['payment'] },
  { name: 'desk', label: 'menu.desk', to: paths.desk.to({}), kinds: ['cheque', 'void'] },
  { name: 'conversations', label: 'titles.foundAbuse', to: paths.foundAbuse.to({}), kinds: ['conversation'] },
  { name: 'privacy_requests', label: 'menu.privacy', to: paths.privacyRequests.to({}), kinds: ['privacy-request'] },
  { name: 'grievances', label: 'titles.grievances', to: paths.grievances.to({}), kinds: ['grievance', 'breach'] },
  { name: 'mails', label: 'menu.mails', to: paths.mails.to({}), kinds: ['mail', 'held-mails'] },
  { name: 'settings', label: 'titles.settings', to: paths.settings.to({}), kinds: ['approval'] },
]

/** True for what the law gives hours for. The server puts it above everything else, the least time left first. */
const hasHours = ({ kind, acknowledge_by }: WaitingWork) => kind === 'breach' || acknowledge_by !== null

/** Says that the list ends here, in which order it is, and how much else waits where. */
function MoreWork({ shown }: { shown: WaitingWork[] }) {
  const text = useText()
  const counts = useQuery(callQuery(dashboardCalls.waiting, {})).data?.data
  const more = COUNTED.map(({ name, label, to, kinds }) => {
    const all = counts?.[name] ?? 0
    const left = all - shown.filter(({ kind, is_counted }) => is_counted && kinds.includes(kind)).length
    return { label, to, left, count: all < WAITING_COUNTED_MAX ? formatCount(left) : `${formatCount(left - 1)}+` }
  }).filter(({ left }) => left > 0)
  return (
    <p className={classes.more}>
      {text(shown.some(hasHours) ? 'dashboardWork.lawFirst' : 'dashboardWork.longest')}
      {more.length > 0 && (
        <span className={classes.also}>
          {` ${text('dashboardWork.alsoWaiting')}`}
          {more.map(({ label, to, count }, index) => (
            <Fragment key={to}>
              {index > 0 ? <span className={classes.between}> · </span> : ' '}
              <Link to={to}>{`${text(label)} ${count}`}</Link>
            </Fragment>
          ))}
        </span>
      )}
    </p>
  )
}

function Waiting({ work }: { work: WaitingWork }) {
  const text = useText()
  const { label, icon: Icon } = KINDS[work.kind]
  const goesBack = work.goes_back_at && text('dashboardWork.goesBack', { at: formatMediumInstant(work.goes_back_at) })
  return (
    <Link className={classes.work ?? ''} to={work.path}>
      <Icon size={22} stroke={1.75} aria-hidden />
      {work.kind === 'complaint' ? (
        <Case work={work} />
      ) : (
        <span className={classes.words}>
          <span className={classes.subjectLine}>
            <strong>{text(label)}</strong> <Subject work={work} />
          </span>
          <span className={classes.name}>{[nameOf(work, text), goesBack].filter(Boolean).join(' · ')}</span>
        </span>
      )}
      <span className={classes.urgency}>
        <Urgency work={work} />
      </span>
      <time dateTime={work.since}>{formatDaysAgo(work.since, pageLanguage())}</time>
      <IconChevronRight size={20} aria-hidden />
    </Link>
  )
}

/** A complaint: its type and its reference in one line, and the place, which is longer, in a line of its own. */
function Case({ work }: { work: WaitingWork }) {
  const text = useText()
  return (
    <span className={`${classes.words} ${classes.case}`}>
      {/* The type says that it is a complaint. */}
      <span className="visually-hidden">{text('dashboardWork.complaint')} </span>
      {work.sort && (
        <>
          <strong>{shownType(work.sort, text)}</strong>
          {SEPARATOR}
        </>
      )}
      {work.place && (
        <>
          <span className={classes.place}>{work.place}</span>
          {SEPARATOR}
        </>
      )}
      <span className={classes.name}>{nameOf(work, text)}</span>
    </span>
  )
}

// The parts stand apart; a screen reader has a dot between them.
const SEPARATOR = <span className="visually-hidden"> · </span>

/** Shows the hours that the law leaves, or how late it is, or that it is due today or tomorrow. */
function Urgency({ work }: { work: WaitingWork }) {
  const text = useText()
  const { kind, sort, since, is_overdue, days_overdue, due_on, acknowledge_by } = work
  const authority = sort === 'board' ? 'board' : 'team'
  if (kind === 'breach')
    return <BreachHours authority={authority} dueAt={Date.parse(since) + HOURS_TO_TELL[authority] * HOUR_MS} />
  if (acknowledge_by) return <AcknowledgeHours dueAt={acknowledge_by} />
  if (is_overdue) return <Late>{text('dashboardWork.overdueBy', pluralValues(days_overdue))}</Late>
  return due_on && <DueBadge day={due_on} />
}

const HOURS_TO_TELL = { team: TEAM_HOURS, board: BOARD_HOURS }

const SORTS: Record<string, PlainId> = {
  export: 'privacyKinds.export',
  correct: 'privacyKinds.correct',
  erase: 'privacyKinds.erase',
  nominate: 'privacyKinds.nominate',
  data: 'grievances.data',
  other: 'grievances.other',
}

/** Its sort and its place, as far as it has them. */
function Subject({ work }: { work: WaitingWork }) {
  const text = useText()
  const { kind, sort, place } = work
  const known = SORTS[sort ?? '']
  const shown = kind === 'news' ? shownType(sort ?? '', text) : known && text(known)
  return (
    <>
      {(shown || place) && '· '}
      {shown}
      {shown && place && ' · '}
      {place}
      {(shown || place) && <span className="visually-hidden"> · </span>}
    </>
  )
}

function nameOf({ kind, title }: WaitingWork, text: Translate): string {
  if (kind === 'approval') return formatLongDay(title)
  if (kind !== 'held-mails') return title
  const count = Number(title)
  return text('dashboardWork.heldCount', { count, shown: writtenCount(count) })
}
