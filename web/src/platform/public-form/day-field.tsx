import { today } from '@petsetu/contract/platform/dates.ts'
import { type ComponentProps, useRef } from 'react'
import { useText } from '../languages/use-text.tsx'
import { Field } from './field.tsx'
import { FormButton, useScript } from './form-card.tsx'
import styles from './public-form.module.css'

const DAY_MS = 86_400_000

/** A day, with buttons for the two that are meant most once the script has loaded. */
export function DayField(props: ComponentProps<typeof Field>) {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  const hasScript = useScript()
  return (
    <div>
      <Field ref={input} {...props} type="date" />
      {hasScript && !props.readOnly && (
        <div className={styles.days}>
          <FormButton type="button" isSide onClick={() => type(input.current, today())}>
            {text('form.today')}
          </FormButton>
          <FormButton type="button" isSide onClick={() => type(input.current, today(new Date(Date.now() - DAY_MS)))}>
            {text('form.yesterday')}
          </FormButton>
        </div>
      )}
    </div>
  )
}

/** As if it were typed: React hears of a value only if it is set past its own setter. */
function type(input: HTMLInputElement | null, value: string): void {
  if (!input) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
