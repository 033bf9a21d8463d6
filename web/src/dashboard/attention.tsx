import { paths } from '@petsetu/contract/paths.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import {
  IconChevronRight,
  IconCircleCheck,
  IconClock,
  IconCoinRupee,
  IconMessageReport,
  type IconProps,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import card from '../ui/layout/card.module.css'
import classes from './dashboard-page.module.css'

type Figures = { waiting_complaints: number; expiring_memberships: number; unmatched_payments: number }

type Matter = {
  one: string
  many: string
  hint: (count: number | undefined) => string
  to: string
  icon: ComponentType<IconProps>
  count: number | undefined
}

/** What needs attention, with links. Dashes while the figures are loading. */
export function Attention({ figures }: { figures: Figures | undefined }) {
  const matters = mattersOf(figures)
  return (
    <>
      <h2 className={classes.heading}>Needs attention today</h2>
      {matters.every(({ count }) => count === 0) && (
        <p className={`${card.card} ${classes.calm}`}>
          <IconCircleCheck size={26} stroke={1.5} aria-hidden />
          Nothing needs attention today.
        </p>
      )}
      <ul className={classes.shortcuts}>
        {matters.map(({ one, many, hint, to, icon: Icon, count }) => (
          <li key={to}>
            <Link className={`${card.card} ${classes.shortcut}`} to={to}>
              <Icon size={26} stroke={1.5} aria-hidden />
              <span>
                <strong>
                  <b className={classes.count}>{count === undefined ? '–' : formatCount(count)}</b>{' '}
                  {count === 1 ? one : many}
                </strong>
                <small>{hint(count)}</small>
              </span>
              <IconChevronRight size={20} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function mattersOf(figures: Figures | undefined): Matter[] {
  return [
    {
      one: 'complaint waiting',
      many: 'complaints waiting',
      hint: (count) => `Nobody has taken ${count === 1 ? 'it' : 'them'} up yet`,
      to: paths.complaints.to({}, { status: 'pending' }),
      icon: IconMessageReport,
      count: figures?.waiting_complaints,
    },
    {
      one: 'membership expiring',
      many: 'memberships expiring',
      hint: () => 'Within the next 30 days',
      to: paths.membershipReport.to({}, { expiring: 'yes' }),
      icon: IconClock,
      count: figures?.expiring_memberships,
    },
    {
      one: 'payment not matched',
      many: 'payments not matched',
      hint: (count) => `Look into ${count === 1 ? 'it' : 'them'}, then refund`,
      to: paths.paymentReport.to({}, { unmatched: 'yes' }),
      icon: IconCoinRupee,
      count: figures?.unmatched_payments,
    },
  ]
}
