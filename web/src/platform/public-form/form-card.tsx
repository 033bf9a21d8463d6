import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { useTakenFocus } from '../lib/take-focus.ts'
import styles from './public-form.module.css'

type TitleProps = {
  children: ReactNode
  /** A few words below the title. */
  under?: ReactNode
  /** The file of a drawing, or of the photo of an animal; without one, a dog and a cat. */
  picture?: string
  /** Says what a photo shows. */
  photoOf?: string | undefined
  /** The width of what stands below it: that of one card, a small card, or the whole page. */
  width?: 'narrow' | 'wide' | undefined
}

/** The band on top of each page of forms: the page's title with a drawing. */
export function FormTitle({ children, under, picture = '/drawing-pets.svg', photoOf = '', width }: TitleProps) {
  return (
    <header className={styles.band} data-width={width}>
      <h1 className={styles.heading} tabIndex={-1}>
        {children}
      </h1>
      {under && <p>{under}</p>}
      <img src={picture} alt={photoOf} />
    </header>
  )
}

type CardProps = Pick<TitleProps, 'under' | 'picture' | 'photoOf'> & {
  title: ReactNode
  hint?: ReactNode
  isNarrow?: boolean
  children: ReactNode
  footer?: ReactNode
}

/** A page that is one form, or says why there is none. */
export function FormCard({ title, hint, isNarrow, children, footer, ...head }: CardProps) {
  const width = isNarrow ? 'narrow' : undefined
  return (
    <article>
      <FormTitle {...head} width={width}>
        {title}
      </FormTitle>
      <div className={styles.card} data-width={width}>
        {hint && <p>{hint}</p>}
        {children}
        {footer && <p className={styles.footer}>{footer}</p>}
      </div>
    </article>
  )
}

/** A form that the browser sends by itself where no script does. */
export function PublicForm(props: ComponentProps<'form'>) {
  return <form method="post" className={styles.form} {...props} />
}

type NoteProps = { kind: 'info' | 'waiting' | 'done' | 'failed'; takesFocus?: boolean; children: ReactNode }

/** A message in the page. A screen reader announces a failure at once and anything else when it is idle. */
export function FormNote({ kind, takesFocus = false, children }: NoteProps) {
  return (
    <div
      {...useTakenFocus(takesFocus)}
      className={styles.note}
      data-kind={kind}
      role={kind === 'failed' ? 'alert' : 'status'}
    >
      {children}
    </div>
  )
}

type SummaryProps = {
  /** Why the form was not accepted; null if it was not sent yet. */
  problem: string | null
  /** The problems of fields by the id of the field, each of which also stands beside its field. */
  fields?: Record<string, string> | undefined
}

/** The first thing in a form that was not accepted: what is wrong, with a link to each field. */
export function ErrorSummary({ problem, fields = {} }: SummaryProps) {
  const wrong = Object.entries(fields)
  if (problem === null && wrong.length === 0) return null
  return (
    <FormNote kind="failed">
      {problem !== null && <p>{problem}</p>}
      {wrong.length > 0 && (
        <ul>
          {wrong.map(([id, message]) => (
            <li key={id}>
              <a href={`#${id}`}>{message}</a>
            </li>
          ))}
        </ul>
      )}
    </FormNote>
  )
}

/** The words around a field. */
export type Parts = {
  /** Also the id of its input, so that a summary of errors can link to it. */
  name: string
  label: string
  hint?: ReactNode
  error?: ReactNode
}

/** Names the hint and the error of a field to its input. */
export function describedBy({ name, hint, error }: Omit<Parts, 'label'>) {
  const ids = [hint && `${name}-hint`, error && `${name}-error`]
  return {
    'aria-describedby': ids.filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  } as const
}

/** Shows the hint or the error of a field. */
export function noteOf(name: string, kind: 'hint' | 'error', words: ReactNode) {
  return (
    words && (
      <p id={`${name}-${kind}`} className={styles[kind]}>
        {words}
      </p>
    )
  )
}

type ButtonProps = ComponentProps<'button'> & { isBusy?: boolean; isSide?: boolean }

/** The button that sends the form; with `isSide` one that does something else. A busy one only ignores clicks: a disabled one would lose the focus. */
export function FormButton({ isBusy, isSide, onClick, ...props }: ButtonProps) {
  return (
    <button
      type="submit"
      className={isSide ? styles.side : styles.main}
      aria-disabled={isBusy}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      {...props}
    />
  )
}

/** A link that looks like the second button of a form. */
export function SideLink(props: ComponentProps<'a'>) {
  return <a className={styles.side} {...props} />
}

/** False in the server's markup and until the script has taken over. */
export function useScript(): boolean {
  const [hasScript, setScript] = useState(false)
  useEffect(() => setScript(true), [])
  return hasScript
}
