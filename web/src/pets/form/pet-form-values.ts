import type { PetForm, PetGender, PublicPet } from '@petsetu/contract/pets.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'

/** An empty field is an empty text. */
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

export function formValuesOf(pet: PublicPet): PetFormValues {
  const fields = Object.keys(EMPTY_PET) as (keyof PetFormValues)[]
  return Object.fromEntries(fields.map((field) => [field, pet[field] ?? ''])) as PetFormValues
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
  sterilizationDetail: 'labels.sterilization',
  sterilizationDate: 'labels.sterilizationDate',
  dewormingDetail: 'labels.deworming',
  dewormingDate: 'labels.dewormingDate',
  doctorName: 'petForm.doctorName',
} as const satisfies Record<keyof PetFormValues, PlainId>

/** The label of each field in one language. */
export function labelsIn(text: Translate): Record<string, string> {
  return Object.fromEntries(Object.entries(PET_LABELS).map(([field, id]) => [field, text(id)]))
}
