import { today } from '@petsetu/contract/platform/dates.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { FilterButtons } from '../../platform/ui/table/filter-buttons.tsx'
import { type Days, presetDays } from './preset-days.ts'

type Preset = keyof ReturnType<typeof presetDays>

const PRESETS: Record<Preset, PlainId> = {
  thisMonth: 'reports.thisMonth',
  lastMonth: 'reports.lastMonth',
  thisYear: 'reports.thisYear',
}

/** One button for each period that is often looked at. */
export function PeriodPresets({ applied, onChoose }: { applied: Days; onChoose: (days: Days) => void }) {
  const text = useText()
  const days = presetDays(today())
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
