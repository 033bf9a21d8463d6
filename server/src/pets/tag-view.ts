import { today } from '@petsetu/contract/dates.ts'
import type { PublicPet } from '@petsetu/contract/pets.ts'
import type { RabiesValidity, TagView } from '@petsetu/contract/public-pages.ts'
import { batchLoader } from '../db/batch-loader.ts'
import type { Pool } from '../db/pool.ts'
import { PHOTOS_SQL, photoOf, type StoredPhoto } from './photo-queries.ts'

type PetView = Extract<TagView, { kind: 'pet' }>

export type FindTagView = (petId: string) => Promise<TagView>

// Prepared statements, so that the scan page's queries are parsed and planned once.
const PETS = {
  name: 'scanned-pets',
  text: `
    select pet_id as "petId", pet_name as "petName", owner_name as "ownerName", pet_type as "petType",
      pet_age as "petAge", pet_gender as "petGender",
      treatment_detail as "treatmentDetail", treatment_date as "treatmentDate",
      vaccination_detail as "vaccinationDetail", vaccination_date as "vaccinationDate",
      sterilization_detail as "sterilizationDetail", sterilization_date as "sterilizationDate",
      deworming_detail as "dewormingDetail", deworming_date as "dewormingDate",
      doctor_name as "doctorName", location, address, contact_details as "contactDetails",
      treatment, vaccination, sterilization, rabies_valid_until as "rabiesValidUntil", ${PHOTOS_SQL} as photos
    from pets
    where pet_id = any($1)`,
}

const BLANK_TAGS = {
  name: 'scanned-blank-tags',
  text: 'select pet_id as "petId" from tags where pet_id = any($1) and bound_at is null',
}

/**
 * Looks up a scanned tag ID. Queries the tags only for an ID without a pet. Nothing is cached, so the next scan shows what an
 * owner saved.
 */
export function tagViews(pool: Pool): FindTagView {
  const findPet = batchLoader<string, PetView>(async (petIds) => {
    const { rows } = await pool.query<PetRow>({ ...PETS, values: [petIds] })
    return new Map(rows.map((row) => [row.petId, petView(row)]))
  })
  const findBlankTag = batchLoader<string, string>(async (petIds) => {
    const { rows } = await pool.query<{ petId: string }>({ ...BLANK_TAGS, values: [petIds] })
    return new Map(rows.map(({ petId }) => [petId, petId]))
  })
  return async (petId) => {
    const pet = await findPet(petId)
    if (pet) return pet
    if (await findBlankTag(petId)) return { kind: 'blank', petId }
    // It may have been registered between the two queries.
    return (await findPet(petId)) ?? { kind: 'missing' }
  }
}

type PetRow = Omit<PublicPet, 'photos'> & { photos: StoredPhoto[]; rabiesValidUntil: string | null }

function petView({ rabiesValidUntil, photos, ...pet }: PetRow): PetView {
  return { kind: 'pet', pet: { ...pet, photos: photos.map(photoOf) }, rabies: rabiesOf(rabiesValidUntil) }
}

function rabiesOf(until: string | null): RabiesValidity {
  if (until === null) return { state: 'unknown' }
  return { state: until >= today() ? 'valid' : 'expired', until }
}
