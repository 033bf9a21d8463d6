import type { Language } from '@petsetu/languages/languages.ts'
import { type RawBuilder, sql } from 'kysely'

/** SQL: a text that has translations in columns beside it, such as `name` in `name_hi`; the main text where there is no translation. */
export function inLanguage(column: string, language: Language | RawBuilder<string>): RawBuilder<string> {
  const translation = sql`case ${language}::text
    when 'hi' then ${sql.ref(`${column}_hi`)} when 'mr' then ${sql.ref(`${column}_mr`)} end`
  return sql<string>`coalesce(${translation}, ${sql.ref(column)})`
}
