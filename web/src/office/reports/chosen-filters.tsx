import { Box, Group } from '@mantine/core'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconX } from '@tabler/icons-react'
import { formatLongDay } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { restoreFocus } from '../../platform/ui/feedback/restore-focus.ts'
import classes from './chosen-filters.module.css'
import type { Days } from './period-presets.tsx'

type ChosenFilter = { label: string; onRemove: () => void }

type Props<F extends Days> = {
  filter: { applied: F; choose: (fields: Partial<F>) => unknown }
  /** The words of the chosen value, for the fields besides the days that a chart can choose. */
  words: Partial<Record<keyof F, string | undefined>>
}

/** Lists the choices of a chart or a preset, each with a button that takes it away. */
export function ChosenFilters<F extends Days>({ filter: { applied, choose }, words }: Props<F>) {
  const text = useText()
  const days = writtenDays(applied, text)
  const chosen: ChosenFilter[] = Object.entries(words).flatMap(([field, label]) =>
    label ? [{ label: String(label), onRemove: () => choose({ [field]: '' } as Partial<F>) }] : [],
  )
  if (days) chosen.push({ label: days, onRemove: () => choose({ start_date: '', end_date: '' } as Partial<F>) })
  if (chosen.length === 0) return null
  return (
    <Group
      component="ul"
      gap="xs"
      m={0}
      mb="md"
      p={0}
      style={{ listStyle: 'none' }}
      aria-label={text('reports.chosen')}
    >
      {chosen.map(({ label, onRemove }) => (
        <li key={label}>
          <button
            type="button"
            className={classes.filter}
            aria-label={text('reports.remove', { filter: label })}
            onClick={() => {
              onRemove()
              restoreFocus()
            }}
          >
            {label}
            <IconX size={16} aria-hidden />
          </button>
        </li>
      ))}
    </Group>
  )
}

/** The chosen days in words; null without any. */
export function writtenDays({ start_date, end_date }: Days, text: Translate): string | null {
  const [from, to] = [start_date && formatLongDay(start_date), end_date && formatLongDay(end_date)]
  if (from && to) return text('reports.days', { from, to })
  if (from) return text('reports.daysFrom', { from })
  return to ? text('reports.daysTo', { to }) : null
}

/** Says that a link selected rows by something that is not among the filter's fields. */
export function ActiveFilterNotice({ children }: { children: string }) {
  return (
    <Box mb="lg">
      <Notice kind="info">{children}</Notice>
    </Box>
  )
}
