import { financialYearOf } from '@petsetu/contract/platform/calendar.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { serverToday } from '../../platform/lib/requests/server-clock.ts'
import { FilterButtons } from '../../platform/ui/table/filter-buttons.tsx'

type Preset = keyof ReturnType<typeof presetDays>

const PRESETS: Record<Preset, PlainId> = {
  thisMonth: 'reports.thisMonth',
  lastMonth: 'reports.lastMonth',
  thisYear: 'reports.thisYear',
}

/** One button for each period that is often looked at. */
export function PeriodPresets({ applied, onChoose }: { applied: Days; onChoose: (days: Days) => void }) {
  const text = useText()
  const days = presetDays(serverToday())
  const isApplied = (preset: Preset) =>
    days[preset].start_date === applied.start_date && days[preset].end_date === applied.end_date
  const presets = Object.keys(PRESETS) as Preset[]
  return (
    <FilterButtons<Preset | ''>
      legend={text('reports.period')}
      choices={presets.map((value) => ({ value, label: text(PRESETS[value]) }))}
      chosen={presets.find(isApplied) ?? ''}
      onChoose={(preset) => preset && onChoose(days[preset])}
    />
  )
}

export type Days = { start_date: string; end_date: string }

/** The periods that one click chooses, at this day in India. A financial year is that of India, from 1 April to 31 March. */
export function presetDays(today: string): Record<'thisMonth' | 'lastMonth' | 'thisYear', Days> {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return { thisMonth: wholeMonth(year, month), lastMonth: wholeMonth(year, month - 1), thisYear: financialYear(today) }
}

/** `month` counts from 1; month 0 is the December before. */
function wholeMonth(year: number, month: number): Days {
  const day = (place: number, days: number) => new Date(Date.UTC(year, place, days)).toISOString().slice(0, 10)
  return { start_date: day(month - 1, 1), end_date: day(month, 0) }
}

function financialYear(day: string): Days {
  const year = financialYearOf(day)
  return { start_date: `${year}-04-01`, end_date: `${year + 1}-03-31` }
}

/** The days of this month (2026-04) that lie within a period. */
export function daysOfMonth(month: string, { from, to }: { from: string; to: string }): Days {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const whole = wholeMonth(year, number)
  return {
    start_date: from > whole.start_date ? from : whole.start_date,
    end_date: to < whole.end_date ? to : whole.end_date,
  }
}

/**
 * The days of the accountant's file: the chosen ones. A day left out is the first or the last of the financial year in which the other
 * one lies, or of this one.
 */
export function accountedDays({ start_date, end_date }: Days, today: string): Days {
  const year = financialYear(end_date || start_date || today)
  return { start_date: start_date || year.start_date, end_date: end_date || year.end_date }
}
