import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import { IconPaw, type IconProps, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { lazyPart } from '../../platform/ui/feedback/lazy-part.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import classes from './dashboard-page.module.css'
import { TryAgain } from './try-again.tsx'

// Loaded after the page, whose weight is limited.
const WorkList = lazyPart(async () => (await import('./work-list.tsx')).WorkList, { fallback: spaceFor(4) })
const Attention = lazyPart(async () => (await import('./attention.tsx')).Attention, { fallback: spaceFor(2) })
const DashboardRest = lazyPart(async () => (await import('./dashboard-rest.tsx')).DashboardRest, {
  fallback: spaceFor(20),
})

const figures = callQuery(dashboardCalls.figures, {})

export function DashboardPage() {
  const text = useText()
  const counts = useQuery(figures)
  const data = counts.data?.data
  return (
    <>
      <PageTitle>{text('titles.admin')}</PageTitle>
      <div className={classes.top}>
        <section className={classes.work}>
          <h2 className={classes.first}>{text('dashboardWork.heading')}</h2>
          <WorkList />
        </section>
        <div className={classes.side}>
          <div className={classes.figures} aria-busy={counts.isPending}>
            <Figure label={text('adminDashboard.totalPets')} count={data?.total_pets} icon={IconPaw} />
            <Figure label={text('adminDashboard.totalUsers')} count={data?.total_users} icon={IconUsers} />
          </div>
          <Attention figures={data} />
        </div>
      </div>
      {counts.isLoadingError && <TryAgain message={text('adminDashboard.figuresFailed')} onRetry={counts.refetch} />}
      <DashboardRest />
    </>
  )
}

DashboardPage.load = ((prefetch) => prefetch(figures)) satisfies PageLoader

/** About the height of a part that is loaded later. */
function spaceFor(rows: number): ReactNode {
  return <div style={{ minHeight: rows * 45 }} aria-busy />
}

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
