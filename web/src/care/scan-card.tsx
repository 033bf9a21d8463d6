import { type ScanDay, scanCalls } from '@petsetu/contract/scans.ts'
import { counted, formatCount } from '@petsetu/languages/formats.ts'
import { useQuery } from '@tanstack/react-query'
import { formatLongDay } from '../languages/page-text.ts'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { ChartTable } from '../ui/chart/chart-table.tsx'
import { TableSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import card from '../ui/layout/card.module.css'
import classes from './care-page.module.css'
import { lastDays } from './scan-days.ts'

/** Shows the number of times that the pet's page was opened. */
export function ScanCard({ petId }: { petId: string }) {
  const text = useText()
  return (
    <section className={card.card} aria-labelledby="care-scans">
      <h2 id="care-scans" className={classes.heading}>
        {text('care.scans')}
      </h2>
      <Scans petId={petId} />
      <p className={classes.hint}>{text('care.scansHint')}</p>
    </section>
  )
}

function Scans({ petId }: { petId: string }) {
  const text = useText()
  const scans = useQuery(callQuery(scanCalls.list, { params: { id: petId } }))
  return (
    <Loaded query={scans} skeleton={<TableSkeleton rows={2} />} failure={text('care.scansFailed')}>
      {(counted) => <Counts scans={counted} />}
    </Loaded>
  )
}

function Counts({ scans }: { scans: ScanDay[] }) {
  const text = useText()
  const [last] = scans
  if (!last) return <p className={classes.soft}>{text('care.noScans')}</p>
  const days = lastDays(scans)
  const sum = days.reduce((total, each) => total + each.scans, 0)
  return (
    <>
      <p className={classes.day}>{text('care.scansInDays', counted(sum))}</p>
      <p className={classes.soft}>{text('care.lastScan', { day: formatLongDay(last.day) })}</p>
      <Bars days={days} />
    </>
  )
}

const BAR_WIDTH = 10
const HEIGHT = 80

function Bars({ days }: { days: ScanDay[] }) {
  const text = useText()
  const most = Math.max(1, ...days.map(({ scans }) => scans))
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  return (
    <figure className={classes.chart}>
      <svg
        viewBox={`0 0 ${days.length * BAR_WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text('care.chartLabel', { most: formatCount(most) })}
      >
        {days.map(({ day, scans }, index) => {
          const height = scans === 0 ? 1 : Math.max(4, (scans / most) * HEIGHT)
          return (
            <rect key={day} x={index * BAR_WIDTH + 1} y={HEIGHT - height} width={BAR_WIDTH - 2} height={height}>
              <title>{text('care.scansOn', { day: formatLongDay(day), scans: formatCount(scans) })}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className={classes.axis} aria-hidden>
        <span>{formatLongDay(first)}</span>
        <span>{formatLongDay(last)}</span>
      </figcaption>
      <ChartTable
        label={text('care.asTable')}
        caption={text('care.scans')}
        heads={[text('care.day'), text('care.scanCount')]}
        rows={days.filter(({ scans }) => scans > 0).map(({ day, scans }) => [formatLongDay(day), formatCount(scans)])}
      />
    </figure>
  )
}
