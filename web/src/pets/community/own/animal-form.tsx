import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { CommunityAnimal } from '@petsetu/contract/pets/community/community.ts'
import { EAR_NOTCHES } from '@petsetu/contract/pets/community/community-facts.ts'
import { CommunityChange, NewCommunityAnimal } from '@petsetu/contract/pets/community/community-form.ts'
import { PHOTOS_A_PET_MAX } from '@petsetu/contract/pets/pet-pictures.ts'
import { PetGender } from '@petsetu/contract/pets/pet-schemas.ts'
import { photoCalls } from '@petsetu/contract/pets/photos.ts'
import { lastBegunDay } from '@petsetu/contract/platform/calendar.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { type ReactNode, useState } from 'react'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { shrinkPhoto } from '../../../platform/lib/photos/shrink-photo.ts'
import { randomId } from '../../../platform/lib/random-id.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { sendForm } from '../../../platform/lib/requests/send-form.ts'
import { useDraftedForm } from '../../../platform/lib/use-drafted-form.ts'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { ChangedMeanwhile, useConflict } from '../../../platform/ui/form/changed-meanwhile.tsx'
import { DayInput } from '../../../platform/ui/form/day-input.tsx'
import classes from '../../../platform/ui/form/form-page.module.css'
import { keepFocus } from '../../../platform/ui/form/keep-focus.ts'
import { schemaErrors } from '../../../platform/ui/form/schema-errors.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import card from '../../../platform/ui/layout/card.module.css'
import { PlainList } from '../../../platform/ui/layout/card-parts.tsx'
import { PickButton } from '../../form/pet-form-page.tsx'
import groups from './animal-form.module.css'
import photos from './photo-choice.module.css'

type Props = {
  initial: AnimalValues
  /** The version that the fields show; null for a new animal. */
  version: number | null
  draftName: string
  /** The names of the wards in use. */
  wards: string[]
  /** Below the fields. */
  children?: ReactNode
  /** Rejects with a `CallError` if saving fails; the input is then kept. */
  onSave: (values: AnimalValues, version: number | undefined) => Promise<CommunityAnimal>
  onSaved: (saved: CommunityAnimal) => void | Promise<void>
}

/** The form for a new animal of the street, and for one that is known. */
export function AnimalForm({ initial, version, draftName, wards, children, onSave, onSaved }: Props) {
  const text = useText()
  const isNew = version === null
  const { form, isRestored, baseVersion, rebase, forgetDraft, startFrom } = useDraftedForm<AnimalValues>({
    initial,
    draft: useOwnDraft(draftName),
    version,
    errorsOf: isNew ? newErrors : changeErrors,
  })
  const valuesOf = (stored: CommunityAnimal) => animalValuesOf(stored)
  const conflict = useConflict({ form, rebase, valuesOf })
  const labels = animalLabels(text)

  const { formProps, isBusy, failure } = useSubmit(form, text('communityForm.saveFailed'), async (values) => {
    const saved = await conflict.saveOrCompare(values, () => onSave(values, Number(baseVersion()) || undefined))
    if (saved === null) return
    await forgetDraft()
    if (!isNew) startFrom(animalValuesOf(saved), saved.version)
    await onSaved(saved)
  })

  return (
    <form {...formProps} className={`${classes.form} ${groups.form}`} aria-label={text('communityForm.details')}>
      {failure && (
        <Notice kind="failed" takesFocus>
          {failure}
        </Notice>
      )}
      {conflict.shown && <ChangedMeanwhile labels={labels} {...conflict.shown} />}
      {isRestored && <Notice kind="info">{text('forms.restored')}</Notice>}
      <div className={`${card.card} ${classes.fields}`}>
        <AnimalFields form={form} wards={wards} isNew={isNew} />
        {children}
      </div>
      <div className={classes.buttons}>
        <Button type="submit" loading={isBusy} onMouseDown={keepFocus}>
          {text(isNew ? 'communityForm.register' : 'communityForm.save')}
        </Button>
      </div>
    </form>
  )
}

type FieldsProps = { form: ReturnType<typeof useDraftedForm<AnimalValues>>['form']; wards: string[]; isNew: boolean }

function AnimalFields({ form, wards, isNew }: FieldsProps) {
  const text = useText()
  const labels = animalLabels(text)
  const genders = PetGender.options.map((value) => ({ value, label: text(`pets.${value}`) }))
  const notches = EAR_NOTCHES.map((value) => ({ value, label: text(`communityNotch.${value}`) }))
  const statuses = CommunityChange.shape.status.options.map((value) => ({
    value,
    label: text(`communityStatus.${value}`),
  }))
  return (
    <>
      <FieldGroup heading={text('communityForm.about')}>
        <TextInput label={labels.petName} required {...form.getInputProps('petName')} />
        <TextInput label={labels.petType} required {...form.getInputProps('petType')} />
        <NativeSelect label={labels.petGender} required data={genders} {...form.getInputProps('petGender')} />
        <TextInput label={labels.petAge} {...form.getInputProps('petAge')} />
      </FieldGroup>
      <FieldGroup heading={text('communityForm.whereItLives')}>
        <TextInput label={labels.ward} required list="wards" {...form.getInputProps('ward')} />
        <datalist id="wards">
          {wards.map((ward) => (
            <option key={ward} value={ward} />
          ))}
        </datalist>
        <TextInput
          label={labels.landmark}
          required
          description={text('communityForm.landmarkHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('landmark')}
        />
        {!isNew && <NativeSelect label={labels.status} required data={statuses} {...form.getInputProps('status')} />}
      </FieldGroup>
      <FieldGroup heading={text('communityForm.health')}>
        <NativeSelect
          className={groups.wide ?? ''}
          label={labels.earNotch}
          required
          data={notches}
          {...form.getInputProps('earNotch')}
        />
        {isNew && (
          <>
            <DayInput label={labels.rabiesOn} max={lastBegunDay()} {...form.getInputProps('rabiesOn')} />
            <DayInput label={labels.rabiesValidUntil} {...form.getInputProps('rabiesValidUntil')} />
          </>
        )}
        <DayInput label={labels.sterilisedOn} max={lastBegunDay()} {...form.getInputProps('sterilisedOn')} />
        <TextInput label={labels.sterilisedBy} {...form.getInputProps('sterilisedBy')} />
        <TextInput label={labels.recognitionNo} {...form.getInputProps('recognitionNo')} />
        <TextInput label={labels.certificateNo} {...form.getInputProps('certificateNo')} />
        <Textarea
          className={groups.wide ?? ''}
          label={labels.note}
          rows={3}
          description={text('communityForm.noteHint')}
          {...form.getInputProps('note')}
        />
      </FieldGroup>
    </>
  )
}

function FieldGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <fieldset className={groups.group}>
      <legend>{heading}</legend>
      {children}
    </fieldset>
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

/** An empty field is an empty text. A new animal has no status, and one that is changed no vaccination: its care page has that. */
export type AnimalValues = Record<(typeof FIELDS)[number] | 'status' | 'rabiesOn' | 'rabiesValidUntil', string>

export const NEW_ANIMAL: AnimalValues = {
  petName: '',
  petType: 'Dog',
  petGender: 'male',
  petAge: '',
  ward: '',
  landmark: '',
  earNotch: 'none',
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
    petName: text('labels.petName'),
    petType: text('labels.petType'),
    petGender: text('labels.gender'),
    petAge: text('labels.petAge'),
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

type PhotoChoiceProps = { chosen: File[]; onChange: (photos: File[]) => void }

/** Photos for an animal that is not registered yet. They are sent once it has a number. */
export function PhotoChoice({ chosen, onChange }: PhotoChoiceProps) {
  const text = useText()
  const max = PHOTOS_A_PET_MAX
  const [isOverfull, setOverfull] = useState(false)

  function add(added: File[]) {
    // The same photo again is one photo.
    const all = added.reduce(withPhoto, chosen)
    setOverfull(all.length > max)
    onChange(all.slice(0, max))
  }

  function remove(photo: File) {
    setOverfull(false)
    onChange(chosen.filter((other) => other !== photo))
  }

  return (
    <Stack component="fieldset" className={photos.group ?? ''} gap="sm">
      <legend>{text('photos.title')}</legend>
      <Text c="dimmed">{text('communityForm.photosHint', { max })}</Text>
      {chosen.length > 0 && (
        <PlainList>
          {chosen.map((photo, index) => (
            <Group
              component="li"
              key={keyOf(photo)}
              className={photos.chosen ?? ''}
              justify="space-between"
              gap="sm"
              wrap="nowrap"
            >
              <span>{photo.name}</span>
              <Button variant="subtle" onClick={() => remove(photo)} flex="none">
                {text('photos.remove', { number: index + 1 })}
              </Button>
            </Group>
          ))}
        </PlainList>
      )}
      {isOverfull && <Notice kind="info">{text('photos.leftOut', { max })}</Notice>}
      {chosen.length < max && (
        <Group gap="sm">
          <PickButton capture onPick={add} />
          <PickButton onPick={add} />
        </Group>
      )}
    </Stack>
  )
}

const keyOf = ({ name, lastModified, size }: File) => `${name} ${lastModified} ${size}`

const withPhoto = (photos: File[], photo: File) =>
  photos.some((other) => keyOf(other) === keyOf(photo)) ? photos : [...photos, photo]

/** Sends the photos one after the other, so that they keep their order. Rejects with the first failure. */
export async function sendPhotos(petNumber: number, photos: File[]): Promise<void> {
  const input = { params: { id: String(petNumber) }, body: {} }
  for (const photo of photos) {
    const files: [string, File][] = [[photoCalls.add.multipart, await shrinkPhoto(photo)]]
    await request(photoCalls.add, input, { idempotencyKey: randomId(), send: sendForm({ files }) })
  }
}
