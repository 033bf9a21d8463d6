import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import { type Field, FieldFrame } from './field.tsx'
import { useScript } from './form-card.tsx'
import styles from './public-form.module.css'

type Props = ComponentProps<typeof Field> & {
  /** The name of the file that is chosen, for a page that may take it away again. */
  chosen?: string | null
}

/** A file. Without a script the browser shows the name of the chosen file; its own button is never shown. */
export function FileField({ chosen, onChange, ...field }: Props) {
  const text = useText()
  const hasScript = useScript()
  const [seen, setSeen] = useState<string | null>(null)
  const shown = chosen === undefined ? seen : chosen
  const place = useRef<HTMLDivElement>(null)
  // A file may have been chosen before the script had loaded.
  useLayoutEffect(() => setSeen(place.current?.querySelector('input')?.files?.[0]?.name ?? null), [])
  return (
    <FieldFrame field={field}>
      {(input) => (
        <div ref={place} className={styles.file}>
          <label htmlFor={field.name} className={styles.fileButton}>
            {text('form.chooseFile')}
          </label>
          {hasScript && <span aria-hidden>{shown ?? text('form.noFile')}</span>}
          <input
            type="file"
            data-covers={hasScript || undefined}
            // The second label is for the eye.
            aria-labelledby={`${field.name}-label`}
            {...input}
            onChange={(event) => {
              setSeen(event.currentTarget.files?.[0]?.name ?? null)
              onChange?.(event)
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}
