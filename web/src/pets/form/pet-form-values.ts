import { defaultValidUntil, vaccineNamedIn } from '@petsetu/contract/pets/care-kinds.ts'
import {
  type PetForm,
  PetForm as PetFormSchema,
  type PetGender,
  SHOWN_AT_FIRST,
  SHOWN_CHOICES,
  type Shown,
  type ShownChoice,
} from '@petsetu/contract/pets/pet-schemas.ts'
import type { Pet, PublicPet } from '@petsetu/contract/pets/pets.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { useState } from 'react'
import { useOwnDraft } from '../../people/auth/use-own-draft.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { changesOf } from '../../platform/lib/drafts/draft-changes.ts'
import { useDraftedForm } from '../../platform/lib/drafts/use-drafted-form.ts'
import { useConflict } from '../../platform/ui/form/changed-meanwhile.tsx'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'

/** An empty field is an empty text. `shown` holds the names of what a finder sees, with blanks between them. */
export type PetFormValues = { [Field in Exclude<keyof PetForm, 'petGender'>]: string } & {
  petGender: PetGender
  shown: string
}

export const EMPTY_PET: PetFormValues = {
  petName: '',
  ownerName: '',
  petType: '',
  petAge: '',
  petGender: 'male',
  location: '',
  address: '',
  contactDetails: '',
  treatmentDetail: '',
  treatmentDate: '',
  vaccinationDetail: '',
  vaccinationDate: '',
  vaccinationValidUntil: '',
  sterilizationDetail: '',
  sterilizationDate: '',
  dewormingDetail: '',
  dewormingDate: '',
  doctorName: '',
  shown: textOfShown(SHOWN_AT_FIRST),
}

/** The values of the form for a pet of the signed-in person. */
export function formValuesOf({
  shown = SHOWN_AT_FIRST,
  ...pet
}: PublicPet & { shown?: Shown | undefined }): PetFormValues {
  const values: Record<string, unknown> = { ...pet, shown: textOfShown(shown) }
  return Object.fromEntries(Object.keys(EMPTY_PET).map((field) => [field, values[field] ?? ''])) as PetFormValues
}

/** Returns the body that is sent. */
export function bodyOf(values: PetFormValues) {
  return { ...values, shown: shownOfText(values.shown) }
}

type VaccinationValues = Pick<PetFormValues, 'vaccinationDetail' | 'vaccinationDate' | 'vaccinationValidUntil'>

/**
 * Returns what changes with the day of the vaccination. Its end moves along as in the form of a care record, and also where it is still that of the
 * vaccination before; one that somebody has entered stays.
 */
export function withVaccinationDate(
  now: VaccinationValues,
  initial: VaccinationValues,
  vaccinationDate: string,
): Partial<PetFormValues> {
  const usualOn = (day: string) => defaultValidUntil({ kind: vaccineNamedIn(now.vaccinationDetail), day })
  const end = now.vaccinationValidUntil
  const wasBefore = initial.vaccinationDate !== '' || now.vaccinationDetail !== initial.vaccinationDetail
  const isOfBefore = end === initial.vaccinationValidUntil && wasBefore && vaccinationDate > initial.vaccinationDate
  if (!isOfBefore && end !== usualOn(now.vaccinationDate)) return { vaccinationDate }
  const isBack = vaccinationDate === initial.vaccinationDate
  return { vaccinationDate, vaccinationValidUntil: isBack ? initial.vaccinationValidUntil : usualOn(vaccinationDate) }
}

function textOfShown(shown: Shown): string {
  return SHOWN_CHOICES.filter((choice) => shown[choice]).join(' ')
}

export function shownOfText(text: string): Shown {
  const chosen = text.split(' ')
  return Object.fromEntries(SHOWN_CHOICES.map((choice) => [choice, chosen.includes(choice)])) as Shown
}

/** The text of the choices with one of them changed. */
export function withChoice(text: string, choice: ShownChoice, isShown: boolean): string {
  return textOfShown({ ...shownOfText(text), [choice]: isShown })
}

export const PET_LABELS = {
  petName: 'labels.petName',
  petType: 'labels.petType',
  petAge: 'labels.petAge',
  petGender: 'labels.gender',
  ownerName: 'petForm.ownerName',
  location: 'labels.location',
  address: 'labels.address',
  contactDetails: 'labels.contactDetails',
  treatmentDetail: 'labels.treatment',
  treatmentDate: 'labels.treatmentDate',
  vaccinationDetail: 'labels.vaccination',
  vaccinationDate: 'labels.vaccinationDate',
  vaccinationValidUntil: 'labels.vaccinationValidUntil',
  sterilizationDetail: 'labels.sterilization',
  sterilizationDate: 'labels.sterilizationDate',
  dewormingDetail: 'labels.deworming',
  dewormingDate: 'labels.dewormingDate',
  doctorName: 'petForm.doctorName',
  shown: 'petForm.shown',
} as const satisfies Record<keyof PetFormValues, PlainId>

export const CHOICE_LABELS = {
  ownerName: 'petForm.showsOwnerName',
  contact: 'petForm.showsContact',
  area: 'petForm.showsArea',
  address: 'petForm.showsAddress',
  medical: 'petForm.showsMedical',
  vet: 'petForm.showsVet',
} as const satisfies Record<ShownChoice, PlainId>

/** A value of a field as a person reads it. */
export function describeValue(text: Translate, field: string, value: string): string {
  if (field !== 'shown') return value
  const shown = shownOfText(value)
  const labels = SHOWN_CHOICES.filter((choice) => shown[choice]).map((choice) => text(CHOICE_LABELS[choice]))
  return labels.join(', ') || text('petForm.nothingShown')
}

/** Says in short which choices of `shown` a finder does not see. */
export function describeHidden(text: Translate, value: string): string {
  const shown = shownOfText(value)
  const hidden = SHOWN_CHOICES.filter((choice) => !shown[choice]).map((choice) => text(CHOICE_LABELS[choice]))
  return hidden.length > 0 ? text('petForm.hidden', { what: hidden.join(', ') }) : text('petForm.allShown')
}

/** The label of each field in one language. */
export function labelsIn(text: Translate): Record<string, string> {
  return Object.fromEntries(Object.entries(PET_LABELS).map(([field, id]) => [field, text(id)]))
}

/** The values and the message after saving. `show` is called once the draft is deleted: whoever then leaves the page finds no draft again. */
export type Saved = { values: PetFormValues; version?: number; message?: string; show?: () => void }

type Options = {
  initial: PetFormValues
  version: number | null
  draftName: string
  onSave: (values: PetFormValues, version: number | undefined) => Promise<Saved>
}

const check = schemaErrors(PetFormSchema)
const errorsOf = (values: PetFormValues) => check(bodyOf(values))

/** The fields of a pet with their draft, and saving them, also where somebody else has saved the pet meanwhile. */
export function usePetForm({ initial, version, draftName, onSave }: Options) {
  const text = useText()
  const draft = useOwnDraft(draftName)
  const drafted = useDraftedForm<PetFormValues>({ initial, draft, version, errorsOf })
  const { form, isRestored, startFrom, clear, forgetDraft } = drafted
  const conflict = useConflict({ ...drafted, valuesOf: (pet: Pet) => formValuesOf(pet) })
  const [message, setMessage] = useState<string | null>(null)

  const failureText = text('petForm.failed')
  const { formProps, isBusy, failure, forgetFailure } = useSubmit(form, failureText, async (values) => {
    setMessage(null)
    const saved = await conflict.saveOrCompare(values, (version) => onSave(values, version))
    if (saved === null) return
    await forgetDraft()
    // Somebody fast has begun with the next pet already.
    const typedMeanwhile = changesOf(form.getValues(), values)
    startFrom(saved.values, saved.version ?? null)
    if (Object.keys(typedMeanwhile).length > 0) form.setValues(typedMeanwhile)
    setMessage(saved.message ?? null)
    saved.show?.()
  })

  function startOver() {
    forgetFailure()
    conflict.forgetConflict()
    setMessage(null)
    clear()
  }

  return { form, formProps, isRestored, isBusy, failure, message, conflict: conflict.shown, startOver }
}
