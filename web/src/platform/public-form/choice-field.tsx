import type { ComponentProps, ReactNode } from 'react'
import { FieldFrame, type Own } from './field.tsx'
import { describedBy, noteOf, type Parts } from './form-card.tsx'
import styles from './public-form.module.css'

type ChoiceProps = Omit<Parts, 'hint'> & {
  options: readonly { value: string; label: ReactNode }[]
  /** Controlled with `value`, otherwise chosen at first. */
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
}

/** One of a few, all of them in view. One must be chosen. */
export function ChoiceField({ name, label, error, options, value, defaultValue, onChange }: ChoiceProps) {
  const [first] = options
  return (
    <div className={styles.field}>
      <span id={`${name}-label`} className={styles.label} data-required>
        {label}
      </span>
      <div
        className={styles.choices}
        role="radiogroup"
        aria-labelledby={`${name}-label`}
        {...describedBy({ name, error })}
        aria-required
      >
        {options.map((option) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={option.value}
              required
              // A summary of errors, and the focus after one, lead to the first.
              {...(option === first && { id: name, 'data-path': name })}
              {...(value === undefined
                ? { defaultChecked: option.value === defaultValue }
                : { checked: option.value === value })}
              onChange={() => onChange?.(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {noteOf(name, 'error', error)}
    </div>
  )
}

type SelectFieldProps = Parts & Omit<ComponentProps<'select'>, Own>

/** A list to choose from; its options are the children. */
export function SelectField(props: SelectFieldProps) {
  return <FieldFrame field={props}>{(input) => <select className={styles.control} {...input} />}</FieldFrame>
}
