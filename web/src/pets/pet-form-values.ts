import type { PetForm, PetGender, PublicPet } from '@petsetu/contract/pets.ts'

/** What stands in the fields of the pet form: nothing is missing there, at most empty. */
export type PetFormValues = { [Field in Exclude<keyof PetForm, 'petGender'>]: string } & { petGender: PetGender }

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
  sterilizationDetail: '',
  sterilizationDate: '',
  dewormingDetail: '',
  dewormingDate: '',
  doctorName: '',
}

/** A pet as the form shows it. */
export function formValuesOf(pet: PublicPet): PetFormValues {
  const fields = Object.keys(EMPTY_PET) as (keyof PetFormValues)[]
  return Object.fromEntries(fields.map((field) => [field, pet[field] ?? ''])) as PetFormValues
}

/** The form with what a draft remembers; a draft of an older form may lack fields or have some that are gone. */
export function withDraft(values: PetFormValues, draft: Partial<Record<string, unknown>> | null): PetFormValues {
  if (!draft) return values
  const remembered = Object.keys(values).flatMap((field) =>
    typeof draft[field] === 'string' ? [[field, draft[field]]] : [],
  )
  return { ...values, ...Object.fromEntries(remembered) }
}

export function isSameForm(one: PetFormValues, other: PetFormValues): boolean {
  return (Object.keys(one) as (keyof PetFormValues)[]).every((field) => one[field] === other[field])
}
