import { Checkbox, Group, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Radio.css'
import type { UseFormReturnType } from '@mantine/form'
import { SHOWN_CHOICES, type ShownChoice } from '@petsetu/contract/pets/pet-schemas.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import type { ReactNode } from 'react'
import { useUser } from '../../people/auth/session.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { DayInput } from '../../platform/ui/fields/day-input.tsx'
import { FieldGroup } from '../../platform/ui/fields/field-group.tsx'
import { FoldedGroup } from '../../platform/ui/fields/folded-group.tsx'
import { ChangedMeanwhile } from '../../platform/ui/form/changed-meanwhile.tsx'
import { FormBar } from '../../platform/ui/form/form-bar.tsx'
import page from '../../platform/ui/form/form-page.module.css'
import { PrivacyNotice } from '../../platform/ui/form/privacy-notice.tsx'
import card from '../../platform/ui/layout/card.module.css'
import classes from './pet-form.module.css'
import {
  CHOICE_LABELS,
  describeHidden,
  describeValue,
  labelsIn,
  PET_LABELS,
  type PetFormValues,
  type Saved,
  shownOfText,
  usePetForm,
  withChoice,
  withVaccinationDate,
} from './pet-form-values.ts'
import { FormPreview } from './preview/form-preview.tsx'
import type { StoredPet } from './preview/previewed-pet.ts'

type Props = {
  /** Stands above the form, in its column. */
  above?: ReactNode
  /** Stand below the name and kind of the pet. */
  photos?: ReactNode
  initial: PetFormValues
  /** The pet that is edited, for the preview; null for a new one. */
  stored?: StoredPet | null
  site: Site
  /** The version of the pet that `initial` shows; null for a new one. */
  version?: number | null
  /** One for each pet, for each blank tag, and for a new pet. */
  draftName: string
  saveLabel: 'petForm.add' | 'petForm.update'
  /** `version` is the one that the values are based on. Rejects with a `CallError` if saving fails; the input is then kept. */
  onSave: (values: PetFormValues, version: number | undefined) => Promise<Saved>
  /** Runs after Cancel has emptied the form. */
  onStartOver?: () => void
}

export function PetForm(props: Props) {
  const { above, photos, initial, stored = null, site, version = null, draftName } = props
  const { saveLabel, onSave, onStartOver } = props
  const text = useText()
  const petForm = usePetForm({ initial, version, draftName, onSave })
  const { form, formProps, isRestored, isBusy, failure, message, conflict, startOver } = petForm
  // An admin writes about somebody else, who does not read it here.
  const isAdmin = useUser()?.role === 'admin'
  const preview = { values: form.values, stored, site }

  function cancel() {
    startOver()
    onStartOver?.()
  }

  return (
    <div className={classes.columns}>
      <Stack gap="lg" miw={0}>
        {message && (
          <Notice kind="done" takesFocus>
            {message}
          </Notice>
        )}
        {above}
        <form {...formProps} className={`${card.card} ${page.fields}`}>
          {conflict && (
            <ChangedMeanwhile
              labels={labelsIn(text)}
              describe={(field, value) => describeValue(text, field, value)}
              {...conflict}
            />
          )}
          {isRestored && !message && <Notice kind="info">{text('forms.restored')}</Notice>}
          <RequiredHint />
          <AboutFields form={form} />
          {photos}
          <ContactFields form={form} />
          <HealthFields form={form} initial={initial} isUsed={isRestored && hasChanged(form.values, initial)} />
          <ShownChoices value={form.values.shown} onChange={(shown) => form.setFieldValue('shown', shown)} />
          <FormPreview place="below" {...preview} />
          {!isAdmin && <PrivacyNotice id="petNotice.pet" />}
          <FormBar
            save={text(saveLabel)}
            isBusy={isBusy}
            onCancel={cancel}
            stays={version === null || form.isDirty()}
            replacesMenu={version === null}
            failure={failure && <Notice kind="failed">{failure}</Notice>}
          />
        </form>
      </Stack>
      <FormPreview place="beside" {...preview} />
    </div>
  )
}

/** Stands above the first heading, because the marks are in all parts of the form. */
export function RequiredHint() {
  const text = useText()
  return (
    <Text c="dimmed" mb={-16}>
      {text('forms.required')}
    </Text>
  )
}

const HINTS: Partial<Record<ShownChoice, PlainId>> = {
  contact: 'petForm.showsContactHint',
  address: 'petForm.showsAddressHint',
}

/** The link of My Pets has this hash in its address. */
const isLinked = () => location.hash === '#shown'

const scrollIfLinked = (node: HTMLElement | null) => {
  if (isLinked()) node?.closest('details')?.scrollIntoView()
}

type ShownChoicesProps = { value: string; onChange: (value: string) => void }

/** Asks what a finder sees, one choice a line. */
function ShownChoices({ value, onChange }: ShownChoicesProps) {
  const text = useText()
  const shown = shownOfText(value)
  return (
    <FoldedGroup
      heading={text('petForm.shown')}
      now={describeHidden(text, value)}
      intro={text('petForm.shownIntro')}
      isUsed={isLinked()}
    >
      <Stack ref={scrollIfLinked}>
        {SHOWN_CHOICES.map((choice) => {
          const hint = HINTS[choice]
          return (
            <Checkbox
              key={choice}
              label={text(CHOICE_LABELS[choice])}
              description={hint && text(hint)}
              checked={shown[choice]}
              onChange={({ currentTarget }) => onChange(withChoice(value, choice, currentTarget.checked))}
            />
          )
        })}
      </Stack>
    </FoldedGroup>
  )
}

type Form = UseFormReturnType<PetFormValues>
type Field = Exclude<keyof PetFormValues, 'shown'>

type PetFormFieldsProps = { form: Form }

/** The styles of a choice whose row of 44 px, its words included, a finger hits. */
export const RADIO_ROW = { body: { alignItems: 'center' }, label: { paddingBlock: 12 } }

function AboutFields({ form }: PetFormFieldsProps) {
  const text = useText()
  return (
    <FieldGroup heading={text('petForm.about')}>
      <TextInput label={text(PET_LABELS.petName)} required {...form.getInputProps('petName')} />
      <div className={classes.pair}>
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
      </div>
      <Radio.Group label={text(PET_LABELS.petGender)} required {...form.getInputProps('petGender')}>
        <Group gap="0 24px">
          <Radio value="male" label={text('pets.male')} required styles={RADIO_ROW} />
          <Radio value="female" label={text('pets.female')} required styles={RADIO_ROW} />
        </Group>
      </Radio.Group>
    </FieldGroup>
  )
}

const HEALTH_FIELDS = [
  'treatmentDetail',
  'treatmentDate',
  'vaccinationDetail',
  'vaccinationDate',
  'vaccinationValidUntil',
  'sterilizationDetail',
  'sterilizationDate',
  'dewormingDetail',
  'dewormingDate',
  'doctorName',
] as const

const DAYS: string[] = HEALTH_FIELDS.filter((field) => /Date$|Until$/.test(field))

const hasChanged = (values: PetFormValues, initial: PetFormValues) =>
  HEALTH_FIELDS.some((field) => values[field] !== initial[field])

/** `isUsed` if a restored draft has changed one of them. */
function HealthFields({ form, initial, isUsed }: PetFormFieldsProps & { initial: PetFormValues; isUsed: boolean }) {
  const text = useText()
  const filled = HEALTH_FIELDS.filter((field) => !DAYS.includes(field) && form.values[field] !== '')
  return (
    <FoldedGroup
      heading={text('petForm.health')}
      now={filled.map((field) => text(PET_LABELS[field])).join(', ') || text('petForm.healthNone')}
      intro={text('petForm.healthHint')}
      isUsed={isUsed || HEALTH_FIELDS.some((field) => form.errors[field])}
    >
      <Care form={form} detail="treatmentDetail" date="treatmentDate" />
      <Care
        form={form}
        detail="vaccinationDetail"
        date="vaccinationDate"
        end="vaccinationValidUntil"
        onDay={(day) => form.setValues(withVaccinationDate(form.getValues(), initial, day))}
      />
      <Care form={form} detail="sterilizationDetail" date="sterilizationDate" />
      <Care form={form} detail="dewormingDetail" date="dewormingDate" />
      <TextInput label={text(PET_LABELS.doctorName)} {...form.getInputProps('doctorName')} />
    </FoldedGroup>
  )
}

/** Asks for the person whom a finder reaches, and the place. */
function ContactFields({ form }: PetFormFieldsProps) {
  const text = useText()
  const isAdmin = useUser()?.role === 'admin'
  const { contact, area, address } = shownOfText(form.values.shown)
  return (
    <FieldGroup
      heading={text(isAdmin ? 'petForm.contactOfOwner' : 'petForm.contactOfYou')}
      intro={text(contact && area && !address ? 'petForm.whoSees' : 'petForm.whoSeesOther')}
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
        rows={2}
        description={text(address ? 'petForm.addressShown' : 'petForm.addressHidden')}
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

type CareProps = PetFormFieldsProps & { detail: Field; date: Field; end?: Field; onDay?: (day: string) => void }

function Care({ form, detail, date, end, onDay }: CareProps) {
  const text = useText()
  return (
    <div className={classes.care}>
      <Textarea label={text(PET_LABELS[detail])} rows={2} {...form.getInputProps(detail)} />
      <div className={classes.days}>
        <DayInput
          label={text(PET_LABELS[date])}
          {...form.getInputProps(date)}
          {...(onDay && { onChange: (event) => onDay(event.currentTarget.value) })}
        />
        {end && <DayInput label={text(PET_LABELS[end])} {...form.getInputProps(end)} />}
      </div>
    </div>
  )
}
