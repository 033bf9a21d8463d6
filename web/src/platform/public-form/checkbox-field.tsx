import type { ComponentProps, ReactNode } from 'react'
import styles from './public-form.module.css'

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
