import { dashboardCalls, type WaitingWork, type WorkKind } from '@petsetu/contract/dashboard.ts'
import { formatDaysAgo } from '@petsetu/languages/days-ago.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import {
  IconChevronRight,
  IconCoinRupee,
  IconFileInvoice,
  IconMailX,
  IconMessageReport,
  type IconProps,
  IconShieldLock,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { pageLanguage } from '../languages/page-language.ts'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import card from '../ui/layout/card.module.css'
import { TryAgain } from './try-again.tsx'
import classes from './work-list.module.css'

const KINDS: Record<WorkKind, { label: PlainId; icon: ComponentType<IconProps> }> = {
  complaint: { label: 'dashboardWork.complaint', icon: IconMessageReport },
  payment: { label: 'dashboardWork.payment', icon: IconCoinRupee },
  cheque: { label: 'dashboardWork.cheque', icon: IconFileInvoice },
  'privacy-request': { label: 'dashboardWork.privacyRequest', icon: IconShieldLock },
  mail: { label: 'dashboardWork.mail', icon: IconMailX },
}

/** What has waited longest, with its age. */
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
          <EmptyState picture="/no-pets.svg" message={text('dashboardWork.none')}>
            <p>{text('dashboardWork.noneHint')}</p>
          </EmptyState>
        ) : (
          <ul className={`${card.card} ${classes.list}`}>
            {waiting.map((one) => (
              <li key={`${one.kind} ${one.id}`}>
                <Waiting work={one} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function Waiting({ work }: { work: WaitingWork }) {
  const text = useText()
  const { label, icon: Icon } = KINDS[work.kind]
  return (
    <Link className={classes.work ?? ''} to={work.path}>
      <Icon size={22} stroke={1.75} aria-hidden />
      <span className={classes.words}>
        <strong>{text(label)}</strong> {work.title}
      </span>
      {work.is_overdue && <span className={classes.overdue}>{text('dashboardWork.overdue')}</span>}
      <time data-age dateTime={work.since}>
        {formatDaysAgo(work.since, pageLanguage())}
      </time>
      <IconChevronRight size={20} aria-hidden />
    </Link>
  )
}
