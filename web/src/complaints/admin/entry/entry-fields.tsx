import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '@petsetu/languages/languages.ts'
import { useText } from '../../../languages/use-text.tsx'
import { FieldGroup } from '../../../ui/form/field-group.tsx'
import { bindField, type Form } from '../../file/bind-field.ts'
import { DateField } from '../../file/date-field.tsx'
import { MoreDetails } from '../../file/more-details.tsx'
import { TypeField } from '../../file/type-field.tsx'
import type { EntryChoices } from './entry-choices.ts'

type Props = { form: Form; choices: EntryChoices; onChoose: (chosen: Partial<EntryChoices>) => void }

export function EntryFields(props: Props) {
  const text = useText()
  const { form } = props
  return (
    <>
      <FieldGroup heading={text('caseEntry.person')}>
        <PersonFields {...props} />
      </FieldGroup>
      <FieldGroup heading={text('complaintForm.whatHappened')}>
        <TypeField form={form} readOnly={false} />
        <TextInput
          label={text('complaintForm.location')}
          description={text('complaintForm.locationHint')}
          required
          {...bindField(form, 'location_of_incident')}
        />
        <DateField form={form} readOnly={false} />
        <Textarea label={text('complaintForm.description')} rows={6} required {...bindField(form, 'description')} />
        <MoreDetails form={form} isComplainant={false} />
      </FieldGroup>
    </>
  )
}

function PersonFields({ form, choices, onChoose }: Props) {
  const text = useText()
  const off = { autoComplete: 'off' }
  return (
    <>
      <NativeSelect
        label={text('caseEntry.source')}
        data={[
          { value: 'phone', label: text('caseEntry.byPhone') },
          { value: 'desk', label: text('caseEntry.atDesk') },
        ]}
        value={choices.source}
        onChange={({ currentTarget: { value } }) => onChoose({ source: value === 'desk' ? 'desk' : 'phone' })}
      />
      <TextInput label={text('complaintForm.fullName')} required {...off} {...bindField(form, 'fullname')} />
      <TextInput
        label={text('complaintForm.phone')}
        description={text('caseEntry.phoneHint')}
        type="tel"
        {...off}
        {...bindField(form, 'phone')}
      />
      <TextInput
        label={text('complaintForm.email')}
        description={text('caseEntry.emailHint')}
        type="email"
        {...off}
        {...bindField(form, 'email')}
      />
      <NativeSelect
        label={text('caseEntry.language')}
        data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        value={choices.language}
        onChange={({ currentTarget: { value } }) => isLanguage(value) && onChoose({ language: value })}
      />
      <Checkbox
        label={text('caseEntry.withhold')}
        description={text('caseEntry.withholdHint')}
        checked={form.values.withhold_name === 'true'}
        onChange={({ currentTarget }) => form.setFieldValue('withhold_name', String(currentTarget.checked))}
      />
    </>
  )
}
