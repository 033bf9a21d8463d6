import { Button, TextInput } from '@mantine/core'
import { today } from '@petsetu/contract/platform/dates.ts'
import { lastBegunDay } from '@petsetu/contract/platform/is-day.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { bindField, type Form } from './bind-field.ts'
import classes from './place-fields.module.css'

const DAY_MS = 86_400_000

export function DateField({ form, readOnly }: { form: Form; readOnly: boolean }) {
  const text = useText()
  const choose = (day: string) => form.setFieldValue('date_of_incident', day)
  return (
    <div className={classes.field}>
      <TextInput
        label={text('complaintForm.date')}
        type="date"
        max={lastBegunDay()}
        required={!readOnly}
        readOnly={readOnly}
        {...bindField(form, 'date_of_incident')}
      />
      {!readOnly && (
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => choose(today())}>
            {text('complaintForm.today')}
          </Button>
          <Button variant="default" onClick={() => choose(today(new Date(Date.now() - DAY_MS)))}>
            {text('complaintForm.yesterday')}
          </Button>
        </div>
      )}
    </div>
  )
}
