import { useText } from '../languages/use-text.tsx'
import { Attention, type Figures } from './attention.tsx'
import classes from './dashboard-page.module.css'
import { LatestEvents } from './latest-events.tsx'
import { QuickLinks } from './quick-links.tsx'
import { WeekTable } from './week-table.tsx'

/** Shows everything below the two figures. */
export function DashboardRest({ figures }: { figures: Figures | undefined }) {
  const text = useText()
  return (
    <>
      <Attention figures={figures} />
      <h2 className={classes.heading}>{text('dashboardEvents.heading')}</h2>
      <LatestEvents />
      <h2 className={classes.heading}>{text('dashboardWork.weeks')}</h2>
      <WeekTable />
      <QuickLinks />
    </>
  )
}
