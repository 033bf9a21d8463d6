import { lastBegunDay } from '@petsetu/contract/platform/calendar.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { DayField } from '../../../platform/public-form/day-field.tsx'
import { useScript } from '../../../platform/public-form/form-card.tsx'
import { bindField, type Form } from './bind-field.ts'

export function DateField({ form, readOnly }: { form: Form; readOnly: boolean }) {
  const text = useText()
  // A page that was kept for use without a connection would name the day on which it was kept.
  const max = useScript() ? lastBegunDay() : undefined
  return (
    <DayField
      label={text('complaintForm.date')}
      max={max}
      required={!readOnly}
      readOnly={readOnly}
      {...bindField(form, 'date_of_incident')}
    />
  )
}
