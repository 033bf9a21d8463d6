import { type PublicCommunity, type PublicPet, SHOWN_BY } from '@petsetu/contract/pets/pets.ts'
import type { ShownChoice } from '@petsetu/contract/pets/shown.ts'
import { PUBLIC_LOST_SQL } from './lost-columns.ts'
import { PHOTOS_SQL, photoOf, type StoredPhoto } from './photo-queries.ts'

/** The column of each choice: whether finders see what it is about. */
export const CHOICE_COLUMNS = {
  ownerName: 'shows_owner_name',
  contact: 'shows_contact',
  area: 'shows_area',
  address: 'shows_address',
  medical: 'shows_medical',
  vet: 'shows_vet',
} as const satisfies Record<ShownChoice, string>

/** The choices of a pet in one column, under their names. */
export const SHOWN_SQL = `json_build_object(${Object.entries(CHOICE_COLUMNS)
  .map(([choice, column]) => `'${choice}', ${column}`)
  .join(', ')})`

type OwnField = keyof typeof SHOWN_BY

// In the order in which the page's data has them.
const COLUMNS: Record<OwnField, string> = {
  petId: 'pet_id',
  petName: 'pet_name',
  ownerName: 'owner_name',
  petType: 'pet_type',
  petAge: 'pet_age',
  petGender: 'pet_gender',
  treatmentDetail: 'treatment_detail',
  treatmentDate: 'treatment_date',
  vaccinationDetail: 'vaccination_detail',
  vaccinationDate: 'vaccination_date',
  vaccinationValidUntil: 'vaccination_valid_until',
  sterilizationDetail: 'sterilization_detail',
  sterilizationDate: 'sterilization_date',
  dewormingDetail: 'deworming_detail',
  dewormingDate: 'deworming_date',
  doctorName: 'doctor_name',
  location: 'location',
  address: 'address',
  contactDetails: 'contact_details',
  treatment: 'treatment',
  vaccination: 'vaccination',
  sterilization: 'sterilization',
  photos: PHOTOS_SQL,
  lost: PUBLIC_LOST_SQL,
}

const ifShown = (choice: ShownChoice | 'always', column: string) =>
  choice === 'always' ? column : `case when ${CHOICE_COLUMNS[choice]} then ${column} end`

/**
 * Selects a pet for a finder. Fields that the owner hides never leave the database; `publicPetOf` takes its empty fields away.
 */
export const PUBLIC_PET_SQL = [
  ...Object.entries(COLUMNS).map(([field, column]) => `${ifShown(SHOWN_BY[field as OwnField], column)} as "${field}"`),
  `${ifShown('medical', 'rabies_valid_until')} as "rabiesValidUntil"`,
  `${ifShown('medical', 'rabies_day')} as "rabiesDay"`,
  ...Object.values(CHOICE_COLUMNS),
  `case when pet_kind = 'community' then (
    select json_build_object('status', status, 'ward', ward, 'landmark', landmark, 'earNotch', ear_notch,
      'sterilisedOn', sterilization_date, 'rabiesOn', rabies_day, 'rabiesValidUntil', rabies_valid_until)
    from community_animals where community_animals.pet_id = pets.id) end as "community"`,
].join(', ')

export type PublicPetRow = Omit<PublicPet, 'photos' | 'community'> & {
  community: PublicCommunity | null
  photos: StoredPhoto[]
  rabiesValidUntil: string | null
  rabiesDay: string | null
} & Record<(typeof CHOICE_COLUMNS)[ShownChoice], boolean>

const FIELDS = Object.keys(COLUMNS) as OwnField[]

/** The pet as finders see it: without the fields that its owner hides. */
export function publicPetOf(row: PublicPetRow): PublicPet {
  const pet: Partial<Record<keyof PublicPet, unknown>> = row.community ? { community: row.community } : {}
  for (const field of FIELDS) {
    const choice = SHOWN_BY[field]
    if (choice === 'always' || row[CHOICE_COLUMNS[choice]]) pet[field] = row[field]
  }
  return { ...pet, photos: row.photos.map(photoOf) } as PublicPet
}
