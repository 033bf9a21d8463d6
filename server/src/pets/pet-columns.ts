import type { ChosenPetForm, Shown, ShownChange, ShownChoice } from '@petsetu/contract/pets/pet-schemas.ts'
import type { Pet } from '@petsetu/contract/pets/pets.ts'
import { sql } from 'kysely'
import { photoOf, photosColumn, type StoredPhoto } from './photo-queries.ts'
import { CHOICE_COLUMNS, lostColumn, SHOWN_SQL } from './public-pet.ts'

/** The columns of a pet for its owner, under the names that the calls use. */
export const PET_COLUMNS = [
  'pets.id',
  'version',
  'pets.pet_id as petId',
  'pet_name as petName',
  'owner_name as ownerName',
  'pet_type as petType',
  'pet_age as petAge',
  'pet_gender as petGender',
  'treatment_detail as treatmentDetail',
  'treatment_date as treatmentDate',
  'vaccination_detail as vaccinationDetail',
  'vaccination_date as vaccinationDate',
  'vaccination_valid_until as vaccinationValidUntil',
  'sterilization_detail as sterilizationDetail',
  'sterilization_date as sterilizationDate',
  'deworming_detail as dewormingDetail',
  'deworming_date as dewormingDate',
  'doctor_name as doctorName',
  'location',
  'address',
  'contact_details as contactDetails',
  'treatment',
  'vaccination',
  'sterilization',
  photosColumn,
  lostColumn,
  sql<Shown>`${sql.raw(SHOWN_SQL)}`.as('shown'),
  'is_shown_due as isShownDue',
] as const

type PetRow = Omit<Pet, 'photos'> & { photos: StoredPhoto[] }

export function petOf(row: PetRow): Pet {
  return { ...row, photos: row.photos.map(photoOf) }
}

/** The column values of a form. A field that the form leaves out is left out, so that an update keeps it. */
export function rowOf(form: ChosenPetForm) {
  return {
    pet_name: form.petName,
    owner_name: form.ownerName,
    pet_type: form.petType,
    pet_age: form.petAge,
    pet_gender: form.petGender,
    treatment_detail: form.treatmentDetail,
    treatment_date: form.treatmentDate,
    vaccination_detail: form.vaccinationDetail,
    vaccination_date: form.vaccinationDate,
    vaccination_valid_until: form.vaccinationValidUntil,
    sterilization_detail: form.sterilizationDetail,
    sterilization_date: form.sterilizationDate,
    deworming_detail: form.dewormingDetail,
    deworming_date: form.dewormingDate,
    doctor_name: form.doctorName,
    location: form.location,
    address: form.address,
    contact_details: form.contactDetails,
    ...(form.shown && choicesOf(form.shown)),
  }
}

/** The columns of what an owner has chosen. */
export function choicesOf(shown: ShownChange) {
  const choices = Object.entries(shown) as [ShownChoice, boolean | undefined][]
  return { ...Object.fromEntries(choices.map(([choice, is]) => [CHOICE_COLUMNS[choice], is])), is_shown_due: false }
}
