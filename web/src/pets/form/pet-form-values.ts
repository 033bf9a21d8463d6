import type { PetForm, PetGender, PublicPet } from '@petsetu/contract/pets.ts'

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

export const PET_LABELS: Record<keyof PetFormValues, string> = {
  petName: 'Pet name',
  petType: 'Pet type',
  petAge: 'Pet age',
  petGender: 'Gender',
  ownerName: 'Owner’s name',
  location: 'Location',
  address: 'Address',
  contactDetails: 'Contact details',
  treatmentDetail: 'Treatment',
  treatmentDate: 'Treatment date',
  vaccinationDetail: 'Vaccination',
  vaccinationDate: 'Vaccination date',
  sterilizationDetail: 'Sterilization',
  sterilizationDate: 'Sterilization date',
  dewormingDetail: 'Deworming',
  dewormingDate: 'Deworming date',
  doctorName: 'Doctor’s name',
}
