import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { COMPLAINT_TYPES } from '@petsetu/contract/complaint-types.ts'
import { today } from '@petsetu/contract/dates.ts'
import { FILING_FEE_RUPEES_MAX, FILING_FEE_RUPEES_MIN } from '@petsetu/contract/money.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { useId } from 'react'
import { FieldGroup } from '../../ui/form/field-group.tsx'
import type { ComplaintValues } from './complaint-values.ts'

export type Form = UseFormReturnType<ComplaintValues>

export function ComplaintFields({ form, readOnly = false }: { form: Form; readOnly?: boolean }) {
  const mode = { required: !readOnly, readOnly }
  const typesId = useId()
  return (
    <>
      <FieldGroup heading="About you">
        <TextInput label="Full name" autoComplete="name" {...mode} {...bind(form, 'fullname')} />
        <TextInput label="Email" type="email" autoComplete="email" {...mode} {...bind(form, 'email')} />
        <TextInput label="Phone" type="tel" autoComplete="tel" {...mode} {...bind(form, 'phone')} />
      </FieldGroup>
      <FieldGroup heading="What happened">
        <TextInput
          label="Type of complaint"
          description={readOnly ? undefined : 'Choose one, or write it in your own words'}
          list={typesId}
          autoComplete="off"
          {...mode}
          {...bind(form, 'type_of_complaint')}
        />
        <datalist id={typesId}>
          {COMPLAINT_TYPES.map((type) => (
            <option key={type} value={type} />
          ))}
        </datalist>
        <TextInput
          label="Location of incident"
          description={readOnly ? undefined : 'Street or landmark, area and city'}
          {...mode}
          {...bind(form, 'location_of_incident')}
        />
        <TextInput label="Date of incident" type="date" max={today()} {...mode} {...bind(form, 'date_of_incident')} />
        <Textarea
          label="Description"
          description={readOnly ? undefined : 'What you saw, how the animal is, and who was there'}
          rows={6}
          {...mode}
          {...bind(form, 'description')}
        />
      </FieldGroup>
    </>
  )
}

export function FeeField({ form }: { form: Form }) {
  return (
    <TextInput
      label="Filing fee (₹)"
      description={`${formatRupees(FILING_FEE_RUPEES_MIN)} or more`}
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
