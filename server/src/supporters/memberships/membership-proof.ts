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

/**
 * SQL: where mails about a membership go, beside its account in `users`. The address that was typed, or the one that the account has now if
 * the typed one was the account's.
 */
export function mailedTo(table: string): RawBuilder<string> {
  const typed = sql.ref(`${table}.email`)
  return sql<string>`case when ${sql.ref(`${table}.follows_account`)} and ${typed} <> '' and users.email_confirmed_at is not null
    then users.email else ${typed} end`
}

/** SQL condition on a membership, in the table or alias of this name: it was paid or imported. */
export function isPaidOrImported(table: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${table}.amount_paise`)} > 0 or ${isImported(table)})`
}
