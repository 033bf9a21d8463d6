import type { Pet } from '@petsetu/contract/pets/pets.ts'
import { sql } from 'kysely'

const lostSql = (further = '') => `(
  select json_build_object('since', since, 'area', area, 'note', note, 'reward', reward_rupees${further})
  from lost_pets where pet_number = pets.id)`

/** Selects the public facts of the loss for the pet in the same row, null unless it is lost. */
export const PUBLIC_LOST_SQL = lostSql()

/** The same as its owner sees it. */
export const lostColumn = sql<Pet['lost']>`${sql.raw(lostSql(`, 'listed', is_listed`))}`.as('lost')
