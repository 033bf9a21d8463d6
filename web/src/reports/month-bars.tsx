import type { ReportMonth } from '@petsetu/contract/reports.ts'
import { formatMonth, formatShortMonth } from '@petsetu/languages/months.ts'
import { type KeyboardEvent, useState } from 'react'
import { useLanguage, useText } from '../languages/use-text.tsx'
import classes from './month-bars.module.css'

type Props = {
  title: string
  months: ReportMonth[]
  write: (value: number) => string
  /** The month whose values are to be shown; null when the pointer or the focus has left. */
  onShow: (month: ReportMonth | null) => void
  onChoose: (month: ReportMonth) => void
}

/** One button a month. Only one of them is in the tab order; the arrow keys, Home and End move between them. */
export function MonthBars({ title, months, write, onShow, onChoose }: Props) {
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
    <div className={classes.bars} role="toolbar" aria-label={title} onKeyDown={move} data-many={months.length > 18}>
      {months.map((one, number) => (
        <div key={one.month} className={classes.month}>
          <button
            type="button"
            className={classes.pair}
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
            <span className={classes.before} data-none={one.value_before === 0} style={height(one.value_before)} />
            <span className={classes.now} data-none={one.value === 0} style={height(one.value)} />
          </button>
          <span className={classes.label} aria-hidden>
            {formatShortMonth(one.month, language)}
          </span>
          <span className={classes.label} aria-hidden>
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
