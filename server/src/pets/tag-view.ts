import type { PublicPet } from '@petsetu/contract/pets.ts'
import type { TagView } from '@petsetu/contract/public-pages.ts'
import { gathered } from '../db/gather.ts'
import type { Pool } from '../db/pool.ts'

export type FindTagView = (petId: string) => Promise<TagView>

// Prepared statements of the driver's: what strangers in the street wait for is parsed and planned once.
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
      treatment, vaccination, sterilization
    from pets
    where pet_id = any($1)`,
}

const BLANK_TAGS = {
  name: 'scanned-blank-tags',
  text: 'select pet_id as "petId" from tags where pet_id = any($1) and bound_at is null',
}

/** The look-up behind a scan. The tags are asked only about an ID that no pet has; what an owner saves is what the next scan shows. */
export function tagViews(pool: Pool): FindTagView {
  const findPet = gathered<string, PublicPet>(async (petIds) => {
    const { rows } = await pool.query<PublicPet>({ ...PETS, values: [petIds] })
    return new Map(rows.map((pet) => [pet.petId, pet]))
  })
  const findBlankTag = gathered<string, string>(async (petIds) => {
    const { rows } = await pool.query<{ petId: string }>({ ...BLANK_TAGS, values: [petIds] })
    return new Map(rows.map(({ petId }) => [petId, petId]))
  })
  return async (petId) => {
    const pet = await findPet(petId)
    if (pet) return { kind: 'pet', pet }
    if (await findBlankTag(petId)) return { kind: 'blank', petId }
    // Registered a moment ago, between the two questions?
    const registered = await findPet(petId)
    return registered ? { kind: 'pet', pet: registered } : { kind: 'missing' }
  }
}
