import { REPORT_MONTHS_MAX } from '@petsetu/contract/report-filters.ts'
import type { ReportMonth, ReportMonths } from '@petsetu/contract/reports.ts'
import { formatMonth } from '@petsetu/languages/months.ts'
import { useState } from 'react'
import { formatLongDay } from '../languages/page-text.ts'
import { useLanguage, useText } from '../languages/use-text.tsx'
import { ChartTable } from '../ui/chart/chart-table.tsx'
import card from '../ui/layout/card.module.css'
import { MonthBars } from './month-bars.tsx'
import classes from './month-chart.module.css'
import { type Days, daysOfMonth } from './preset-days.ts'

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
      <p className={classes.hint}>
        {isEmpty ? text('reports.noMonths') : text('reports.chooseMonth')}{' '}
        {chosenFrom !== '' && chosenFrom < from && text('reports.shortened', { max: REPORT_MONTHS_MAX })}
      </p>
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
