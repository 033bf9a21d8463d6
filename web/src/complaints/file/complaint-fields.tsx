import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { today } from '@petsetu/contract/dates.ts'
import { FILING_FEE_RUPEES_MAX, FILING_FEE_RUPEES_MIN } from '@petsetu/contract/money.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { useId } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { FieldGroup } from '../../ui/form/field-group.tsx'
import { shownType, storedType, suggestedTypes } from '../complaint-types.ts'
import type { ComplaintValues } from './complaint-values.ts'

export type Form = UseFormReturnType<ComplaintValues>

export function ComplaintFields({ form, readOnly = false }: { form: Form; readOnly?: boolean }) {
  const text = useText()
  const mode = { required: !readOnly, readOnly }
  return (
    <>
      <FieldGroup heading={text('complaintForm.aboutYou')}>
        <TextInput label={text('complaintForm.fullName')} autoComplete="name" {...mode} {...bind(form, 'fullname')} />
        <TextInput
          label={text('complaintForm.email')}
          type="email"
          autoComplete="email"
          {...mode}
          {...bind(form, 'email')}
        />
        <TextInput
          label={text('complaintForm.phone')}
          type="tel"
          autoComplete="tel"
          {...mode}
          {...bind(form, 'phone')}
        />
      </FieldGroup>
      <FieldGroup heading={text('complaintForm.whatHappened')}>
        <TypeField form={form} readOnly={readOnly} />
        <TextInput
          label={text('complaintForm.location')}
          description={readOnly ? undefined : text('complaintForm.locationHint')}
          {...mode}
          {...bind(form, 'location_of_incident')}
        />
        <TextInput
          label={text('complaintForm.date')}
          type="date"
          max={today()}
          {...mode}
          {...bind(form, 'date_of_incident')}
        />
        <Textarea
          label={text('complaintForm.description')}
          description={readOnly ? undefined : text('complaintForm.descriptionHint')}
          rows={6}
          {...mode}
          {...bind(form, 'description')}
        />
      </FieldGroup>
    </>
  )
}

/** Shows a suggested type in the language of the page; the form holds it as it is stored. */
function TypeField({ form, readOnly }: { form: Form; readOnly: boolean }) {
  const text = useText()
  const typesId = useId()
  const { value, onChange, ...field } = bind(form, 'type_of_complaint')
  return (
    <>
      <TextInput
        label={text('complaintForm.type')}
        description={readOnly ? undefined : text('complaintForm.typeHint')}
        list={typesId}
        autoComplete="off"
        required={!readOnly}
        readOnly={readOnly}
        {...field}
        value={shownType(value, text)}
        onChange={(event) => onChange(storedType(event.currentTarget.value, text))}
      />
      <datalist id={typesId}>
        {suggestedTypes(text).map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
    </>
  )
}

export function FeeField({ form }: { form: Form }) {
  const text = useText()
  return (
    <TextInput
      label={text('complaintForm.fee')}
      description={text('complaintForm.feeHint', { amount: formatRupees(FILING_FEE_RUPEES_MIN) })}
      type="number"
      inputMode="decimal"
      min={FILING_FEE_RUPEES_MIN}
      max={FILING_FEE_RUPEES_MAX}
      required
      {...bind(form, 'amount')}
    />
  )
}

/** Connects an input to its field; the key remounts it when the form is reset. */
function bind(form: Form, field: keyof ComplaintValues) {
  return { key: form.key(field), ...form.getInputProps(field) }
}
