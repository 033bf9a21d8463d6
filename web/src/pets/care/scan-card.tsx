import { Group, Text } from '@mantine/core'
import { type ScanDay, scanCalls } from '@petsetu/contract/pets/tags.ts'
import { formatCount, pluralValues } from '@petsetu/languages/formats.ts'
import { useQuery } from '@tanstack/react-query'
import { formatLongDay, formatUnbrokenDay } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { serverToday } from '../../platform/lib/requests/server-clock.ts'
import { ChartTable } from '../../platform/ui/chart/chart-table.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { TitledCard } from '../../platform/ui/layout/card-parts.tsx'
import classes from './care-page.module.css'

/** Shows the number of times that the pet's page was opened. */
export function ScanCard({ petId }: { petId: string }) {
  const text = useText()
  const scans = useQuery(callQuery(scanCalls.list, { params: { id: petId } }))
  return (
    <TitledCard id="care-scans" title={text('care.scans')} gap="xs">
      <Loaded query={scans} skeleton={<TableSkeleton rows={2} />} failure={text('care.scansFailed')}>
        {(days) => <Counts scans={days} />}
      </Loaded>
      <Text c="dimmed">{text('care.scansHint')}</Text>
    </TitledCard>
  )
}

function Counts({ scans }: { scans: ScanDay[] }) {
  const text = useText()
  const [last] = scans
  if (!last) return <Text c="dimmed">{text('care.noScans')}</Text>
  const days = lastDays(scans)
  const sum = days.reduce((total, each) => total + each.scans, 0)
  return (
    <>
      <Text fw={600}>{text('care.scansInDays', pluralValues(sum))}</Text>
      <Text c="dimmed">{text('care.lastScan', { day: formatUnbrokenDay(last.day) })}</Text>
      <Bars days={days} />
    </>
  )
}

const BAR_WIDTH = 10
const HEIGHT = 80

const heightOf = (scans: number, most: number) => (scans === 0 ? 1 : Math.max(4, (scans / most) * HEIGHT))

function Bars({ days }: { days: ScanDay[] }) {
  const text = useText()
  const most = Math.max(1, ...days.map(({ scans }) => scans))
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  return (
    <figure className={classes.chart}>
      <div className={classes.bars}>
        <svg
          viewBox={`0 0 ${days.length * BAR_WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={text('care.chartLabel', { most: formatCount(most) })}
        >
          {days.map(({ day, scans }, index) => {
            const height = heightOf(scans, most)
            return (
              <rect key={day} x={index * BAR_WIDTH + 1} y={HEIGHT - height} width={BAR_WIDTH - 2} height={height}>
                <title>{text('care.scansOn', { day: formatLongDay(day), scans: formatCount(scans) })}</title>
              </rect>
            )
          })}
        </svg>
        {/* Beside the drawing, which is stretched. The table says them to a screen reader. */}
        {days.map(
          ({ day, scans }, index) =>
            scans > 0 && (
              <span
                key={day}
                className={classes.value}
                data-long={most > 9 || undefined}
                style={{
                  left: `${((index + 0.5) / days.length) * 100}%`,
                  bottom: `${(heightOf(scans, most) / HEIGHT) * 100}%`,
                }}
                aria-hidden
              >
                {formatCount(scans)}
              </span>
            ),
        )}
      </div>
      <Group component="figcaption" justify="space-between" gap="sm" fz="0.875rem" c="dimmed" aria-hidden>
        <span>{formatLongDay(first)}</span>
        <span>{formatLongDay(last)}</span>
      </Group>
      <ChartTable
        label={text('care.asTable')}
        caption={text('care.scans')}
        heads={[text('care.day'), text('care.scanCount')]}
        rows={days.filter(({ scans }) => scans > 0).map(({ day, scans }) => [formatLongDay(day), formatCount(scans)])}
      />
    </figure>
  )
}

const DAYS_SHOWN = 30
const DAY_MS = 86_400_000

/** The last 30 Indian days, oldest first, with 0 for a day without scans. */
export function lastDays(scans: ScanDay[], now = serverToday()): ScanDay[] {
  const counts = new Map(scans.map((each) => [each.day, each.scans]))
  return Array.from({ length: DAYS_SHOWN }, (_, index) => {
    const day = new Date(Date.parse(now) - (DAYS_SHOWN - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return { day, scans: counts.get(day) ?? 0 }
  })
}
