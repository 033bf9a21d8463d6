import { TextInput, type TextInputProps } from '@mantine/core'
import { formatMediumDay, formatMediumTime } from '@petsetu/languages/medium-days.ts'
import classes from './day-input.module.css'
import { completeYear, DAY_FIELD, ShownDay } from './shown-day.tsx'

type Props = Omit<TextInputProps, 'type'> & {
  /** The field is for a day and a time in India, such as 2026-11-16T14:00. */
  withTime?: true
}

/** A day in the browser's own field, shown in the order and the words of the page until it has the focus. */
export function DayInput({ withTime, ...props }: Props) {
  return (
    <TextInput
      {...props}
      // Before the form checks the field.
      onBlurCapture={completeYear}
      type={withTime ? 'datetime-local' : 'date'}
      classNames={{ wrapper: DAY_FIELD, section: classes.section ?? '' }}
      leftSection={
        <ShownDay
          value={String(props.value ?? '')}
          format={withTime ? (time, language) => formatMediumTime(`${time}+05:30`, language) : formatMediumDay}
        />
      }
      leftSectionPointerEvents="none"
      leftSectionWidth="var(--day-start, var(--input-padding))"
    />
  )
}
