import { type RawBuilder, sql } from 'kysely'
import type { Db } from './pool.ts'
import type { DB } from './types.ts'

const BATCH_ROWS = 1_000

/**
 * Changes any number of rows by batches, since one statement over very many would run into the time-out. `changeBatch` changes at most `limit`
 * of those that are left, and returns how many.
 */
export async function changeInBatches(changeBatch: (limit: number) => Promise<number>): Promise<void> {
  while ((await changeBatch(BATCH_ROWS)) > 0);
}

/** Deletes the rows of a table that meet a condition, by batches. Outside a transaction each one is kept, whatever becomes of the next. */
export function deleteInBatches(db: Db, table: keyof DB, isMeant: RawBuilder<boolean>): Promise<void> {
  return runInBatches(db, table, isMeant, sql`delete from ${sql.table(table)}`)
}

/** Sets columns of the rows of a table that meet a condition, by batches, like `deleteInBatches`. Then they no longer meet it. */
export function updateInBatches(
  db: Db,
  table: keyof DB,
  set: RawBuilder<unknown>,
  isMeant: RawBuilder<boolean>,
): Promise<void> {
  return runInBatches(db, table, isMeant, sql`update ${sql.table(table)} set ${set}`)
}

function runInBatches(
  db: Db,
  table: keyof DB,
  isMeant: RawBuilder<boolean>,
  change: RawBuilder<unknown>,
): Promise<void> {
  return changeInBatches(async (limit) => {
    // The condition is repeated for rows that somebody changes at this moment.
    const { numAffectedRows = 0n } = await sql`
      ${change}
      where ctid = any(array(select ctid from ${sql.table(table)} where ${isMeant} limit ${limit})) and ${isMeant}`.execute(
      db,
    )
    return Number(numAffectedRows)
  })
}
