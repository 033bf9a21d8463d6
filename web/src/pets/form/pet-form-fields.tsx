import { Radio, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import type { UseFormReturnType } from '@mantine/form'
import { useUser } from '../../auth/session.ts'
import { FieldGroup } from '../../ui/form/field-group.tsx'
import classes from './pet-form.module.css'
import type { PetFormValues } from './pet-form-values.ts'

type Form = UseFormReturnType<PetFormValues>
type Field = keyof PetFormValues

export function PetFormFields({ form }: { form: Form }) {
  const isAdmin = useUser()?.role === 'admin'
  return (
    <>
      <FieldGroup heading="About the pet">
        <TextInput label="Pet name" required {...bind(form, 'petName')} />
        <TextInput label="Pet type" required placeholder="Dog / Cat / etc" {...bind(form, 'petType')} />
        <TextInput label="Pet age" required placeholder="2 years" {...bind(form, 'petAge')} />
        <Radio.Group label="Gender" required {...bind(form, 'petGender')}>
          <div className={classes.radios}>
            <Radio value="male" label="Male" required />
            <Radio value="female" label="Female" required />
          </div>
        </Radio.Group>
      </FieldGroup>
      <FieldGroup
        heading={isAdmin ? 'Where it lives and how to reach the owner' : 'Where it lives and how to reach you'}
        intro={`Whoever scans the tag sees this and can call ${isAdmin ? 'the owner' : 'you'}.`}
      >
        <TextInput label="Owner’s name" autoComplete="name" {...bind(form, 'ownerName')} />
        <TextInput label="Location" required description="Area or landmark, and city" {...bind(form, 'location')} />
        <Textarea label="Address" required rows={3} autoComplete="street-address" {...bind(form, 'address')} />
        <Textarea
          label="Contact details"
          required
          rows={2}
          description="Phone numbers and e-mail addresses, one on each line"
          {...bind(form, 'contactDetails')}
        />
      </FieldGroup>
      <FieldGroup heading="Health" intro="Leave blank what you do not know.">
        <Care form={form} label="Treatment" detail="treatmentDetail" date="treatmentDate" />
        <Care form={form} label="Vaccination" detail="vaccinationDetail" date="vaccinationDate" />
        <Care form={form} label="Sterilization" detail="sterilizationDetail" date="sterilizationDate" />
        <Care form={form} label="Deworming" detail="dewormingDetail" date="dewormingDate" />
        <TextInput label="Doctor’s name" {...bind(form, 'doctorName')} />
      </FieldGroup>
    </>
  )
}

function Care({ form, label, detail, date }: { form: Form; label: string; detail: Field; date: Field }) {
  return (
    <div className={classes.care}>
      <Textarea label={label} rows={2} {...bind(form, detail)} />
      <TextInput label={`${label} date`} type="date" {...bind(form, date)} />
    </div>
  )
}

/** Connects an input to its field; the key remounts it when the form is reset. */
function bind(form: Form, field: Field) {
  return { key: form.key(field), ...form.getInputProps(field) }
}
