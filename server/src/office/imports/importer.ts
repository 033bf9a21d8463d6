import type { z } from 'zod'
import type { Db } from '../../platform/db/pool.ts'
import type { RowProblem } from './row-values.ts'

/** A row that was read, under its number in the file. */
export type Entry<Value> = { row: number; value: Value }

/** A record that an import made of a row: the id of a pet or a membership, or the code of a tag. */
export type ImportedRecord =
  | { kind: 'pet' | 'membership'; record_id: number }
  | { kind: 'tag' | 'bound-tag'; tag: string }

/** Entries that can be imported, how many are stored already, and what is wrong with the others. */
type ValidationResult<Ready> = { ready: Ready[]; knownCount: number; problems: RowProblem[] }

/** Checks and stores rows of one kind. */
export type Importer<Value = unknown, Ready = unknown> = {
  schema: z.ZodType<Value>
  /** Two rows with the same key would be the same record. */
  keyOf: (value: Value) => string
  /** Compares entries with what is stored. `adminId` gets what belongs to nobody else. */
  judge: (db: Db, entries: Entry<Value>[], adminId: number) => Promise<ValidationResult<Ready>>
  insert: (transaction: Db, ready: Ready[]) => Promise<ImportedRecord[]>
}

/** Without its types, where importers of all kinds are handled alike: what one of its functions gives goes only to another one of them. */
export function importer<Value, Ready>(one: Importer<Value, Ready>): Importer {
  return one as unknown as Importer
}
