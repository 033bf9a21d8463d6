import { setTimeout as pause } from 'node:timers/promises'
import { rabiesValidity } from '@petsetu/contract/pets/rabies.ts'
import { speciesOf } from '@petsetu/contract/pets/species.ts'
import type { FoundTag, TagView } from '@petsetu/contract/site/public-pages.ts'
import { batchLoader } from '../platform/db/batch-loader.ts'
import { isDatabaseUnavailable } from '../platform/db/database-errors.ts'
import type { Pool } from '../platform/db/pool.ts'
import type { Standby } from '../platform/db/standby.ts'
import { PUBLIC_PET_SQL, type PublicPetRow, publicPetOf } from './public-pet.ts'

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

/**
 * Looks up a scanned tag ID, at the standby while it is fresh. Nothing is cached, so the next scan shows what an owner saved: at once to
 * the owner, and to others a second later at the most.
 */
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
