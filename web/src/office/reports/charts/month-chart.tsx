import { Text } from '@mantine/core'
import { REPORT_MONTHS_MAX, type ReportMonth, type ReportMonths } from '@petsetu/contract/office/reports.ts'
import { formatMonth, formatShortMonth } from '@petsetu/languages/months.ts'
import { type KeyboardEvent, useState } from 'react'
import { formatLongDay } from '../../../platform/languages/page-formats.ts'
import { useLanguage, useText } from '../../../platform/languages/use-text.tsx'
import { ChartTable } from '../../../platform/ui/chart/chart-table.tsx'
import card from '../../../platform/ui/layout/card.module.css'
import { type Days, daysOfMonth } from '../period-presets.tsx'
import monthBarsStyles from './month-bars.module.css'
import classes from './month-chart.module.css'

export type MonthChartProps = {
  title: string
  counted: ReportMonths
  /** The first chosen day, or empty. */
  chosenFrom: string
  isBusy: boolean
  write: (value: number) => string
  onChoose: (days: Days) => void
}

/** A bar for each month beside one for its month of the period before, with their values, and the same as a table. */
export function MonthChart({ title, counted, chosenFrom, isBusy, write, onChoose }: MonthChartProps) {
  const text = useText()
  const language = useLanguage()
  const [shown, setShown] = useState<ReportMonth | null>(null)
  const { months, from, to } = counted
  const daysShown = text('reports.days', { from: formatLongDay(from), to: formatLongDay(to) })
  const isEmpty = months.every(({ value, value_before }) => value === 0 && value_before === 0)
  const name = (month: string) => formatMonth(month, language)
  const sum = (values: number[]) => write(values.reduce((all, value) => all + Math.round(value * 100), 0) / 100)

  return (
    <section className={`${card.card} ${classes.chart}`} aria-busy={isBusy}>
      <h2 className={classes.title}>{title}</h2>
      <Text c="dimmed">
        {isEmpty ? text('reports.noMonths') : text('reports.chooseMonth')}{' '}
        {chosenFrom !== '' && chosenFrom < from && text('reports.shortened', { max: REPORT_MONTHS_MAX })}
      </Text>
      {!isEmpty && (
        <>
          <dl className={classes.values}>
            <div data-period="now">
              <dt>{shown ? name(shown.month) : daysShown}</dt>
              <dd>{shown ? write(shown.value) : sum(months.map(({ value }) => value))}</dd>
            </div>
            <div data-period="before">
              <dt>{shown ? name(shown.month_before) : text('reports.periodBefore')}</dt>
              <dd>{shown ? write(shown.value_before) : sum(months.map(({ value_before }) => value_before))}</dd>
            </div>
          </dl>
          <MonthBars
            title={title}
            months={months}
            write={write}
            onShow={setShown}
            onChoose={({ month }) => onChoose(daysOfMonth(month, { from, to }))}
          />
          <ChartTable
            label={text('reports.asTable')}
            caption={title}
            heads={[
              text('reports.month'),
              text('reports.chosenPeriod'),
              text('reports.monthBefore'),
              text('reports.periodBefore'),
            ]}
            rows={months.map((one) => [
              name(one.month),
              write(one.value),
              name(one.month_before),
              write(one.value_before),
            ])}
          />
        </>
      )}
    </section>
  )
}

// More of them leave no room for amounts beside each other.
const MONTHS_WITH_VALUES = 12

type Props = {
  title: string
  months: ReportMonth[]
  write: (value: number) => string
  /** The month whose values are to be shown; null when the pointer or the focus has left. */
  onShow: (month: ReportMonth | null) => void
  onChoose: (month: ReportMonth) => void
}

/** One button a month. Only one of them is in the tab order; the arrow keys, Home and End move between them. */
function MonthBars({ title, months, write, onShow, onChoose }: Props) {
  const text = useText()
  const language = useLanguage()
  const [place, setPlace] = useState(0)
  const reachable = Math.min(place, months.length - 1)
  const highest = Math.max(...months.map(({ value, value_before }) => Math.max(value, value_before)))
  const height = (value: number) => ({ height: `${(value / highest) * 100}%` })

  function move(event: KeyboardEvent<HTMLElement>) {
    const last = months.length - 1
    const moves: Record<string, number> = { ArrowRight: reachable + 1, ArrowLeft: reachable - 1, Home: 0, End: last }
    const next = moves[event.key]
    if (next === undefined) return
    event.preventDefault()
    const buttons = event.currentTarget.querySelectorAll('button')
    buttons[Math.max(0, Math.min(next, last))]?.focus()
  }

  return (
    <div
      className={monthBarsStyles.bars}
      role="toolbar"
      aria-label={title}
      onKeyDown={move}
      data-many={months.length > 18}
      data-roomy={months.length <= MONTHS_WITH_VALUES}
    >
      {months.map((one, number) => (
        <div key={one.month} className={monthBarsStyles.month}>
          <button
            type="button"
            className={monthBarsStyles.pair}
            tabIndex={number === reachable ? 0 : -1}
            aria-label={text('reports.bar', {
              month: formatMonth(one.month, language),
              value: write(one.value),
              monthBefore: formatMonth(one.month_before, language),
              valueBefore: write(one.value_before),
            })}
            onFocus={() => {
              setPlace(number)
              onShow(one)
            }}
            onBlur={() => onShow(null)}
            onPointerEnter={() => onShow(one)}
            onPointerLeave={() => onShow(null)}
            onClick={() => onChoose(one)}
          >
            <span
              className={monthBarsStyles.before}
              data-none={one.value_before === 0}
              style={height(one.value_before)}
            />
            <span className={monthBarsStyles.now} data-none={one.value === 0} style={height(one.value)}>
              <span className={monthBarsStyles.value} data-highest={one.value === highest} aria-hidden>
                {write(one.value)}
              </span>
            </span>
          </button>
          <span className={monthBarsStyles.label} aria-hidden>
            {formatShortMonth(one.month, language)}
          </span>
          <span className={monthBarsStyles.label} aria-hidden>
            {isLabelled(one.month, number) && one.month.slice(0, 4)}
          </span>
        </div>
      ))}
    </div>
  )
}

/** The year stands below the first month and below each January. */
function isLabelled(month: string, number: number): boolean {
  return number === 0 || month.endsWith('-01')
}
