import { EXAMPLE_TAG, normalizePetId } from '@petsetu/contract/pets/pet-id.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useText } from '../platform/languages/use-text.tsx'
import row from './field-row.module.css'
import styles from './find-tag-form.module.css'

/** A field for a tag's ID. Without a script the server redirects to the pet's page. */
export function FindTagForm() {
  const text = useText()
  const [isRefused, setRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  function find(event: FormEvent) {
    event.preventDefault()
    const petId = normalizePetId(field.current?.value ?? '')
    setRefused(!petId)
    if (petId) location.assign(visitorPaths.petDetail.to({ petId }))
    else field.current?.focus()
  }

  return (
    <form className={`${row.row} ${styles.form}`} method="get" action="/find-tag" onSubmit={find}>
      <label htmlFor="tag-id">{text('findTag.label')}</label>
      <p className={isRefused ? styles.error : styles.hint} id="tag-hint" role="status">
        {isRefused ? text('findTag.wrong', { example: EXAMPLE_TAG }) : text('findTag.hint')}
      </p>
      <input
        className={styles.field}
        ref={field}
        id="tag-id"
        name="id"
        placeholder={EXAMPLE_TAG}
        maxLength={40}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        aria-invalid={isRefused}
        aria-describedby="tag-hint"
      />
      <button type="submit">{text('findTag.submit')}</button>
    </form>
  )
}
