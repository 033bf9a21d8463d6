import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { useText } from '../../languages/use-text.tsx'
import type { Form } from './bind-field.ts'

/** Asks if only an admin who gives a reason may see who complained. */
export function WithholdName({ form, readOnly }: { form: Form; readOnly: boolean }) {
  const text = useText()
  const isWithheld = form.values.withhold_name === 'true'
  if (readOnly) return isWithheld && <p>{text('complaintForm.nameWithheld')}</p>
  return (
    <Checkbox
      label={text('complaintForm.withholdName')}
      description={text('complaintForm.withholdNameHint')}
      checked={isWithheld}
      onChange={({ currentTarget }) => form.setFieldValue('withhold_name', String(currentTarget.checked))}
    />
  )
}
