import { type ComponentProps, type ReactNode, useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import { describedBy, noteOf, type Parts, useScript } from './form-card.tsx'
import styles from './public-form.module.css'

export type Own = keyof Parts | 'id'

type FrameProps<Field> = {
  field: Field
  /** The input, which gets everything but the words around it. */
  children: (input: Omit<Field, 'label' | 'hint' | 'error'> & { id: string }) => ReactNode
}

/** Its label, its hint and its error around an input. */
export function FieldFrame<Field extends Parts & { required?: boolean | undefined }>({
  field: { label, hint, error, ...field },
  children,
}: FrameProps<Field>) {
  const { name } = field
  return (
    <div className={styles.field}>
      <label id={`${name}-label`} htmlFor={name} className={styles.label} data-required={field.required || undefined}>
        {label}
      </label>
      {noteOf(name, 'hint', hint)}
      {children({ 'data-path': name, id: name, ...describedBy({ name, hint, error }), ...field })}
      {noteOf(name, 'error', error)}
    </div>
  )
}

type FieldProps = Parts & Omit<ComponentProps<'input'>, Own>

/** A field of one line. Without `value` the browser keeps what is typed, also before the script has loaded. */
export function Field(props: FieldProps) {
  return <FieldFrame field={props}>{(input) => <input className={styles.control} {...input} />}</FieldFrame>
}

type LongFieldProps = Parts & Omit<ComponentProps<'textarea'>, Own>

/** A field of several lines. */
export function LongField(props: LongFieldProps) {
  return <FieldFrame field={props}>{(input) => <textarea className={styles.control} rows={4} {...input} />}</FieldFrame>
}

/** A password, with a button that shows it once the script has loaded. */
export function PasswordField(props: FieldProps) {
  const text = useText()
  const hasScript = useScript()
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame field={{ required: true, ...props }}>
      {(input) => (
        <span className={styles.password}>
          <input className={styles.control} {...input} type={isShown ? 'text' : 'password'} />
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
