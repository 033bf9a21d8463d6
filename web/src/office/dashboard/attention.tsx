import { paths } from '@petsetu/contract/paths.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconChevronRight, IconClock, IconCoinRupee, IconMessageReport, type IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { writtenCount } from '../../shared/written-count.ts'
import classes from './dashboard-page.module.css'

type Figures = {
  waiting_complaints?: number | undefined
  expiring_memberships?: number | undefined
  unmatched_payments?: number | undefined
}

type Matter = {
  figure: keyof Figures
  summary:
    | 'adminDashboard.waitingComplaints'
    | 'adminDashboard.expiringMemberships'
    | 'adminDashboard.unmatchedPayments'
  hint: (text: Translate, count: number) => string
  to: string
  icon: ComponentType<IconProps>
  /** Writes the number, if it is not counted to its end. */
  write?: (count: number) => string
}

const MATTERS: Matter[] = [
  {
    figure: 'waiting_complaints',
    summary: 'adminDashboard.waitingComplaints',
    hint: (text) => text('adminDashboard.waitingComplaintsHint'),
    to: paths.complaints.to({}, { waiting: 'yes' }),
    write: writtenCount,
    icon: IconMessageReport,
  },
  {
    figure: 'expiring_memberships',
    summary: 'adminDashboard.expiringMemberships',
    hint: (text) => text('adminDashboard.expiringMembershipsHint'),
    to: paths.membershipReport.to({}, { expiring: 'yes' }),
    icon: IconClock,
  },
  {
    figure: 'unmatched_payments',
    summary: 'adminDashboard.unmatchedPayments',
    hint: (text, count) => text('adminDashboard.unmatchedPaymentsHint', { count }),
    to: paths.paymentReport.to({}, { unmatched: 'yes' }),
    icon: IconCoinRupee,
  },
]

/** Shows the figures of today that call for work, with links. Only dashes while they are not there. */
export function Attention({ figures }: { figures: Figures | undefined }) {
  const text = useText()
  const matters = MATTERS.filter(({ figure }) => !figures || figures[figure] !== undefined)
  if (matters.length === 0) return null
  return (
    <ul className={`${classes.shortcuts} ${classes.attention}`}>
      {matters.map(({ figure, summary, hint, to, icon: Icon, write }) => {
        const { count, shown } = figures ? pluralValues(figures[figure] ?? 0) : { count: 0, shown: '–' }
        const written = figures && write ? write(count) : shown
        return (
          <li key={to}>
            <Link className={`${card.card} ${classes.shortcut}`} to={to}>
              <Icon size={26} stroke={1.5} aria-hidden />
              <span>
                <strong>
                  <RichText id={summary} fill={{ count, shown: written, figure: showFigure }} />
                </strong>
                {figures && <small>{hint(text, count)}</small>}
              </span>
              <IconChevronRight size={20} aria-hidden />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function showFigure(shown: string) {
  return <b className={classes.count}>{shown}</b>
}
