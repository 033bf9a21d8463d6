import { normalizePetId } from '@petsetu/contract/pets/pet-id.ts'
import type { Pet, PetOrder } from '@petsetu/contract/pets/pets.ts'
import { latinDigits } from '@petsetu/languages/scripts.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { findAccountsByText, searchedPhone } from '../people/users/user-queries.ts'
import { counterTotal } from '../platform/db/counters.ts'
import { containing, countMatches, hasText, type Page, rowsAfter, rowsOfPage } from '../platform/db/expressions.ts'
import type { Db } from '../platform/db/pool.ts'
import { PET_COLUMNS, petOf } from './pet-queries.ts'

/** Selects the pets of a list: one user's, those that the search finds, the lost ones; an omitted field means "any". */
export type PetFilter = { userId?: number | undefined; search?: string | undefined; isLost?: boolean }

const ORDERS: Record<PetOrder, RawBuilder<unknown>> = {
  newest: sql`pets.id desc`,
  oldest: sql`pets.id`,
  name: sql`lower(pet_name), pets.id`,
  'name-desc': sql`lower(pet_name) desc, pets.id desc`,
}

// The same expression as in the index. The line feeds separate the texts; a search text contains none.
export const SEARCHED_OF_PETS = sql`lower(pet_name || chr(10) || pets.pet_id || chr(10) || coalesce(owner_name, '') || chr(10)
  || translate(contact_details, '०१२३४५६७८९ +-().', '0123456789'))`

export async function listPetsAfter(db: Db, filter: PetFilter, last: Pet | null, limit: number): Promise<Pet[]> {
  const pets = selectPets(db, await conditionsOf(db, filter)).select(PET_COLUMNS)
  const rows = await rowsAfter(pets, 'pets.id', { last, limit, isNewestFirst: true })
  return rows.map(petOf)
}

export async function listPetsPage(
  deps: Pick<Deps, 'db' | 'counters'>,
  { sort = 'newest', ...filter }: PetFilter & { sort?: PetOrder | undefined },
  page: Page,
): Promise<{ rows: Pet[]; total: number }> {
  const { db, counters } = deps
  const conditions = await conditionsOf(db, filter)
  const [rows, total] = await Promise.all([
    rowsOfPage(selectPets(db, conditions).select(PET_COLUMNS), 'pets.id', ORDERS[sort], page),
    // The total of all pets comes from a counter; matches are counted up to a maximum.
    conditions.length === 0
      ? counterTotal(counters, 'pets')
      : countMatches(db, selectPets(db, conditions).select('pets.id')),
  ])
  return { rows: rows.map(petOf), total }
}

function selectPets(db: Db, conditions: RawBuilder<boolean>[]) {
  return db.selectFrom('pets').where(sql<boolean>`${sql.join([sql`pet_kind = 'owned'`, ...conditions], sql` and `)}`)
}

async function conditionsOf(db: Db, { userId, search, isLost }: PetFilter): Promise<RawBuilder<boolean>[]> {
  return [
    ...(userId === undefined ? [] : [sql<boolean>`user_id = ${userId}`]),
    ...(search ? [await foundBy(db, search)] : []),
    // As an array: few are lost, and each is looked up by its number.
    ...(isLost ? [sql<boolean>`pets.id = any(array(select pet_number from lost_pets))`] : []),
  ]
}

/** SQL condition: name, tag, owner or phone number contain the text; a tag's ID also as it is printed, in groups. */
async function foundBy(db: Db, search: string): Promise<RawBuilder<boolean>> {
  const owners = await findAccountsByText(db, search)
  const digits = searchedPhone(search) ?? latinDigits(search)
  const petId = normalizePetId(search)
  const any = [
    hasText(SEARCHED_OF_PETS, search),
    // The index, too, holds numbers in the digits of English, without what separates them.
    ...(digits === search ? [] : [sql`${SEARCHED_OF_PETS} like lower(${containing(digits)})`]),
    ...(petId ? [sql`pets.pet_id = ${petId}`] : []),
    ...(owners.length > 0 ? [sql`user_id = any(${owners}::bigint[])`] : []),
  ]
  return sql<boolean>`(${sql.join(any, sql` or `)})`
}
