import type { ComponentProps, ReactNode } from 'react'
import { describedBy, noteOf, type Parts } from './form-card.tsx'
import styles from './public-form.module.css'

type CheckboxProps = Omit<Parts, 'label'> & { label: ReactNode } & Omit<ComponentProps<'input'>, 'name' | 'id' | 'type'>

/** Yes or no. */
export function CheckboxField({ name, label, hint, error, ...input }: CheckboxProps) {
  return (
    <div className={`${styles.field} ${styles.checkbox}`}>
      <input
        id={name}
        name={name}
        type="checkbox"
        data-path={name}
        {...describedBy({ name, hint, error })}
        {...input}
      />
      <div>
        <label htmlFor={name}>{label}</label>
        {noteOf(name, 'hint', hint)}
        {noteOf(name, 'error', error)}
      </div>
    </div>
  )
}
