import { type ComponentProps, type ReactNode, useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import { useScript } from './form-card.tsx'
import styles from './public-form.module.css'

export type Parts = {
  /** Also the id of its input, so that a summary of errors can link to it. */
  name: string
  label: string
  hint?: ReactNode
  error?: ReactNode
}
export type Own = keyof Parts | 'id'
type Described = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean | undefined }

/** Its label, its hint and its error around an input. */
export function FieldFrame({
  name,
  label,
  hint,
  error,
  required = false,
  children,
}: Parts & { required?: boolean | undefined; children: (described: Described) => ReactNode }) {
  const ids = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean)
  return (
    <div className={styles.field}>
      <label id={`${name}-label`} htmlFor={name} className={styles.label} data-required={required || undefined}>
        {label}
      </label>
      {hint && (
        <p id={`${name}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children({
        id: name,
        'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={`${name}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

type FieldProps = Parts & Omit<ComponentProps<'input'>, Own>

/** A field of one line. Without `value` the browser keeps what is typed, also before the script has loaded. */
export function Field({ name, label, hint, error, ...input }: FieldProps) {
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error} required={input.required}>
      {(described) => <input className={styles.control} name={name} data-path={name} {...described} {...input} />}
    </FieldFrame>
  )
}

type LongFieldProps = Parts & Omit<ComponentProps<'textarea'>, Own>

/** A field of several lines. */
export function LongField({ name, label, hint, error, ...input }: LongFieldProps) {
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error} required={input.required}>
      {(described) => (
        <textarea className={styles.control} name={name} data-path={name} rows={4} {...described} {...input} />
      )}
    </FieldFrame>
  )
}

/** A password, with a button that shows it once the script has loaded. */
export function PasswordField({ name, label, hint, error, ...input }: FieldProps) {
  const text = useText()
  const hasScript = useScript()
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error} required={input.required ?? true}>
      {(described) => (
        <span className={styles.password}>
          <input
            className={styles.control}
            name={name}
            data-path={name}
            required
            {...described}
            {...input}
            type={isShown ? 'text' : 'password'}
          />
          {hasScript && (
            // Without the word 'password', so that the field's label stays unique on the page.
            <button
              type="button"
              className={styles.eye}
              aria-pressed={isShown}
              aria-label={text('form.showTyped')}
              onClick={() => setShown(!isShown)}
            >
              <svg viewBox="0 0 24 24" aria-hidden>
                <path d="M2 12c3-5 6.5-7.5 10-7.5s7 2.5 10 7.5c-3 5-6.5 7.5-10 7.5S5 17 2 12z" />
                <circle cx="12" cy="12" r="3" />
                {isShown && <path d="M4 3l16 18" />}
              </svg>
            </button>
          )}
        </span>
      )}
    </FieldFrame>
  )
}
