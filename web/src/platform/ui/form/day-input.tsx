import { TextInput, type TextInputProps } from '@mantine/core'
import { formatMediumDay, formatMediumTime } from '@petsetu/languages/medium-days.ts'
import { pageLanguage } from '../../languages/page-language.ts'
import { useText } from '../../languages/use-text.tsx'
import classes from './day-input.module.css'

type Props = Omit<TextInputProps, 'type'> & {
  /** The field is for a day and a time in India, such as 2026-11-16T14:00. */
  withTime?: true
}

/** A day in the browser's own field, shown in the order and the words of the page until it has the focus. */
export function DayInput({ withTime, ...props }: Props) {
  const text = useText()
  const day = shownDay(String(props.value ?? ''), withTime)
  return (
    <TextInput
      {...props}
      type={withTime ? 'datetime-local' : 'date'}
      classNames={{ wrapper: classes.field ?? '', section: classes.section ?? '' }}
      leftSection={
        <span className={classes.shown} data-empty={day === null || undefined} aria-hidden>
          {day ?? text('controls.dayOrder')}
        </span>
      }
      leftSectionPointerEvents="none"
      leftSectionWidth="var(--day-start, var(--input-padding))"
    />
  )
}

/** Null for an empty field. A value from an address may be no day. */
function shownDay(value: string, withTime: true | undefined): string | null {
  if (Number.isNaN(Date.parse(value))) return null
  return withTime ? formatMediumTime(`${value}+05:30`, pageLanguage()) : formatMediumDay(value, pageLanguage())
}
