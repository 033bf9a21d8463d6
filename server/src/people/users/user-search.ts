import { foldCase } from '@petsetu/contract/platform/text.ts'
import { type RawBuilder, sql } from 'kysely'
import { containing } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { phoneKey } from './contact.ts'

// An index of three letters cannot find fewer, so shorter texts are not looked for in further tables.
const LETTERS_MIN = 3
// People refine a search that finds more.
const FOUND_ELSEWHERE_MAX = 200
const PHONE_DIGITS_MIN = 6

// The same expression as in the index. The line feeds separate the texts; a search text contains none.
export const SEARCHED_OF_USERS = sql`(username_key || chr(10) || email_key || chr(10) || coalesce(translate(phone, ' +-().', ''), ''))`

/** The digits that a phone number, or the beginning of one, is searched by: without +91 or a leading 0. Null if the text is no number. */
export function searchedPhone(search: string): string | null {
  if (!/^[\d\s()+./-]+$/.test(search)) return null
  const digits = phoneKey(search.replace(/^\s*(\+91|0)/, ''))
  return digits.length >= PHONE_DIGITS_MIN ? digits : null
}

/** SQL condition: username, e-mail address or phone number contain `search`, ignoring case. */
function hasAccountText(search: string): RawBuilder<boolean> {
  return sql<boolean>`${SEARCHED_OF_USERS} like ${containing(searchedPhone(search) ?? foldCase(search))}`
}

/** SQL condition on a row of users: the account, or the name of its membership, contains `search`. Null for an empty search. */
export async function userSearch(db: Db, search: string): Promise<RawBuilder<boolean> | null> {
  if (foldCase(search) === '') return null
  const members = await findMembers(db, search)
  if (members.length === 0) return hasAccountText(search)
  return sql<boolean>`(${hasAccountText(search)} or users.id = any(${members}::bigint[]))`
}

async function findMembers(db: Db, search: string): Promise<number[]> {
  const name = search.trim().normalize('NFC')
  if (name.length < LETTERS_MIN) return []
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where(sql<boolean>`lower(name) like lower(${containing(name)})`)
    .where('user_id', 'is not', null)
    .limit(FOUND_ELSEWHERE_MAX)
    .execute()
  return [...new Set(rows.map(({ user_id }) => user_id ?? 0))]
}

/** The accounts whose username, e-mail address or phone number contains `search`: at most 200. */
export async function findAccountsByText(db: Db, search: string): Promise<number[]> {
  if (foldCase(search).length < LETTERS_MIN) return []
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(hasAccountText(search))
    .limit(FOUND_ELSEWHERE_MAX)
    .execute()
  return rows.map(({ id }) => id)
}
