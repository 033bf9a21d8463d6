import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { Duty } from '@petsetu/contract/people/duties.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { formatCount, formatRupees } from '@petsetu/languages/formats.ts'
import { formatShortDay } from '@petsetu/languages/months.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconChevronRight, IconPaw, type IconProps, IconQrcode, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { useUser } from '../../people/auth/session.ts'
import { useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import card from '../../platform/ui/layout/card.module.css'
import classes from './dashboard-page.module.css'
import { LatestEvents } from './latest-events.tsx'
import { TryAgain } from './try-again.tsx'
import workListStyles from './work-list.module.css'

/** Shows everything below the work that waits and the figures. */
export function DashboardRest() {
  const text = useText()
  return (
    <>
      <h2 className={classes.heading}>{text('dashboardEvents.heading')}</h2>
      <LatestEvents />
      <h2 className={classes.heading}>{text('dashboardWork.weeks')}</h2>
      <WeekTable />
      <QuickLinks />
    </>
  )
}

type Shortcut = { name: PlainId; hint: PlainId; duty: Duty; to: string; icon: ComponentType<IconProps> }

const SHORTCUTS: Shortcut[] = [
  {
    name: 'adminDashboard.generateTags',
    hint: 'adminDashboard.generateTagsHint',
    duty: 'pets',
    to: paths.generateQr.to({}),
    icon: IconQrcode,
  },
  {
    name: 'adminDashboard.allPets',
    hint: 'adminDashboard.allPetsHint',
    duty: 'pets',
    to: paths.allPets.to({}),
    icon: IconPaw,
  },
  {
    name: 'adminDashboard.allUsers',
    hint: 'adminDashboard.allUsersHint',
    duty: 'members',
    to: paths.users.to({}),
    icon: IconUsers,
  },
]

function QuickLinks() {
  const text = useText()
  const duties = useUser()?.duties
  const shortcuts = SHORTCUTS.filter(({ duty }) => !duties || duties.includes(duty))
  if (shortcuts.length === 0) return null
  return (
    <>
      <h2 className={classes.heading}>{text('adminDashboard.quickLinks')}</h2>
      <ul className={classes.shortcuts}>
        {shortcuts.map(({ name, hint, to, icon: Icon }) => (
          <li key={to}>
            <Link className={`${card.card} ${classes.shortcut}`} to={to}>
              <Icon size={26} stroke={1.5} aria-hidden />
              <span>
                <strong>{text(name)}</strong>
                <small>{text(hint)}</small>
              </span>
              <IconChevronRight size={20} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

type Week = Reply<typeof dashboardCalls.weeks>['data'][number]

/** Complaints and revenue by week, as bars in a table: each value is read without pointing at its bar. */
function WeekTable() {
  const text = useText()
  const weeks = useQuery(callQuery(dashboardCalls.weeks, {}))
  return (
    <Loaded
      query={weeks}
      skeleton={<TableSkeleton rows={6} />}
      failure={(_, retry) => <TryAgain message={text('dashboardWork.weeksFailed')} onRetry={retry} />}
    >
      {({ data }) => <Weeks weeks={data} />}
    </Loaded>
  )
}

function Weeks({ weeks }: { weeks: Week[] }) {
  const text = useText()
  const language = useLanguage()
  const rows = [...weeks].reverse()
  const most = {
    complaints: Math.max(1, ...rows.map(({ complaints }) => complaints)),
    revenue: Math.max(1, ...rows.map(({ revenue }) => revenue)),
  }
  return (
    <div className={card.card}>
      <table className={workListStyles.weeks}>
        <caption className="visually-hidden">{text('dashboardWork.weeksCaption')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('dashboardWork.week')}</th>
            <th scope="col">{text('dashboardWork.complaints')}</th>
            <th scope="col">{text('dashboardWork.revenue')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ monday, complaints, revenue }) => (
            <tr key={monday}>
              <th scope="row">{formatShortDay(monday, language)}</th>
              <td>
                <Measure written={formatCount(complaints)} share={complaints / most.complaints} />
              </td>
              <td>
                <Measure written={formatRupees(revenue)} share={revenue / most.revenue} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Measure({ written, share }: { written: string; share: number }) {
  return (
    <div className={workListStyles.measure}>
      {written}
      <span className={workListStyles.bar} style={{ width: `${Math.max(0, share) * 100}%` }} aria-hidden />
    </div>
  )
}
