import { Group, Radio, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import type { CommunityAnimal } from '@petsetu/contract/pets/community/community.ts'
import { type CommunityStatus, EAR_NOTCHES, type EarNotch } from '@petsetu/contract/pets/community/community-facts.ts'
import { CommunityChange, NewCommunityAnimal } from '@petsetu/contract/pets/community/community-form.ts'
import { PetGender } from '@petsetu/contract/pets/pet-schemas.ts'
import { photoCalls } from '@petsetu/contract/pets/photos.ts'
import { lastBegunDay } from '@petsetu/contract/platform/calendar.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import type { ReactNode } from 'react'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../../platform/lib/drafts/use-drafted-form.ts'
import { shrinkPhoto } from '../../../platform/lib/photos/shrink-photo.ts'
import { randomId } from '../../../platform/lib/random-id.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { sendForm } from '../../../platform/lib/requests/send-form.ts'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { DayInput } from '../../../platform/ui/fields/day-input.tsx'
import { FieldGroup } from '../../../platform/ui/fields/field-group.tsx'
import { FoldedGroup } from '../../../platform/ui/fields/folded-group.tsx'
import { ChangedMeanwhile, useConflict } from '../../../platform/ui/form/changed-meanwhile.tsx'
import { FormBar } from '../../../platform/ui/form/form-bar.tsx'
import classes from '../../../platform/ui/form/form-page.module.css'
import { schemaErrors } from '../../../platform/ui/form/schema-errors.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import card from '../../../platform/ui/layout/card.module.css'
import petForm from '../../form/pet-form.module.css'
import { RADIO_ROW, RequiredHint } from '../../form/pet-form.tsx'

type Props = {
  initial: AnimalValues
  /** The version that the fields show; null for a new animal. */
  version: number | null
  draftName: string
  /** The names of the wards in use. */
  wards: string[]
  /** The first fields. */
  photos: ReactNode
  /** Rejects with a `CallError` if saving fails; the input is then kept. */
  onSave: (values: AnimalValues, version: number | undefined) => Promise<CommunityAnimal>
  onSaved: (saved: CommunityAnimal) => void | Promise<void>
  /** Runs after Cancel has taken back what was typed. */
  onCancel?: () => void
}

/** The form for a new animal of the street, and for one that is known. */
export function AnimalForm({ initial, version, draftName, wards, photos, onSave, onSaved, onCancel }: Props) {
  const text = useText()
  const isNew = version === null
  const drafted = useDraftedForm<AnimalValues>({
    initial,
    draft: useOwnDraft(draftName),
    version,
    errorsOf: isNew ? newErrors : changeErrors,
  })
  const { form, isRestored, forgetDraft, startFrom, clear } = drafted
  const conflict = useConflict({ ...drafted, valuesOf: (stored: CommunityAnimal) => animalValuesOf(stored) })

  const { formProps, isBusy, failure } = useSubmit(form, text('communityForm.saveFailed'), async (values) => {
    const saved = await conflict.saveOrCompare(values, (version) => onSave(values, version))
    if (saved === null) return
    await forgetDraft()
    if (!isNew) startFrom(animalValuesOf(saved), saved.version)
    await onSaved(saved)
  })

  async function cancel() {
    clear()
    await forgetDraft()
    onCancel?.()
  }

  return (
    <form {...formProps} className={`${card.card} ${classes.fields}`} aria-label={text('communityForm.details')}>
      {conflict.shown && (
        <ChangedMeanwhile
          labels={animalLabels(text)}
          describe={(field, value) => describeAnimal(text, field, value)}
          {...conflict.shown}
        />
      )}
      {isRestored && <Notice kind="info">{text('forms.restored')}</Notice>}
      <RequiredHint />
      <AboutFields form={form} />
      {photos}
      <HomeFields form={form} wards={wards} isNew={isNew} />
      <HealthFields form={form} isNew={isNew} isUsed={isRestored && hasChanged(form.values, initial)} />
      <FormBar
        save={text(isNew ? 'communityForm.register' : 'communityForm.save')}
        isBusy={isBusy}
        onCancel={cancel}
        stays={isNew || form.isDirty()}
        replacesMenu={isNew}
        failure={
          failure && (
            <Notice kind="failed" takesFocus>
              {failure}
            </Notice>
          )
        }
      />
    </form>
  )
}

type FieldsProps = { form: ReturnType<typeof useDraftedForm<AnimalValues>>['form'] }

function AboutFields({ form }: FieldsProps) {
  const text = useText()
  const labels = animalLabels(text)
  return (
    <FieldGroup heading={text('communityForm.about')}>
      <TextInput label={labels.petName} required {...form.getInputProps('petName')} />
      <div className={petForm.pair}>
        <TextInput
          label={labels.petType}
          required
          placeholder={text('petForm.typeExample')}
          {...form.getInputProps('petType')}
        />
        <Choice form={form} field="petGender" options={PetGender.options} />
        <TextInput label={labels.petAge} {...form.getInputProps('petAge')} />
        <Choice form={form} field="earNotch" hint={text('communityForm.notchHint')} options={EAR_NOTCHES} />
      </div>
    </FieldGroup>
  )
}

type ChoiceProps = FieldsProps & {
  field: 'petGender' | 'earNotch' | 'status'
  hint?: string
  options: readonly string[]
}

/** The first choice has the path of the field in place of the group, which cannot take the focus. */
function Choice({ form, field, hint, options }: ChoiceProps) {
  const text = useText()
  return (
    <Radio.Group
      label={animalLabels(text)[field]}
      description={hint}
      // The choices stand beside those of the field next to it.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required
      {...form.getInputProps(field)}
      data-path={undefined}
    >
      <Group gap="0 20px">
        {options.map((value, index) => (
          <Radio
            key={value}
            value={value}
            label={describeAnimal(text, field, value)}
            required
            styles={RADIO_ROW}
            data-path={index === 0 ? field : undefined}
          />
        ))}
      </Group>
    </Radio.Group>
  )
}

function HomeFields({ form, wards, isNew }: FieldsProps & { wards: string[]; isNew: boolean }) {
  const text = useText()
  const labels = animalLabels(text)
  return (
    <FieldGroup heading={text('communityForm.whereItLives')}>
      <div className={petForm.pair}>
        {/* The field takes a new ward, too. Its example shows that others are known. */}
        <TextInput
          label={labels.ward}
          required
          list="wards"
          placeholder={wards.length > 0 ? text('communityForm.wardExample', { ward: wards[0] ?? '' }) : ''}
          {...form.getInputProps('ward')}
        />
      </div>
      <datalist id="wards">
        {wards.map((ward) => (
          <option key={ward} value={ward} />
        ))}
      </datalist>
      <TextInput
        label={labels.landmark}
        required
        description={text('communityForm.landmarkHint')}
        {...form.getInputProps('landmark')}
      />
      {!isNew && <Choice form={form} field="status" options={CommunityChange.shape.status.options} />}
    </FieldGroup>
  )
}

const HEALTH_FIELDS = [
  'rabiesOn',
  'rabiesValidUntil',
  'sterilisedOn',
  'sterilisedBy',
  'recognitionNo',
  'certificateNo',
  'note',
] as const

const hasChanged = (values: AnimalValues, initial: AnimalValues) =>
  HEALTH_FIELDS.some((field) => values[field] !== initial[field])

/** `isUsed` if a restored draft has changed one of them. */
function HealthFields({ form, isNew, isUsed }: FieldsProps & { isNew: boolean; isUsed: boolean }) {
  const text = useText()
  const labels = animalLabels(text)
  const filled = HEALTH_FIELDS.filter((field) => form.values[field] !== '')
  return (
    <FoldedGroup
      heading={text('communityForm.health')}
      now={filled.map((field) => labels[field]).join(', ') || text('communityForm.healthNone')}
      intro={text('petForm.healthHint')}
      isUsed={isUsed || HEALTH_FIELDS.some((field) => form.errors[field])}
    >
      {isNew && (
        <div className={classes.pair}>
          <DayInput label={labels.rabiesOn} max={lastBegunDay()} {...form.getInputProps('rabiesOn')} />
          <DayInput label={labels.rabiesValidUntil} {...form.getInputProps('rabiesValidUntil')} />
        </div>
      )}
      <div className={classes.pair}>
        <DayInput label={labels.sterilisedOn} max={lastBegunDay()} {...form.getInputProps('sterilisedOn')} />
        <TextInput label={labels.sterilisedBy} {...form.getInputProps('sterilisedBy')} />
      </div>
      <div className={classes.pair}>
        <TextInput label={labels.recognitionNo} {...form.getInputProps('recognitionNo')} />
        <TextInput label={labels.certificateNo} {...form.getInputProps('certificateNo')} />
      </div>
      <Textarea
        label={labels.note}
        rows={3}
        description={text('communityForm.noteHint')}
        {...form.getInputProps('note')}
      />
    </FoldedGroup>
  )
}

const FIELDS = [
  'petName',
  'petType',
  'petGender',
  'petAge',
  'ward',
  'landmark',
  'earNotch',
  'sterilisedOn',
  'sterilisedBy',
  'recognitionNo',
  'certificateNo',
  'note',
] as const

/**
 * An empty field is an empty text; nothing is chosen for a carer beforehand. A new animal has no status, and one that is changed no
 * vaccination: its care page has that.
 */
export type AnimalValues = Record<(typeof FIELDS)[number] | 'status' | 'rabiesOn' | 'rabiesValidUntil', string>

export const NEW_ANIMAL: AnimalValues = {
  petName: '',
  petType: '',
  petGender: '',
  petAge: '',
  ward: '',
  landmark: '',
  earNotch: '',
  sterilisedOn: '',
  sterilisedBy: '',
  recognitionNo: '',
  certificateNo: '',
  note: '',
  status: 'here',
  rabiesOn: '',
  rabiesValidUntil: '',
}

export function animalValuesOf(animal: CommunityAnimal): AnimalValues {
  const given = FIELDS.map((field) => [field, animal[field] ?? ''])
  return { ...NEW_ANIMAL, ...Object.fromEntries(given), status: animal.status }
}

const newErrors = schemaErrors(NewCommunityAnimal)
const changeErrors = schemaErrors(CommunityChange)

function animalLabels(text: Translate): Record<keyof AnimalValues, string> {
  return {
    petName: text('labels.name'),
    petType: text('communityForm.kind'),
    petGender: text('labels.gender'),
    petAge: text('communityForm.age'),
    ward: text('labels.ward'),
    landmark: text('labels.landmark'),
    earNotch: text('labels.earNotch'),
    sterilisedOn: text('labels.sterilizationDate'),
    sterilisedBy: text('labels.sterilisedBy'),
    recognitionNo: text('labels.recognitionNo'),
    certificateNo: text('labels.certificateNo'),
    note: text('labels.note'),
    status: text('labels.status'),
    rabiesOn: text('communityForm.rabiesOn'),
    rabiesValidUntil: text('labels.validUntil'),
  }
}

/** A value of a field as a person reads it. */
function describeAnimal(text: Translate, field: string, value: string): string {
  if (field === 'petGender') return text(`pets.${value as PetGender}`)
  if (field === 'earNotch') return text(`communityNotch.${value as EarNotch}`)
  return field === 'status' ? text(`communityStatus.${value as CommunityStatus}`) : value
}

type Chosen = {
  /** False for one that was taken out meanwhile, which is not sent. */
  isChosen: (photo: File) => boolean
}

/** Sends the photos one after the other, so that they keep their order, and returns how many. Rejects with the first failure. */
export async function sendPhotos(petNumber: number, photos: File[], { isChosen }: Chosen): Promise<number> {
  const input = { params: { id: String(petNumber) }, body: {} }
  let sent = 0
  for (const photo of photos) {
    if (!isChosen(photo)) continue
    const files: [string, File][] = [[photoCalls.add.multipart, await shrinkPhoto(photo)]]
    await request(photoCalls.add, input, { idempotencyKey: randomId(), send: sendForm({ files }) })
    sent++
  }
  return sent
}
