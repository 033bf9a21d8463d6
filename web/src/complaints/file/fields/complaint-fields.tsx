import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/platform/money.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/languages/use-text.tsx'
import { Field, LongField } from '../../../platform/public-form/field.tsx'
import { FieldGroup } from '../../../platform/ui/form/field-group.tsx'
import { bindField, type Form } from './bind-field.ts'
import { DateField } from './date-field.tsx'
import { MoreDetails } from './more-details.tsx'
import { TypeField } from './type-field.tsx'

type Props = { form: Form; readOnly?: boolean; children?: ReactNode }

/** `children` stand below the description. */
export function ComplaintFields({ form, readOnly = false, children }: Props) {
  const text = useText()
  const mode = { required: !readOnly, readOnly }
  return (
    <>
      <FieldGroup heading={text('complaintForm.aboutYou')}>
        <Field label={text('complaintForm.fullName')} autoComplete="name" {...mode} {...bindField(form, 'fullname')} />
        <Field
          label={text('complaintForm.email')}
          type="email"
          autoComplete="email"
          {...mode}
          {...bindField(form, 'email')}
        />
        <Field
          label={text('complaintForm.phone')}
          type="tel"
          autoComplete="tel"
          {...mode}
          {...bindField(form, 'phone')}
        />
      </FieldGroup>
      <FieldGroup heading={text('complaintForm.whatHappened')}>
        <TypeField form={form} readOnly={readOnly} />
        <Field
          label={text('complaintForm.location')}
          hint={!readOnly && text('complaintForm.locationHint')}
          {...mode}
          {...bindField(form, 'location_of_incident')}
        />
        <DateField form={form} readOnly={readOnly} />
        <LongField
          label={text('complaintForm.description')}
          hint={!readOnly && text('complaintForm.descriptionHint')}
          rows={6}
          {...mode}
          {...bindField(form, 'description')}
        />
        {children}
        <MoreDetails form={form} readOnly={readOnly} />
      </FieldGroup>
    </>
  )
}

export function FeeField({ form }: { form: Form }) {
  const text = useText()
  return (
    <Field
      label={text('complaintForm.fee')}
      hint={text('complaintForm.feeHint', { amount: formatRupees(FILING_FEE_RUPEES_MIN) })}
      inputMode="decimal"
      required
      {...bindField(form, 'amount')}
    />
  )
}
