import { Radio, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import type { UseFormReturnType } from '@mantine/form'
import { useUser } from '../../auth/session.ts'
import { useText } from '../../languages/use-text.tsx'
import { FieldGroup } from '../../ui/form/field-group.tsx'
import classes from './pet-form.module.css'
import { PET_LABELS, type PetFormValues } from './pet-form-values.ts'

type Form = UseFormReturnType<PetFormValues>
type Field = Exclude<keyof PetFormValues, 'shown'>

type Props = { form: Form }

export function PetFormFields({ form }: Props) {
  const text = useText()
  return (
    <>
      <FieldGroup heading={text('petForm.about')}>
        <TextInput label={text(PET_LABELS.petName)} required {...form.getInputProps('petName')} />
        <TextInput
          label={text(PET_LABELS.petType)}
          required
          placeholder={text('petForm.typeExample')}
          {...form.getInputProps('petType')}
        />
        <TextInput
          label={text(PET_LABELS.petAge)}
          required
          placeholder={text('petForm.ageExample')}
          {...form.getInputProps('petAge')}
        />
        <Radio.Group label={text(PET_LABELS.petGender)} required {...form.getInputProps('petGender')}>
          <div className={classes.radios}>
            <Radio value="male" label={text('pets.male')} required />
            <Radio value="female" label={text('pets.female')} required />
          </div>
        </Radio.Group>
      </FieldGroup>
      <ContactFields form={form} />
      <FieldGroup heading={text('petForm.health')} intro={text('petForm.healthHint')}>
        <Care form={form} detail="treatmentDetail" date="treatmentDate" />
        <Care form={form} detail="vaccinationDetail" date="vaccinationDate" end="vaccinationValidUntil" />
        <Care form={form} detail="sterilizationDetail" date="sterilizationDate" />
        <Care form={form} detail="dewormingDetail" date="dewormingDate" />
        <TextInput label={text(PET_LABELS.doctorName)} {...form.getInputProps('doctorName')} />
      </FieldGroup>
    </>
  )
}

/** Asks for the person whom a finder reaches, and the place. */
function ContactFields({ form }: Props) {
  const text = useText()
  const isAdmin = useUser()?.role === 'admin'
  return (
    <FieldGroup
      heading={text(isAdmin ? 'petForm.contactOfOwner' : 'petForm.contactOfYou')}
      intro={text(isAdmin ? 'petForm.whoSeesOwner' : 'petForm.whoSeesYou')}
    >
      <TextInput label={text(PET_LABELS.ownerName)} autoComplete="name" {...form.getInputProps('ownerName')} />
      <TextInput
        label={text(PET_LABELS.location)}
        required
        description={text('petForm.locationHint')}
        {...form.getInputProps('location')}
      />
      <Textarea
        label={text(PET_LABELS.address)}
        required
        rows={3}
        autoComplete="street-address"
        {...form.getInputProps('address')}
      />
      <Textarea
        label={text(PET_LABELS.contactDetails)}
        required
        rows={2}
        description={text('petForm.contactHint')}
        {...form.getInputProps('contactDetails')}
      />
    </FieldGroup>
  )
}

function Care({ form, detail, date, end }: Props & { detail: Field; date: Field; end?: Field }) {
  const text = useText()
  return (
    <div className={classes.care}>
      <Textarea label={text(PET_LABELS[detail])} rows={2} {...form.getInputProps(detail)} />
      <div className={classes.days}>
        <TextInput label={text(PET_LABELS[date])} type="date" {...form.getInputProps(date)} />
        {end && <TextInput label={text(PET_LABELS[end])} type="date" {...form.getInputProps(end)} />}
      </div>
    </div>
  )
}
