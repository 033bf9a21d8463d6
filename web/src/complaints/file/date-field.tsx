import { lastBegunDay } from '@petsetu/contract/platform/is-day.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { DayField } from '../../platform/public-form/day-field.tsx'
import { bindField, type Form } from './bind-field.ts'

const FIELD = 'date_of_incident'

export function DateField({ form, readOnly }: { form: Form; readOnly: boolean }) {
  const text = useText()
  return (
    <DayField
      name={FIELD}
      label={text('complaintForm.date')}
      max={lastBegunDay()}
      required={!readOnly}
      readOnly={readOnly}
      {...bindField(form, FIELD)}
    />
  )
}
