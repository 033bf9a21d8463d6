import { type RawBuilder, sql } from 'kysely'

// Anybody can type an address for a free plan, or leave a form unpaid. What was paid or imported is the member's.

/**
 * SQL condition on a membership, in the table or alias of this name: it was imported. Its key says so as long as it is there: the record
 * of the import goes with the import, and a plan may run for longer.
 */
export function isImported(table: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${table}.details_key`)} like 'imported %' or exists (
    select from import_records where import_records.kind = 'membership' and record_id = ${sql.ref(`${table}.id`)}))`
}

/** SQL condition on a membership, in the table or alias of this name: it was paid or imported. */
export function isPaidOrImported(table: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${table}.amount_paise`)} > 0 or ${isImported(table)})`
}
