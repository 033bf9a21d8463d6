import type { Concerned } from '@petsetu/contract/people/breaches.ts'
import { LANGUAGES, type Language } from '@petsetu/languages/languages.ts'
import { type RawBuilder, sql } from 'kysely'
import { endOfDay, startOfDay } from '../../../platform/db/indian-days.ts'
import type { Db } from '../../../platform/db/pool.ts'
import type { DB } from '../../../platform/db/types.ts'
import { REGISTRY } from '../registry/registry.ts'
import { PEOPLE_OF } from './people-of-tables.ts'

/** The kinds of data that got out, as rows of the list of personal data, and the days on which the records were made. */
export type Extent = { kinds: string[]; from_day: string | null; to_day: string | null }

/** The number of people whom a breach concerns, by the language of their letter. */
export async function countConcerned(db: Db, extent: Extent): Promise<Concerned> {
  const people = concernedPeople(extent)
  const none = { en: 0, hi: 0, mr: 0 }
  if (!people) return { by_language: none, without_email: 0 }
  return tallied(db, sql`(${people}) people`)
}

/** The same of the list that was kept when the letters went out. */
export const countKept = (db: Db, breachId: number): Promise<Concerned> =>
  tallied(db, sql`breach_people where breach_id = ${breachId}`)

/** Keeps the list of people whom a breach concerns. Returns their number. */
export async function keepConcerned(transaction: Db, breachId: number, extent: Extent): Promise<number> {
  const people = concernedPeople(extent)
  if (!people) return 0
  const { numAffectedRows = 0n } = await sql`
    insert into breach_people (breach_id, email, email_key, phone, language, user_id)
    select ${breachId}, email, email_key, phone, language, user_id from (${people}) people`.execute(transaction)
  return Number(numAffectedRows)
}

async function tallied(db: Db, from: RawBuilder<unknown>): Promise<Concerned> {
  const { rows } = await sql<{ language: Language; with_email: number; without_email: number }>`
    select language, count(*) filter (where email_key <> '') as with_email,
      count(*) filter (where email_key = '') as without_email
    from ${from} group by language`.execute(db)
  const of = (language: Language) => rows.find((row) => row.language === language)
  const [en = 0, hi = 0, mr = 0] = LANGUAGES.map((language) => of(language)?.with_email)
  return { by_language: { en, hi, mr }, without_email: rows.reduce((sum, row) => sum + row.without_email, 0) }
}

/**
 * SQL: each person once, by e-mail address or, without one, by phone number; null if no table is chosen. An account is written to in its
 * own language.
 */
function concernedPeople({ kinds, from_day, to_day }: Extent): RawBuilder<unknown> | null {
  const tables = tablesOf(kinds).flatMap((table) => PEOPLE_OF[table] ?? [])
  if (tables.length === 0) return null
  const since = from_day === null ? sql`true` : sql`(at is null or at >= ${startOfDay(from_day)})`
  const until = to_day === null ? sql`true` : sql`(at is null or at < ${endOfDay(to_day)})`
  return sql`
    with told (user_id, email, phone, language, at) as (${sql.join(
      tables.map((people) => sql`(${people})`),
      sql` union all `,
    )}), found as (
      select users.id as user_id, coalesce(nullif(trim(told.email), ''), users.email, '') as email,
        coalesce(nullif(told.phone, ''), users.phone, '') as phone, coalesce(users.language, told.language) as language
      from told left join users on users.id = told.user_id where ${since} and ${until}
    ), keyed as (
      select found.*, lower(normalize(found.email, NFKC)) as email_key, right(regexp_replace(found.phone, '\\D', '', 'g'), 10) as digits
      from found
    ), mailed as (
      select distinct on (email_key) keyed.email, keyed.email_key, keyed.phone,
        coalesce(account.language, keyed.language, 'en') as language, coalesce(account.id, keyed.user_id) as user_id
      from keyed left join users account on account.email_key = keyed.email_key
      where keyed.email_key <> '' order by email_key, keyed.language nulls last
    ), called as (
      select distinct on (digits) '' as email, '' as email_key, phone, coalesce(language, 'en') as language, user_id
      from keyed where email_key = '' and digits <> ''
        and digits not in (select digits from keyed where email_key <> '') order by digits
    )
    select * from mailed union all select * from called`
}

/** The tables that hold something of these rows of the list. */
function tablesOf(kinds: string[]): (keyof DB)[] {
  const tables = Object.keys(REGISTRY) as (keyof DB)[]
  return tables.filter((table) => (REGISTRY[table].personal ?? []).some(({ row }) => kinds.includes(row)))
}
