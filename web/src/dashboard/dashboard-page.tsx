import { Button } from '@mantine/core'
import { dashboardCalls } from '@petsetu/contract/dashboard.ts'
import type { Duty } from '@petsetu/contract/duties.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconChevronRight, IconPaw, type IconProps, IconQrcode, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { useUser } from '../auth/session.ts'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { type LoadFirst, startedAtArrival } from '../lib/first-data.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import card from '../ui/layout/card.module.css'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { Attention } from './attention.tsx'
import classes from './dashboard-page.module.css'

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

const figures = startedAtArrival(callQuery(dashboardCalls.figures, {}))

export function DashboardPage() {
  const text = useText()
  const counts = useQuery(figures)
  const data = counts.data?.data
  const duties = useUser()?.duties
  const shortcuts = SHORTCUTS.filter(({ duty }) => !duties || duties.includes(duty))
  return (
    <>
      <PageTitle>{text('titles.admin')}</PageTitle>
      <div className={classes.figures} aria-busy={counts.isPending}>
        <Figure label={text('adminDashboard.totalPets')} count={data?.total_pets} icon={IconPaw} />
        <Figure label={text('adminDashboard.totalUsers')} count={data?.total_users} icon={IconUsers} />
      </div>
      {counts.isLoadingError && (
        <Notice kind="info">
          {text('adminDashboard.figuresFailed')}{' '}
          <Button variant="subtle" px={8} my={-10} onClick={() => counts.refetch()}>
            {text('controls.tryAgain')}
          </Button>
        </Notice>
      )}
      <Attention figures={data} />
      {shortcuts.length > 0 && <h2 className={classes.heading}>{text('adminDashboard.quickLinks')}</h2>}
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

DashboardPage.load = ((queries) => queries.prefetchQuery(figures)) satisfies LoadFirst

type FigureProps = { label: string; count: number | undefined; icon: ComponentType<IconProps> }

/** Shows a dash while a number is missing; the console says why. */
function Figure({ label, count, icon: Icon }: FigureProps) {
  return (
    <div className={`${card.card} ${classes.figure}`}>
      <span className={classes.icon}>
        <Icon size={28} stroke={1.5} aria-hidden />
      </span>
      <h2>{label}</h2>
      <p>{count === undefined ? '–' : formatCount(count)}</p>
    </div>
  )
}
