import type { PublicPet } from '@petsetu/contract/pets.ts'
import type { TagView } from '@petsetu/contract/public-pages.ts'
import DataLoader from 'dataloader'
import type { Pool } from '../db/pool.ts'

export type FindTagView = (petId: string) => Promise<TagView>

// A prepared statement of the driver's: the one query that strangers in the street wait for is parsed and planned once.
const LOOK_UP = {
  name: 'tag-views',
  text: `
    select tags.pet_id as "tagId", tags.bound_at is null as "isBlank",
      pets.pet_id as "petId", pet_name as "petName", owner_name as "ownerName", pet_type as "petType",
      pet_age as "petAge", pet_gender as "petGender",
      treatment_detail as "treatmentDetail", treatment_date as "treatmentDate",
      vaccination_detail as "vaccinationDetail", vaccination_date as "vaccinationDate",
      sterilization_detail as "sterilizationDetail", sterilization_date as "sterilizationDate",
      deworming_detail as "dewormingDetail", deworming_date as "dewormingDate",
      doctor_name as "doctorName", location, address, contact_details as "contactDetails",
      treatment, vaccination, sterilization
    from tags
    left join pets using (pet_id)
    where tags.pet_id = any($1)`,
}

type Row = { tagId: string; isBlank: boolean } & (PublicPet | { petId: null })

/** The look-up behind a scan. Requests that arrive together share one query. */
export function tagViews(pool: Pool): FindTagView {
  const loader = new DataLoader<string, TagView>(
    async (petIds) => {
      const { rows } = await pool.query<Row>({ ...LOOK_UP, values: [petIds] })
      const views = new Map(rows.map((row) => [row.tagId, viewOf(row)]))
      return petIds.map((petId) => views.get(petId) ?? { kind: 'missing' })
    },
    // Nothing is remembered: what an owner saves is what the next scan shows.
    { cache: false, maxBatchSize: 100 },
  )
  return (petId) => loader.load(petId)
}

function viewOf({ tagId, isBlank, ...pet }: Row): TagView {
  if (pet.petId !== null) return { kind: 'pet', pet }
  return isBlank ? { kind: 'blank', petId: tagId } : { kind: 'missing' }
}
