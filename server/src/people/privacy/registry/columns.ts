import type { PersonalRow } from './personal-rows.ts'

/** `secret`: it would let its reader in; `derived`: made from what is exported; `staff`: about an admin; `passing`: waits to become a record. */
export type Exported = 'exported' | 'secret' | 'derived' | 'staff' | 'passing'

/**
 * `removed` at once; `closed`: once the complaint is closed and not held; `books`: after the years of the settings; `nameless`: it stays,
 * because nothing beside it names the person any more; `expires` by itself; `staff`: stays, because it shows what an admin did.
 */
export type Erased = 'removed' | 'closed' | 'books' | 'nameless' | 'expires' | 'staff'

export type PersonalColumns = { row: PersonalRow; exported: Exported; erased: Erased; names: string[] }

export type TableData = {
  personal?: PersonalColumns[]
  /** Columns that say nothing about a person: numbers of rows, versions, counters, the foundation's own texts. */
  other?: string
}

export type Tables = Record<string, TableData>

/** Columns of a table with the same fate, their names separated by spaces. */
export const columns = (row: PersonalRow, exported: Exported, erased: Erased, names: string): PersonalColumns => ({
  row,
  exported,
  erased,
  names: namesOf(names),
})

export const namesOf = (names = '') => names.split(/\s+/).filter(Boolean)
