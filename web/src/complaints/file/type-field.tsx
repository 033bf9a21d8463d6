import { TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { shownType, storedType, suggestedTypes } from '../../shared/complaint-types.ts'
import { bindField, type Form } from './bind-field.ts'
import classes from './type-field.module.css'

/** The usual types as choices, and a text for any other. The form holds a type as it is stored, and shows it in the page's language. */
export function TypeField({ form, readOnly }: { form: Form; readOnly: boolean }) {
  const text = useText()
  const { value, onChange, ...field } = bindField(form, 'type_of_complaint')
  const shown = shownType(value, text)
  return (
    <>
      {!readOnly && <TypeChoices shown={shown} onChoose={(type) => onChange(storedType(type, text))} />}
      <TextInput
        label={text('complaintForm.type')}
        description={readOnly ? undefined : text('complaintForm.typeHint')}
        autoComplete="off"
        required={!readOnly}
        readOnly={readOnly}
        {...field}
        value={shown}
        onChange={(event) => onChange(storedType(event.currentTarget.value, text))}
      />
    </>
  )
}

function TypeChoices({ shown, onChoose }: { shown: string; onChoose: (type: string) => void }) {
  const text = useText()
  const group = useId()
  const [wantsOther, setWantsOther] = useState(false)
  const types = suggestedTypes(text)
  const isOther = !types.includes(shown) && (shown !== '' || wantsOther)

  function chooseOther() {
    setWantsOther(true)
    if (types.includes(shown)) onChoose('')
  }

  return (
    <div>
      <p id={`${group}-label`} className={classes.legend}>
        {text('complaintForm.typeChoices')}
      </p>
      <div className={classes.choices} role="radiogroup" aria-labelledby={`${group}-label`}>
        {types.map((type) => (
          <label key={type} className={classes.choice}>
            <input type="radio" name={group} checked={type === shown} onChange={() => onChoose(type)} />
            {type}
          </label>
        ))}
        <label className={classes.choice}>
          <input type="radio" name={group} checked={isOther} onChange={chooseOther} />
          {text('complaintForm.typeOther')}
        </label>
      </div>
    </div>
  )
}
