import { Input, TextInput } from '@mantine/core'
import { shownType, storedType, suggestedTypes } from '@petsetu/contract/complaints/complaint-labels.ts'
import { useId, useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { bindField, type Form } from './bind-field.ts'
import classes from './type-field.module.css'

const FIELD = 'type_of_complaint'

type Props = { form: Form; readOnly: boolean }

/** The usual types as choices, and a text for any other. The form holds a type as it is stored, and shows it in the page's language. */
export function TypeField({ form, readOnly }: Props) {
  const text = useText()
  if (!readOnly) return <TypeChoices form={form} />
  return <TextInput label={text('complaintForm.type')} readOnly value={shownType(form.values[FIELD], text)} />
}

function TypeChoices({ form }: Pick<Props, 'form'>) {
  const text = useText()
  const id = useId()
  // Somebody who writes in their own words may write a usual type on the way.
  const [wantsOther, setWantsOther] = useState(false)
  const { value, onChange, error, ...field } = bindField(form, FIELD)
  const shown = shownType(value, text)
  const types = suggestedTypes(text)
  const isOther = wantsOther || (shown !== '' && !types.includes(shown))
  const groupError = isOther ? undefined : error

  function choose(type: string, isOtherChosen = false) {
    setWantsOther(isOtherChosen)
    onChange(storedType(type, text))
  }

  return (
    <>
      <Input.Wrapper id={id} labelElement="div" label={text('complaintForm.type')} error={groupError}>
        <div
          className={classes.choices}
          role="radiogroup"
          aria-labelledby={`${id}-label`}
          {...(groupError && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
        >
          {types.map((type, index) => (
            <label key={type} className={classes.choice}>
              <input
                type="radio"
                name={id}
                required
                checked={!isOther && type === shown}
                onChange={() => choose(type)}
                {...(index === 0 && !isOther && { 'data-path': FIELD })}
              />
              {type}
            </label>
          ))}
          <label className={classes.choice}>
            <input type="radio" name={id} required checked={isOther} onChange={() => choose('', true)} />
            {text('complaintForm.typeOther')}
          </label>
        </div>
      </Input.Wrapper>
      {isOther && (
        <TextInput
          label={text('complaintForm.typeOwn')}
          autoComplete="off"
          required
          {...field}
          error={error}
          value={shown}
          onChange={(event) => choose(event.currentTarget.value, true)}
        />
      )}
    </>
  )
}
