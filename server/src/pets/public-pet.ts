import { setTimeout as pause } from 'node:timers/promises'
import { rabiesValidity, speciesOf } from '@petsetu/contract/pets/pet-facts.ts'
import type { ShownChoice } from '@petsetu/contract/pets/pet-schemas.ts'
import { type Pet, type PublicCommunity, type PublicPet, SHOWN_BY } from '@petsetu/contract/pets/pets.ts'
import type { FoundTag, TagView } from '@petsetu/contract/site/public-pages.ts'
import { sql } from 'kysely'
import { batchLoader } from '../platform/db/batch-loader.ts'
import { isDatabaseUnavailable } from '../platform/db/database-errors.ts'
import type { Pool } from '../platform/db/pool.ts'
import type { Standby } from '../platform/db/standby.ts'
import { PHOTOS_SQL, photoOf, type StoredPhoto } from './photo-queries.ts'

const lostSql = (further = '') => `(
  select json_build_object('since', since, 'area', area, 'note', note, 'reward', reward_rupees${further})
  from lost_pets where pet_number = pets.id)`

/** Selects the public facts of the loss for the pet in the same row, null unless it is lost. */
const PUBLIC_LOST_SQL = lostSql()

export const lostColumn = sql<Pet['lost']>`${sql.raw(lostSql(`, 'listed', is_listed`))}`.as('lost')

/** The column of each choice: whether finders see what it is about. */
export const CHOICE_COLUMNS = {
  ownerName: 'shows_owner_name',
  contact: 'shows_contact',
  area: 'shows_area',
  address: 'shows_address',
  medical: 'shows_medical',
  vet: 'shows_vet',
} as const satisfies Record<ShownChoice, string>

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

type PublicPetRow = Omit<PublicPet, 'photos' | 'community'> & {
  community: PublicCommunity | null
  photos: StoredPhoto[]
  rabiesValidUntil: string | null
  rabiesDay: string | null
} & Record<(typeof CHOICE_COLUMNS)[ShownChoice], boolean>

const FIELDS = Object.keys(COLUMNS) as OwnField[]

/** The pet as finders see it: without the fields that its owner hides. */
function publicPetOf(row: PublicPetRow): PublicPet {
  const pet: Partial<Record<keyof PublicPet, unknown>> = row.community ? { community: row.community } : {}
  for (const field of FIELDS) {
    const choice = SHOWN_BY[field]
    if (choice === 'always' || row[CHOICE_COLUMNS[choice]]) pet[field] = row[field]
  }
  return { ...pet, photos: row.photos.map(photoOf) } as PublicPet
}

type PetView = Extract<TagView, { kind: 'pet' }>

type CommunityView = Extract<FoundTag, { kind: 'community' }>

/** `written` is the position of what this visitor has written (`platform/db/standby.ts`). */
export type FindTagView = (petId: string, written: bigint | null) => Promise<FoundTag>

// Prepared statements, so that the scan page's queries are parsed and planned once.
const PETS = {
  name: 'scanned-pets',
  text: `select ${PUBLIC_PET_SQL} from pets where pet_id = any($1)`,
}

const BLANK_TAGS = {
  name: 'scanned-blank-tags',
  text: 'select pet_id as "petId" from tags where pet_id = any($1) and bound_at is null',
}

// While the primary fails over, a balancer leads to another standby, and it takes a moment until one of the two is known to be fresh.
const FAIL_OVER_MS_MAX = 5_000
const TRY_AGAIN_MS = 100

/** Nothing is cached: what an owner saved is shown at once to the owner, and to others a second later at most. */
export function tagViews(primary: Pool, standby: Standby | null): FindTagView {
  if (!standby) return tagViewsIn(primary)
  const [findAtStandby, findAtPrimary] = [tagViewsIn(standby.pool), tagViewsIn(standby.primary)]
  return async (petId, written) => {
    let asked: Promise<{ found?: FoundTag; error?: unknown }> | null = null
    for (const giveUpAt = performance.now() + FAIL_OVER_MS_MAX; ; ) {
      const foundThere = standby.isFresh(written) ? await findAtStandby(petId).catch(() => null) : null
      if (foundThere) return foundThere
      asked ??= findAtPrimary(petId).then(
        (found) => ({ found }),
        (error: unknown) => ({ error }),
      )
      // While the primary is silent, the standby may become fresh.
      const { found, error } = await Promise.race([asked, pause(TRY_AGAIN_MS, {} as Awaited<typeof asked>)])
      if (found) return found
      if (error === undefined) continue
      if (performance.now() > giveUpAt || !isDatabaseUnavailable(error)) throw error
      asked = null
      await pause(TRY_AGAIN_MS)
    }
  }
}

/** Queries the tags only for an ID without a pet. */
function tagViewsIn(pool: Pool): (petId: string) => Promise<FoundTag> {
  const findPet = batchLoader<string, PetView | CommunityView>(async (petIds) => {
    const { rows } = await pool.query<PublicPetRow>({ ...PETS, values: [petIds] })
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

function petView(row: PublicPetRow): PetView | CommunityView {
  const pet = publicPetOf(row)
  const { community } = pet
  if (community) {
    const { petId, petName, petType, petAge, petGender, photos } = pet
    const shown = { petId, petName, petType, petAge, petGender, photos }
    const rabies = rabiesValidity(community.rabiesValidUntil, community.rabiesOn)
    return {
      kind: 'community',
      animal: { pet: shown, community, species: speciesOf(petType), rabies },
      whole: pet,
    }
  }
  const rabies = row.shows_medical ? rabiesValidity(row.rabiesValidUntil, row.rabiesDay) : null
  return { kind: 'pet', pet, species: speciesOf(pet.petType), rabies }
}
