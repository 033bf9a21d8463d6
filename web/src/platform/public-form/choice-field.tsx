import type { ComponentProps, ReactNode } from 'react'
import { FieldFrame, type Own, type Parts } from './field.tsx'
import styles from './public-form.module.css'

type ChoiceProps = {
  name: string
  label: string
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
  options: readonly { value: string; label: ReactNode }[]
  /** Controlled with `value`, otherwise chosen at first. */
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
}

/** One of a few, all of them in view. */
export function ChoiceField({
  name,
  label,
  hint,
  error,
  required,
  options,
  value,
  defaultValue,
  onChange,
}: ChoiceProps) {
  const ids = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean)
  const [first] = options
  return (
    <div className={styles.field}>
      <span id={`${name}-label`} className={styles.label} data-required={required || undefined}>
        {label}
      </span>
      {hint && (
        <p id={`${name}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <div
        className={styles.choices}
        role="radiogroup"
        aria-labelledby={`${name}-label`}
        aria-describedby={ids.length > 0 ? ids.join(' ') : undefined}
        aria-invalid={error ? true : undefined}
        aria-required={required || undefined}
      >
        {options.map((option) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={option.value}
              required={required}
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
      {error && (
        <p id={`${name}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

type SelectFieldProps = Parts & Omit<ComponentProps<'select'>, Own>

/** A list to choose from; its options are the children. */
export function SelectField({ name, label, hint, error, ...input }: SelectFieldProps) {
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error} required={input.required}>
      {(described) => <select className={styles.control} name={name} data-path={name} {...described} {...input} />}
    </FieldFrame>
  )
}
