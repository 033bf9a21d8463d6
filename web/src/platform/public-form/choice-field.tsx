import type { ComponentProps, ReactNode } from 'react'
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

type CheckboxProps = { name: string; label: ReactNode; hint?: ReactNode; error?: ReactNode } & Omit<
  ComponentProps<'input'>,
  'name' | 'id' | 'type'
>

/** Yes or no. */
export function CheckboxField({ name, label, hint, error, ...input }: CheckboxProps) {
  const ids = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean)
  return (
    <div className={`${styles.field} ${styles.checkbox}`}>
      <input
        id={name}
        name={name}
        type="checkbox"
        data-path={name}
        aria-describedby={ids.length > 0 ? ids.join(' ') : undefined}
        aria-invalid={error ? true : undefined}
        {...input}
      />
      <div>
        <label htmlFor={name}>{label}</label>
        {hint && (
          <p id={`${name}-hint`} className={styles.hint}>
            {hint}
          </p>
        )}
        {error && (
          <p id={`${name}-error`} className={styles.error}>
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
