import type { Language } from '@petsetu/languages/languages.ts'
import { useLanguage, useText } from '../../languages/use-text.tsx'
import classes from './day-input.module.css'

/** The class of the frame around a native field and its `ShownDay`. */
export const DAY_FIELD = classes.field ?? ''

type Props = {
  /** The value of the field. One from an address may be no day. */
  value: string
  format: (value: string, language: Language) => string
  /** Lies over the field by itself. */
  isOver?: true
}

/** The day of a native field in the order and the words of the page, in place of the browser's own until the field has the focus. */
export function ShownDay({ value, format, isOver }: Props) {
  const text = useText()
  const language = useLanguage()
  const isEmpty = Number.isNaN(Date.parse(value))
  return (
    <span
      className={isOver ? `${classes.shown} ${classes.over}` : classes.shown}
      data-empty={isEmpty || undefined}
      aria-hidden
    >
      {isEmpty ? text('form.dayOrder') : format(value, language)}
    </span>
  )
}

/** Makes the year 26, which a browser's field takes from two typed digits, 2026. */
export function completeYear({ currentTarget: field }: { currentTarget: HTMLInputElement }): void {
  if (!field.value.startsWith('00')) return
  const day = new Date(field.valueAsNumber)
  typeDay(field, day.setUTCFullYear(day.getUTCFullYear() + 2000))
}

/** As if it were typed: React hears of a day only if it is not set as a `value`, whose setter it has replaced. `day` is midnight in UTC. */
export function typeDay(field: HTMLInputElement | null, day: number): void {
  if (!field) return
  field.valueAsNumber = day
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
