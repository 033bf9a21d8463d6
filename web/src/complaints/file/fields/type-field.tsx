import { shownType, storedType, suggestedTypes } from '@petsetu/contract/complaints/complaint-facts.ts'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../../../platform/languages/use-text.tsx'
import { Field } from '../../../platform/public-form/field.tsx'
import styles from '../../../platform/public-form/public-form.module.css'
import { isTypedHere } from '../../../platform/public-form/use-public-form.ts'
import { bindField, type Form } from './bind-field.ts'

const FIELD = 'type_of_complaint'

type Props = { form: Form; readOnly: boolean }

/** The usual types as choices, and a text for any other. The form holds a type as it is stored, and shows it in the page's language. */
export function TypeField({ form, readOnly }: Props) {
  const text = useText()
  if (!readOnly) return <TypeChoices form={form} />
  return <Field name={FIELD} label={text('complaintForm.type')} readOnly value={shownType(form.values[FIELD], text)} />
}

function TypeChoices({ form }: Pick<Props, 'form'>) {
  const text = useText()
  const id = useId()
  // Somebody who writes in their own words may write a usual type on the way.
  const [wantsOther, setWantsOther] = useState(false)
  const group = useRef<HTMLDivElement>(null)
  const shown = shownType(form.values[FIELD], text)
  const error = form.errors[FIELD] as string | undefined
  const types = suggestedTypes(text)
  const isOther = wantsOther || (shown !== '' && !types.includes(shown))
  const groupError = isOther ? undefined : error

  function choose(type: string, isOtherChosen = false) {
    setWantsOther(isOtherChosen)
    form.setFieldValue(FIELD, storedType(type, text))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over what the server has rendered.
  useLayoutEffect(() => {
    const chosen = group.current?.querySelector<HTMLInputElement>('input:checked')
    if (!chosen || chosen.value === shown) return
    if (isTypedHere(chosen)) choose(chosen.value, chosen.value === '')
    else chosen.checked = false
  }, [])

  return (
    <>
      <div className={styles.field}>
        <span id={`${id}-label`} className={styles.label} data-required>
          {text('complaintForm.type')}
        </span>
        <div
          ref={group}
          className={styles.choices}
          role="radiogroup"
          aria-labelledby={`${id}-label`}
          {...(groupError && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
        >
          {types.map((type, index) => (
            <label key={type} className={styles.choice}>
              <input
                type="radio"
                name={id}
                value={type}
                required
                checked={!isOther && type === shown}
                onChange={() => choose(type)}
                {...(index === 0 && !isOther && { 'data-path': FIELD })}
              />
              {type}
            </label>
          ))}
          <label className={styles.choice}>
            <input type="radio" name={id} value="" required checked={isOther} onChange={() => choose('', true)} />
            {text('complaintForm.typeOther')}
          </label>
        </div>
        {groupError && (
          <p id={`${id}-error`} className={styles.error}>
            {groupError}
          </p>
        )}
      </div>
      {isOther && (
        <Field
          label={text('complaintForm.typeOwn')}
          autoComplete="off"
          required
          {...bindField(form, FIELD)}
          value={shown}
          onChange={(event) => choose(event.currentTarget.value, true)}
        />
      )}
    </>
  )
}
